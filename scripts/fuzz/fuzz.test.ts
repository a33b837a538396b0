import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type TestContext, expect, test } from 'vitest'
import { escapeBytes } from './escape-bytes.ts'
import type { Exchange } from './exchange.ts'
import { type FuzzCase, bytesOf, fuzzCase } from './fuzz-case.ts'
import { judge } from './judge.ts'
import { runFuzz } from './run-fuzz.ts'

test('the server takes 1,000 malformed requests well', { timeout: 60_000 }, async () => {
  let done = 0
  const failure = await runFuzz({ seed: 20_301_205, count: 1000, onCase: () => done++ })
  const told = failure?.cases.map(({ number, ...found }) => `${number}: ${escapeBytes(bytesOf(found))}`)
  expect({ problem: failure?.problem, told, errors: failure?.serverErrors }).toEqual({})
  expect(done).toBe(1000)
})

/** A module that serves the mock with parts of its store replaced. */
async function brokenServer(parts: string, onTestFinished: TestContext['onTestFinished']): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const mocks = (name: string) => JSON.stringify(new URL(`../../mocks/${name}`, import.meta.url).href)
  const file = join(folder, 'server.mjs')
  await writeFile(
    file,
    `import { startServer } from ${mocks('http/index.ts')}
    import { createAnimalStore } from ${mocks('index.ts')}
    const good = createAnimalStore()
    const store = { ...good, ${parts} }
    const timeouts = { headersTimeoutMilliseconds: 500, requestTimeoutMilliseconds: 500 }
    const { port, close } = await startServer({ store, port: 0, ...timeouts })
    process.once('disconnect', () => void close())
    process.send(port)`,
  )
  return pathToFileURL(file)
}

// Most of each is waiting.
test.concurrent.for([
  [
    'a refusal without a body',
    `refuse: (...told) => ({ ...good.refuse(...told), body: '' })`,
    /^the body of the 4\d\d is no JSON/,
  ],
  [
    'an answer that never comes',
    `answer: () => new Promise(() => {})`,
    /^the connection was still open after 5 seconds$/,
  ],
  [
    'an answer cut off',
    `answer: async (call) => ({ ...(await good.answer(call)), effect: 'reset' })`,
    /^the connection was closed after 0 replies, expected at least 1$/,
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
    /^the server did not stop within 5 seconds$/,
  ],
] as const)('notices %s', { timeout: 60_000 }, async ([_what, parts, problem], { onTestFinished }) => {
  const failure = await runFuzz({ seed: 1, count: 5, serverFile: await brokenServer(parts, onTestFinished) })
  expect(failure?.problem).toMatch(problem)
})

test('names the one request that ends the server', { timeout: 60_000 }, async ({ onTestFinished }) => {
  const parts = `answer: (call) => { if (call.target.includes('%ZZ')) setImmediate(() => { throw new Error('too odd') }); return good.answer(call) }`
  const failure = await runFuzz({ seed: 1, count: 80, serverFile: await brokenServer(parts, onTestFinished) })
  expect(failure).toMatchObject({
    problem: 'the server ended with code 1',
    serverErrors: expect.stringContaining('too odd'),
  })
  expect(failure?.cases.map((found) => bytesOf(found).includes('%ZZ'))).toEqual([true])
})

test('the same seed sends the same bytes, another one others', () => {
  const digest = (seed: number, numbers: readonly number[]) =>
    numbers.map((number) =>
      createHash('sha256')
        .update(JSON.stringify(fuzzCase(seed, number)))
        .digest('hex'),
    )
  const numbers = Array.from({ length: 200 }, (_, index) => index)
  const digests = digest(1, numbers)
  expect(digest(1, numbers.toReversed()).toReversed()).toEqual(digests)
  const others = new Set(digest(2, numbers))
  expect(digests.filter((found) => others.has(found)).length).toBeLessThan(20)
  expect(new Set(digests).size).toBeGreaterThan(180)
})

const rates = 'X-RateLimit-Limit: 60\r\nX-RateLimit-Remaining: 60\r\nX-RateLimit-Reset: 1\r\n'
const json = 'Content-Type: application/json\r\n'
const body = '{"code":"a","message":"b","status":404}'
const notFound = `HTTP/1.1 404 Not Found\r\n${json}${rates}Content-Length: ${body.length}\r\n\r\n${body}`

function judged(received: string, sent = 'GET / HTTP/1.1\r\n\r\n', went: Partial<Exchange> = {}, leastReplies = 1) {
  const steps = [{ bytes: Buffer.from(sent), times: 1 }]
  const played: FuzzCase = { number: 0, kind: 'noise', connections: 1, ending: 'wait', steps, leastReplies }
  const sentBytes = sent.length
  return judge(played, {
    received: Buffer.from(received, 'latin1'),
    sentBytes,
    isCutShort: false,
    isHanging: false,
    ...went,
  })
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
  ['a status line that is none', notFound.replace('404', '9'), /^the status line at byte 0 is none$/],
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

test('escapes bytes so that they can be shown', () => {
  expect(escapeBytes(Buffer.from('a "b" \\ \r\n\t\0\xff', 'latin1'))).toBe('"a \\"b\\" \\\\ \\r\\n\\t\\x00\\xff"')
  expect(escapeBytes(Buffer.alloc(2003, 'x'))).toMatch(/^"x{2000}" and 3 bytes more$/)
})

async function run(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const file = fileURLToPath(new URL('./fuzz.ts', import.meta.url))
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [file, ...args], (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })
}

test('tells why a server does not start', async ({ onTestFinished }) => {
  const serverFile = await brokenServer(`...nonsense`, onTestFinished)
  await expect(runFuzz({ seed: 1, count: 1, serverFile })).rejects.toThrow('nonsense is not defined')
})

test('tells in one line that all went well', async () => {
  const { code, out, err } = await run('--seed', '4294967295', '--count', '3', '--first', '10')
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^seed 4294967295: 3 cases in \d+\.\d s, and the server took them all well\n$/)
})

test('explains itself, and refuses wrong flags with 2', async () => {
  const help = await run('--help')
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining('--seed N') })
  const unknown = await run('--sede', '1')
  expect(unknown).toMatchObject({ code: 2, out: '', err: expect.stringContaining("Unknown option '--sede'") })
  const message = '--count must be a whole number from 1 to 1000000, found "1e3".'
  expect(await run('--count', '1e3')).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) })
})
