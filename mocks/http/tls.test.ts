import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type RequestOptions, request } from 'node:https'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createControl } from '../control/index.ts'
import { createAnimalStore } from '../entry.ts'
import { type RunningServer, type ServerOptions, startServer } from './index.ts'

const pem = readFileSync(new URL('../testing/localhost.pem', import.meta.url), 'utf8')
const certificate = { cert: pem, key: pem }

async function start(options: Partial<ServerOptions> = {}) {
  const store = createAnimalStore()
  const panel = async () => ({ type: 'text/html', body: 'the panel' })
  const control = createControl(store, { panel })
  const server = await startServer({ store, port: 0, tls: certificate, control, panel, ...options })
  onTestFinished(() => server.close())
  return server
}

type AskOptions = Pick<RequestOptions, 'method'> & { readonly headers?: Readonly<Record<string, string>> }

/** Asks as a client that trusts the certificate of this server. */
async function ask({ port }: RunningServer, path: string, options: AskOptions = {}) {
  const headers = { authorization: 'Bearer test_pro', ...options.headers }
  const asking = request({ host: '127.0.0.1', port, path, ca: pem, agent: false, ...options, headers })
  const [response] = await once(asking.end(), 'response')
  return { status: Number(response.statusCode), body: await text(response) }
}

test('serves the interface, the control API and the panel to a client that trusts its certificate', async () => {
  const server = await start()
  expect(server.url).toBe(`https://127.0.0.1:${server.port}`)
  expect(await ask(server, '/v1/pets/1')).toMatchObject({ status: 200, body: expect.stringContaining('Bella') })
  const origin = { headers: { origin: server.url, host: `127.0.0.1:${server.port}` } }
  expect(await ask(server, '/_mock', origin)).toMatchObject({ status: 200 })
  expect(await ask(server, '/')).toEqual({ status: 200, body: 'the panel' })
  expect((await ask(server, '/openapi.json')).body).toContain(`"servers":[{"url":"${server.url}/v1"`)
  const { body } = await ask(server, '/_mock/sandboxes/default/journal/export')
  expect(body).toContain(`"url":"${server.url}/v1/pets/1"`)
  expect((await ask(server, '/_mock/sandboxes/default/report')).body).toContain(`"origin":"${server.url}"`)
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

test('a client that speaks plain HTTP, breaks its handshake off or does not trust it harms nobody', async () => {
  const server = await start()
  for (const bytes of ['GET /v1/pets HTTP/1.1\r\n\r\n', '\x16nonsense that is no handshake']) {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
    socket.write(bytes, 'latin1')
    await once(socket, 'close')
  }
  await expect(fetch(`${server.url}/v1/pets`)).rejects.toThrow('fetch failed')
  expect(await ask(server, '/v1/pets/1')).toMatchObject({ status: 200 })
})

test.each([
  [{ cert: pem, key: 'nonsense' }, 'Cannot speak TLS: '],
  [{ cert: pem }, '{ cert, key } as texts in PEM'],
])('a certificate that cannot be used is refused at the start (%#)', async (tls, message) => {
  await expect(start({ tls: tls as ServerOptions['tls'] })).rejects.toThrow(message)
})
