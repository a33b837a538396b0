import { X509Certificate, createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { type RequestOptions, request } from 'node:https'
import { type Socket, connect } from 'node:net'
import { duplexPair } from 'node:stream'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createControl } from '../control/index.ts'
import { createAnimalStore } from '../index.ts'
import { checkCertificate } from './certificate.ts'
import { type RunningServer, type ServerOptions, startServer } from './index.ts'
import { localhostCertificate } from './localhost-certificate.ts'

async function start(options: Partial<ServerOptions> = {}) {
  const store = createAnimalStore()
  const panel = async () => ({ type: 'text/html', body: 'the panel' })
  const control = createControl(store, { panel })
  const server = await startServer({ store, port: 0, tls: true, control, panel, ...options })
  onTestFinished(() => server.close())
  return server
}

type AskOptions = Pick<RequestOptions, 'method'> & { readonly headers?: Readonly<Record<string, string>> }

/** Asks as a client that trusts the certificate of this server. */
async function ask({ port, certificate }: RunningServer, path: string, options: AskOptions = {}, body = '') {
  const headers = { authorization: 'Bearer test_pro', 'content-type': 'application/json', ...options.headers }
  const asking = request({ host: '127.0.0.1', port, path, ca: certificate, agent: false, ...options, headers })
  const [response] = await once(asking.end(body), 'response')
  return { status: Number(response.statusCode), body: await text(response) }
}

function shake({ port, certificate }: RunningServer) {
  return connectTls({ host: '127.0.0.1', port, ca: certificate, ALPNProtocols: ['h2', 'http/1.1'] })
}

test('serves the interface, the control API and the panel to a client that trusts its certificate', async () => {
  const server = await start()
  expect(server.url).toBe(`https://127.0.0.1:${server.port}`)
  expect(await ask(server, '/v1/pets/1')).toMatchObject({ status: 200, body: expect.stringContaining('Bella') })
  expect(await ask(server, '/_mock/sandboxes/default/reset', { method: 'POST' })).toMatchObject({ status: 200 })
  const origin = { headers: { origin: server.url, host: `127.0.0.1:${server.port}` } }
  expect(await ask(server, '/_mock', origin)).toMatchObject({ status: 200 })
  expect(await ask(server, '/')).toEqual({ status: 200, body: 'the panel' })
  expect((await ask(server, '/openapi.json')).body).toContain(`"servers":[{"url":"${server.url}/v1"`)
})

test('a recording of its calls has their real address, and so has a page of them', async () => {
  const server = await start()
  await ask(server, '/v1/pets/1')
  const { body } = await ask(server, '/_mock/sandboxes/default/journal/export')
  expect(body).toContain(`"url":"${server.url}/v1/pets/1"`)
  expect((await ask(server, '/_mock/sandboxes/default/report')).body).toContain(`"origin":"${server.url}"`)
})

test('a call may take longer than a handshake', async () => {
  const server = await start({ headersTimeoutMilliseconds: 500 })
  expect(await ask(server, '/v1/pets/1', { headers: { prefer: 'delay=800' } })).toMatchObject({ status: 200 })
})

test('the certificate is for this machine alone, for a year', async () => {
  const { cert, key } = localhostCertificate(Date.UTC(2030, 0, 2))
  const made = new X509Certificate(cert)
  expect(['localhost', 'example.test'].map((name) => made.checkHost(name))).toEqual(['localhost', undefined])
  expect(['127.0.0.1', '::1', '10.0.0.1'].map((ip) => made.checkIP(ip))).toEqual(['127.0.0.1', '::1', undefined])
  expect([made.validFromDate, made.validToDate]).toEqual([new Date('2030-01-01'), new Date('2031-01-01')])
  expect(made.verify(made.publicKey) && made.checkPrivateKey(createPrivateKey(key))).toBe(true)
  expect(made.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  expect(localhostCertificate().key).not.toBe(key)
})

test('carries bodies of any size, and many calls over one connection', async () => {
  const server = await start()
  const name = 'x'.repeat(900_000)
  const created = await ask(server, '/v1/pets', { method: 'POST' }, JSON.stringify({ name, categoryId: 1 }))
  expect([created.status, JSON.parse(created.body).name === name]).toEqual([201, true])
  const socket = shake(server)
  const call = 'GET /v1/pets/2 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer test_pro\r\n'
  socket.end(`${call}\r\n`.repeat(50) + `${call}Connection: close\r\n\r\n`)
  expect((await text(socket)).split('HTTP/1.1 200 OK')).toHaveLength(52)
  expect(socket.alpnProtocol).toBe('http/1.1')
})

test('tells a client that speaks plain HTTP what is wrong, and goes on serving', async () => {
  const server = await start()
  const response = await fetch(`http://127.0.0.1:${server.port}/v1/pets`)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    code: 'malformed_request',
    message: 'This server speaks TLS: its address begins with https://, not http://.',
    status: 400,
  })
  expect(await ask(server, '/v1/pets/1')).toMatchObject({ status: 200 })
})

