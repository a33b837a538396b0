import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type Socket, connect, createServer as createRawServer } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { agentMaker } from '../../../contract-tests/client/index.ts'
import { echo, listen, proxyTo, proxyToRaw, raw } from './test-proxy.ts'

test('a request arrives as it was sent, but for its host and the headers of its connection', async () => {
  const { port, upstream } = await proxyTo(echo)
  const head = [
    'PATCH /v1/pets/..//x%7e?a=1&a=%zz&b HTTP/1.1',
    'host: proxy.test',
    'X-Custom: one',
    'x-custom: two',
    'AUTHORIZATION: Bearer k\xe9y',
    'Connection: close, Upgrade, HTTP2-Settings, TE',
    'TE: trailers',
    'Proxy-Authorization: secret',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAAP__',
    'Transfer-Encoding: chunked',
  ]
  const answer = await raw(port, `${head.join('\r\n')}\r\n\r\n3\r\na\xffb\r\n0\r\n\r\n`)
  expect(JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))).toEqual({
    method: 'PATCH',
    url: '/v1/pets/..//x%7e?a=1&a=%zz&b',
    rawHeaders: Object.entries({
      Host: `127.0.0.1:${upstream}`,
      'X-Custom': 'one',
      'x-custom': 'two',
      AUTHORIZATION: 'Bearer k\xe9y',
      'Transfer-Encoding': 'chunked',
      Connection: 'close',
    }).flat(),
    body: 'a\xffb',
  })
})

test('more headers than node:http counts go both ways, with the body that they announce behind them', async () => {
  const many = 'a: b\r\n'.repeat(3000)
  const proxy = await proxyToRaw({ answer: () => `HTTP/1.1 200 OK\r\n${many}Content-Length: 2\r\n\r\nok` })
  const head = `POST /v1/pets HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${many}Content-Length: 3\r\n`
  const answer = await raw(proxy.port, `${head}\r\nabc`)
  expect(answer.match(/^a: b\r$/gm)).toHaveLength(3000)
  expect(answer).toMatch(/\r\nContent-Length: 2\r\n.*ok$/s)
  const [seen] = proxy.deployment.seen
  expect(seen?.lines.filter((line) => line === 'a: b')).toHaveLength(3000)
  expect(seen).toMatchObject({ body: 'abc', lines: expect.arrayContaining(['Content-Length: 3']) })
})

