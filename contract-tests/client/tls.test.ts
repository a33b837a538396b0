import { readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { atEnd } from '../../scripts/testing/at-end.ts'
import { serve } from '../../scripts/testing/serve.ts'
import { tempFolder } from '../../scripts/testing/temp-folder.ts'
import { type ClientOptions, type Exchange, createClient } from './index.ts'
import { runContract } from '../index.ts'

/** A file with a certificate and its key, made for these tests with openssl: the key opens nothing. */
const pem = (name: string) => fileURLToPath(new URL(`certificates/${name}.pem`, import.meta.url))

/** The base address of a server with this certificate, and the keys that came through to it. */
async function serveTls(certificate: string) {
  const text = readFileSync(pem(certificate))
  const keys: (string | undefined)[] = []
  const server = https.createServer({ cert: text, key: text }, ({ headers }, response) => {
    keys.push(headers.authorization)
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]')
  })
  // A client that does not trust the server goes away in the middle of the greeting.
  server.on('tlsClientError', () => undefined)
  const { url } = await serve(server)
  return { baseUrl: url.replace('http:', 'https:'), keys }
}

async function ask(options: ClientOptions): Promise<Exchange> {
  const client = createClient(options)
  atEnd(() => client.close())
  return client.send({ method: 'GET', path: '/pets', headers: { Authorization: 'Bearer a-key' } })
}

test('a server whose certificate is signed by itself is refused, with the way to trust it, and sees no key', async () => {
  const { baseUrl, keys } = await serveTls('self-signed')
  const { response, problem } = await ask({ baseUrl })
  expect([response, problem?.kind]).toEqual([undefined, 'tls'])
  expect(problem?.message).toMatch(/signed by itself.*--ca FILE/)
  const result = await runContract({ baseUrl, apiKey: 'a-key' })
  expect(result).toMatchObject({ exitCode: 3, requests: 1, findings: [] })
  expect(result.gaveUp).toMatch(/^There is no trusted connection: .*--ca FILE/)
  expect(keys).toEqual([])
})

test('a server of an authority of its own is taken with the file of that authority, and not with another', async () => {
  const { baseUrl, keys } = await serveTls('trusted')
  expect((await ask({ baseUrl })).problem?.message).toMatch(/not signed by an authority that is trusted.*--ca FILE/)
  const other = await ask({ baseUrl, caFile: pem('other-authority') })
  expect(other.problem).toMatchObject({ kind: 'tls' })
  expect(keys).toEqual([])
  expect((await ask({ baseUrl, caFile: pem('authority') })).response?.status).toBe(200)
})

test('a trusted certificate for another host is refused', async () => {
  const { baseUrl, keys } = await serveTls('other-host')
  const { problem } = await ask({ baseUrl, caFile: pem('authority') })
  expect(problem).toMatchObject({ kind: 'tls', message: expect.stringContaining('127.0.0.1 is not in') as string })
  expect(keys).toEqual([])
})

test.each([
  ['expired', 'expired', 'has expired'],
  ['not valid yet', 'not-valid-yet', 'not yet valid'],
])('a trusted certificate that is %s is refused', async (_what, certificate, message) => {
  const { baseUrl, keys } = await serveTls(certificate)
  const { problem } = await ask({ baseUrl, caFile: pem('authority') })
  expect(problem).toMatchObject({ kind: 'tls', message: expect.stringContaining(message) as string })
  expect(keys).toEqual([])
})

test('no variable switches the check off', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const { baseUrl, keys } = await serveTls('self-signed')
  expect((await ask({ baseUrl })).problem?.kind).toBe('tls')
  expect(keys).toEqual([])
})

test('a server that speaks no TLS is reported as such', async () => {
  const { url } = await serve((_request, response) => response.end())
  const { problem } = await ask({ baseUrl: url.replace('http:', 'https:') })
  expect(problem).toMatchObject({ kind: 'tls', message: expect.stringContaining('http://') as string })
})

test.each([
  ['text', 'hello', 'found none.'],
  ['a damaged certificate', readFileSync(pem('authority'), 'utf8').replace(/M/g, 'A'), '; error:'],
])('%s in the place of authorities is a mistake', (_what, text, message) => {
  const file = join(tempFolder(), 'authority.pem')
  writeFileSync(file, text)
  const make = () => createClient({ baseUrl: 'https://a.example/v1', caFile: file })
  expect(make).toThrow(`Cannot trust ${file}: expected certificates in PEM`)
  expect(make).toThrow(message)
})

/** A proxy that counts what it is asked for: tunnels, and plain requests by their whole address. */
async function startProxy() {
  const tunnels: string[] = []
  const plain: string[] = []
  const server = http.createServer((request, response) => {
    plain.push(request.url ?? '')
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]')
  })
  server.on('connect', (request, socket: net.Socket, head: Buffer) => {
    tunnels.push(request.url ?? '')
    const [host, port] = (request.url ?? '').split(':')
    const there = net.connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      there.write(head)
      there.pipe(socket).pipe(there)
    })
    for (const [one, other] of [
      [there, socket],
      [socket, there],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  return { address: new URL((await serve(server)).url).origin, tunnels, plain }
}

test('a proxy is used when it is named, and only then', async () => {
  const proxy = await startProxy()
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy'])
    vi.stubEnv(name, proxy.address)
  const { baseUrl } = await serveTls('trusted')
  const caFile = pem('authority')
  expect((await ask({ baseUrl, caFile })).response?.status).toBe(200)
  const { url } = await serve((_request, response) => response.end('[]'))
  expect((await ask({ baseUrl: url })).response?.status).toBe(200)
  expect([proxy.tunnels, proxy.plain]).toEqual([[], []])

  const { response, problem } = await ask({ baseUrl, caFile, proxy: proxy.address })
  expect([response?.status, problem]).toEqual([200, undefined])
  expect(proxy.tunnels).toEqual([new URL(baseUrl).host])
  await ask({ baseUrl: url, proxy: proxy.address })
  expect(proxy.plain).toEqual([`${url}/pets`])
})

test('NO_PROXY does not lead past a proxy that was named', async () => {
  const proxy = await startProxy()
  for (const name of ['NO_PROXY', 'no_proxy']) vi.stubEnv(name, '127.0.0.1,*')
  const { url } = await serve((_request, response) => response.end('[]'))
  await ask({ baseUrl: url, proxy: proxy.address })
  expect(proxy.plain).toHaveLength(1)
})

test('the certificate is checked behind a proxy, too', async () => {
  const proxy = await startProxy()
  const { baseUrl, keys } = await serveTls('self-signed')
  expect((await ask({ baseUrl, proxy: proxy.address })).problem?.kind).toBe('tls')
  expect([proxy.tunnels.length, keys]).toEqual([1, []])
})

test('a proxy that is not there, or refuses, is a value; one that is no address is a mistake', async () => {
  const { baseUrl } = await serveTls('trusted')
  const refusing = http.createServer()
  refusing.on('connect', (_request, socket: net.Socket) =>
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
  )
  const options = { baseUrl, caFile: pem('authority') }
  expect((await ask({ ...options, proxy: (await serve(refusing)).url })).problem).toBeDefined()
  expect((await ask({ ...options, proxy: 'http://127.0.0.1:9' })).problem?.kind).toBe('unreachable')
  expect(() => createClient({ baseUrl, proxy: 'me:secret@proxy' })).toThrow(/^Cannot use the proxy: (?!.*secret)/)
})
