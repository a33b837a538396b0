import { expect, test } from 'vitest'
import { createAnimalStore } from '../../../entry.ts'
import { get, post, testStore } from '../../../testing/test-calls.ts'
import { bestCall, isInHeaders, tryNext } from './best-call.ts'

const vitestOf = (expected: unknown, received: unknown) =>
  `- Expected\n+ Received\n\n- ${String(expected)}\n+ ${String(received)}`
const vitest = (received: string) => vitestOf(3, received)
const pet = (categoryId: bigint) => ({ name: 'Rexx', categoryId })

test.each([
  ['another name, which a list had', 'Expected: "Rex"\nReceived: "Rexx"', 7, /as documented/],
  ['a member of an object', vitest('    "name": "Rexx",'), 7, /as documented/],
  ['a name in words of node:assert', "Expected values to be strictly equal:\n\n'Rexx' !== 'Rex'", 7, /as documented/],
  [
    'a list that is too short',
    'expected [ { id: 2, …(3) } ] to have a length of 9 but got 1\n' + vitest('1'),
    6,
    /as doc/,
  ],
  ['what has to do with no call', 'expected 2 to be 3 // Object.is equality\n' + vitest('2'), undefined, /Go through/],
  ['a status', 'expect(received).toBe(expected)\n\nExpected: 200\nReceived: 404', 1, /Add the animal first/],
  ['the status of a refused request', 'Error: Request failed with status code 400', 3, /Mend the request: limit=500/],
  ['a text of a page', 'Received string: "Rexx is gone"', undefined, /Go through/],
  ['a status in a text of a page', 'Received string: "It broke: 404"', 1, /Add the animal first/],
  ['a scenario', 'expected 429 to be 200', 2, /The test played banned/],
  ['a key', vitest('  "status": 401,'), 5, /such as test_pro/],
  [
    'nothing, and then an object in a second error',
    'AssertionError: expected 2 to be 3\n    at a.test.ts:1:1\n\nAssertionError: expected { code: \'not_found\', …(2) } to have property "name"',
    1,
    /^Add the animal first/,
  ],
  [
    'no member of an object',
    `expected { code: 'not_found' } to have property "name"\n${vitest('undefined')}`,
    1,
    /^Add/,
  ],
  [
    'a status that many calls had, and then a name of one',
    `AssertionError: expected 200 to be 404\n${vitest('200')}\n\nAssertionError: expected 'Rexx' to be 'Rex'\n${vitest('"Rexx"')}`,
    7,
    /as doc/,
  ],
  [
    'a number',
    "expected 4 to be '4' // Object.is equality",
    7,
    /^The types differ: the test received 4, and expects '4'\.$/,
  ],
  [
    'a number for a text',
    '-   "id": "4",\n+   "id": 4,',
    7,
    /^The types differ: the test received "id": 4, and expects "id": "4"\.$/,
  ],
  ['a refused value', 'expected 400 to be 200', 3, /limit=500 is refused\. It must be one integer from 1 to 100\.$/],
  ['a name in capitals', '+   "REXX",', 7, /as documented/],
  ['a number of calls', vitest('5'), undefined, /^5 listPets calls came, which/],
  ['undefined', `expected undefined to be 'Rex'\n${vitest('undefined')}`, 5, /after this call was refused, perhaps/],
])('a test that received %s is led to the call that had it', async (_what, failure, number, advice) => {
  const store = testStore()
  await store.answer(get('/v1/pets/7'))
  await store.answer(get('/v1/pets?limit=1', 'test_pro', { prefer: 'scenario=banned' }))
  await store.answer(get('/v1/pets?limit=500'))
  await store.answer(post({ name: 'Rexx', categoryId: 1 }))
  await store.answer(get('/v1/pets', 'wrong'))
  await store.answer(get('/v1/pets?status=sold'))
  await store.answer(get('/v1/pets'))
  const calls = store.sandbox().journal.entries().toReversed()
  const best = bestCall(calls, failure)
  expect(best?.call.number).toBe(number)
  expect(tryNext(best, calls, failure)).toMatch(advice)
})

