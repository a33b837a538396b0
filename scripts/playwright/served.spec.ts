// Tests of a shop that renders on the server and has one key, all at the same time.
import { expect, test } from '../../mocks/parts/playwright/index.ts'

for (let number = 1; number <= Number(process.env['TESTS'] ?? 2); number++) {
  test(`customer ${number} meets nobody else`, async ({ page, mock, request }) => {
    const name = `Animal ${number}`
    await page.goto('/')
    await expect(page.getByRole('listitem')).toHaveCount(0)
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('listitem')).toHaveText([name])
    expect(await mock.animals.list()).toEqual([{ id: 1, name, categoryId: 1 }])

    await mock.play('rate-limited', { calls: 1 })
    await page.reload()
    await expect(page.getByText('Come back later')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('listitem')).toHaveText([name])

    await mock.clock.freeze('2030-12-05T00:00:00Z')
    expect((await request.get('/pets/1')).status()).toBe(404)
    expect(await mock.journal.count()).toBe(6)
    const { reason } = await mock.journal.waitFor({ operation: 'createPet', status: 201 })
    expect(reason[0]).toContain(mock.sandbox)
  })
}

test('other origins get no header, which their CORS may refuse', async ({ page, baseURL }) => {
  await page.goto('/')
  const elsewhere = `${baseURL?.replace('127.0.0.1', 'localhost')}/elsewhere`
  expect(await page.evaluate(async (url) => (await fetch(url)).text(), elsewhere)).toBe('no sandbox')
})

test('a test that fails shows its calls', async ({ page, mock }) => {
  await page.goto('/')
  expect(await mock.journal.count()).toBe(99)
})
