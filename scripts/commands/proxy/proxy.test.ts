import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type RequestListener, createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunResult } from '../../../contract-tests/index.ts'
import { EventReader } from '../../../mocks/control/client/event-reader.ts'
import type { ProxyFindings } from '../../../spec/index.ts'
import { run } from '../run.ts'
import { ExitWith } from '../shell.ts'
import type { ProxyFlags } from './proxy-command.ts'
import { runProxyCommand } from './proxy-command.ts'
import { listen } from '../../../mocks/http/listen.ts'
import { printed } from '../../testing/printed.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'proxy-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const keys = ['a-key-nobody-may-read', 'another-key-of-somebody']
const pets = [
  { id: 1, name: 'Rex', categoryId: 1 },
  { id: 2, name: 'Tom', categoryId: 1 },
]

/** A deployment that ignores limits, packs what it sends, and says the key back. */
const deployment: RequestListener = (request, response) => {
  response.writeHead(request.url === '/v1/owners' ? 404 : 200, {
    'Content-Type': 'application/json',
    'Content-Encoding': 'gzip',
    'X-RateLimit-Limit': 300,
    'X-RateLimit-Remaining': 200,
    'X-RateLimit-Reset': Math.ceil(Date.now() / 1000) + 60,
    'X-Echo': request.headers.authorization,
  })
  response.end(gzipSync(JSON.stringify(pets)))
}

/** Runs the proxy before a deployment while something is done with it. */
async function proxied(
  listener: RequestListener,
  flags: Partial<ProxyFlags>,
  use: (url: string, panel: string | undefined, lines: () => string) => Promise<unknown>,
) {
  const upstream = createServer(listener)
  const port = await listen(upstream, '127.0.0.1', 0)
  let [out, err] = ['', '']
  const shell = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    columns: undefined,
  }
  const to = `http://127.0.0.1:${port}/v1`
  const all: ProxyFlags = { to, port: 0, host: '127.0.0.1', ...flags }
  const until = async () => {
    // The address is printed right after it begins to wait.
    await expect.poll(() => out + err).toContain(' forwards to ')
    const [, url = '', panel] = /^(\S+)\/v1 forwards to .*\n(?:The panel is at (\S+)\n)?/.exec(out) ?? []
    await use(url, panel, () => err)
  }
  const code = await runProxyCommand(all, shell, until).then(
    () => 0,
    (error: unknown) => (error instanceof ExitWith ? error.exitCode : Promise.reject(error)),
  )
  upstream.closeAllConnections()
  upstream.close()
  return { code, out, err }
}

test('it judges both sides beside the path, shows them in the panel, records them, and no key is anywhere', async () => {
  const [record, json] = [join(folder, 'traffic.har'), join(folder, 'result.json')]
  const { code, out, err } = await proxied(
    deployment,
    { record, report: [`json=${json}`], panel: 0 },
    async (url, panel, lines) => {
      for (const [at, target] of ['/pets?limit=1', '/pets', '/owners', '/pets?limit=1000'].entries()) {
        const headers = { Authorization: `Bearer ${keys[at % 2]}` }
        expect(await (await fetch(`${url}/v1${target}`, { headers })).json()).toEqual(pets)
      }
      await expect.poll(lines).toContain('limit-outside')
      expect(lines()).toContain('✗ 4.1/limit-most  listPets: expected at most 1 in the list, received 2')
      // What was recorded is whole at every moment.
      expect((JSON.parse(readFileSync(record, 'utf8')) as { log: { entries: object[] } }).log.entries).toHaveLength(4)
      const journal = await (await fetch(`${panel}_mock/sandboxes/default/journal`)).text()
      expect(JSON.parse(journal)).toMatchObject({
        total: 4,
        entries: [{ target: '/v1/pets?limit=1', plan: 'pro' }, {}, {}, {}],
      })
      // By this the panel knows that it stands beside a proxy.
      const lists: unknown = await fetch(`${panel}_mock/lists`).then((reply) => reply.json())
      expect(lists).toMatchObject({ deployment: expect.stringMatching(/^http:/) })
      const findings = (): Promise<ProxyFindings> => fetch(`${panel}_mock/findings`).then((reply) => reply.json())
      const limitMost = {
        level: 'error',
        clause: '4.1/limit-most',
        section: '4.1',
        operation: 'listPets',
        expected: 'at most 1 in the list',
        received: '2',
        reading: null,
        doubt: null,
        times: 1,
        calls: [1],
        text: expect.stringContaining('limit'),
        curl: expect.stringContaining('/v1/pets?limit=1'),
      }
      const leftOut = { 'of no operation of the interface': 1 }
      expect(await findings()).toEqual({ deployment: expect.any(String), judged: 3, leftOut, findings: [limitMost] })
      // A page of another site may read them no more than the rest.
      const headers = { Origin: 'https://elsewhere.example' }
      expect((await fetch(`${panel}_mock/findings`, { headers })).status).toBe(403)
      const events = await fetch(`${panel}_mock/findings/events`)
      const reader = new EventReader((data) => shown.push(JSON.parse(data) as ProxyFindings))
      const shown: ProxyFindings[] = []
      const decoder = new TextDecoder()
      for await (const chunk of events.body ?? []) {
        reader.read(decoder.decode(chunk))
        if (shown.length === 2) break
        if (shown.length === 1)
          await fetch(`${url}/v1/pets?limit=1`, { headers: { Authorization: `Bearer ${keys[0]}` } })
      }
      expect(shown.map(({ findings: [first] }) => first?.calls)).toEqual([[1], [1, 5]])
      await fetch(`${panel}_mock/sandboxes/default/journal`, { method: 'DELETE' })
      await fetch(`${url}/v1/pets?limit=1`, { headers: { Authorization: `Bearer ${keys[0]}` } })
      await expect.poll(async () => (await findings()).findings[0]?.calls).toEqual([1])
      expect((await fetch(`${panel}v1/pets`)).status).toBe(404)
      for (const key of keys) expect(journal).not.toContain(key)
    },
  )
  expect(code).toBe(1)
  expect(out).toContain('✗ broken  4.1/limit-most  listPets')
  expect(out).toContain('5 exchanges judged, not judged: 1 of no operation of the interface.')
  expect(out).toContain('error  limit-outside: send a limit from 1 to 100')
  const files = [record, json].map((file) => readFileSync(file, 'utf8'))
  for (const text of [out, err, ...files]) for (const key of keys) expect(text).not.toContain(key)
  // In the recording, two keys stay two, so that it can be checked again.
  expect(files[0]).toContain('Bearer key-1')
  expect(files[0]).toContain('Bearer key-2')
  const again = await run(['check', record, '--quiet'], {
    out: () => undefined,
    err: () => undefined,
    columns: undefined,
  })
  expect(again).toBe(1)
}, 20_000)

