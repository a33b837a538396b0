import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AnimalStoreOptions } from '../../../mocks/entry.ts'
import { printed } from '../../testing/printed.ts'
import { startCommand } from '../../testing/program.ts'
import { serve, serveMock } from '../../testing/serve.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

let file: string
beforeEach(() => {
  file = join(tempFolder(), 'runs.ndjson')
  vi.stubEnv('LEDGER_KEY', 'test_business')
})

const key = ['--key-env', 'LEDGER_KEY']
const contract = (url: string, ...more: readonly string[]) =>
  printed('contract', '--url', url, ...key, '--ledger', file, '--quiet', ...more)

/** A mock, and the methods that it was asked with since they were last taken. */
async function mock(options: AnimalStoreOptions = {}) {
  const methods = new Set<string>()
  const { url, store } = await serveMock({ ...options, onRecord: ({ call }) => void methods.add(call.method) })
  const ask = async () => {
    methods.clear()
    const { code, out, err } = await printed('ledger', file, '--url', url, ...key)
    expect([...methods]).toEqual(['GET'])
    return { code, said: (out + err).replaceAll(url, 'URL') }
  }
  return { url, store, ask }
}

test('animals of two runs and of a seeding are counted, and asked for one by one', async () => {
  // With more animals than a list shows.
  const { url, store, ask } = await mock({ dataset: 'large', count: 200 })
  for (let runs = 0; runs < 2; runs++) expect((await contract(url)).code).toBe(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await printed('ledger', file)).toEqual({
    code: 0,
    out: expect.stringMatching(/^10 animals of ours on http:.*, the oldest \d+ s old\.\n$/),
    err: '',
  })
  const animals = await store.sandbox().animals
  await animals.remove(203)
  const forty = 40 * 86_400_000
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + forty)
  expect(await ask()).toEqual({ code: 0, said: '9 animals of ours on URL, the oldest 40 days old; 1 gone.\n' })
  vi.restoreAllMocks()
  const json = await printed('ledger', file, '--url', url, ...key, '--json')
  expect(JSON.parse(json.out)).toMatchObject({ version: 1, animals: { length: 10, 2: { state: 'gone' } } })

  const journal = join(tempFolder(), 'seed.ndjson')
  await printed('seed', '--url', url, ...key, '--count', '3', '--journal', journal)
  expect((await printed('ledger', journal)).out).toMatch(/^3 animals of ours on http:/)
})

test('where neither a list nor getPet can tell, it says so and ends with 3', async () => {
  const { url, ask } = await mock({ dataset: 'large', count: 2000, profile: { 'list-order': 'oldest-first' } })
  await contract(url)
  const removed = await mock({
    dataset: 'large',
    count: 2000,
    clock: { mode: 'frozen', atMilliseconds: Date.UTC(2031, 0) },
  })
  expect((await ask()).code).toBe(0)
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(url, removed.url))
  expect(await removed.ask()).toEqual({ code: 3, said: '0 animals of ours on URL; 5 could not be told of.\n' })
})

test('each animal is written down before it is sent, so that kill -9 hides none; a line that was cut is said', async () => {
  const waiting = Promise.withResolvers<string>()
  const { url } = await serve(async (request, response) => {
    if (request.method === 'GET') return void response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]')
    const body = await text(request)
    // Some probes send what is no animal.
    if (/"name":"contract-test/.test(body)) return waiting.resolve(body)
    response.writeHead(400).end()
  })
  const run = startCommand(['contract', '--url', url, ...key, '--ledger', file, '--timeout', '600'])
  const { name } = JSON.parse(await waiting.promise) as { name: string }
  expect(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1)).toContain(`"name":"${name}"`)
  await run.stop('SIGKILL')
  const unknown = '0 animals of ours on URL; 1 perhaps added, because an answer was lost.\n'
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"animal":1,"ans`)
  const { code, out, err } = await printed('ledger', file)
  expect([code, out.replace(url, 'URL')]).toEqual([0, unknown])
  expect(err).toMatch(/^The last 16 bytes of .* are of a line that was not finished\.\n$/)
})

test('other files are refused as a ledger, and stay as they are', async () => {
  for (const content of ['{"id":1,"name":"Rex","categoryId":1}\n', '{"task":{"url":"http://a.test/v1"}}\n', 'hello']) {
    writeFileSync(file, content)
    const { url } = await serveMock()
    expect(await contract(url)).toMatchObject({ code: 2, err: expect.stringContaining('Cannot use the ledger') })
    expect(readFileSync(file, 'utf8')).toBe(content)
  }
  writeFileSync(file, '{"id":1}\n')
  expect((await printed('ledger', file)).err).toContain('it holds no runs. Name what contract --ledger or seed wrote.')
})