test('plays what cuts a connection, and what never ends', async () => {
  const server = await start()
  const reset = ask(server, '/v1/pets', { headers: { prefer: 'scenario=reset' } })
  await expect(reset).rejects.toMatchObject({ code: 'ECONNRESET' })
  const hanging = ask(server, '/v1/pets', { headers: { prefer: 'scenario=hang' } }).catch((error: unknown) => error)
  await ask(server, '/_mock/sandboxes/default/journal/wait?after=1')
  await server.close()
  expect(await hanging).toMatchObject({ code: 'ECONNRESET' })
})

test('cuts off a client of TLS 1.2 that shakes hands again and again', async () => {
  const server = await start()
  const { port, certificate } = server
  const socket = connectTls({ host: '127.0.0.1', port, ca: certificate, maxVersion: 'TLSv1.2' })
  const closed = new Promise((resolve) => void socket.once('close', resolve).on('error', () => undefined))
  await once(socket, 'secureConnect')
  const again = () => new Promise((resolve) => void socket.renegotiate({ rejectUnauthorized: false }, resolve))
  let done = 0
  while (!socket.destroyed && done < 20) {
    await Promise.race([again(), closed])
    done++
  }
  expect(done).toBeLessThan(6)
  expect(await ask(server, '/v1/pets/1')).toMatchObject({ status: 200 })
})

test('closes a connection on which a record is broken', async () => {
  const server = await start()
  const toServer = connect(server.port, '127.0.0.1')
  const [end, otherEnd] = duplexPair()
  toServer.on('data', (bytes) => otherEnd.write(bytes))
  otherEnd.on('data', (bytes) => toServer.write(bytes))
  const socket = connectTls({ socket: end, ca: server.certificate, host: '127.0.0.1' }).on('error', () => undefined)
  await once(socket, 'secureConnect')
  toServer.write(Buffer.from(`1703030010${'00'.repeat(16)}`, 'hex'))
  // The client alone would go on.
  expect(await once(toServer, 'close', { signal: AbortSignal.timeout(3000) })).toHaveLength(1)
  expect(await ask(server, '/v1/pets/1')).toMatchObject({ status: 200 })
})

describe('a client that does not finish its handshake', () => {
  async function open(server: RunningServer, bytes: string): Promise<Socket> {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    if (bytes !== '') socket.write(bytes, 'latin1')
    return socket
  }

  test.each(['', '\x16\x03\x01\x02'])('after %j is cut off once it took too long', async (bytes) => {
    const server = await start({ headersTimeoutMilliseconds: 50 })
    expect(await once(await open(server, bytes), 'close')).toHaveLength(1)
  })

  test('does not keep a server from closing', async () => {
    const server = await start()
    const socket = await open(server, '\x16\x03\x01\x02')
    await ask(server, '/v1/pets/1')
    const startedAt = performance.now()
    await Promise.all([server.close(), once(socket, 'close')])
    expect(performance.now() - startedAt).toBeLessThan(3000)
  })

  test('or breaks it off, sends nonsense in it, or does not trust it, harms nobody', async () => {
    const server = await start()
    for (const bytes of ['', '\x16\x03\x01\x02']) (await open(server, bytes)).resetAndDestroy()
    await once(await open(server, '\x16nonsense that is no handshake'), 'close')
    await expect(fetch(`${server.url}/v1/pets`)).rejects.toThrow('fetch failed')
    expect(await ask(server, '/v1/pets/1')).toMatchObject({ status: 200 })
  })
})

describe('a certificate that cannot be used is refused at the start', () => {
  const { cert, key } = localhostCertificate()
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const locked = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
  const year = 365 * 86_400_000

  test.each([
    ['of another key', { cert, key: localhostCertificate().key }, 'the key does not belong to the certificate'],
    ['that is a key', { cert: key, key: cert }, 'there is a private key where the certificate should be'],
    ['that is no PEM', { cert: 'nonsense', key }, 'the certificate cannot be read'],
    ['whose key is no PEM', { cert, key: 'nonsense' }, 'the key cannot be read'],
    ['whose key has a passphrase', { cert, key: String(locked) }, 'the key has a passphrase'],
    ['that expired', localhostCertificate(Date.now() - 2 * year), 'the certificate expired on 20'],
    ['of the future', localhostCertificate(Date.now() + 2 * year), 'the certificate is not valid before 20'],
  ])('one %s', async (_what, tls, problem) => {
    await expect(start({ tls })).rejects.toMatchObject({
      name: 'CertificateError',
      message: expect.stringContaining(`Cannot speak TLS: ${problem}`),
    })
  })

  test('and one with its chain is fine', () => {
    expect(checkCertificate({ cert: cert + localhostCertificate().cert, key })).toBeUndefined()
  })

  test('other values are refused as options', async () => {
    // @ts-expect-error: it has no key
    await expect(start({ tls: { cert } })).rejects.toThrow('{ cert, key } as texts in PEM')
  })
})
