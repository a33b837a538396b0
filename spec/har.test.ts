import { expect, test } from 'vitest'
import { harEntry } from './har.ts'

test('tells the size of a sent body in bytes', () => {
  const answer = { startedAtMilliseconds: 0, tookMilliseconds: 1, status: 201, responseHeaders: [] }
  const sent = { method: 'POST', url: 'http://127.0.0.1/v1/pets', requestHeaders: [], requestBody: '{"name":"Zoë 犬"}' }
  expect(harEntry({ ...answer, ...sent })).toMatchObject({ request: { bodySize: 19 } })
})
