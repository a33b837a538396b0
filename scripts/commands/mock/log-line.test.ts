import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import type { AnimalStoreOptions, Call, JournalRecord } from '../../../mocks/entry.ts'
import { get, post, testFault, testStore } from '../../../mocks/testing/test-calls.ts'
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

const calls: readonly (readonly [Call, AnimalStoreOptions?])[] = [
  [get('/v1/pets?limit=3', 'test_pro')],
  [post({ name: 'Rex', categoryId: 1 }, 'test_pro.box')],
  [post({}, 'test_free')],
  [get('/v1/pets?limit=500', 'test_free')],
  [get('/v1/pets/999', 'test_free')],
  [get('/v1/pets', null)],
  [get('/v1/pets', 'test_free_exhausted')],
  [get('/v1/pets/1'), { scenario: 'slow' }],
  [get('/v1/pets/1'), { scenario: 'hang' }],
  [get('/v1/pets/1'), { scenario: 'reset' }],
  [get('/v1/pets', 'test_pro'), { fault: testFault }],
]

test('a line shows the real time of day, the call, its answer, and why it was answered so', async () => {
  const lines: string[] = []
  for (const [call, options] of calls) lines.push(await textOf(call, options))
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "09:08:07  GET     200   /v1/pets?limit=3      pro         3 animals · 299 of 300 left  0.5 ms
    09:08:07  POST    201   /v1/pets              pro.box     animal 4 added · 299 of 300 left  0.5 ms
    09:08:07  POST    400   /v1/pets              free        name is missing; categoryId is missing  0.5 ms
    09:08:07  GET     400   /v1/pets?limit=500    free        limit=500 is refused  0.5 ms
    09:08:07  GET     404   /v1/pets/999          free        no animal 999  0.5 ms
    09:08:07  GET     401   /v1/pets              -           no Authorization header  0.5 ms
    09:08:07  GET     429   /v1/pets              free        no request is left in the minute  0.5 ms
    09:08:07  GET     200   /v1/pets/1            enterprise  scenario slow; “Rex” · 4999 of 5000 left  3.0 s
    09:08:07  GET     none  /v1/pets/1            enterprise  scenario hang; no answer was sent  never
    09:08:07  GET     cut   /v1/pets/1            enterprise  scenario reset; the connection was cut  0.5 ms
    09:08:07  GET     201   /v1/pets              pro         fault answers-201; 3 animals · 299 of 300 left  0.5 ms"
  `)
})

const hostile = '/v1/pets?x=\u001b[2J\u009b31m\r\n09:08:07  GET  /forged  200\u2028\u202e\ud800\u0000\u007f'

test('a hostile target stays in its line, and says nothing to the terminal', async () => {
  const line = await textOf(get(hostile))
  expect(line).toContain(
    '/v1/pets?x=\\u{1b}[2J\\u{9b}31m\\u{d}\\u{a}09:08:07  GET  /forged  200\\u{2028}\\u{202e}\\u{d800}\\u{0}\\u{7f}  enterprise',
  )
  expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
  expect(await textOf({ ...get('/v1/pets'), method: 'GET\u001b]0;x\u0007' })).not.toMatch(/\p{C}/u)
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
  const named = await logged(get('/v1/pets/1', key), {
    keys: { [key]: 'pro' },
    dataset: [{ id: 1, name: `Rex ${key} ${'x'.repeat(100_000)}`, categoryId: 1 }],
  })
  expect(textLine(named)).toMatch(/“Rex key-…/)
  expect(textLine(named).length).toBeLessThan(500)
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
