import { readFileSync, writeFileSync } from 'node:fs'
import { request as forward } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultMostRequests as most } from '../../../contract-tests/session/options.ts'
import { learnedIn, parseProfile, readJson } from '../../../spec/index.ts'
import { printed } from '../../testing/printed.ts'
import { serve, serveMock } from '../../testing/serve.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

let folder = ''
beforeEach(() => {
  folder = tempFolder()
})
afterEach(() => vi.unstubAllEnvs())

const contract = (...args: readonly string[]) => printed('contract', ...args)

test('without an address it tests a mock, and says the cost first', async () => {
  const { code, out, err } = await contract()
  expect(code).toBe(0)
  expect(err).toBe(`At most ${most} requests and 12 new animals.\n`)
  expect(out).toContain('clauses that were tested held')
})

test('a fault is shown with its clause, ends with 1, and the command that is shown repeats it with few requests', async () => {
  const whole = await contract('--fault', 'list-limit-ignored', '--quiet')
  expect(whole.out).toContain('again     animal-store contract --fault list-limit-ignored --only list')
  const again = await contract('--fault', 'list-limit-ignored', '--only', 'list', '--quiet')
  for (const { code, out } of [whole, again])
    expect([code, out]).toEqual([1, expect.stringContaining('✗ broken  4.1/limit-most  listPets  (section 4.1)')])
  expect(again.out).toMatch(new RegExp(`\\n[0-9] of at most ${most} requests`))
  // What was not asked for is no open question.
  expect(again.out).not.toContain('Inconclusive:')
})

test('a warning ends with 0, and with 1 under --strict', async () => {
  const warned = await contract('--fault', 'create-name-trimmed', '--quiet')
  expect(warned.code).toBe(0)
  expect(warned.out).toMatch(/[0-9]+ of [0-9]+ clauses held, [0-9]+ not applicable, 1 warning\n$/)
  const strict = await contract('--fault', 'create-name-trimmed', '--quiet', '--strict', '--timeout', '30')
  expect(strict.code).toBe(1)
  expect(strict.out).toMatch(/again .*--timeout 30 --fault create-name-trimmed --strict --only create/)
})

test('a baseline shows what is new, and --only-new counts nothing else', async () => {
  const last = join(folder, 'last.json')
  const fault = ['--fault', 'list-limit-ignored', '--quiet', '--baseline', last]
  expect((await contract('--report', `json=${last}`, '--quiet')).code).toBe(0)
  const first = await contract(...fault, '--only-new', '--report', `json=${last}`)
  expect(first.code).toBe(1)
  expect(first.out).toContain('✗ broken, new  4.1/limit-most')
  const second = await contract(...fault, '--only-new')
  expect(second.code).toBe(0)
  expect(second.out).toContain(': 0 new, 1 as before, 0 mended.')
  expect((await contract(...fault)).code).toBe(1)
  const mended = await contract('--quiet', '--baseline', last)
  expect(mended.out).toMatch(/Mended since .*\n {2}4\.1\/limit-most {2}listPets/)
})

test('writes reports and a profile that the mock takes', async () => {
  const files = ['json', 'junit', 'markdown', 'html'].map((kind) => [kind, join(folder, kind)] as const)
  const profile = join(folder, 'profile')
  const { code, err } = await contract(
    ...files.flatMap(([kind, file]) => ['--report', `${kind}=${file}`]),
    '--learn',
    profile,
  )
  expect(code).toBe(0)
  expect(err).toContain(`Wrote ${[...files.map(([, file]) => file), profile].join(', ')}.\n`)
  for (const [, file] of files) expect(readFileSync(file, 'utf8').length).toBeGreaterThan(500)
  const learnt = readJson(readFileSync(profile, 'utf8'))
  expect(learnt.ok && parseProfile(learnt.value)['list-order']).toBe('oldest-first')
  expect(learnt.ok && learnedIn(learnt.value)?.notSeen).toContain('page-cap')
})

