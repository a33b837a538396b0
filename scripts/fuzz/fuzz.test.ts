import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Exchange, type FuzzCase, bytesOf } from './exchange.ts'
import { printableJson } from '../../spec/printable.ts'
import { programRun } from '../testing/program.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { fuzzKinds } from './fuzz-case.ts'
import { draw, runFuzz } from './run-fuzz.ts'
import { targets } from './targets.ts'

/** The end of a server takes up to five seconds by itself. A busy machine and a slow disk make it longer. */
const mostMilliseconds = 20_000
const mock = { target: targets.mock }

// Most of each is waiting. Those that run at once must not share what counts their assertions.
// The mock by a seed whose cases are of every kind, the rare ones included.
test.concurrent.for([
  ['mock', 4, 1000, fuzzKinds],
  ['proxy', 2, 800, fuzzKinds.filter((kind) => !['events', 'crowd', 'gigabyte'].includes(kind))],
] as const)(
  'the %s takes malformed requests of every kind well',
  { timeout: 90_000 },
  async ([name, seed, count, kinds], { expect: verify }) => {
    const played: string[] = []
    const onCase = ({ kind }: { readonly kind: string }) => played.push(kind)
    const failure = await runFuzz({ target: targets[name], seed, count, mostMilliseconds, onCase })
    const sent = failure?.cases.map((found) => `${found.number}: ${printableJson(String(bytesOf(found)))}`)
    verify({ problem: failure?.problem, sent, errors: failure?.serverErrors }).toEqual({})
    verify(played).toHaveLength(count)
    verify(new Set(played)).toEqual(new Set(kinds))
  },
)

const folder = tempFolder()
let modules = 0

/** The address of a module. */
function moduleOf(source: string): URL {
  const file = join(folder, `server-${++modules}.mjs`)
  writeFileSync(file, source)
  return pathToFileURL(file)
}

/** A module that serves a proxy which does with each request what a plain one does. */
function naiveProxy(headers: string): URL {
  const serve = JSON.stringify(new URL('./serve-proxy.ts', import.meta.url).href)
  return moduleOf(
    `import { createServer, request } from 'node:http'
    import { serveProxy } from ${serve}
    // What it cannot send ends nothing here.
    process.on('uncaughtException', () => undefined)
    await serveProxy(async ({ to, agent, onExchange }) => {
      const server = createServer((incoming, response) => {
        const { method, url: path, rawHeaders } = incoming
        if (!path.startsWith('/')) return response.writeHead(400).end()
        const named = [...(incoming.headers.connection ?? '').toLowerCase().split(/[, ]+/), 'connection', 'upgrade']
        const headers = ${headers}
        const chunks = []
        const outgoing = request({ port: new URL(to).port, agent, method, path, headers }, (answer) => {
          onExchange({ method, target: path, url: to, sentAtMilliseconds: 0, tookMilliseconds: 0, problem: undefined,
            requestHeaders: rawHeaders, requestBody: new Uint8Array(Buffer.concat(chunks)), keptBytes: 0,
            status: answer.statusCode, responseHeaders: answer.rawHeaders, body: null })
          response.writeHead(answer.statusCode, answer.rawHeaders)
          answer.pipe(response)
        })
        outgoing.on('error', () => response.destroy())
        incoming.on('data', (chunk) => chunks.push(chunk)).pipe(outgoing)
      })
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
      return { url: 'http://127.0.0.1:' + server.address().port, close: async () => server.close() }
    })`,
  )
}

