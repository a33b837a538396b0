import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import type { AnimalStoreOptions } from '../entry.ts'
import { fakeTimeouts, testServer } from '../testing/test-server.ts'
import { collect, openSocket, readReplies, sendRaw } from '../testing/wire.ts'

const start = (options: AnimalStoreOptions = {}) =>
  testServer({ ...options, profile: { enterprise: '1000000/1000000' } })

function request(prefer: string, more = ''): string {
  const headers = `Host: x\r\nAuthorization: Bearer test_enterprise\r\nPrefer: ${prefer}\r\n${more}`
  return `GET /v1/pets/1 HTTP/1.1\r\n${headers}\r\n`
}

test.each(['scenario=hang', 'delay=600000'])(
  'begins 100 of the requests with %s that one connection sends, and cuts it when none is answered',
  async (prefer) => {
    const { port, store } = await start()
    fakeTimeouts()
    const socket = await openSocket(port)
    const closed = collect(socket)
    socket.write(request(prefer).repeat(20_000))
    const { journal } = store.sandbox()
    await expect.poll(() => journal.total).toBe(100)
    const other = request('', 'Connection: close\r\n')
    for (let call = 0; call < 20; call++) expect(await sendRaw(port, other)).toMatchObject([{ status: 200 }])
    expect(journal.total).toBe(120)
    vi.advanceTimersByTime(5000)
    expect((await closed).toString()).toBe('')
    // Nothing that the connection waited for is left: neither a delay nor its patience.
    await expect.poll(() => vi.getTimerCount()).toBe(0)
  },
)

test('a delay ends with its connection, also behind another one', async () => {
  const { port, store } = await start()
  fakeTimeouts()
  const socket = await openSocket(port)
  socket.write(request('delay=600000').repeat(50))
  await expect.poll(() => store.sandbox().journal.total).toBe(50)
  await expect.poll(() => vi.getTimerCount()).toBe(50)
  socket.resetAndDestroy()
  await expect.poll(() => vi.getTimerCount()).toBe(0)
})

test('a client that has sent all that it will gets its replies', async () => {
  const { port } = await start()
  const socket = await openSocket(port)
  const received = collect(socket)
  socket.end(request('delay=50') + request(''))
  expect(readReplies(await received).map(({ status }) => status)).toEqual([200, 200])
})

test('after a held reply was released, a client that has sent all gets its next reply too', async () => {
  const { port, store } = await start()
  store.sandbox().play('hold', { calls: 1 })
  const socket = await openSocket(port)
  const received = collect(socket)
  socket.write(request(''))
  await expect.poll(() => store.sandbox().held).toHaveLength(1)
  await store.sandbox().release()
  await once(socket, 'data')
  socket.end(request('delay=50'))
  expect(readReplies(await received).map(({ status }) => status)).toEqual([200, 200])
})

test('such a client may take its time to read', async () => {
  const name = 'x'.repeat(200_000)
  const { port } = await start({ dataset: Array.from({ length: 100 }, (_, id) => ({ id, name, categoryId: 1 })) })
  fakeTimeouts()
  const socket = await openSocket(port)
  socket.pause()
  socket.end(request('').replace('/1 ', '?limit=100 '))
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(20_000)
  const received = collect(socket)
  socket.resume()
  const [response] = readReplies(await received)
  expect(response?.bytes.length).toBeGreaterThan(8_000_000)
})

/** A list of 7.5 MB in a sandbox of its own: more than the system keeps for a connection. */
async function startWithLongList() {
  const mock = await start({ dataset: 'empty', sandboxBytes: 1e9, totalBytes: 1e9 })
  const animals = await mock.store.sandbox('long').animals
  for (let number = 0; number < 100; number++) await animals.add({ name: 'x'.repeat(75_000), categoryId: 1 })
  const list = `GET /v1/pets?limit=100 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer test_enterprise.long\r\n`
  return { ...mock, list, begun: () => mock.store.sandbox('long').journal.total }
}

test(
  'of long replies that nobody reads, a connection has few; the rest come when those were read',
  { timeout: 60_000 },
  async () => {
    const { port, list, begun } = await startWithLongList()
    const socket = await openSocket(port)
    socket.pause()
    socket.write(`${list}\r\n`.repeat(19) + `${list}Connection: close\r\n\r\n`)
    await expect.poll(begun).toBeGreaterThanOrEqual(1)
    for (let call = 0; call < 20; call++) {
      expect(await sendRaw(port, request('', 'Connection: close\r\n'))).toHaveLength(1)
    }
    expect(begun()).toBeLessThanOrEqual(10)
    const received = collect(socket)
    socket.resume()
    expect(readReplies(await received).filter(({ status }) => status === 200)).toHaveLength(20)
  },
)

test(
  'of connections that do not read their long reply, the slowest are cut off, and who reads gets all',
  { timeout: 60_000 },
  async () => {
    const { port, list } = await startWithLongList()
    const sockets = await Promise.all(Array.from({ length: 40 }, () => openSocket(port)))
    for (const socket of sockets) {
      socket.pause()
      socket.write(`${list}Connection: close\r\n\r\n`)
    }
    const [reply] = await sendRaw(port, `${list}Connection: close\r\n\r\n`)
    expect(reply?.body.length).toBeGreaterThan(7_500_000)
    const lengths = await Promise.all(
      sockets.map(async (socket) => {
        const received = collect(socket)
        socket.resume()
        const { length } = await received
        return length
      }),
    )
    const isCut = lengths.map((length) => length < 7_500_000)
    expect(isCut.filter(Boolean).length).toBeGreaterThan(5)
    expect(isCut.filter((cut) => !cut).length).toBeGreaterThan(5)
  },
)

test('a connection is cut that is idle for some seconds, or still for longer than any delay', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { port } = await start()
  const [idle, waiting] = [await openSocket(port), await openSocket(port)]
  idle.write(request(''))
  waiting.write(request('') + request('delay=600000'))
  await Promise.all([once(idle, 'data'), once(waiting, 'data')])
  vi.advanceTimersByTime(6000)
  expect(idle.closed).toBe(false)
  vi.advanceTimersByTime(1000)
  await once(idle, 'close')
  vi.advanceTimersByTime(600_000)
  expect(waiting.closed).toBe(false)
  vi.advanceTimersByTime(60_000)
  await once(waiting, 'close')
})

test('bodies that do not end take a bounded part of the memory, and others can still send theirs', async () => {
  const { port, url } = await start()
  const body = Buffer.alloc(1_048_000, 0x20)
  const head = 'Host: x\r\nAuthorization: Bearer test_enterprise\r\nContent-Type: application/json\r\n'
  const sockets = await Promise.all(Array.from({ length: 200 }, () => openSocket(port)))
  for (const socket of sockets) {
    socket.resume()
    socket.write(`POST /v1/pets HTTP/1.1\r\n${head}Content-Length: 1048576\r\n\r\n`)
    socket.write(body)
  }
  await expect.poll(() => sockets.filter((socket) => socket.destroyed).length, { timeout: 20_000 }).toBeGreaterThan(50)
  const headers = { authorization: 'Bearer test_enterprise', 'content-type': 'application/json' }
  const added = await fetch(`${url}/v1/pets`, { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' })
  expect(added.status).toBe(201)
  for (const socket of sockets) socket.destroy()
}, 30_000)
