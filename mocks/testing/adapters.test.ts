import { expect, test } from 'vitest'
import { callsTable } from './calls-table.ts'
import { type WireReply, sendRaw } from './wire.ts'
import { startServer } from '../http/index.ts'
import type { Call } from '../entry.ts'
import { type Seen, newStore, play, requestFor, seenInFetch, tellCore } from './play-table.ts'
import { describeAdapter } from './test-adapters.ts'

test('the table has 200 calls or more, and the core answers each as the table says', async () => {
  expect(callsTable.length).toBeGreaterThanOrEqual(200)
  const wrong = (await tellCore(newStore())).flatMap((seen, index) => {
    const row = callsTable[index]
    const status = seen instanceof Error ? seen.message : seen.status
    return status === row?.status ? [] : [`${row?.name}: ${status}, not ${row?.status}`]
  })
  expect(wrong).toEqual([])
})

describeAdapter('HTTP, over a socket', 'http', async (store) => {
  const server = await startServer({ store, port: 0 })
  try {
    return await play((call) => sendOverSocket(server.port, call))
  } finally {
    await server.close()
  }
})

describeAdapter('fetch', 'fetch', (store) =>
  play(async (call) => seenInFetch(await store.fetch(requestFor('http://mock.test', call)))),
)

async function sendOverSocket(port: number, { method, target, headers, body }: Call): Promise<Seen> {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}\r\n`],
  )
  const bytes = Buffer.from(body ?? '')
  const length = body === undefined ? '' : `Content-Length: ${bytes.length}\r\n`
  const head = `${method} ${target} HTTP/1.1\r\nHost: mock.test\r\nConnection: close\r\n${lines.join('')}${length}\r\n`
  const [response] = await sendRaw(port, Buffer.concat([Buffer.from(head, 'latin1'), bytes]), method === 'HEAD')
  if (response === undefined) throw new Error('No response came.')
  return seenOnTheWire(response)
}

function seenOnTheWire({ status, headers, bytes }: WireReply): Seen {
  const { connection: _connection, 'keep-alive': _keepAlive, ...rest } = headers
  return { status, headers: rest, body: bytes.toString('latin1') }
}
