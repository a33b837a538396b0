import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import { type Socket, connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readReplies } from '../../../mocks/testing/wire.ts'
import { answerTo } from '../../testing/raw-deployment.ts'
import { listen, proxyTo, proxyToRaw, raw } from './test-proxy.ts'

const hidden = 'GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n'
const bodyless = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']

function request(method: string, lines: readonly string[], body = '', target = '/v1/attack'): string {
  return [`${method} ${target} HTTP/1.1`, 'Host: 127.0.0.1', ...lines, '', body].join('\r\n')
}

const lengthOf = (body: string): string => `Content-Length: ${body.length}`
const chunked = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`

/** Plays a request, with a second client before and after it, who must get the answers to what it asked. */
async function attack(proxy: Awaited<ReturnType<typeof proxyToRaw>>, bytes: string): Promise<string> {
  const victim = async (target: string): Promise<void> =>
    expect(await (await fetch(proxy.url + target)).json()).toEqual({ method: 'GET', target, body: '' })
  await victim('/v1/before')
  const socket = connect(proxy.port, '127.0.0.1').on('error', () => undefined)
  socket.write(bytes, 'latin1')
  const [first] = (await once(socket, 'data')) as [Buffer]
  for (const target of ['/v1/one', '/v1/two', '/v1/three']) await victim(target)
  socket.destroy()
  return first.toString('latin1')
}

test.each(bodyless)(
  '%s whose Connection names its length is refused, and no other client gets its answer',
  async (method) => {
    const proxy = await proxyToRaw()
    for (const name of ['content-length', 'close, Content-Length ,TE', 'host', 'Authorization', 'X-Own']) {
      const lines = [`Connection: ${name}`, 'Authorization: Bearer a', lengthOf(hidden)]
      expect(await attack(proxy, request(method, lines, hidden))).toMatch(/^HTTP\/1\.1 400 /)
    }
    const lines = ['Connection: transfer-encoding', 'Transfer-Encoding: chunked']
    expect(await attack(proxy, request(method, lines, chunked(hidden)))).toMatch(/^HTTP\/1\.1 400 /)
    expect(new Set(proxy.deployment.seen.map(({ target }) => target))).not.toContain('/v1/attack')
  },
)

test.each(bodyless)('the body of %s stays a body, or what it is taken for reaches no other client', async (method) => {
  const framings = [
    request(method, [lengthOf(hidden)], hidden),
    request(method, ['Transfer-Encoding: chunked'], chunked(hidden)),
  ]
  for (const isBlind of [false, true]) {
    const proxy = await proxyToRaw({ isBlind })
    for (const bytes of framings) expect(await attack(proxy, bytes)).toMatch(/^HTTP\/1\.1 200 /)
    const attacks = proxy.deployment.seen.filter(({ target }) => target === '/v1/attack')
    expect(attacks.map(({ body }) => body)).toEqual(isBlind ? ['', ''] : [hidden, hidden])
    // Each went over a connection of its own.
    const others = proxy.deployment.seen.filter(({ target }) => /before|one|two|three/.test(target))
    if (!isBlind) expect(proxy.problems).toEqual([])
    for (const { connection } of attacks) expect(others.map((other) => other.connection)).not.toContain(connection)
  }
})

test.each<[string, string, string]>([
  ['a coding beside chunked', '501', request('POST', ['Transfer-Encoding: gzip, chunked'], chunked('abc'))],
  ['a coding that is almost chunked', '400', request('POST', ['Transfer-Encoding:\vchunked'], chunked('abc'))],
  [
    'a coding in HTTP/1.0',
    '400',
    request('POST', ['Transfer-Encoding: chunked'], chunked('a')).replace('/1.1', '/1.0'),
  ],
  ['both framings', '400', request('POST', ['Content-Length: 3', 'Transfer-Encoding: chunked'], chunked('abc'))],
  ['two lengths', '400', request('POST', ['Content-Length: 3', 'Content-Length: 3'], 'abc')],
  ['a length with a zero before it', '400', request('POST', ['Content-Length: 010'], '0123456789')],
  ['a length that no number holds', '400', request('POST', ['Content-Length: 99999999999999999'], 'abc')],
  ['a folded header', '400', request('GET', ['X-Own: a', ' Content-Length: 3'])],
  ['a space before a colon', '400', request('POST', ['Content-Length : 3'], 'abc')],
  ['a line that ends in LF', '400', request('GET', ['X-Own: a\nX-Other: b'])],
  ['two hosts', '400', request('GET', ['Host: other.test'])],
  ['a whole address', '400', request('GET', [], '', 'http://other.test/v1/pets')],
  ['a tunnel', '501', request('CONNECT', [], '', 'other.test:443')],
  ['a web socket', '501', request('GET', ['Connection: Upgrade', 'Upgrade: websocket'])],
  ['another expectation', '417', request('POST', ['Expect: y 100-continue', 'Content-Length: 3'])],
  ['HTTP/0.9', '505', 'GET /v1/pets\r\nHost: a\r\n\r\n'],
  ['a chunk that is none', '400', request('POST', ['Transfer-Encoding: chunked'], '0x3\r\nabc\r\n0\r\n\r\n')],
])('%s is refused with %s, and what comes after it is not read', async (_what, status, bytes) => {
  const proxy = await proxyToRaw()
  const answer = await raw(proxy.port, bytes + hidden)
  expect(readReplies(Buffer.from(answer, 'latin1')).map((reply) => String(reply.status))).toEqual([status])
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({
    status: Number(status),
    message: expect.any(String),
  })
  expect([proxy.deployment.seen, proxy.seen]).toEqual([[], []])
})

test.each([
  ['an unasked change of protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
  ['a coding beside chunked', `HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n${chunked('abc')}`],
  ['two framings', `HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n${chunked('abc')}`],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabc'],
  ['a length with a zero before it', 'HTTP/1.1 200 OK\r\nContent-Length: 03\r\n\r\nabc'],
])('%s from the deployment is a 502', async (_what, answer) => {
  const proxy = await proxyToRaw({ answer: () => answer })
  const reply = await fetch(`${proxy.url}/v1/pets`)
  expect([reply.status, await reply.json()]).toMatchObject([502, { code: 'not_forwarded' }])
  // Its connection to the deployment is for this request alone, and does not end with that of the client.
  expect((await fetch(`${proxy.url}/v1/pets`, { method: 'HEAD' })).status).toBe(502)
  await expect.poll(() => proxy.deployment.sockets.size).toBe(0)
  expect(proxy.seen).toMatchObject([{ status: undefined }, { status: undefined }])
})

test('bytes behind an answer go to nobody', async () => {
  const proxy = await proxyToRaw({
    answer: (seen) =>
      seen.target === '/v1/pets' ? answerTo(seen) + answerTo({ ...seen, target: '/evil' }) : answerTo(seen),
  })
  for (const target of ['/v1/pets', '/v1/one', '/v1/two'])
    expect(await (await fetch(proxy.url + target)).json()).toMatchObject({ target })
})

test('each client has a connection of its own, so what comes unasked over another reaches nobody', async () => {
  const sockets: Socket[] = []
  const { port, deployment } = await proxyToRaw({
    answer(read, socket) {
      sockets.push(socket)
      // The answer to nothing, on the connection of the first client, while the second one waits.
      if (read.target === '/v1/second') sockets[0]?.write(answerTo({ ...read, target: '/v1/poison' }))
      return answerTo(read)
    },
  })
  const client = (): { ask: (target: string) => Promise<string>; socket: Socket } => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    const ask = async (target: string): Promise<string> => {
      socket.write(request('GET', [], '', target))
      return String(await once(socket, 'data'))
    }
    return { ask, socket }
  }
  const [first, second] = [client(), client()]
  for (let count = 0; count < 2; count++) expect(await first.ask('/v1/first')).toContain('/v1/first')
  expect(await second.ask('/v1/second')).toContain('/v1/second')
  expect(deployment.seen.map(({ connection }) => connection)).toEqual([1, 1, 2])
  // A client that leaves takes its connection along.
  for (const { socket } of [first, second]) socket.destroy()
  await expect.poll(() => deployment.sockets.size).toBe(0)
})

test.each(['204 No Content', '304 Not Modified'])('a %s that announces a body ends its connection', async (status) => {
  const proxy = await proxyToRaw({
    answer: (seen) =>
      seen.target === '/v1/pets' ? `HTTP/1.1 ${status}\r\nContent-Length: 99\r\n\r\n` : answerTo(seen),
  })
  // On one connection of a client: fetch would open another one after such an answer, and so would the proxy.
  const socket = connect(proxy.port, '127.0.0.1').on('error', () => undefined)
  for (const target of ['/v1/pets', '/v1/one', '/v1/two']) {
    socket.write(request('GET', [], '', target))
    await once(socket, 'data')
  }
  socket.destroy()
  // The body would have been read as the answer to the next request.
  const [first, ...others] = proxy.deployment.seen.map(({ connection }) => connection)
  expect(others).not.toContain(first)
})

test('after an answer that came before the end of its request, the connection is closed', async () => {
  let connections = 0
  const left = Promise.withResolvers<void>()
  const upstream = createServer((socket) => {
    connections++
    socket.on('close', left.resolve).once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'))
  })
  const { port } = await proxyTo(await listen(upstream))
  const client = http.request({ port, path: '/v1/pets', method: 'POST', headers: { 'Content-Length': 10 } })
  client.write('x')
  const [answer] = (await once(client, 'response')) as [IncomingMessage]
  expect(await text(answer)).toBe('ok')
  await left.promise
  // The client can send the rest all the same.
  client.end('x'.repeat(9))
  await once(client, 'close')
  client.socket?.destroy()
  expect(connections).toBe(1)
})
