import { afterEach, expect, test } from 'vitest'
import { type Mock, startMock } from './index.ts'

let mock: Mock | undefined

afterEach(() => mock?.stop())

test('a tab is answered from the first request on, with state and exact ids', async () => {
  const baseUrl = `${location.origin}/shop/v1`
  mock = await startMock({ baseUrl, dataset: 'empty' })
  const headers = { authorization: 'Bearer test_pro', 'content-type': 'application/json' }
  expect(mock.baseUrl).toBe(baseUrl)
  const first = await fetch(`${baseUrl}/pets`, { headers })
  expect([first.status, await first.text(), first.headers.get('x-ratelimit-remaining')]).toEqual([200, '[]', '299'])
  const body = '{"name":"Ünï 🐈","categoryId":9223372036854775807}'
  const created = await fetch(`${baseUrl}/pets`, { method: 'POST', headers, body })
  expect(await created.text()).toBe('{"id":1,"name":"Ünï 🐈","categoryId":9223372036854775807}')
  expect((await fetch(`${baseUrl}/orders`, { headers })).status).toBe(404)
  mock.store.sandbox().play('reset', { calls: 1 })
  await expect(fetch(`${baseUrl}/pets`, { headers })).rejects.toThrow(TypeError)
  expect((await fetch(`${baseUrl}/pets/1`)).status).toBe(401)
})
