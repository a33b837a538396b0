// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { startMock } from './index.ts'

const base = 'https://api.example.test/v1'

/** Sends a request as axios does in a page. */
function send(method: string, path: string, body?: string): Promise<XMLHttpRequest> {
  const request = new XMLHttpRequest()
  request.open(method, base + path)
  request.setRequestHeader('Authorization', 'Bearer test_pro')
  request.setRequestHeader('Content-Type', 'application/json')
  return new Promise((resolve, reject) => {
    request.addEventListener('load', () => resolve(request))
    request.addEventListener('error', () => reject(new Error('Network Error')))
    request.send(body)
  })
}

test('XMLHttpRequest of jsdom, which asks for leave first, reads replies and their headers', async () => {
  using mock = await startMock({ baseUrl: base, dataset: 'empty' })
  const created = await send('POST', '/pets', '{"name":"Rex","categoryId":1}')
  expect(created.status).toBe(201)
  const list = await send('GET', '/pets')
  expect(JSON.parse(list.responseText)).toEqual([{ id: 1, name: 'Rex', categoryId: 1 }])
  expect(list.getResponseHeader('X-RateLimit-Limit')).toBe('300')
  expect(mock.store.sandbox().journal.entries()).toMatchObject([{ method: 'POST' }, { method: 'GET' }])
})