test('a report that cannot be written stops no other one, and is 3', async () => {
  const file = join(folder, 'run.json')
  const { code, out, err } = await contract('--report', 'html=/dev/full', '--report', `json=${file}`)
  expect(code).toBe(3)
  expect(err).toContain('Cannot write /dev/full: the disk is full.\n')
  expect(err).toContain(`Wrote ${file}.`)
  expect(out).toContain('clauses that were tested held')
  expect(readJson(readFileSync(file, 'utf8')).ok).toBe(true)
  // What is broken stays broken.
  expect((await contract('--fault', 'list-limit-ignored', '--report', 'html=/dev/full')).code).toBe(1)
})

test('takes the key from a variable or a file, and never prints it', async () => {
  const { url } = await serveMock()
  vi.stubEnv('SOME_KEY', 'test_business')
  const file = join(folder, 'key')
  writeFileSync(file, 'test_business\n')
  const runs = []
  for (const [flag, value] of [
    ['--key-env', 'SOME_KEY'],
    ['--key-file', file],
    ['--key', 'test_business'],
  ] as const)
    runs.push(await contract('--url', url, flag, value))
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
  for (const { out, err } of runs) expect(out + err).not.toContain('test_business')
  expect(runs.at(-1)?.err).toContain('use --key-env')
})

test('tests a server that is not below /v1, as it is', async () => {
  const { port } = new URL((await serveMock()).url)
  const gateway = await serve((request, response) => {
    const path = `/v1${request.url?.slice('/animals'.length)}`
    const { method, headers } = request
    request.pipe(
      forward({ port, path, method, headers }, (answer) =>
        answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers)),
      ),
    )
  })
  const to = ['--url', `http://127.0.0.1:${gateway.port}/animals`, '--key', 'test_pro']
  const refused = await contract(...to)
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean') })
  expect(refused.err).toContain('any address, add --any-path')
  const { code, out } = await contract(...to, '--any-path', '--report', `json=${join(folder, 'run')}`)
  expect([code, out]).toEqual([0, expect.stringContaining('clauses that were tested held')])
  expect(readFileSync(join(folder, 'run'), 'utf8')).toContain('It needs an address that ends in /v1.')
})

test('reads only where it is asked to', async () => {
  const methods: string[] = []
  const { url } = await serveMock({ onRecord: ({ call }) => void methods.push(call.method) })
  vi.stubEnv('SOME_KEY', 'test_pro')
  const key = ['--url', url, '--key-env', 'SOME_KEY']
  expect((await contract(...key, '--read-only')).code).toBe(0)
  expect(new Set(methods)).toEqual(new Set(['GET']))
})

test('a public host is production unless its name says otherwise: nothing but GET is tried', async () => {
  // Nobody is there, and no name is looked up.
  const rest = ['--key', 'k', '--proxy', 'http://127.0.0.1:9']
  const production = await contract('--url', 'https://api.animals.invalid/v1', ...rest)
  expect(production.err).toContain('api.animals.invalid looks like production, so nothing but GET is sent. --write-to')
  expect(production.err).toContain(`At most ${most} requests and 0 new animals.`)
  const staging = await contract('--url', 'https://staging.animals.invalid/v1', ...rest)
  expect(staging.err).not.toContain('production')
  expect(staging.err).toContain(`At most ${most} requests and 12 new animals.`)
  expect([production.code, staging.code]).toEqual([3, 3])
})

test('in GitHub Actions it annotates, and writes the summary of the step', async () => {
  const summary = join(folder, 'summary')
  vi.stubEnv('GITHUB_ACTIONS', 'true')
  vi.stubEnv('GITHUB_STEP_SUMMARY', summary)
  const { out } = await contract('--fault', 'list-limit-ignored', '--quiet')
  expect(out).toMatch(/^::error title=contract%3A ✗ broken 4\.1\/limit-most::listPets: expected/m)
  expect(readFileSync(summary, 'utf8')).toContain('## 4.1/limit-most is broken by listPets')
})

test('in GitHub Actions an inconclusive run is an error, and a summary that cannot be written is no crash', async () => {
  vi.stubEnv('GITHUB_ACTIONS', 'true')
  vi.stubEnv('GITHUB_STEP_SUMMARY', '/dev/full')
  const { code, out, err } = await contract('--url', 'http://127.0.0.1:9/v1', '--key', 'nonsense')
  expect(code).toBe(3)
  expect(out).toMatch(/^::error title=contract%3A inconclusive::The deployment does not answer/m)
  expect(err).toContain('Cannot write the summary of the step: the disk is full.\n')
})