test('an answer arrives as it was sent', async () => {
  const upstream = createRawServer((socket) => {
    socket.once('data', () => {
      socket.end(
        'HTTP/1.1 299 Quite Fine\r\nX-Custom: 1\r\nx-custom: 2\r\nSet-Cookie: a\r\nConnection: X-Hop, close\r\nX-Hop: 1\r\nDate: then\r\n\r\n\xff\xfe',
        'latin1',
      )
    })
  })
  const { port } = await proxyTo(await listen(upstream))
  const answer = await raw(port, 'GET /v1/pets HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  const [head = ''] = answer.split('\r\n\r\n')
  expect(head.split('\r\n').filter((line) => !/^(?:Connection|Transfer-Encoding):/.test(line))).toEqual([
    'HTTP/1.1 299 Quite Fine',
    'X-Custom: 1',
    'x-custom: 2',
    'Set-Cookie: a',
    'Date: then',
  ])
})

test.each([
  ['https://x.test/v1', '/v1/pets?a=1', '/v1/pets?a=1'],
  ['https://x.test/deep/v1', '/v1/pets', '/deep/v1/pets'],
  ['https://x.test/animals', '/v1?a', '/animals?a'],
  ['https://x.test/deep/v1', '/v10/pets', '/v10/pets'],
])('with %s it asks for %s at %s', async (to, target, path) => {
  const { upstream } = await proxyTo(echo)
  const own = await proxyTo(upstream, { to: to.replace('https://x.test', `http://127.0.0.1:${upstream}`) })
  expect(await (await fetch(own.url + target)).json()).toMatchObject({ url: path })
  expect(own.seen).toMatchObject([{ method: 'GET', target, url: `http://127.0.0.1:${upstream}${path}`, status: 200 }])
})

test('both bodies flow while they are sent, also if they are too large to be judged', async () => {
  const { port, seen } = await proxyTo((request, response) => void request.pipe(response), { mostBytes: 10 })
  const request = http.request({ port, path: '/v1/pets', method: 'POST' })
  request.write('first')
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  // It is here though the request has not ended.
  expect(String((await once(answer, 'data'))[0])).toBe('first')
  request.end('x'.repeat(3_000_000))
  expect((await buffer(answer)).length).toBe(3_000_000)
  await expect.poll(() => seen).toMatchObject([{ requestBody: null, body: null, status: 200, problem: undefined }])
})

test('a body that waits for 100 Continue is asked for by the deployment', async () => {
  const { port } = await proxyTo(echo)
  const request = http.request({ port, path: '/v1/pets', method: 'POST', headers: { Expect: '100-continue' } })
  request.flushHeaders()
  await once(request, 'continue')
  request.end('late')
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  expect(JSON.parse(await text(answer))).toMatchObject({ body: 'late' })
})

test('a client that leaves takes its request along', async () => {
  const left = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const { port, seen } = await proxyTo((request) => {
    arrived.resolve()
    request.on('close', left.resolve)
  })
  const request = http.get({ port, path: '/v1/pets' })
  request.on('error', () => undefined)
  await arrived.promise
  request.destroy()
  await left.promise
  await expect.poll(() => seen).toMatchObject([{ status: undefined, problem: undefined }])
})

test('a body that is cut is cut for the client, too', async () => {
  const { url, seen } = await proxyTo((_, response) => {
    response.writeHead(200, { 'Content-Length': 100 })
    response.write('half', () => response.destroy())
  })
  const answer = await fetch(`${url}/v1/pets`)
  await expect(answer.text()).rejects.toThrow('terminated')
  expect(seen).toMatchObject([{ status: 200, problem: expect.stringContaining('cut') }])
})

test('a connection that is cut before an answer is cut for the client, and one that cannot be opened is a 502', async () => {
  const { port } = await proxyTo((request) => request.socket.destroy())
  const [error] = await once(http.get({ port, path: '/v1/pets' }), 'error')
  expect(error).toMatchObject({ code: 'ECONNRESET' })
  const { url } = await proxyTo(9)
  const answer = await fetch(`${url}/v1/pets`)
  expect([answer.status, await answer.json()]).toEqual([
    502,
    { code: 'not_reached', message: expect.any(String), status: 502 },
  ])
})

test('connections are kept, and one that was closed meanwhile is opened again for a GET', async () => {
  const sockets = new Set<Socket>()
  const { url } = await proxyTo((request, response) => {
    // The second request on a connection finds it closed.
    if (sockets.has(request.socket)) return void request.socket.resetAndDestroy()
    sockets.add(request.socket)
    response.end(String(sockets.size))
  })
  expect(await (await fetch(`${url}/v1/pets`)).text()).toBe('1')
  expect(await (await fetch(`${url}/v1/pets`)).text()).toBe('2')
})

test('it stops while a tunnel waits for an answer that never comes', async () => {
  const asked = Promise.withResolvers<unknown>()
  const proxy = await proxyTo(asked.resolve)
  const socket = connect(proxy.port, '127.0.0.1').on('error', () => undefined)
  socket.write(`GET /v1/pets HTTP/1.1\r\nHost: a\r\n\r\nCONNECT b:1 HTTP/1.1\r\nHost: b:1\r\n\r\n`)
  await asked.promise
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const closed = proxy.close()
  vi.advanceTimersByTime(5000)
  await closed
  socket.destroy()
  expect(proxy.seen).toMatchObject([{ status: undefined }])
})

test('TLS is trusted by the given authorities alone', async () => {
  const file = (name: string): string =>
    fileURLToPath(new URL(`../../../contract-tests/client/certificates/${name}`, import.meta.url))
  const pem = readFileSync(file('trusted.pem'))
  const tls = createTlsServer({ key: pem, cert: pem }, echo)
  tls.on('tlsClientError', () => undefined)
  const to = `https://127.0.0.1:${await listen(tls)}/v1`
  const trusting = await proxyTo(0, { to, makeAgent: agentMaker(to, { caFile: file('authority.pem') }) })
  expect((await fetch(`${trusting.url}/v1/pets`)).status).toBe(200)
  const { url } = await proxyTo(0, { to })
  expect((await fetch(`${url}/v1/pets`)).status).toBe(502)
})
