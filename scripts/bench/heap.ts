import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startServer } from '../../mocks/http/index.ts'
import { createAnimalStore } from '../../mocks/index.ts'
import { load, requestText } from './load.ts'
import { reached } from './measure.ts'

/** What the heap held after each part of the calls, garbage collected, in bytes. */
export interface HeapStory {
  readonly calls: number
  readonly bytes: readonly number[]
}

/**
 * Sends calls of many kinds to a mock over real sockets, and looks at the heap after each of ten equal parts.
 * Nothing is added, so that whatever grows is a leak.
 */
export async function watchHeap(calls: number): Promise<HeapStory> {
  const store = createAnimalStore({ profile: { enterprise: '1000000000/1000000000' } })
  const server = await startServer({ store, port: 0 })
  const bytes: number[] = []
  let sent = 0
  try {
    for (let part = 0; part < 10; part++) {
      while (sent < ((part + 1) * calls) / 10) {
        for (const { request, status } of kinds) {
          const { replies } = await load(server.port, request, {
            connections: 4,
            status,
            calls: Math.ceil(calls / 1000),
          })
          sent += replies
        }
      }
      bytes.push(heapUsed())
    }
  } finally {
    await server.close()
  }
  return { calls: sent, bytes }
}

/** How much the heap grew from the first part, in which everything warms up, to the last. */
export function growth({ bytes }: HeapStory): number {
  return (bytes.at(-1) ?? 0) / (bytes[0] ?? 1) - 1
}

/** Prints the story of a million calls. */
export async function measureHeap(): Promise<void> {
  const story = await watchHeap(1_000_000)
  const megabytes = story.bytes.map((value) => (value / 1024 / 1024).toFixed(1))
  const percent = growth(story) * 100
  console.log(`\nHeap after each tenth of ${story.calls} calls, in MB: ${megabytes.join(', ')}`)
  console.log(`  growth   ${percent.toFixed(1)} %, at most 5 %: ${reached(percent <= 5)}`)
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
