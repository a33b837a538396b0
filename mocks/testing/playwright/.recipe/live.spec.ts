import { expect, test } from '../../../playwright/index.ts'

test.use({ mockOptions: { baseUrl: 'https://api.example.com/v1', dataset: 'empty' } })

test('a page lists the animals', async ({ page, mock }) => {
  await mock.animals.add({ name: 'Rex', categoryId: 1, status: 'available' })
  await page.goto('/live')
  await expect(page.getByRole('listitem')).toHaveText(['Rex'])
})
