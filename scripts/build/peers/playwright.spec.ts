import { expect, test } from 'animal-store-kit/playwright'

test.use({
  launchOptions: JSON.parse(process.env['LAUNCH_OPTIONS'] ?? '{}'),
  mockOptions: { baseUrl: 'https://api.example.test/v1', dataset: 'one' },
})

test('a page meets a mock of its own', async ({ page, mock }) => {
  await page.route('https://shop.example.test/', (route) => route.fulfill({ body: '<title>Shop</title>' }))
  await page.goto('https://shop.example.test/')
  const list = () =>
    page.evaluate(async () => {
      const headers = { authorization: 'Bearer test_pro' }
      const response = await fetch('https://api.example.test/v1/pets', { headers })
      return [response.status, await response.text()]
    })
  await mock.animals.replace([])
  expect(await list()).toEqual([200, '[]'])
  await mock.play('rate-limited', { calls: 1 })
  expect(await list()).toContain(429)
})