test.concurrent.for([
  [
    'takes away what Connection names',
    'OPTIONS /v1/own HTTP/1.1\r\nHost: a\r\nConnection: X-Own\r\nX-Own: 1\r\n\r\n',
    'rawHeaders.filter((_, at) => !named.includes(rawHeaders[at - (at % 2)].toLowerCase()))',
    /did not see: \["OPTIONS","\/v1\/own","0",\["X-Own: 1"\]/,
  ],
  [
    'leaves the coding of bodies out',
    'GET /v1/coded HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    'rawHeaders.filter((_, at) => !/^(?:transfer-encoding|connection)$/i.test(rawHeaders[at - (at % 2)]))',
    /did not see: \["GET","\/v1\/coded","chunked"/,
  ],
] as const)(
  'notices a proxy that %s, by a request that tells it from one that does not',
  { timeout: 90_000 },
  async ([_what, request, headers, errors], { expect: verify }) => {
    const steps = [{ bytes: Buffer.from(request), times: 1 }]
    const cases = fc.constant<FuzzCase>({ kind: 'one', connections: 1, steps, ending: 'half-close', leastReplies: 0 })
    // What a plain proxy does wrong beside that is no matter here.
    const target = { ...targets.proxy, cases, judge: () => undefined }
    const play = (sent: string) =>
      runFuzz({ target, seed: 2, count: 1, mostMilliseconds, serverFile: naiveProxy(sent) })
    const failure = await play(headers)
    verify(failure).toMatchObject({
      problem: 'the server ended with code 1',
      serverErrors: verify.stringMatching(errors),
    })
    verify(await play('rawHeaders')).toBe(undefined)
  },
)

/** A module that serves the mock with parts of its store replaced. */
function brokenServer(parts: string, timeoutMilliseconds = 500): URL {
  const mocks = (name: string) => JSON.stringify(new URL(`../../mocks/${name}`, import.meta.url).href)
  return moduleOf(
    `import { startServer } from ${mocks('http/index.ts')}
    import { createAnimalStore } from ${mocks('index.ts')}
    const good = createAnimalStore()
    const store = { ...good, ${parts} }
    const timeouts = { headersTimeoutMilliseconds: ${timeoutMilliseconds}, requestTimeoutMilliseconds: ${timeoutMilliseconds} }
    const { port, close } = await startServer({ store, port: 0, ...timeouts })
    process.once('disconnect', () => void close())
    process.send(port)`,
  )
}

test.concurrent.for([
  [
    'a refusal without a body',
    `refuse: (...parts) => ({ ...good.refuse(...parts), body: '' })`,
    /^the body of the 4\d\d is no JSON/,
  ],
  [
    'an answer that never comes',
    `answer: () => new Promise(() => {})`,
    /^the connection was still open after 1 seconds$/,
    1000,
  ],
  [
    'an answer cut off',
    `answer: async (call) => ({ ...(await good.answer(call)), effect: 'reset' })`,
    // A connection that is cut while the client still sends is no finding; then the good call is.
    /^the connection was closed after 0 replies, expected at least \d$|^a good call got no good reply$/,
  ],
  [
    'a good call answered badly',
    `answer: async (call) => good.answer({ ...call, headers: { prefer: 'code=404' } })`,
    /^a good call got no good reply$/,
  ],
  [
    'words on the error output',
    `answer: (call) => (console.error('odd'), good.answer(call))`,
    /^the server wrote to its error output$/,
  ],
  [
    'a timer that never ends',
    `answer: (call) => (setInterval(() => {}, 1000), good.answer(call))`,
    /^the server did not stop within 1 seconds$/,
    1000,
  ],
] satisfies [string, string, RegExp, number?][])(
  'notices %s',
  { timeout: 60_000 },
  async ([_what, parts, problem, milliseconds = mostMilliseconds], { expect: verify }) => {
    const failure = await runFuzz({
      ...mock,
      seed: 1,
      // Few where each may take a second only.
      count: milliseconds === mostMilliseconds ? 20 : 5,
      serverFile: brokenServer(parts),
      // Short only where the server is waited for in vain.
      mostMilliseconds: milliseconds,
    })
    verify(failure?.problem).toMatch(problem)
  },
)

test.concurrent(
  'names the one request that ends the server, and plays it again',
  { timeout: 60_000 },
  async ({ expect: verify }) => {
    const parts = `answer: (call) => { if (call.target.includes('%ZZ')) setImmediate(() => { throw new Error('too odd') }); return good.answer(call) }`
    // On a busy machine, half a second is too short for good requests.
    const serverFile = brokenServer(parts, 2500)
    const failure = await runFuzz({ ...mock, seed: 1, count: 1000, mostMilliseconds, serverFile })
    const problem = 'the server ended with code 1'
    verify(failure).toMatchObject({ problem, serverErrors: verify.stringContaining('too odd') })
    const [found, ...others] = failure?.cases ?? []
    verify([found && bytesOf(found).includes('%ZZ'), others]).toEqual([true, []])
    const again = await runFuzz({ ...mock, seed: 1, count: 1, from: found?.number ?? 0, mostMilliseconds, serverFile })
    verify(again).toMatchObject({ problem, cases: [found] })
  },
)

test('the same seed sends the same bytes, another one others', () => {
  const digest = (seed: number, first: number, count: number) =>
    draw(targets.mock, seed, first, count).map((drawn) =>
      createHash('sha256').update(JSON.stringify(drawn)).digest('hex'),
    )
  const digests = digest(1, 0, 200)
  expect([...digest(1, 0, 64), ...digest(1, 64, 136)]).toEqual(digests)
  const others = new Set(digest(2, 0, 200))
  expect(digests.filter((found) => others.has(found)).length).toBeLessThan(20)
  expect(new Set(digests).size).toBeGreaterThan(180)
})

const rates = 'X-RateLimit-Limit: 60\r\nX-RateLimit-Remaining: 60\r\nX-RateLimit-Reset: 1\r\n'
const json = 'Content-Type: application/json\r\n'
const body = '{"code":"a","message":"b","status":404}'
const notFound = `HTTP/1.1 404 Not Found\r\n${json}${rates}Content-Length: ${body.length}\r\n\r\n${body}`

function judged(received: string, sent = 'GET / HTTP/1.1\r\n\r\n', went: Partial<Exchange> = {}, leastReplies = 1) {
  const steps = [{ bytes: Buffer.from(sent), times: 1 }]
  const played: FuzzCase = { kind: 'noise', connections: 1, ending: 'wait', steps, leastReplies }
  const sentBytes = sent.length
  const usual = { received: Buffer.from(received, 'latin1'), sentBytes, isCutShort: false, isHanging: false }
  return targets.mock.judge(played, { ...usual, ...went }, 5000)
}

test.each([
  ['one reply', notFound],
  ['two', notFound + notFound],
  ['leave to go on', `HTTP/1.1 100 Continue\r\n\r\n${notFound}`],
  ['an answer to HEAD', notFound.replace(body, ''), 'HEAD / HTTP/1.1\r\n\r\n'],
  ['a failure that was asked for', notFound.replace('404', '500'), 'GET / HTTP/1.1\r\nPrefer: code=500\r\n\r\n'],
  ['a 204', `HTTP/1.1 204 No Content\r\n${rates}\r\n`],
  [
    'an Error of the control API',
    notFound.replace(rates, 'X-Content-Type-Options: nosniff\r\n'),
    'GET /_mock HTTP/1.1\r\n\r\n',
  ],
])('takes %s for well', (_what, received, sent?: string) => {
  expect(judged(received, sent)).toBe(undefined)
})

test.each([
  ['nothing', '', /closed after 0 replies/],
  ['bytes after a reply', `${notFound}x`, /^no whole reply begins at byte \d+$/],
  ['a body that is too long', notFound.replace('h: 39', 'h: 38'), /^no whole reply begins/],
  ['a body that breaks off', notFound.slice(0, -1), /breaks off after 38 of 39 bytes/],
  ['no Content-Length', notFound.replace(/Content-Length.*\r\n/, ''), /^the 404 has no Content-Length$/],
  ['two Content-Lengths', notFound.replace(json, `${json}Content-Length: 39\r\n`), /has two headers Content-Length/],
  ['a Transfer-Encoding', notFound.replace(json, `${json}Transfer-Encoding: chunked\r\n`), /has a Transfer-Encoding/],
  [
    'a 204 with a length',
    `HTTP/1.1 204 No Content\r\n${rates}Content-Length: 0\r\n\r\n`,
    /^the 204 has a Content-Length/,
  ],
  ['a status line that is none', notFound.replace('404', '9'), /^the status line at byte 0 is not a valid status line/],
  ['a header that is none', notFound.replace('Reset:', 'Reset'), /is no header/],
  ['a header with raw bytes', notFound.replace(json, `${json}X: \u00ff\r\n`), /is no header/],
  ['a body that is no Error', notFound.replace('"code"', '"mode"'), /^the body of the 404 is no Error$/],
  ['an Error with another status', notFound.replace('":404', '":400'), /^the Error of the 404 has the status 400$/],
  ['an Error labelled otherwise', notFound.replace('application/json', 'text/html'), /is not labelled/],
  ['a missing limit', notFound.replace('X-RateLimit-Reset', 'X-Reset'), /^the 404 has no header x-ratelimit-reset/],
  ['a 429 that does not tell when', notFound.replaceAll('404', '429'), /^the 429 has no header retry-after$/],
  ['a failure that nobody asked for', notFound.replaceAll('404', '500'), /^the mock failed$/],
  [
    'a control reply that nobody asked for',
    notFound.replace(rates, 'X-Content-Type-Options: nosniff\r\n'),
    /was not asked/,
  ],
])('finds fault with %s', (_what, received, problem) => {
  expect(judged(received)).toMatch(problem)
})

test('finds fault with a hang, a body without end, a reply too few and a hidden request that was answered', () => {
  expect(judged(notFound, '', { isHanging: true })).toBe('the connection was still open after 5 seconds')
  expect(judged(notFound, '', { sentBytes: 100_000_000 })).toBe('the server took 100000000 bytes')
  expect(judged(notFound, '', {}, 2)).toBe('the connection was closed after 1 replies, expected at least 2')
  const found = `HTTP/1.1 200 OK\r\n${json}${rates}Content-Length: 23\r\n\r\n{"id":42,"name":"Otto"}`
  expect(judged(found, 'GET / HTTP/1.1\r\nX-Pad: GET')).toBe('a request was answered that lay hidden in a body')
})

test.each([
  [
    'the answer to another request',
    `HTTP/1.1 200 OK\r\nContent-Length: 21\r\n\r\n{"target":"/v1/evil"}`,
    /that of another request$/,
  ],
  ['a failure', notFound.replaceAll('404', '502'), /^the proxy answered 502$/],
  ['an Error of another status', notFound.replace('":404', '":400'), /has the status 400$/],
  ['no Error', notFound.replace(body, 'x'.repeat(body.length)), /is no JSON: /],
  ['bytes after a reply', `${notFound}x`, /^no whole reply/],
])('finds fault with a proxy that sends %s', (_what, received, problem) => {
  const steps = [{ bytes: Buffer.from('GET /v1/mine HTTP/1.1\r\n\r\n'), times: 1 }]
  const played: FuzzCase = { kind: 'noise', connections: 1, ending: 'half-close', steps, leastReplies: 0 }
  const went = { received: Buffer.from(received), sentBytes: 1, isCutShort: false, isHanging: false }
  expect(targets.proxy.judge(played, went, 5000)).toMatch(problem)
  const fine = { ...went, received: Buffer.from(notFound.replace(rates, '')) }
  expect(targets.proxy.judge(played, fine, 5000)).toBe(undefined)
  expect(targets.proxy.judge(played, { ...fine, isHanging: true }, 5000)).toContain('still open')
})

test.concurrent('says why a server does not start', { timeout: 30_000 }, async ({ expect: verify }) => {
  const serverFile = brokenServer(`...nonsense`)
  await verify(runFuzz({ ...mock, seed: 1, count: 1, serverFile })).rejects.toThrow('nonsense is not defined')
})

const fuzz = (...args: readonly string[]) => programRun(['scripts/fuzz/fuzz.ts', ...args])

test('says in one line that all went well', { timeout: 60_000 }, async () => {
  const { code, out, err } = await fuzz('--seed', '2147483647', '--count', '3')
  // On a busy machine it says how far it is.
  expect([code, err]).toEqual([0, expect.stringMatching(/^(?:\d of 3 cases\n)*$/)])
  expect(out).toMatch(/^seed 2147483647: 3 cases in \d+\.\d s, and the server took them all well\n$/)
})

test.each([
  [['--help'], 0, /--seed <n> .*the same seed sends the\s+same bytes/, /^$/],
  [['--count', '1e3'], 1, /^$/, /'--count <n>' argument '1e3' is invalid. Expected a whole number from 0 to 1000000/],
] as const)('explains itself, and refuses wrong flags: %j', async (args, code, out, err) => {
  const matching = { out: expect.stringMatching(out), err: expect.stringMatching(err) }
  expect(await fuzz(...args)).toEqual({ code, ...matching })
})
