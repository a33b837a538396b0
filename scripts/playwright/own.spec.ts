// Tests of a page that calls the interface itself, at an address where no server is.
import type { Page } from '@playwright/test'
import { expect, test } from '../../mocks/parts/playwright/index.ts'

const pets = 'https://api.example.test/v1/pets'

test.beforeEach(async ({ page }) => {
  await page.route('https://shop.example.test/', (route) => route.fulfill({ body: '<title>Shop</title>' }))
  await page.goto('https://shop.example.test/')
})

/** Sends a request as a page does, with a preflight before it. */
function send(page: Page, url: string, init: { method?: string; body?: string } = {}) {
  return page.evaluate(
    async ([address, options]) => {
      const headers = { authorization: 'Bearer test_pro', 'content-type': 'application/json' }
      const response = await fetch(address, { ...options, headers })
      return [response.status, response.headers.get('x-ratelimit-limit'), await response.text()]
    },
    [url, init] as const,
  )
}

test('the page meets a mock of its own, every digit of an id included', async ({ page, mock }) => {
  const body = '{"name":"Rex","categoryId":9223372036854775807}'
  const added = '{"id":2,"name":"Rex","categoryId":9223372036854775807}'
  expect(await send(page, pets, { method: 'POST', body })).toEqual([201, '300', added])
  await mock.animals.add({ id: 9007199254740993n, name: 'Tom', categoryId: 1 })
  expect(await send(page, `${pets}/9007199254740993`)).toContainEqual(
    '{"id":9007199254740993,"name":"Tom","categoryId":1}',
  )
  await mock.animals.replace([])
  expect(await send(page, `${pets}?limit=1`)).toContainEqual('[]')
  await mock.playReply({ status: 418, body: 'tea' }, { operation: 'listPets', calls: 1 })
  expect((await send(page, pets))[0]).toBe(418)
  await mock.set({ profile: { 'invalid-query': 'clamp' } })
  expect((await send(page, `${pets}?limit=0`))[0]).toBe(200)
  await mock.play('reset')
  await expect(send(page, pets)).rejects.toThrow('Failed to fetch')
  await mock.stop('reset')
  await mock.set({ fault: 'list-limit-ignored' })
  expect((await send(page, pets))[0]).toBe(200)
  await expect(mock.play('rate-limted' as 'reset')).rejects.toThrow('Did you mean "rate-limited"?')
})

test('the next test begins anew', async ({ page, mock }) => {
  expect((await mock.animals.list()).length).toBe(1)
  expect(await mock.journal.entries()).toEqual([])
  await mock.clock.set('2031-01-01')
  await mock.clock.advance(60_000)
  await mock.clock.resume()
  expect((await send(page, `${pets}/1`))[0]).toBe(404)
})

test('a call that is held back for ever ends with its test', async ({ page, mock }) => {
  await mock.play('hang')
  void send(page, pets).catch(() => undefined)
  await mock.journal.waitFor({ operation: 'listPets' })
})
