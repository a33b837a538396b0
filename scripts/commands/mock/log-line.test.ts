import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import type { AnimalStoreOptions, Call, JournalRecord } from '../../../mocks/index.ts'
import { get, post, testStore } from '../../../mocks/testing/test-calls.ts'
import { printable, printableJson } from '../../../spec/index.ts'
import { type LoggedCall, jsonLine, textLine } from './log.ts'

const time = new Date(2027, 0, 1, 9, 8, 7)

/** What is printed of a call: everything that changes from run to run made constant. */
async function logged(call: Call, options: AnimalStoreOptions = {}): Promise<LoggedCall> {
  const records: [JournalRecord, string][] = []
  const store = testStore({ ...options, onRecord: (record, sandbox) => records.push([record, sandbox.name]) })
  await store.answer(call)
  const [record, sandbox] = records[0] ?? []
  if (record === undefined || sandbox === undefined) throw new Error('The call was not recorded.')
  return { record: { ...record, tookMilliseconds: 0.4567 }, sandbox, time, keys: store.keys }
}

async function textOf(call: Call, options?: AnimalStoreOptions): Promise<string> {
  return stripVTControlCharacters(textLine(await logged(call, options)))
}

test.each([
  [
    'an answer',
    get('/v1/pets?limit=3', 'test_pro'),
    {},
    'GET   /v1/pets?limit=3  200  pro  listPets; 299 of 300 left in the minute  0.5 ms',
  ],
  [
    'a creation',
    post({ name: 'Rex', categoryId: 1 }, 'test_pro.box'),
    {},
    'POST  /v1/pets  201  pro.box  createPet; 299 of 300 left in the minute  0.5 ms',
  ],
  [
    'a refused body',
    post({}, 'test_free'),
    {},
    'POST  /v1/pets  400  free  The body is not a NewPet: name is missing; categoryId is missing.  0.5 ms',
  ],
  ['no key', get('/v1/pets', null), {}, 'GET   /v1/pets  401  no plan  No valid key: no Authorization header.  0.5 ms'],
  [
    'a revoked key',
    get('/v1/pets', 'test_revoked'),
    {},
    'GET   /v1/pets  401  no plan  No valid key: the key is revoked.  0.5 ms',
  ],
  [
    'no quota',
    get('/v1/pets', 'test_free_exhausted'),
    {},
    'GET   /v1/pets  429  free  Rate limit exceeded. Wait as Retry-After says, then retry.  0.5 ms',
  ],
  [
    'an unknown path',
    get('/pets'),
    {},
    'GET   /pets  404  no plan  There is nothing here: the interface begins with /v1.  0.5 ms',
  ],
  [
    'a scenario',
    get('/v1/pets/1'),
    { scenario: 'slow' },
    'GET   /v1/pets/1  200  enterprise  scenario slow; getPet; 4999 of 5000 left in the minute  3000 ms',
  ],
  [
    'an HTML page',
    get('/v1/pets/1'),
    { scenario: 'unavailable' },
    'GET   /v1/pets/1  503  enterprise  scenario unavailable; getPet; 4999 of 5000 left in the minute  0.5 ms',
  ],
  [
    'a hanging call',
    get('/v1/pets/1'),
    { scenario: 'hang' },
    'scenario hang; getPet; 4999 of 5000 left in the minute  never answered',
  ],
  ['a cut call', get('/v1/pets/1'), { scenario: 'reset' }, 'left in the minute  0.5 ms, connection cut'],
  [
    'an example',
    get('/v1/pets', 'test_pro', { prefer: 'example=empty' }),
    {},
    '200  pro  example empty; listPets; 299',
  ],
  ['a fault', get('/v1/pets', 'test_pro'), { fault: 'list-envelope' }, '200  pro  fault list-envelope; listPets; 299'],
] as const)('a line shows %s', async (_what, call, options, line) => {
  expect(await textOf(call, options)).toContain(line)
})

