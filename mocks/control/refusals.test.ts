import { expect, test } from 'vitest'
import { get, testInstant } from '../testing/test-calls.ts'
import { refused, testControl } from './test-control.ts'

type Refusal = readonly [method: string, path: string, body: unknown, status: number, words: string]

const at = '/sandboxes/default'
const csv = 'id,name,categoryId,status\n9223372036854775807,"Rex, the ""first""",1,sold\n1,Tom,2,\n'
const rex = { name: 'x', categoryId: 1 }
const recorded = (reply: unknown) => ({ scenario: 'recorded', reply })

const clocks: readonly (readonly [body: unknown, words: string])[] = [
  [{}, 'mode, at'],
  [{ mode: 'frozn' }, 'did you mean "frozen"'],
  [{ mode: 'real', at: '2030-01-01' }, 'use the mode running'],
  [{ at: 0 }, 'at must be an instant'],
  [{ at: '1969-12-31T23:59:59Z' }, 'from 1970 to 9899'],
  [{ at: '9900-01-01T00:00:01Z' }, 'from 1970 to 9899'],
  [{ until: '2030-01-01' }, 'there is no member "until"'],
]

const scenarios: readonly (readonly [body: unknown, status: number, words: string])[] = [
  [{ scenario: 'rate-limitd' }, 400, 'Did you mean "rate-limited"'],
  [{ scenario: 'not-found', operation: 'listPets' }, 400, 'it applies only to getPet'],
  [{ scenario: 'empty', operation: 'listPet' }, 400, 'did you mean "listPets"'],
  [{ scenario: 'empty', calls: 0 }, 400, 'calls must be a whole number from 1'],
  [{ operation: 'listPets' }, 400, 'the member scenario is missing'],
  [{ scenario: 'flaky@3' }, 400, 'Only flaky takes a rate: from 0 to 1, as in flaky@0.3.'],
  [{ scenario: 'recorded' }, 400, 'needs either call'],
  [{ scenario: 'recorded', call: 7 }, 404, 'no call 7 in the journal. It holds 1 to 1. GET …/journal shows them'],
  [{ scenario: 'slow', call: 1 }, 400, 'call and reply go with the scenario recorded only'],
  [recorded({ status: 101 }), 400, 'status must be a whole number from 200 to 599, found 101'],
  [recorded({ status: 200, bodi: 'x' }), 400, 'did you mean "body"'],
  [recorded({ status: 200, headers: { 'a b': '1' } }), 400, '"a b" is no name of a header'],
  [recorded({ status: 200, headers: { a: '1\r\nSet-Cookie: b' } }), 400, 'no header can have'],
]

const profiles: readonly (readonly [body: unknown, words: string])[] = [
  [{ bann: 'never' }, 'Did you mean "ban"'],
  [{ ban: 'nevr' }, 'Allowed: never'],
]

const settings: readonly (readonly [body: unknown, words: string])[] = [
  [{}, 'it needs at least 1 of the members seed, scenario, fault'],
  [{ falt: 'list-redirects' }, 'there is no member "falt" (did you mean "fault"?)'],
  [{ fault: 'list-redirects', dataset: 'demo' }, 'there is no member "dataset"'],
  [{ fault: 5 }, 'fault must be the id of a fault, or null for none, found 5'],
  [{ seed: 0.5 }, 'seed must be a whole number'],
  [{ latencyMilliseconds: [2, 1] }, 'milliseconds from 0 to 600000, or the two ends of a range, found an array'],
  [{ journal: { entries: 0 } }, 'in journal, entries must be a whole number from 1 to 100000, found 0'],
  [{ fault: 'list-redirects', scenario: [{ scenario: 'empy' }] }, 'Did you mean "empty"'],
  [{ scenario: [{ scenario: 'recorded' }] }, 'Cannot play "recorded" without its reply'],
  [{ scenario: Array.from({ length: 101 }, () => ({ scenario: 'slow' })) }, 'an array of at most 100 scenarios'],
]