const refused = /^The test failed after this call was refused, perhaps because of it\. /

test.each([
  ['an app that takes 429 for a list', 'TypeError: pets.map is not a function', ['banned', ''], 1, refused],
  ['the last of its calls', 'Error: Could not load', ['banned', 'server-error', ''], 2, refused],
  ['a text that is not there', 'Received: <element(s) not found>', ['banned', ''], 1, refused],
  ['a line with the number of a status', 'Error: Oh\n    at a.ts:429:7', ['banned', 'server-error'], 2, refused],
  ['its only call', 'expected false to be true', [''], 1, /was answered, perhaps .* as documented/],
  ['several good calls', 'TypeError: pets.map is not a function', ['', ''], undefined, /Go through/],
  ['a value of no call', 'expected 2 to be 3', ['banned'], undefined, /Go through/],
  [
    'a slow answer',
    'Error: Test timed out in 500ms.',
    ['slow', 'banned'],
    1,
    /^The test played slow: .* took 3.0 s more/,
  ],
  ['a cut', 'TypeError: fetch failed', ['reset', ''], 1, /^The test played reset: the connection was cut\./],
  ['no answer', 'AbortError: This operation was aborted', ['hang', ''], 1, /^The test played hang: no answer was sent/],
  ['a held answer', 'Timeout: 5000ms', ['hold', ''], 1, /^The test played hold: the answer was held back/],
])('a test that failed by %s is led to the call that may be why', async (_what, failure, scenarios, number, advice) => {
  const store = testStore()
  for (const scenario of scenarios)
    await store.answer(get('/v1/pets', 'test_pro', scenario === '' ? {} : { prefer: `scenario=${scenario}` }))
  const calls = store.sandbox().journal.entries().toReversed()
  const best = bestCall(calls, failure)
  expect(best?.call.number).toBe(number)
  expect(tryNext(best, calls, failure)).toMatch(advice)
})

const rounded = vitestOf('9007199254740993n', '9007199254740992')

test.each([
  [
    'a number that was rounded before it was sent',
    [post(pet(2n ** 53n)), get('/v1/pets')],
    rounded,
    1,
    /^The request had 9007199254740992 already: your code rounded 9007199254740993,/,
  ],
  [
    'a number that was rounded as it was read',
    [post(pet(2n ** 53n + 1n))],
    rounded,
    1,
    /^The reply has 9007199254740993, .* JSON.parse/,
  ],
  ['a status under a throttle', [get('/v1/pets/9')], 'expected 404 to be 200', 1, /^Add the animal first/],
  [
    'no answer under a throttle',
    [get('/v1/pets')],
    'AbortError: This operation was aborted',
    1,
    /^The test added a delay: its answer took 2.0 s more/,
  ],
  [
    'a key with no request left',
    [get('/v1/pets', 'test_free_exhausted')],
    'expected 429 to be 200',
    1,
    /^Take a key of a larger plan/,
  ],
  ['a banned key', [get('/v1/pets', 'test_banned')], 'expected 429 to be 200', 1, /test_banned is always banned/],
  [
    'an address beside that of the mock',
    [{ ...get('/pets'), missed: 'GET https://a.test/pets missed the mock.' }],
    'expected 404 to be 200',
    1,
    /ends in \/v1/,
  ],
  [
    'what no call has, though one was refused',
    [post({ name: 'Max', categoryId: '1' }), get('/v1/pets')],
    "expected 'Nobody' to be 'Max'",
    undefined,
    /^Go through the calls: .* For one, call 1 was refused: categoryId must be an int64\.$/,
  ],
  [
    'another name, where no animal was added',
    [post({ name: 'Max', categoryId: '1' }), get('/v1/pets')],
    vitestOf('"Max"', '"Coco"'),
    1,
    /^Mend the request: .*categoryId.* Call 2, which has what the test received, came after this call was refused\.$/,
  ],
  [
    'another name, where the connection was cut',
    [post(pet(1n), 'test_enterprise', { prefer: 'scenario=reset' }), get('/v1/pets/3')],
    vitestOf('"Rexx"', '"Coco"'),
    1,
    /^The test played reset: .* came after this call got no answer\.$/,
  ],
  [
    'another name, where an animal was added in the end',
    [post({ name: 'Max', categoryId: '1' }), post(pet(1n)), get('/v1/pets')],
    vitestOf('"Max"', '"Coco"'),
    3,
    /as documented: .* Before it, call 1 was refused: .*categoryId.*[^.]\.$/,
  ],
  [
    'the name of one animal, which a list had later',
    [get('/v1/pets/3'), get('/v1/pets'), get('/v1/pets/2')],
    vitestOf('"Max"', '"Coco"'),
    1,
    /as documented/,
  ],
  [
    'false, with a refused call after a good one',
    [get('/v1/pets'), get('/v1/pets?limit=500')],
    'expected false to be true',
    2,
    /was refused, perhaps .* It may also be about call 1, the last that was answered\.$/,
  ],
])('a test that failed by %s is told so', async (_what, sent, failure, number, advice) => {
  const store = testStore({ latencyMilliseconds: 2000 })
  for (const call of sent) await store.answer(call)
  const calls = store.sandbox().journal.entries().toReversed()
  const best = bestCall(calls, failure)
  expect(best?.call.number).toBe(number)
  expect(tryNext(best, calls, failure)).toMatch(advice)
})

