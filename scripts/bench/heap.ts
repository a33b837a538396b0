import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startServer } from '../../mocks/http/index.ts'
import { createAnimalStore } from '../../mocks/index.ts'
import { load, requestText } from './load.ts'
import { verdict } from './measure.ts'

/**
 * Sends calls of many kinds to a mock over real sockets, and looks at the heap after each of ten equal parts.
 * Nothing is added, so that whatever grows is a leak.
 * @returns how many calls were sent, what the heap held after each part, in bytes, and how much it grew from the first
 *   part, in which everything warms up, to the last
 */
export async function watchHeap(calls: number) {
  const store = createAnimalStore({ profile: { enterprise: '1000000000/1000000000' } })
  const server = await startServer({ store, port: 0 })
  const bytes: number[] = []
  let sent = 0
  try {
    for (let part = 0; part < 10; part++) {
      while (sent < ((part + 1) * calls) / 10) {
        for (const { request, status } of kinds)
          sent += (await load(server.port, request, { connections: 4, status, calls: calls / 1000 })).replies
      }
      bytes.push(heapUsed())
    }
  } finally {
    await server.close()
  }
  return { calls: sent, bytes, growth: (bytes.at(-1) ?? 0) / (bytes[0] ?? 1) - 1 }
}

/** Prints how the heap changed over a million calls. */
export async function measureHeap(): Promise<void> {
  const { calls, bytes, growth } = await watchHeap(1_000_000)
  const megabytes = bytes.map((value) => (value / 1024 / 1024).toFixed(1))
  console.log(`\nHeap after each tenth of ${calls} calls, in MB: ${megabytes.join(', ')}`)
  console.log(`  growth   ${verdict(growth * 100, 5, 'at most', ' %', 1)}`)
}

const kinds = [
  { status: 200, request: requestText('GET', '/v1/pets?limit=20') },
  { status: 200, request: requestText('GET', '/v1/pets?status=sold', { key: 'test_enterprise.box' }) },
  { status: 200, request: requestText('GET', '/v1/pets/7') },
  { status: 404, request: requestText('GET', '/v1/pets/999') },
  { status: 400, request: requestText('POST', '/v1/pets', { body: '{"name":"Rex"}' }) },
  { status: 401, request: requestText('GET', '/v1/pets', { key: 'wrong' }) },
  { status: 429, request: requestText('GET', '/v1/pets', { key: 'test_banned' }) },
]

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What the heap holds once garbage is collected, in bytes; what lies beside it, such as array buffers, is not counted. */
export function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
