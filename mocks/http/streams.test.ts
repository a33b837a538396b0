import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createControl, eventStream } from '../control/index.ts'
import { createAnimalStore } from '../entry.ts'
import type { Control } from './index.ts'
import { testServer } from '../testing/test-server.ts'
import { openSocket, readReplies } from '../testing/wire.ts'

/** A server whose control does nothing but stream; `senders` are those of the streams that are open, the oldest first. */
async function startStreaming() {
  const senders = new Map<string, (chunk: string) => void>()
  const control: Control = {
    answer: async ({ target }, signal) =>
      eventStream((send) => {
        senders.set(target, send)
        return () => senders.delete(target)
      }, signal),
  }
  return { ...(await testServer({}, { control })), senders }
}

/** Opens a stream, and waits for its first bytes. */
async function watch(port: number, name: string | number): Promise<{ socket: Socket; first: Buffer }> {
  const socket = await openSocket(port)
  onTestFinished(() => void socket.destroy())
  socket.write(`GET /_mock/${name} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  return { socket, first }
}

test('beyond 200 streams there is an Error, until one is closed', async () => {
  const { port, senders } = await startStreaming()
  const open = await Promise.all(Array.from({ length: 200 }, (_, index) => watch(port, index)))
  expect(senders.size).toBe(200)
  const refused = readReplies((await watch(port, 'one-more')).first)
  expect(refused).toMatchObject([
    { status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store', 'content-type': 'application/json' } },
  ])
  expect(JSON.parse(refused[0]?.body ?? '')).toMatchObject({ status: 503, message: expect.stringContaining('200') })
  open[7]?.socket.destroy()
  await expect.poll(() => senders.size).toBe(199)
  expect((await watch(port, 'another')).first.toString()).toMatch(/^HTTP\/1.1 200 /)
})

const megabyte = 'x'.repeat(1024 * 1024)

test('a client that reads events too slowly is cut off, and no other one', async () => {
  const { port, senders } = await startStreaming()
  const [slow, quick] = [await watch(port, 'slow'), await watch(port, 'quick')]
  slow.socket.pause()
  quick.socket.resume()
  for (let sent = 0; sent < 45; sent++) senders.get('/_mock/slow')?.(megabyte)
  await expect.poll(() => [...senders.keys()]).toEqual(['/_mock/quick'])
})

test('slow readers have one limit together, and the slowest is cut off first', async () => {
  const { port, senders } = await startStreaming()
  for (const name of ['a', 'b', 'c', 'd']) (await watch(port, name)).socket.pause()
  for (const [name, megabytes] of Object.entries({ a: 25, b: 28, c: 24 }))
    for (let sent = 0; sent < megabytes; sent++) senders.get(`/_mock/${name}`)?.(megabyte)
  senders.get('/_mock/d')?.('a last word')
  await expect.poll(() => [...senders.keys()]).toEqual(['/_mock/a', '/_mock/c', '/_mock/d'])
})

test('no timer or event stays for a client that has left', async () => {
  const failures: unknown[] = []
  const store = createAnimalStore()
  const control = createControl(store, { onFailure: (error) => failures.push(error) })
  const signals: (AbortSignal | undefined)[] = []
  const watched: Control = {
    answer: (call, signal) => {
      signals.push(signal)
      return control.answer(call, signal)
    },
  }
  const { port } = await testServer({}, { control: watched })
  const subscribe = vi.spyOn(store.sandbox().journal, 'subscribe')
  const socket = await openSocket(port)
  const path = '/_mock/sandboxes/default/journal/wait?timeoutMilliseconds=60000'
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await expect.poll(() => subscribe.mock.calls.length).toBe(1)
  expect(signals.map((signal) => signal?.aborted)).toEqual([false])
  socket.destroy()
  await expect.poll(() => signals[0]?.aborted).toBe(true)
  expect(failures).toEqual([])
})