const keys: readonly (readonly [body: unknown, words: string])[] = [
  [{}, 'the member key is missing'],
  [{ key: 'a secret with spaces' }, '1 to 256 characters'],
  [{ key: 'my-secret-key', plan: 'prp' }, 'did you mean "pro"'],
  [{ key: 'my-secret-key', sandbox: 'No' }, 'sandbox must be a name of 1 to 64'],
  [{ key: 'my-secret-key', until: 'soon' }, 'expected an instant from 1970 to 9899'],
  [{ key: 'my-secret-key', from: '2027-01-02', until: '2027-01-01' }, 'its from is not before its until'],
  [{ 'my-secret-key': 'pro' }, 'there is no member'],
]

const quotas: readonly (readonly [sandbox: string, body: unknown, status: number, words: string])[] = [
  ['default', { remaining: 1 }, 400, 'the member key is missing'],
  ['default', { key: 'test_free' }, 400, 'it needs'],
  ['default', { key: 'test_free', remaining: 1, dayUsed: 1 }, 400, 'remaining goes without'],
  ['default', { key: 'test_free', remaining: 61 }, 400, 'from 0 to 60'],
  ['default', { key: 'test_fre', remaining: 1 }, 404, 'There is no key'],
  ['other', { key: 'test_free', remaining: 1 }, 400, 'its calls are in the sandbox "default"'],
  ['default', { key: 'test_free.other', remaining: 1 }, 400, 'its calls are in the sandbox "other"'],
]

/** What takes the place of all animals, or is loaded beside them. */
const loads: readonly (readonly [body: unknown, words: string])[] = [
  [
    { file: 'a.csv', content: `${csv}2,Max,1,slod\n` },
    'a.csv:\n  line 4, status: expected one of available, pending, sold, or nothing at all, found "slod"',
  ],
  [{ file: 'a.csv', content: csv.replace('Tom,2', 'Tom,x') }, 'line 3, categoryId: expected an int64, found "x"'],
  [{ file: 'a.xlsx', content: '' }, 'the name of the file must end in one of .json, .ndjson, .csv, found "a.xlsx"'],
  [{ dataset: 'demmo' }, 'There is no dataset "demmo". Did you mean "demo"?'],
  [{ dataset: 'large', count: 100_001 }, 'count must be a whole number from 0 to 100000, found 100001'],
  [{ dataset: 'one', count: 5 }, 'Cannot load "one" with 5 animals: it has 1.'],
  [{ dataset: 'demo', cuont: 5 }, 'there is no member "cuont" (did you mean "count"?)'],
  [5, 'an object with dataset, count, seed, or an object with file, content; found 5'],
  [[{ categoryId: 1 }], 'in item 1, the member name is missing'],
  [[5, 5].map((id) => ({ id, ...rex })), 'item 2 of the body has the id 5 that one'],
  [[JSON.parse('{"name":"Rex","categoryId":1,"__proto__":{"status":"sold"}}')], 'there is no member "__proto__"'],
]

const links: readonly (readonly [link: string, words: string])[] = [
  ['fault=answers-20', 'Did you mean "answers-201"?'],
  ['dataset=demmo', 'Did you mean "demo"?'],
  ['scenario=slow:0', 'calls of a scenario: expected a whole number from 1 on, found 0.'],
  ['dataset=large&count=100001', 'The part count may be 100000 at most here; a mock can start with more.'],
  [Array.from({ length: 101 }, () => 'scenario=slow').join('&'), 'There may be 100 scenarios at most.'],
  ['nonsense', 'There is no part "nonsense".'],
]

const filters: readonly (readonly [query: string, words: string])[] = [
  ['?status=20', 'status must be a whole number from 100 to 599'],
  ['?operation=listpet', 'did you mean "listPets"'],
  ['?scenario=emty', 'Did you mean "empty"'],
  ['?stauts=200', 'did you mean "status"'],
]

const statusOfLoad = (words: string) => (words.startsWith('There is no dataset') ? 404 : 400)

