import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { readJson, validateError } from '../../spec/index.ts'
import { createControl } from '../control/index.ts'
import { createAnimalStore } from '../entry.ts'
import { fakeTimeouts, testServer } from '../testing/test-server.ts'
import { type Control, type ServerOptions, startServer } from './index.ts'
import { type WireReply, collect, openSocket, readReplies, sendRaw } from '../testing/wire.ts'

const key = { authorization: 'Bearer test_pro' }
const host = 'Host: 127.0.0.1\r\n'
const pro = 'Authorization: Bearer test_pro\r\n'
const chunked = 'Transfer-Encoding: chunked\r\n\r\n'

/** The beginning of a call, to which further headers may be added. */
const begin = (method: string, path = '/v1/pets') => `${method} ${path} HTTP/1.1\r\n${host}${pro}`

const rateHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

function expectError(response: WireReply | undefined, status: number): void {
  expect(response?.status).toBe(status)
  const reading = readJson(response?.body ?? '')
  expect(reading.ok && validateError(reading.value) && reading.value.status).toBe(status)
  const headers = { ...response?.headers }
  expect(headers['content-type']).toBe('application/json')
  for (const name of rateHeaders) expect(headers[name.toLowerCase()], name).toMatch(/^[0-9]+$/)
}

test.each([
  ['a request line that is none', 'NONSENSE\r\n\r\n', 400],
  ['HTTP/0.9', 'GET /v1/pets\r\n\r\n', 401],
  ['a later HTTP', `GET /v1/pets HTTP/3.0\r\n${host}\r\n`, 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['the hello of TLS', Uint8Array.of(0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3), 400],
  ['an unknown method', `BREW /v1/pets HTTP/1.1\r\n${host}\r\n`, 400],
  ['no Host', 'GET /v1/pets HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['two Hosts', `GET /v1/pets HTTP/1.1\r\n${host}Host: other\r\nConnection: close\r\n\r\n`, 400],
  ['a header without a colon', `GET /v1/pets HTTP/1.1\r\n${host}broken\r\n\r\n`, 400],
  ['a header name with a space', `GET /v1/pets HTTP/1.1\r\n${host}a b: c\r\n\r\n`, 400],
  ['a null byte in a header', `GET /v1/pets HTTP/1.1\r\n${host}a: \0\r\n\r\n`, 400],
  ['a bare line feed as an end', `GET /v1/pets HTTP/1.1\nHost: x\n\n`, 400],
  ['a space in the target', `GET /v1/pe ts HTTP/1.1\r\n${host}\r\n`, 400],
  ['headers beyond the bound', `GET /v1/pets HTTP/1.1\r\n${host}a: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['a target beyond the bound', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431],
  ['a Content-Length that is no number', `POST /v1/pets HTTP/1.1\r\n${host}Content-Length: x\r\n\r\n`, 400],
  ['a Content-Length of two zeros', `${begin('POST')}Content-Length: 00\r\nConnection: close\r\n\r\n`, 400],
  ['two Content-Lengths', `POST /v1/pets HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`, 400],
  ['Content-Length and chunks', `${begin('POST')}Content-Length: 2\r\n${chunked}0\r\n\r\n`, 400],
  ['an unknown transfer encoding', `POST /v1/pets HTTP/1.1\r\n${host}Transfer-Encoding: nonsense\r\n\r\n`, 400],
  ['a coding before chunked', `${begin('POST')}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, 501],
  ['a chunk size that is none', `${begin('POST')}${chunked}zz\r\n`, 400],
  ['endless chunk extensions', `${begin('POST')}${chunked}1;${'x'.repeat(20_000)}\r\na\r\n`, 413],
  ['an expectation that nobody knows', `${begin('POST')}Expect: tea\r\nConnection: close\r\n\r\n`, 417],
  ['two Authorization headers', `${begin('GET')}${pro}Connection: close\r\n\r\n`, 401],
  ['CONNECT', `CONNECT example.test:443 HTTP/1.1\r\n${host}\r\n`, 404],
  ['CONNECT to a documented path', `${begin('CONNECT')}\r\n`, 405],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 404],
  ['a target without a slash', `GET example.test HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 400],
])('answers %s with an Error', async (_what, bytes, status) => {
  const { port } = await testServer()
  const [response, ...more] = await sendRaw(port, bytes)
  expectError(response, status)
  expect([response?.headers['connection'], more]).toEqual(['close', []])
})

test.each([
  ['400', 'GET /v1/pe ts HTTP/1.1\r\nOrigin: http://shop.test\r\n\r\n', '*'],
  ['431', `GET /v1/pets HTTP/1.1\r\n${host}a: ${'x'.repeat(20_000)}\r\nOrigin: http://shop.test\r\n\r\n`, '*'],
  ['400', `${begin('POST')}${chunked}zz\r\n`, '*'],
  ['400', `POST /_mock/keys HTTP/1.1\r\n${host}${chunked}zz\r\n`, undefined],
])('a page may read why a request was refused that could not be read: %s', async (status, bytes, origin) => {
  const { port } = await testServer({}, { control: { answer: () => new Promise(() => undefined) } })
  const [response] = await sendRaw(port, bytes)
  expectError(response, Number(status))
  expect(response?.headers['access-control-allow-origin']).toBe(origin)
  const exposed = expect.stringContaining('Retry-After')
  expect(response?.headers['access-control-expose-headers']).toEqual(origin === undefined ? undefined : exposed)
})

test('asks for the body where the client waits to be asked', async () => {
  const { port } = await testServer()
  const socket = await openSocket(port)
  const received = collect(socket)
  socket.write(`${begin('POST')}Expect: 100-continue\r\nContent-Length: 29\r\nConnection: close\r\n\r\n`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(first.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  socket.write('{"name":"Rex","categoryId":1}')
  expect(readReplies((await received).subarray(first.length))[0]?.status).toBe(201)
})

test('HEAD, answered as GET, says how long the body of GET is', async () => {
  const { url } = await testServer({ profile: { head: 'as-get' } })
  const [got, head] = await Promise.all(
    ['GET', 'HEAD'].map((method) => fetch(`${url}/v1/pets`, { method, headers: key })),
  )
  expect(head?.headers.get('content-length')).toBe(String((await got?.bytes())?.length))
})

async function collectFrom(port: number, bytes: string): Promise<string> {
  const socket = await openSocket(port)
  socket.write(bytes)
  return (await collect(socket)).toString()
}

test('refuses a body beyond 1 MiB, announced or chunked, and one of a gigabyte without keeping it', async () => {
  const { port, url } = await testServer()
  const large = 'x'.repeat(1_048_577)
  expect((await fetch(`${url}/v1/pets`, { method: 'POST', headers: key, body: large })).status).toBe(413)
  const before = process.memoryUsage().rss
  const socket = await openSocket(port)
  const received = collect(socket)
  socket.write(`${begin('POST')}${chunked}`)
  const chunk = Buffer.from(`10000\r\n${'y'.repeat(0x10000)}\r\n`)
  let sent = 0
  while (!socket.destroyed && sent < 1024 ** 3) {
    sent += chunk.length
    if (!socket.write(chunk)) await new Promise((go) => socket.once('drain', go).once('close', go))
  }
  await received
  expect(sent).toBeLessThan(200 * 1024 * 1024)
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
  expect((await fetch(`${url}/v1/pets/1`, { headers: key })).status).toBe(200)
})

test.each([
  ['', ''],
  [' and asks for none of it', 'Expect: 100-continue\r\n'],
])('refuses a body that is announced as too large before it comes%s', async (_what, expectation) => {
  const { port } = await testServer()
  fakeTimeouts()
  const socket = await openSocket(port)
  const received = collect(socket)
  const startedAt = performance.now()
  socket.write(`${begin('POST')}${expectation}Content-Length: 1000000000\r\n\r\n`)
  await once(socket, 'data')
  expect(performance.now() - startedAt).toBeLessThan(500)
  vi.advanceTimersByTime(lingerMilliseconds)
  const [response, ...more] = readReplies(await received)
  expectError(response, 413)
  expect(response?.headers['connection']).toBe('close')
  expect(more).toEqual([])
})

test('keeps nothing of a body whose length is only said, so that the calls before it stay in the journal', async () => {
  const { port, store } = await testServer()
  await sendRaw(port, `${begin('GET')}Connection: close\r\n\r\n`)
  const call = `${begin('POST')}Content-Length: 9999999999\r\n\r\n`
  fakeTimeouts()
  const refusing = Promise.all(Array.from({ length: 10 }, () => sendRaw(port, call)))
  await expect.poll(() => vi.getTimerCount()).toBe(10)
  vi.advanceTimersByTime(lingerMilliseconds)
  const refusals = await refusing
  for (const [refusal] of refusals) expectError(refusal, 413)
  const entries = store.sandbox().journal.entries()
  expect(entries.map(({ method, request }) => [method, request.body])).toEqual([
    ['GET', ''],
    ...Array.from({ length: 10 }, () => ['POST', '']),
  ])
  expect(entries.at(-1)?.reason).toContain('The body of the request is too large, and was not kept.')
})

/** How long the rest of a body is waited for. */
const lingerMilliseconds = 1000

test('200 slow clients disturb nobody, and hear that they took too long', async () => {
  const { port, url } = await testServer({}, { headersTimeoutMilliseconds: 700, requestTimeoutMilliseconds: 700 })
  const slow = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const socket = await openSocket(port)
      const received = collect(socket)
      const beginnings = ['', 'GET /v1/pets HTTP/1.1\r\nHo', `${begin('POST')}Content-Length: 9\r\n\r\n{`]
      socket.write(beginnings[index % 3] ?? '')
      return { socket, received }
    }),
  )
  expect((await fetch(`${url}/v1/pets/1`, { headers: key })).status).toBe(200)
  expect(slow.filter(({ socket }) => socket.closed)).toEqual([])
  for (const { received } of slow) expectError(readReplies(await received)[0], 408)
})

test('serves the description and its health to anyone, with a token too', async () => {
  const store = createAnimalStore()
  const { url } = await testServer({}, { control: createControl(store), token: 'let-me-in' })
  const [json, health] = await Promise.all(
    ['/openapi.json', '/_mock/health'].map((path) => fetch(url + path, { headers: { origin: 'null' } })),
  )
  const description = await json?.json()
  expect(description).toMatchObject({ openapi: '3.1.0', info: { title: 'Animal Store Service' } })
  // Tools that read it send to the first one.
  expect(description.servers).toMatchObject([
    { url: `${url}/v1`, description: 'This mock' },
    { url: '{production}/v1' },
    { url: '{staging}/v1' },
  ])
  expect([health?.status, await health?.json()]).toEqual([200, { status: 'ok' }])
  for (const response of [json, health]) expect(response?.headers.get('access-control-allow-origin')).toBe('null')
  expect((await fetch(`${url}/_mock`)).status).toBe(401)
  expect((await fetch(`${url}/openapi.json`, { method: 'POST' })).status).toBe(404)
})

test('holds a reply back until it is released, and forgets it when its client leaves', async () => {
  const { url, store } = await testServer()
  const sandbox = store.sandbox()
  sandbox.play('hold', { calls: 3 })
  const ask = (init: RequestInit = {}) => fetch(`${url}/v1/pets/1`, { headers: key, ...init })
  const holds = async (count: number) => {
    await expect.poll(() => sandbox.held.length).toBe(count)
  }
  const asked = ask()
  await holds(1)
  await sandbox.release({ reply: { status: 500, body: 'late' } })
  const response = await asked
  expect([response.status, await response.text()]).toEqual([500, 'late'])

  const leaving = new AbortController()
  const left = ask({ signal: leaving.signal })
  await holds(1)
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await holds(0)

  const cut = ask()
  await holds(1)
  await sandbox.reset()
  await expect(cut).rejects.toThrow('fetch failed')
  expect((await ask()).status).toBe(200)
})

test('stops within five seconds though replies are held back for longer', async () => {
  const { port, close, store } = await testServer()
  fakeTimeouts()
  const wishes = ['delay=600000', 'scenario=hang', 'scenario=hold']
  const sockets = wishes.flatMap((wish) => [
    collectFrom(port, `${begin('GET')}Prefer: ${wish}\r\n\r\n`),
    collectFrom(port, `${begin('CONNECT')}Prefer: ${wish}\r\n\r\n`),
  ])
  await expect.poll(() => store.sandbox().journal.total).toBe(6)
  const closing = close()
  vi.advanceTimersByTime(4999)
  await closing
  expect(await Promise.all(sockets)).toEqual(['', '', '', '', '', ''])
  await expect.poll(() => store.sandbox().held).toEqual([])
})

test('says in one line why it cannot listen', async () => {
  const { port, store } = await testServer()
  const start = (options: Omit<ServerOptions, 'store'>) => startServer({ store, ...options })
  await expect(start({ port })).rejects.toMatchObject({
    name: 'ListenError',
    message: `Cannot listen on 127.0.0.1, port ${port}: something else listens there already. Stop it, or choose another port (--port 0 takes any free one).`,
  })
  await expect(start({ host: '203.0.113.1', port: 0 })).rejects.toThrow('is no address of this machine')
  await expect(start({ port: 70_000 })).rejects.toThrow('from 0 to 65535')
})

test('hands what is below /_mock to the control', async () => {
  const asked: string[] = []
  const control: Control = {
    answer: async ({ target }) => {
      asked.push(target)
      return { status: 200, headers: {}, body: '' }
    },
  }
  const { url, port } = await testServer({}, { control })
  for (const path of ['/_mock', '/_mock?a', '/_mock/x', '/_mockery']) await fetch(url + path)
  await sendRaw(port, `GET ${url}/_mock?b HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
  expect(asked).toEqual(['/_mock', '/_mock?a', '/_mock/x', `${url}/_mock?b`])
})
