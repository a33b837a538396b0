import http from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { atEnd } from '../../scripts/testing/at-end.ts'
import { serve } from '../../scripts/testing/serve.ts'
import { type Client, type ClientOptions, type Outgoing, createClient, headerOf } from './index.ts'

const list: Outgoing = { method: 'GET', path: '/pets', headers: {} }

/** A client of a server, which are both closed when the test ends. */
async function clientOf(
  server: http.RequestListener | net.Server,
  options: Partial<ClientOptions> = {},
): Promise<Client> {
  const client = createClient({ baseUrl: (await serve(server)).url, ...options })
  atEnd(() => client.close())
  return client
}

/** A client of a server that speaks as it likes once a request has come. */
const rawClientOf = (speak: (socket: net.Socket) => void): Promise<Client> =>
  clientOf(net.createServer((socket) => socket.on('error', () => undefined).on('data', () => speak(socket))))

test('keeps exact bytes, repeated headers and what was asked', async () => {
  const client = await clientOf((_request, response) => {
    response.writeHead(
      418,
      [
        ['X-One', 'a'],
        ['x-one', 'b'],
        ['Content-Type', 'application/json'],
      ].flat(),
    )
    response.end(Buffer.from([0x7b, 0xff, 0x7d]))
  })
  const exchange = await client.send({ method: 'GET', path: '/pets?limit=1', headers: { Accept: 'application/json' } })
  expect(exchange.problem).toBeUndefined()
  expect(exchange.response?.status).toBe(418)
  expect(exchange.response?.headers.get('x-one')).toEqual(['a', 'b'])
  expect([...(exchange.response?.bytes ?? [])]).toEqual([0x7b, 0xff, 0x7d])
  expect(exchange.request.url).toBe(`${client.baseUrl}/pets?limit=1`)
})

test('sends a body as it is, and no body without one', async () => {
  const seen: [string | undefined, string][] = []
  const client = await clientOf(async (request, response) => {
    seen.push([request.headers['content-type'], await text(request)])
    response.end()
  })
  const headers = { 'Content-Type': 'application/json' }
  await client.send({ method: 'POST', path: '/pets', headers, body: '{"name": "é", ' })
  await client.send({ method: 'POST', path: '/pets', headers })
  expect(seen).toEqual([
    ['application/json', '{"name": "é", '],
    ['application/json', ''],
  ])
})

test('follows no redirect', async () => {
  let calls = 0
  const client = await clientOf((_request, response) => {
    calls++
    response.writeHead(302, { Location: '/v1/elsewhere' }).end()
  })
  const { response } = await client.send(list)
  expect([response?.status, response && headerOf(response, 'Location'), calls]).toEqual([302, '/v1/elsewhere', 1])
})

test('opens compressed bodies', async () => {
  const client = await clientOf((_request, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('[]'))
  })
  const { response, problem } = await client.send(list)
  expect([problem, Buffer.from(response?.bytes ?? []).toString()]).toEqual([undefined, '[]'])
})

test('stops a bomb of 1 GiB from 1 MiB while it inflates, in little memory', async () => {
  // Members of gzip may follow each other, so a bomb is made without ever holding what is in it.
  const bomb = Buffer.concat(Array<Buffer>(64).fill(gzipSync(Buffer.alloc(16 * 1_048_576))))
  const client = await clientOf((_request, response) => {
    response.on('error', () => undefined)
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb)
  })
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const { response, problem } = await client.send(list)
  expect(problem?.kind).toBe('too-large')
  // Sixty of these in one run must not add up.
  expect(response?.bytes.byteLength).toBe(65_536)
  // Other tests of this process are in it, so the bound is wide: half of the bomb.
  expect(process.memoryUsage().rss - before).toBeLessThan(512 * 1_048_576)
})

test('ends at the deadline, whether nothing comes or a byte now and then, and keeps what came', async () => {
  const silent = await clientOf(() => undefined, { deadlineMilliseconds: 100 })
  const nothing = await silent.send(list)
  expect([nothing.response, nothing.problem?.kind]).toEqual([undefined, 'deadline'])
  const drip: Parameters<typeof clientOf>[0] = (_request, response) => {
    response.writeHead(200).write('[[')
    const timer = setInterval(() => response.write('['), 10)
    response.on('close', () => clearInterval(timer))
  }
  let drops = nothing
  // On a busy machine the beginning may come later.
  for (const deadlineMilliseconds of [200, 1000, 5000])
    if ((drops.response?.bytes.byteLength ?? 0) < 2)
      drops = await (await clientOf(drip, { deadlineMilliseconds })).send(list)
  expect([drops.response?.status, drops.problem?.kind]).toEqual([200, 'deadline'])
  expect(drops.response?.bytes.byteLength).toBeGreaterThan(1)
})

test('an endless body, one that is cut, and one that is no gzip are values', async () => {
  const endless = await clientOf((_request, response) => {
    response.writeHead(200)
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 0x5b)));
    }
    response.on('drain', more)
    more()
  })
  expect((await endless.send(list)).problem?.kind).toBe('too-large')
  const cut = await rawClientOf((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[{"id"'))
  const half = await cut.send(list)
  expect([half.response?.status, half.problem?.kind]).toEqual([200, 'truncated'])
  const mislabelled = await clientOf((_request, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('[]')
  })
  expect((await mislabelled.send(list)).problem?.kind).toBe('malformed')
})

test.each([
  ['something that is no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'malformed'],
  ['headers of a megabyte', `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(1_048_576)}\r\n\r\n`, 'malformed'],
  ['a header that is none', 'HTTP/1.1 200 OK\r\nno header\r\n\r\n', 'malformed'],
  ['nothing, and a closed connection', '', 'reset'],
])('%s is a value', async (_name, sent, kind) => {
  const client = await rawClientOf((socket) => socket.end(sent))
  const { response, problem } = await client.send(list)
  expect([response, problem?.kind]).toEqual([undefined, kind])
})

test('a header that cannot be sent is a value', async () => {
  const client = await clientOf((_request, response) => response.end())
  expect((await client.send({ ...list, headers: { Authorization: 'a\nb' } })).problem?.message).toContain('Invalid')
})

test('answers requests at once, and closes the connection that is then unused before the server does', async () => {
  const sockets = new Set<net.Socket>()
  const server = http.createServer({ keepAliveTimeout: 60_000 }, ({ socket }, response) => {
    sockets.add(socket)
    response.end()
  })
  const client = await clientOf(server)
  const atOnce = await Promise.all([client.send(list), client.send(list)])
  expect(atOnce.map(({ response }) => response?.status)).toEqual([200, 200])
  const closed = () => [...sockets].filter((socket) => socket.closed)
  for (const until = Date.now() + 4000; closed().length === 0 && Date.now() < until;) {
    await client.send(list)
    await sleep(50)
  }
  expect([sockets.size, closed().length]).toEqual([2, 1])
})