const refusals: readonly Refusal[] = [
  ['DELETE', '/sandboxes/defalt', undefined, 404, 'Did you mean "default"'],
  ['GET', '/sandboxes/pr-1/held', undefined, 404, 'There are: default'],
  ['GET', '/sandboxes?x=1', undefined, 400, 'there is no parameter "x"'],
  ['POST', `${at}/snapshots/befor/restore`, undefined, 404, 'Did you mean "before"'],
  ['POST', `${at}/reset`, { animals: true }, 400, 'the body: there is no member "animals", none are allowed.'],
  ['PATCH', `${at}/settings`, { fault: 'answers-20' }, 400, 'Did you mean "answers-201"'],
  ['POST', `${at}/held/release`, { reply: { status: 99 } }, 400, 'status'],
  ['GET', `${at}/conduct?seen=all`, undefined, 400, 'seen'],
  ...clocks.map(([body, words]): Refusal => ['PATCH', `${at}/settings`, { clock: body }, 400, words]),
  ...[1e300, -1e300, 290_000_000_000, 249_500_000_000, -2_000_000_000, '60', null].map((seconds): Refusal => [
    'POST',
    `${at}/clock/advance`,
    { seconds },
    400,
    '',
  ]),
  ...scenarios.map(([body, status, words]): Refusal => ['POST', `${at}/scenarios`, body, status, words]),
  ...profiles.map(([profile, words]): Refusal => ['PATCH', `${at}/settings`, { profile }, 400, words]),
  ...settings.map(([body, words]): Refusal => ['PATCH', `${at}/settings`, body, 400, words]),
  ...keys.map(([body, words]): Refusal => ['POST', '/keys', body, 400, words]),
  ...quotas.map(([name, body, status, words]): Refusal => ['PUT', `/sandboxes/${name}/quotas`, body, status, words]),
  ...loads.flatMap(([body, words]): Refusal[] => [
    ['PUT', `${at}/animals`, body, statusOfLoad(words), words],
    ['POST', `${at}/animals/load`, body, statusOfLoad(words), words],
  ]),
  ['PUT', `${at}/animals`, [{ id: 1, ...rex }, rex], 400, 'in item 2, the member id is missing: an int64'],
  ['POST', `${at}/animals`, { name: 'x' }, 400, 'categoryId is missing'],
  ['POST', `${at}/animals`, { name: 'x', categoryId: 1.5 }, 400, 'categoryId must be an int64'],
  ['POST', `${at}/animals`, '{"name":"x","categoryId":9223372036854775808}', 400, 'found 9223372036854775808'],
  ['POST', `${at}/animals`, { ...rex, colour: 'red' }, 400, 'there is no member "colour"'],
  ['PATCH', `${at}/animals/1`, { id: 5 }, 400, 'there is no member "id"'],
  ['PATCH', `${at}/animals/99`, { name: 'x' }, 404, 'There is no animal 99'],
  ['PATCH', `${at}/animals/01`, { name: 'x' }, 404, 'an id is an int64'],
  ['DELETE', `${at}/animals/9223372036854775808`, undefined, 404, 'an id is an int64'],
  ['GET', `${at}/animals?limit=0`, undefined, 400, 'limit must be a whole number from 1 to 1000'],
  ['GET', `${at}/animals?limit=5&limit=6`, undefined, 400, '"limit" is there twice'],
  ['GET', `${at}/animals?ofset=1`, undefined, 400, 'did you mean "offset"'],
  ['GET', `${at}/animals/export?format=xml`, undefined, 400, 'one of json, ndjson, csv'],
  ...links.map(([link, words]): Refusal => ['PUT', `${at}/link`, { link }, 400, words]),
  ['PUT', `${at}/link`, { link: '', animals: [1, 1].map((id) => ({ id, ...rex })) }, 400, 'the id 1'],
  ...filters.flatMap(([query, words]) =>
    ['', '/count', '/wait', '/events', '/export'].map((end): Refusal => [
      'GET',
      `${at}/journal${end}${query}`,
      undefined,
      400,
      words,
    ]),
  ),
]

test.each(refusals)('%s %s with %j is refused with %d, and nothing changes: %s', async (...refusal) => {
  const [method, path, body, status, words] = refusal
  const { ask, valueOf, store } = testControl({ dataset: 'one', realNow: () => testInstant })
  await store.answer(get('/v1/pets'))
  await store.sandbox().snapshot('before')
  store.sandbox('other')
  const state = () =>
    Promise.all(['', '/keys', at, `${at}/animals`, `${at}/link`].map((shown) => valueOf('GET', shown)))
  const before = await state()
  const asked = await ask(method, path, body)
  expect(asked).toMatchObject(refused(status, words))
  expect(asked.message).not.toContain('secret')
  expect(await state()).toEqual(before)
})
