import { expect, test } from 'vitest'
import { startServer } from '../../mocks/http/index.ts'
import { createAnimalStore } from '../../mocks/index.ts'
import { heapBytes } from './heap.ts'
import { load, requestText } from './load.ts'

const kinds = [
  { status: 200, request: requestText('GET', '/v1/pets?limit=20') },
  { status: 200, request: requestText('GET', '/v1/pets?status=sold', { key: 'test_enterprise.box' }) },
  { status: 200, request: requestText('GET', '/v1/pets/7') },
  { status: 404, request: requestText('GET', '/v1/pets/999') },
  { status: 400, request: requestText('POST', '/v1/pets', { body: '{"name":"Rex"}' }) },
  { status: 401, request: requestText('GET', '/v1/pets', { key: 'wrong' }) },
  { status: 429, request: requestText('GET', '/v1/pets', { key: 'test_banned' }) },
]

test('the heap is flat over 50,000 calls once everything is warm', { timeout: 120_000 }, async () => {
  const store = createAnimalStore({ profile: { enterprise: '1000000000/1000000000' } })
  const server = await startServer({ store, port: 0 })
  const bytes: number[] = []
  for (let part = 0; part < 10; part++) {
    for (const { request, status } of kinds) await load(server.port, request, { connections: 4, status, calls: 720 })
    bytes.push(heapBytes())
  }
  await server.close()
  expect((bytes.at(-1) ?? Infinity) / (bytes[0] ?? 0)).toBeLessThan(1.05)
})