test('what was received is looked for in the headers of a reply', async () => {
  const store = testStore()
  await store.answer(get('/v1/pets', 'test_free_exhausted'))
  const [call] = store.sandbox().journal.entries()
  expect(call && ['50', '51'].map((wait) => isInHeaders(call, `expected ${wait} to be greater than 100`))).toEqual([
    true,
    false,
  ])
})

const tooShort = /^Without limit, a list has at most 20 animals, and there are 60: .* limit=100\.$/

test.each([
  ['/v1/pets', 60, vitestOf(60, 20), tooShort],
  ['/v1/pets', 60, 'expected 20 to be greater than 20', tooShort],
  ['/v1/pets', 60, vitestOf(10, 20), /as documented/],
  ['/v1/pets', 60, vitestOf('"300"', '"299"'), /as documented/],
  ['/v1/pets', 20, vitestOf(60, 20), /as documented/],
  ['/v1/pets?limit=20', 60, vitestOf(60, 20), /as documented/],
  [
    '/v1/pets?limit=2&offset=2',
    60,
    vitestOf('"Bo"', '"Rex"'),
    /^listPets has no parameter offset: it takes limit and status\. /,
  ],
])(
  'a list by %s where there are %i animals is told apart by its limit: %j',
  async (target, animals, failure, advice) => {
    const store = createAnimalStore({ dataset: 'demo' })
    await store.answer(get(target))
    const [call] = store.sandbox().journal.entries()
    expect(tryNext(call && { call, isGuess: false }, call ? [call] : [], failure, animals)).toMatch(advice)
  },
)

test('an animal that was added is said to stand beyond the end of a list without limit', async () => {
  const store = createAnimalStore({ dataset: 'demo' })
  await store.answer(post({ name: 'Zed', categoryId: 1 }))
  await store.answer(get('/v1/pets'))
  const calls = store.sandbox().journal.entries().toReversed()
  const failure = "expected [ 'Bella', …(19) ] to include 'Zed'"
  const best = calls[0] && { call: calls[0], isGuess: false }
  expect(tryNext(best, calls, failure, 61)).toBe('Zed is animal 61, and the list has 20 of 61: ask with limit=100.')
  expect(tryNext(best, calls, failure.replace('Zed', 'Ann'), 61)).toMatch(/as documented/)
})
