import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readJson } from '../../spec/index.ts'
import { keyForms, keyFormsIn } from '../testing/key-forms.ts'
import { run } from './run.ts'

// Waits for a deployment that lags take no time here.
vi.mock('../../contract-tests/client/run-clock.ts', () => ({
  realClock: { now: Date.now, sleep: () => Promise.resolve() },
}))

const key = 'ech0/key+4~X_q9.Zt-Lw==ab7Qn2'
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'))
  vi.stubEnv('ECHOED_KEY', key)
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

type Answer = (echo: string, request: IncomingMessage, response: ServerResponse) => void

/** What a header takes; its names take less. */
const inHeader = (echo: string): string => echo.replaceAll(/[^\x20-\x7e]/g, '')
const inName = (echo: string): string => `X-${echo.replaceAll(/[^\w!#$%&'*+.^`|~-]/g, '')}`

function headers(echo: string) {
  const value = inHeader(echo)
  return {
    'Content-Type': 'application/json',
    'X-Echo': `you sent ${value}`,
    [inName(echo)]: 'as a name',
    'Set-Cookie': [`session=${value}`, `plain=${value}`],
    'X-RateLimit-Limit': value,
    Sunset: value,
    Link: `</v1/pets?page=2&api_key=${value}>; rel="next"`,
  }
}

/** JSON is written as text, so that what is escaped stays so. */
const json = (value: unknown, echo: string): string => JSON.stringify(value).replaceAll('KEY', () => echo)

const answers: Readonly<Record<string, Answer>> = {
  redirecting: (echo, _request, response) =>
    response.writeHead(302, inHeader(echo), { ...headers(echo), Location: `/login?k=${inHeader(echo)}` }).end(),
  'breaking each animal': (echo, { method, url = '' }, response) => {
    const pet = { id: 7, name: 'Rex KEY', categoryId: 1, status: 'KEY', KEY: 'KEY', token: 'KEY' }
    const isList = method === 'GET' && /pets(?:\?|$)/.test(url)
    const status = method === 'POST' ? 201 : 200
    response.writeHead(status, inHeader(echo), headers(echo)).end(json(isList ? [pet, pet] : pet, echo))
  },
  // So that what is cut is cut in the middle of a key.
  'long before the key': (echo, { method }, response) => {
    const before = 'x'.repeat(150 + (echo.length % 47))
    const pet = { id: `${before}KEY`, name: `${before}KEY`.repeat(3), categoryId: `${before.slice(3)}KEY` }
    response.writeHead(method === 'POST' ? 201 : 200, headers(echo)).end(json(method === 'GET' ? [pet] : pet, echo))
  },
  refusing: (echo, { method }, response) => {
    const status = method === 'POST' ? 422 : 403
    const error = { code: 'KEY', message: `You sent KEY, ${'and '.repeat(60)} KEY`, status: 'KEY', KEY: ['KEY'] }
    response.writeHead(status, inHeader(echo), headers(echo)).end(json(error, echo))
  },
  'failing with no HTTP': (echo, _request, response) => {
    response.socket?.end(`HTTP/1.1 200 OK\r\nX-Echo ${inHeader(echo)}\r\n\r\n`)
  },
}

/** A deployment that answers so, each time with the key in another form. */
async function deployment(answer: Answer) {
  const encodings = Object.values(keyForms)
  let asked = 0
  const server = createServer((request, response) => {
    request.resume()
    const encode = encodings[asked++ % encodings.length] ?? String
    answer(encode(key), request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/v1`, close }
}

/** What a command prints, each stream apart, and how it ends. */
async function printed(...args: readonly string[]) {
  let [out, err] = ['', '']
  const shell = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    columns: undefined,
  }
  return { code: await run(args, shell), out, err }
}

/** Every file of a folder, by its name. */
function filesOf(place: string): Readonly<Record<string, string>> {
  return Object.fromEntries(readdirSync(place).map((name) => [name, readFileSync(join(place, name), 'latin1')]))
}

const withKey = ['--key-env', 'ECHOED_KEY']
const fast = ['--max-wait', '1', '--timeout', '5']

test.concurrent.for(Object.keys(answers))(
  'no output of any command shows a key: a deployment %s',
  { timeout: 120_000 },
  async (id, context) => {
    const { url, close } = await deployment(answers[id] ?? (() => undefined))
    const place = mkdtempSync(join(folder, 'outputs-'))
    const file = (name: string): string => join(place, name)
    const reports = ['json', 'html', 'junit', 'markdown'].flatMap((kind) => [
      '--report',
      `${kind}=${file(`report.${kind}`)}`,
    ])
    vi.stubEnv('GITHUB_ACTIONS', 'true')
    try {
      const said = {
        contract: await printed(
          'contract',
          '--url',
          url,
          ...withKey,
          ...fast,
          ...reports,
          '--learn',
          file('profile.json'),
        ),
        'contract --json': await printed('contract', '--url', url, ...withKey, ...fast, '--json', '--read-only'),
        drift: await printed(
          'drift',
          url,
          `${url}/`.replace('127.0.0.1', 'localhost'),
          ...withKey,
          '--read-only',
          '--timeout',
          '5',
        ),
        'drift --json': await printed(
          'drift',
          url,
          file('report.json'),
          ...withKey,
          '--json',
          '--read-only',
          '--timeout',
          '5',
        ),
        seed: await printed(
          'seed',
          '--url',
          url,
          ...withKey,
          '--count',
          '3',
          '--journal',
          file('seed.db'),
          '--out',
          file('pets.json'),
          '--timeout',
          '5',
        ),
      }
      for (const [name, { out, err }] of Object.entries(said)) {
        context.expect(keyFormsIn(out, key), `${name}, output`).toEqual([])
        context.expect(keyFormsIn(err, key), `${name}, errors`).toEqual([])
      }
      for (const [name, text] of Object.entries(filesOf(place))) context.expect(keyFormsIn(text, key), name).toEqual([])
      context.expect(existsSync(file('report.html'))).toBe(true)
      context.expect(readJson(said['contract --json'].out).ok).toBe(true)
      context.expect(said.contract.out).not.toBe('')
    } finally {
      close()
    }
  },
)

test('what looks for keys finds each form of a key, and of most of it', () => {
  for (const [name, encode] of Object.entries(keyForms)) {
    expect(keyFormsIn(`before ${encode(key)} after`, key)).toContain(name)
    expect(keyFormsIn(JSON.stringify({ text: encode(key) }), key)).toContain(name)
  }
  expect(keyFormsIn('nothing of it', key)).toEqual([])
})
