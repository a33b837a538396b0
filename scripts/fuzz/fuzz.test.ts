import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printableJson } from '../../spec/printable.ts'
import { programRun } from '../testing/program.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { type Exchange, type FuzzCase, textOf } from './exchange.ts'
import { fuzzKinds } from './fuzz-case.ts'
import { runFuzz } from './run-fuzz.ts'
import { targets } from './targets.ts'

/** The end of a server takes up to five seconds by itself. A busy machine and a slow disk make it longer. */
const mostMilliseconds = 20_000
const mock = { target: targets.mock, seed: 1, mostMilliseconds }

// Most of each is waiting. Those that run at once must not share what counts their assertions.
test.concurrent.for([
  ['mock', 4, 1000],
  ['proxy', 2, 800],
] as const)(
  'the %s takes malformed requests of every kind well',
  { timeout: 90_000 },
  async ([name, seed, count], { expect: verify }) => {
    const played: string[] = []
    const onCase = ({ kind }: FuzzCase) => played.push(kind)
    const failure = await runFuzz({ target: targets[name], seed, count, mostMilliseconds, onCase })
    const sent = failure?.cases.map((found) => `${found.number}: ${printableJson(textOf(found))}`)
    verify({ problem: failure?.problem, sent, errors: failure?.serverErrors }).toEqual({})
    verify(played).toHaveLength(count)
    verify(new Set(played)).toEqual(new Set(fuzzKinds))
  },
)

const folder = tempFolder()
const sourceOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/** The address of a module. */
function moduleOf(name: string, source: string): URL {
  const file = join(folder, `${name.replaceAll(/\W/g, '-')}.mjs`)
  writeFileSync(file, source)
  return pathToFileURL(file)
}

