// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { startMock } from './index.ts'

const pets = 'https://api.example.test/v1/pets'
const headers = { Authorization: 'Bearer test_pro', 'Content-Type': 'application/json' }

test('fetch of happy-dom, which asks for leave first, reads replies and their headers', async () => {
  using mock = await startMock({ baseUrl: 'https://api.example.test/v1', dataset: 'empty' })
  const created = await fetch(pets, { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' })
  expect(created.status).toBe(201)
  const list = await fetch(pets, { headers })
  expect(await list.json()).toEqual([{ id: 1, name: 'Rex', categoryId: 1 }])
  expect(list.headers.get('X-RateLimit-Limit')).toBe('300')
  expect(mock.store.sandbox().journal.entries()).toMatchObject([{ method: 'POST' }, { method: 'GET' }])
})
