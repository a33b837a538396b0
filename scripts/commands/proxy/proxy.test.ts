import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { RunResult } from '../../../contract-tests/index.ts'
import { EventReader } from '../../../mocks/control/client/event-reader.ts'
import type { ProxyFindings } from '../../../spec/index.ts'
import { printed } from '../../testing/printed.ts'
import { serve } from '../../testing/serve.ts'
import { tempFolder } from '../../testing/temp-folder.ts'
import { proxied } from './test-proxy.ts'

const keys = ['a-key-nobody-may-read', 'another-key-of-somebody']
const pets = [
  { id: 1, name: 'Rex', categoryId: 1 },
  { id: 2, name: 'Tom', categoryId: 1 },
]

/** The headers of a good answer, of which so many requests are left. */
const headersOf = (remaining = 9) => ({
  'Content-Type': 'application/json',
  'X-RateLimit-Limit': 60,
  'X-RateLimit-Remaining': remaining,
  'X-RateLimit-Reset': Math.ceil(Date.now() / 1000) + 9,
})

/** A deployment that ignores limits, packs what it sends, and says the key back. */
const deployment: RequestListener = (request, response) => {
  const more = { 'Content-Encoding': 'gzip', 'X-Echo': request.headers.authorization }
  response.writeHead(request.url === '/v1/owners' ? 404 : 200, { ...headersOf(), ...more })
  response.end(gzipSync(JSON.stringify(pets)))
}

const get = (url: string, path = '/v1/pets', headers: Readonly<Record<string, string>> = {}) =>
  fetch(url + path, { headers: { Authorization: `Bearer ${keys[0]}`, ...headers } })

test('it judges both sides beside the path, shows them in the panel, records them, and no key is anywhere', async () => {
  const folder = tempFolder()
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
      expect(lines()).toContain('✗ 4.1/limit-most  listPets: expected at most 1 in the list, received 2 animals')
      // What was recorded is whole at every moment.
      expect((JSON.parse(readFileSync(record, 'utf8')) as { log: { entries: object[] } }).log.entries).toHaveLength(4)
      const journal = await (await fetch(`${panel}_mock/sandboxes/default/journal`)).text()
      expect(JSON.parse(journal)).toMatchObject({
        total: 4,
        entries: [{ target: '/v1/pets?limit=1', plan: 'free' }, {}, {}, {}],
      })
      // By this the panel knows that it stands beside a proxy.
      const lists: unknown = await fetch(`${panel}_mock/lists`).then((reply) => reply.json())
      expect(lists).toMatchObject({ deployment: expect.stringMatching(/^http:/) })
      const findings = (): Promise<ProxyFindings> => fetch(`${panel}_mock/findings`).then((reply) => reply.json())
      const limitMost = {
        level: 'broken',
        clause: '4.1/limit-most',
        section: '4.1',
        operation: 'listPets',
        expected: 'at most 1 in the list',
        received: '2 animals',
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
        if (shown.length === 1) await get(url, '/v1/pets?limit=1')
      }
      expect(shown.map(({ findings: [first] }) => first?.calls)).toEqual([[1], [1, 5]])
      await fetch(`${panel}_mock/sandboxes/default/journal`, { method: 'DELETE' })
      await get(url, '/v1/pets?limit=1')
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
  expect((await printed('check', record, '--quiet')).code).toBe(1)
}, 20_000)

test('good answers end with 1 for the conduct of the client if that is asked for, and no answers with 3', async () => {
  const good: RequestListener = (_, response) => response.writeHead(200, headersOf()).end('[]')
  const judged = await proxied(good, { conduct: 'error' }, (url) => get(url, '/v1/pets?limit=0'))
  expect([judged.code, judged.out.includes('clauses that were tested held')]).toEqual([1, true])
  const { code, out } = await proxied(good, { json: true }, async () => undefined)
  expect([code, (JSON.parse(out) as RunResult).gaveUp]).toEqual([3, 'Nothing of the service could be judged.'])
}, 20_000)

test('a warning is told as one, with what else explains it', async () => {
  const left = [50, 49, 58]
  const reset = { 'X-RateLimit-Reset': Math.ceil(Date.now() / 1000) + 60 }
  const rising: RequestListener = (_, response) =>
    response.writeHead(200, { ...headersOf(left.shift()), ...reset }).end('[]')
  const { code, out, err } = await proxied(rising, {}, async (url) => {
    for (const _ of [1, 2, 3]) await (await get(url)).text()
  })
  expect(code).toBe(0)
  expect(err).toContain('✗ warning 8/remaining-count  listPets: expected at most 48 remaining')
  expect(err).toContain('\n  reading   If the key is yours alone and one machine counts, this is broken.')
  expect(out).toContain('! warning  8/remaining-count  listPets')
}, 20_000)

test('a page of another site is refused, and said, unless its host is allowed', async () => {
  const statuses: number[] = []
  const { err } = await proxied(deployment, { allowHost: ['app.example'] }, async (url) => {
    for (const origin of ['https://app.example', 'https://evil.example'])
      statuses.push((await get(url, '/v1/pets', { Origin: origin })).status)
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
    await expect.poll(() => arrived, { timeout: 20_000 }).toBe(14 * body.length)
    // Beyond what is judged, so that nothing takes long at the end.
    for (const socket of sockets) socket.write(body.slice(0, 500_000))
    await expect.poll(() => arrived, { timeout: 20_000 }).toBe(14 * (body.length + 500_000))
    for (const socket of sockets) socket.destroy()
  })
  expect(code).toBe(3)
  // How many it is for depends on how fast those come to an end that leave.
  expect(out).toMatch(/not judged: \d+ without an answer, \d+ that found no room in memory\./)
}, 60_000)

test.each(['--port', '--panel'])('a port that is taken is wrong usage: %s', async (flag) => {
  const { port } = await serve(() => undefined)
  const to = ['--to', 'http://127.0.0.1:9/v1', '--port', '0', flag, String(port)]
  const message = `Cannot listen on 127.0.0.1, port ${port}: something else listens there already.`
  const { code, err } = await printed('proxy', ...to)
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})