test.concurrent(
  'notices a proxy that takes away what Connection names',
  { timeout: 90_000 },
  async ({ expect: verify }) => {
    const request = 'OPTIONS /v1/own HTTP/1.1\r\nHost: a\r\nConnection: X-Own\r\nX-Own: 1\r\n\r\n'
    const steps = [Buffer.from(request)]
    const cases = fc.constant<FuzzCase>({ kind: 'one', steps, ending: 'half-close', leastReplies: 0 })
    // What a plain proxy does wrong beside that is no matter here.
    const target = { ...targets.proxy, cases, judge: () => undefined }
    const play = (name: string, headers: string) =>
      runFuzz({ target, seed: 2, count: 1, mostMilliseconds, serverFile: moduleOf(name, naiveProxy(headers)) })
    const taken = 'rawHeaders.filter((_, at) => !/^(?:x-own|connection)$/i.test(rawHeaders[at - (at % 2)]))'
    verify(await play('taking', taken)).toMatchObject({
      problem: 'the server ended with code 1',
      serverErrors: verify.stringMatching(/did not see: \["OPTIONS","\/v1\/own","0",\["X-Own: 1"\]/) as string,
    })
    verify(await play('plain', 'rawHeaders')).toBe(undefined)
  },
)

/** A module that serves a proxy which does with each request what a plain one does. */
function naiveProxy(headers: string): string {
  return `import { createServer, request } from 'node:http'
    import { serveProxy } from ${sourceOf('./serve-proxy.ts')}
    await serveProxy(async ({ to, agent, onExchange }) => {
      const server = createServer((incoming, response) => {
        const { method, url: path, rawHeaders } = incoming
        const outgoing = request({ port: new URL(to).port, agent, method, path, headers: ${headers} }, (answer) => {
          onExchange({ method, target: path, url: to, sentAtMilliseconds: 0, tookMilliseconds: 0, problem: undefined,
            requestHeaders: rawHeaders, requestBody: new Uint8Array(), keptBytes: 0,
            status: answer.statusCode, responseHeaders: answer.rawHeaders, body: null })
          response.writeHead(answer.statusCode, answer.rawHeaders)
          answer.pipe(response)
        })
        incoming.pipe(outgoing)
      })
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
      return { url: 'http://127.0.0.1:' + server.address().port, close: async () => server.close() }
    })`
}

/** A module that serves the mock with parts of its store replaced. */
function brokenServer(name: string, parts: string, timeoutMilliseconds = 500): URL {
  return moduleOf(
    name,
    `import { startServer } from ${sourceOf('../../mocks/http/index.ts')}
    import { createAnimalStore } from ${sourceOf('../../mocks/entry.ts')}
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
    'an answer that never comes',
    `answer: () => new Promise(() => {})`,
    /^the connection was still open after 1 seconds$/,
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
  ],
] satisfies [string, string, RegExp][])(
  'notices %s',
  { timeout: 60_000 },
  async ([name, parts, problem], { expect: verify }) => {
    // Short only where the server is waited for in vain.
    const milliseconds = problem.source.includes('1 seconds') ? 1000 : mostMilliseconds
    const serverFile = brokenServer(name, parts)
    const failure = await runFuzz({ ...mock, count: 5, serverFile, mostMilliseconds: milliseconds })
    verify(failure?.problem).toMatch(problem)
  },
)

test.concurrent(
  'names the one request that ends the server, and plays it again',
  { timeout: 60_000 },
  async ({ expect: verify }) => {
    const parts = `answer: (call) => { if (call.target.includes('%ZZ')) setImmediate(() => { throw new Error('too odd') }); return good.answer(call) }`
    // On a busy machine, half a second is too short for good requests.
    const serverFile = brokenServer('ending', parts, 2500)
    const failure = await runFuzz({ ...mock, count: 1000, serverFile })
    const problem = 'the server ended with code 1'
    verify(failure).toMatchObject({ problem, serverErrors: verify.stringContaining('too odd') as string })
    const [found, ...others] = failure?.cases ?? []
    verify([found && textOf(found).includes('%ZZ'), others]).toEqual([true, []])
    const again = await runFuzz({ ...mock, count: 1, from: found?.number ?? 0, serverFile })
    verify(again).toMatchObject({ problem, cases: [found] })
  },
)

const rates = 'X-RateLimit-Limit: 60\r\nX-RateLimit-Remaining: 60\r\nX-RateLimit-Reset: 1\r\n'
const json = 'Content-Type: application/json\r\n'
const body = '{"code":"a","message":"b","status":404}'
const notFound = `HTTP/1.1 404 Not Found\r\n${json}${rates}Content-Length: ${body.length}\r\n\r\n${body}`
const found42 = `HTTP/1.1 200 OK\r\n${json}${rates}Content-Length: 23\r\n\r\n{"id":42,"name":"Otto"}`
const ofControl = notFound.replace(rates, 'X-Content-Type-Options: nosniff\r\n')

function judged(name: keyof typeof targets, received: string, sent = 'GET / HTTP/1.1\r\n\r\n', leastReplies = 1) {
  const played: FuzzCase = { kind: 'noise', ending: 'wait', steps: [Buffer.from(sent)], leastReplies }
  const went: Exchange = { received: Buffer.from(received, 'latin1'), isCutShort: false, isHanging: false }
  return targets[name].judge(played, went, 5000)
}

test.each([
  ['one reply', notFound],
  ['leave to go on, and two replies', `HTTP/1.1 100 Continue\r\n\r\n${notFound}${notFound}`],
  ['an answer to HEAD', notFound.replace(body, ''), 'HEAD / HTTP/1.1\r\n\r\n'],
  ['a failure that was asked for', notFound.replace('404', '500'), 'GET / HTTP/1.1\r\nPrefer: code=500\r\n\r\n'],
  ['an Error of the control API', ofControl, 'GET /_mock HTTP/1.1\r\n\r\n'],
])('takes %s for well', (_what, received, sent?: string) => {
  expect(judged('mock', received, sent)).toBe(undefined)
})

test.each([
  ['nothing', '', /closed after 0 replies, expected at least 1$/],
  ['bytes after a reply', `${notFound}x`, /^no whole reply begins at byte \d+$/],
  ['a body that breaks off', notFound.slice(0, -1), /breaks off after 38 of 39 bytes/],
  ['a body that is no Error', notFound.replace('"code"', '"mode"'), /^the body of the 404 is no Error$/],
  ['an Error with another status', notFound.replace('":404', '":400'), /^the Error of the 404 has the status 400$/],
  ['an Error labelled otherwise', notFound.replace('application/json', 'text/html'), /is not labelled/],
  ['a missing limit', notFound.replace('X-RateLimit-Reset', 'X-Reset'), /^the 404 has no header x-ratelimit-reset/],
  ['a failure that nobody asked for', notFound.replaceAll('404', '500'), /^the mock failed$/],
  ['a control reply that nobody asked for', ofControl, /was not asked/],
  ['a hidden request that was answered', found42, /lay hidden in a body$/, 'GET / HTTP/1.1\r\nX-Pad: GET'],
])('finds fault with %s', (_what, received, problem, sent?: string) => {
  expect(judged('mock', received, sent)).toMatch(problem)
})

test.each([
  ['another answer', 'HTTP/1.1 200 OK\r\nContent-Length: 21\r\n\r\n{"target":"/v1/evil"}', /that of another request$/],
  ['a failure', notFound.replaceAll('404', '502'), /^the proxy answered 502$/],
])('finds fault with a proxy that sends %s', (_what, received, problem) => {
  expect(judged('proxy', received)).toMatch(problem)
  expect(judged('proxy', notFound.replace(rates, ''))).toBe(undefined)
})

test('says in one line that all went well', async () => {
  const { code, out } = await programRun(['scripts/fuzz/fuzz.ts', '--seed', '3', '--count', '3'])
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^seed 3: 3 cases in \S+ s, and the server took them all well\n$/),
  ])
}, 60_000)