test('a line begins with the real time of day', async () => {
  expect(await textOf(get('/v1/pets'))).toMatch(/^09:08:07 {2}GET {3}/)
})

const hostile = '/v1/pets?x=\u001b[2J\u009b31m\r\n09:08:07  GET  /forged  200\u2028\u202e\ud800\u0000\u007f'

test('a hostile target stays in its line, and says nothing to the terminal', async () => {
  const line = await textOf(get(hostile))
  expect(line).toContain(
    '/v1/pets?x=\\u{1b}[2J\\u{9b}31m\\u{d}\\u{a}09:08:07  GET  /forged  200\\u{2028}\\u{202e}\\u{d800}\\u{0}\\u{7f}  200',
  )
  expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
  expect(await textOf({ ...get('/v1/pets'), method: 'GET\u001b]0;x\u0007' })).not.toMatch(/\p{C}/u)
})

test('what a client wrote into an Error is escaped as well', async () => {
  const line = await textOf(post({ name: 'Rex', categoryId: 1, '\u001b[31m\n': 1 }), {
    profile: { 'unknown-fields': 'reject' },
  })
  expect(line).toContain('there is no member "\\u{1b}[31m\\u{a}"')
})

test('a very long target is cut, in text alone', async () => {
  const target = `/v1/pets?x=${'y'.repeat(5000)}`
  expect((await textOf(get(target))).length).toBeLessThan(450)
  expect(JSON.parse(jsonLine(await logged(get(target))))).toMatchObject({ target })
})

test('a line of JSON names the trace of the call, if it has a valid one', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const lineOf = async (traceparent: string) => jsonLine(await logged(get('/v1/pets', 'test_pro', { traceparent })))
  expect(JSON.parse(await lineOf(`00-${traceId}-00f067aa0ba902b7-01`))).toMatchObject({ traceId })
  expect(JSON.parse(await lineOf(`00-${traceId}-00f067aa0ba902b7`))).not.toHaveProperty('traceId')
})

test('a line of JSON is exact, printable and whole', async () => {
  const line = jsonLine(await logged(get(hostile, 'test_pro.box', { prefer: 'delay=50' })))
  expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
  expect(JSON.parse(line)).toEqual({
    event: 'call',
    time: time.toISOString(),
    sandbox: 'box',
    number: 1,
    at: '2027-01-01T00:00:10.000Z',
    method: 'GET',
    target: hostile,
    operation: 'listPets',
    status: 200,
    plan: 'pro',
    scenario: null,
    fault: null,
    effect: null,
    reason: [
      'Key test_pro.box: pro plan, sandbox box (section 5).',
      '299 of 300 requests are left in the minute (section 8).',
      'Operation listPets (section 4.1).',
    ],
    durationMilliseconds: 50.457,
  })
})

test('no key can be read in a line, wherever the client sent it', async () => {
  const key = 'key-of-mine-4711'
  const call = get(`/v1/pets?limit=${key}&key=other-key-0815`, key)
  const entry = await logged(call, { keys: { [key]: 'pro', 'other-key-0815': 'free' } })
  for (const line of [textLine(entry), jsonLine(entry)]) {
    expect(line).toContain('limit=key-…')
    expect(line).not.toContain('4711')
    expect(line).not.toContain('0815')
  }
})

test('escaped text has no character left that steers a terminal, and other text stays', () => {
  for (let code = 0; code < 0xffff; code++) {
    const text = String.fromCharCode(code)
    const isSafe = !/[\p{C}\p{Zl}\p{Zp}]/u.test(text)
    if (printable(text) !== (isSafe ? text : `\\u{${code.toString(16)}}`)) expect.fail(`code ${code}`)
    if (JSON.parse(printableJson(text)) !== text) expect.fail(`code ${code} in JSON`)
  }
  expect(printable('Zoë 🐕 犬')).toBe('Zoë 🐕 犬')
  expect(printableJson(['🐕', '\u{e0001}'])).toBe('["🐕","\\udb40\\udc01"]')
})
