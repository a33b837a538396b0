import { expect, test } from '../../../playwright/index.ts'

test('a customer adds an animal and meets the rate limit', async ({ page, mock }) => {
  await page.goto('/')
  await page.getByLabel('Name').fill('Rex')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('listitem')).toHaveText(['Rex'])

  await mock.play('rate-limited', { calls: 1 })
  await page.reload()
  await expect(page.getByText('Come back later')).toBeVisible()
  expect(await mock.journal.count({ operation: 'createPet', status: 201 })).toBe(1)
})