test('good answers end with 1 for the conduct of the client if that is asked for, and no answers with 3', async () => {
  const good: RequestListener = (_, response) => {
    const reset = Math.ceil(Date.now() / 1000) + 9
    const rate = { 'X-RateLimit-Limit': 60, 'X-RateLimit-Remaining': 9, 'X-RateLimit-Reset': reset }
    response.writeHead(200, { 'Content-Type': 'application/json', ...rate }).end('[]')
  }
  const send = (url: string) => fetch(`${url}/v1/pets?limit=0`, { headers: { Authorization: `Bearer ${keys[0]}` } })
  const judged = await proxied(good, { conduct: 'error' }, send)
  expect([judged.code, judged.out.includes('clauses that were tested held')]).toEqual([1, true])
  const { code, out } = await proxied(good, { json: true }, async () => undefined)
  expect([code, (JSON.parse(out) as RunResult).gaveUp]).toEqual([3, 'Nothing of the service could be judged.'])
}, 20_000)

test('a warning is told as one, with what else explains it', async () => {
  const reset = Math.ceil(Date.now() / 1000) + 60
  const left = [50, 49, 58]
  const rising: RequestListener = (_, response) => {
    const rate = { 'X-RateLimit-Limit': 60, 'X-RateLimit-Remaining': left.shift(), 'X-RateLimit-Reset': reset }
    response.writeHead(200, { 'Content-Type': 'application/json', ...rate }).end('[]')
  }
  const { code, out, err } = await proxied(rising, {}, async (url) => {
    for (const _ of [1, 2, 3])
      await (await fetch(`${url}/v1/pets`, { headers: { Authorization: `Bearer ${keys[0]}` } })).text()
  })
  expect(code).toBe(0)
  expect(err).toContain('✗ warning 8/remaining-count  listPets: expected at most 48 remaining')
  expect(err).toContain('\n  reading   If the key is yours alone and one machine counts, this is broken.')
  expect(out).toContain('! warning  8/remaining-count  listPets')
}, 20_000)

const reset = () => Math.ceil(Date.now() / 1000) + 9
const rate = () => ({ 'X-RateLimit-Limit': 60, 'X-RateLimit-Remaining': 9, 'X-RateLimit-Reset': reset() })

