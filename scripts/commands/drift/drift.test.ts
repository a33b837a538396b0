import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnimalStoreOptions } from '../../../mocks/entry.ts'
import { readJson } from '../../../spec/index.ts'
import { printed } from '../../testing/printed.ts'
import { serveMock } from '../../testing/serve.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

beforeEach(() => void vi.stubEnv('SOME_KEY', 'test_business'))
afterEach(() => vi.unstubAllEnvs())

const drift = (...args: readonly string[]) => printed('drift', ...args)

async function mock(options: AnimalStoreOptions) {
  const methods = new Set<string>()
  const { url } = await serveMock({ ...options, onRecord: ({ call }) => void methods.add(call.method) })
  return { url, methods }
}

const profile = { 'list-order': 'newest-first', 'status-default': 'available' } as const

test('two deployments are compared, and a mock with the choices of one chooses as it does', async () => {
  const [a, b] = [await mock({}), await mock({ profile, fault: 'list-limit-ignored' })]
  const learnt = join(tempFolder(), 'b.json')
  const found = await drift(a.url, b.url, '--key-env', 'SOME_KEY')
  expect(found.code).toBe(1)
  expect(found.out).toMatch(
    /^A {2}http:.* requests; animals added: [\d, ]+\)\nB {2}http:.*\n\n✗ 4.1\/limit-most {2}A keeps it, B breaks it.\n/,
  )
  expect(found.out).toContain('✗ list-order: A oldest-first, B newest-first\n')
  expect(found.out).toContain('✗ status-default: A absent, B available\n')
  expect(found.out).toContain('Drift: 1 clause and 2 choices.\n')
  expect(found.out + found.err).not.toContain('test_business')

  await printed('contract', '--url', b.url, '--key-env', 'SOME_KEY', '--learn', learnt)
  const copy = await mock({ profile: JSON.parse(readFileSync(learnt, 'utf8')) as object })
  const again = await drift(learnt, copy.url, '--key-env-b', 'SOME_KEY', '--json')
  expect(again.code).toBe(0)
  const reading = readJson(again.out)
  expect(reading.ok && reading.value).toMatchObject({ version: 1, a: learnt, b: copy.url, choices: [], exitCode: 0 })
})

test('--read-only sends nothing but GET, and a host is written to by name alone', async () => {
  const [a, b] = [await mock({}), await mock({ clock: { mode: 'frozen', atMilliseconds: Date.UTC(2031, 0) } })]
  const key = ['--key-env', 'SOME_KEY']
  // By that day one must have removed getPet, which only the clock of the other says.
  const { code, out } = await drift(a.url, b.url, ...key, '--read-only', '--date', '2031-01-01')
  expect([code, /^✗ 9\/removal .*/m.exec(out)?.[0]]).toEqual([1, '✗ 9/removal  A breaks it, B keeps it.'])
  expect([...a.methods, ...b.methods]).toEqual(['GET', 'GET'])
  expect((await drift(a.url, b.url, ...key, '--write-to', 'elsewhere')).err).toContain(
    '--write-to must name the host of the address',
  )
})

test('--max-wait bounds a wait for the rate limit of either side: 3', async () => {
  vi.stubEnv('SOME_KEY', 'test_free_exhausted')
  const [a, b] = [await mock({}), await mock({})]
  const { code, out } = await drift(a.url, b.url, '--key-env', 'SOME_KEY', '--read-only', '--max-wait', '0')
  expect(code).toBe(3)
  for (const side of ['A', 'B'])
    expect(out).toMatch(new RegExp(`^The run of ${side} told too little: .*which is longer than a run waits`, 'm'))
})

test('a deployment that does not answer is 3', async () => {
  const { code, out } = await drift('http://127.0.0.1:9/v1', (await mock({})).url, '--key-env', 'SOME_KEY')
  expect(code).toBe(3)
  expect(out).toContain('The run of A told too little: The deployment does not answer')
})