test.each([
  [2, 1, /✗ broken  4\.1\/status-filter/, /✗ 1 finding, 1 of \d+ clauses broken, \d+ not applicable\n$/],
  [
    1,
    3,
    /\? doubtful  4\.1\/status-filter[^]*seen +5 times in \d\.\d seconds/,
    /Doubtful: \d+ of \d+ clauses held, \d+ not applicable, 1 is in doubt\n$/,
  ],
])(
  'five quick lists with %i animals of another status end with %i',
  async (others, ended, level, verdict) => {
    const answer = JSON.stringify(pets.slice(0, others).map((pet) => ({ ...pet, status: 'pending' })))
    const ignoring: RequestListener = (_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json', ...rate() }).end(answer)
    let shown: unknown
    const { code, out } = await proxied(ignoring, { panel: 0 }, async (url, panel) => {
      for (let count = 0; count < 5; count++)
        await (await fetch(`${url}/v1/pets?status=sold`, { headers: { Authorization: `Bearer ${keys[0]}` } })).text()
      const findings = async () => {
        const { judged, findings: all } = (await (await fetch(`${panel}_mock/findings`)).json()) as ProxyFindings
        shown = all
        return judged
      }
      await expect.poll(findings).toBe(5)
    })
    expect(code).toBe(ended)
    expect(out).toMatch(level)
    expect(out).toMatch(verdict)
    const doubt = ended === 3 ? { lastedMilliseconds: expect.any(Number), settledBy: expect.any(String) } : null
    expect(shown).toMatchObject([
      { level: ended === 3 ? 'doubtful' : 'error', times: 5, calls: ended === 3 ? [1] : [1, 2, 3, 4, 5], doubt },
    ])
  },
  20_000,
)

test('a 304 for what a browser has already is not judged', async () => {
  const tagged: RequestListener = (request, response) => {
    const isKnown = request.headers['if-none-match'] === '"1"'
    response.writeHead(isKnown ? 304 : 200, { ETag: '"1"', 'Content-Type': 'application/json', ...rate() })
    response.end(isKnown ? undefined : '[]')
  }
  const { code, out } = await proxied(tagged, {}, async (url) => {
    for (const headers of [{}, { 'If-None-Match': '"1"' }])
      await fetch(`${url}/v1/pets`, { headers: { Authorization: `Bearer ${keys[0]}`, ...headers } })
  })
  expect([code, out.includes('1 exchange judged, not judged: 1 from a cache.')]).toEqual([0, true])
}, 20_000)

test('a page of another site is refused, and said, unless its host is allowed', async () => {
  const statuses: number[] = []
  const { err } = await proxied(deployment, { allowHost: ['app.example'] }, async (url) => {
    for (const origin of ['https://app.example', 'https://evil.example'])
      statuses.push(
        (await fetch(`${url}/v1/pets`, { headers: { Origin: origin, Authorization: `Bearer ${keys[0]}` } })).status,
      )
  })
  expect(statuses).toEqual([200, 403])
  expect(err).toContain('Refused: A page of "https://evil.example" may not ask the proxy. Allowed: localhost, ')
})

test('an exchange without room in memory is forwarded and counted, but not judged', async () => {
  let arrived = 0
  const counting: RequestListener = (request) => void request.on('data', (chunk: Buffer) => (arrived += chunk.length))
  const body = 'x'.repeat(5_000_000)
  const { code, out } = await proxied(counting, {}, async (url) => {
    const sockets = Array.from({ length: 14 }, () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
      socket.write(`POST /v1/pets HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6000000\r\n\r\n${body}`)
      return socket
    })
    await expect.poll(() => arrived).toBe(14 * body.length)
    // Beyond what is judged, so that nothing takes long at the end.
    for (const socket of sockets) socket.write(body.slice(0, 500_000))
    await expect.poll(() => arrived).toBe(14 * (body.length + 500_000))
    for (const socket of sockets) socket.destroy()
  })
  expect(code).toBe(3)
  // How many it is for depends on how fast those come to an end that leave.
  expect(out).toMatch(/not judged: \d+ without an answer, \d+ that found no room in memory\./)
})

test.each<[readonly string[], string]>([
  [[], "Required option '--to <address>' not specified"],
  [['--to', 'nonsense'], 'Cannot use the address'],
  [['--to', 'http://127.0.0.1:9/v1', '--allow-host', 'a b'], 'Cannot allow the host "a b"'],
  [['--to', 'http://127.0.0.1:9/v1', '--ca', '/nowhere'], 'Cannot trust /nowhere'],
  [['--to', 'http://127.0.0.1:9/v1', '--record', '/no/folder/x.har'], 'Cannot write /no/folder/x.har'],
])('proxy %j ends with 2', async (args, message) => {
  expect(await printed('proxy', ...args)).toMatchObject({ code: 2, err: expect.stringContaining(message) })
})

test.each(['--port', '--panel'])('a port that is taken is wrong usage: %s', async (flag) => {
  const other = createServer()
  const port = await listen(other, '127.0.0.1', 0)
  const to = ['--to', 'http://127.0.0.1:9/v1', '--port', '0', flag, String(port)]
  const message = `Cannot listen on 127.0.0.1, port ${port}: something else listens there already.`
  const { code, err } = await printed('proxy', ...to).finally(() => other.close())
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})

test('says once that the deployment speaks TLS, if it answers that to plain http', async () => {
  const refusing: RequestListener = (_request, response) =>
    response.writeHead(400, { 'Content-Type': 'text/plain' }).end('Client sent an HTTP request to an HTTPS server.\n')
  const { err } = await proxied(refusing, {}, async (url) => {
    for (const _ of [1, 2]) expect((await fetch(`${url}/pets`)).status).toBe(400)
  })
  expect(err.match(/perhaps its address begins with https:/g)).toHaveLength(1)
})
