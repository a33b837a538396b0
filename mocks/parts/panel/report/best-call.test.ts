import { expect, test } from 'vitest'
import type { Call } from '../../../entry.ts'
import { get, post, testStore } from '../../../testing/test-calls.ts'
import { leadOf } from './best-call.ts'
import { receivedMarker } from './received.ts'

const vitest = (received: string) => `- Expected\n+ Received\n\n- 3\n+ ${received}`
const pet = (categoryId: bigint | string) => post({ name: 'Rexx', categoryId })
const playing = (scenario: string) => get('/v1/pets', 'test_pro', { prefer: `scenario=${scenario}` })
const list = get('/v1/pets')
const rounded = 'expected 9007199254740992 to be 9007199254740993n'
const wrong = 'TypeError: pets.map is not a function'

/** How a test failed, its calls, which of them is shown, and what is said of it. */
type Row = readonly [failure: string, sent: readonly Call[], number: number | undefined, said: RegExp]

test.each<Row>([
  [rounded, [pet(2n ** 53n), list], 1, /^Its request has 9007199254740992 already\. .* JSON\.parse/],
  [rounded, [pet(2n ** 53n + 1n), get('/v1/pets/4')], 2, /^Its reply has 9007199254740993, with every digit\./],
  [
    'Error: Test timed out in 500ms.',
    [playing('slow'), list],
    1,
    /^The test got no answer, and here the answer was late\. slow was played/,
  ],
  [
    'TypeError: fetch failed',
    [playing('reset'), list],
    1,
    / got no answer, and here the connection was cut\. reset was played/,
  ],
  ['Timeout: 5000ms', [playing('hold'), list], 1, /hold was played/],
  [
    vitest('"Tom"'),
    [pet('1'), list],
    1,
    /^This createPet was refused before call 2, whose reply has "Tom", which .*Mend/,
  ],
  [vitest('"Rexx"'), [pet(1n), list], 2, /^Its reply has "Rexx", which the test received, like 1 other\.$/],
  ['expected [] to deeply equal [ 1 ]\n\n+ 0', [playing('empty'), list], 1, /^Its reply is a list of 0 animals, which/],
  [
    vitest('  "categoryId": 1,\n+   "name": "Rexx",'),
    [post({ name: 'Bo', categoryId: 1n }), pet(1n), playing('reset'), list],
    4,
    /^Its reply has "Rexx", which the test received, like 1 other\. /,
  ],
  [vitest('"Tom"'), [pet('1'), pet(1n), list], 3, /"Tom", .* Before it, call 1 was refused: categoryId must/],
  ["Expected values to be strictly equal:\n\n'TOM' !== 'Rex'", [list], 1, /^Its reply has "TOM"/],
  [vitest('"Tom"'), [list, get('/v1/pets/2'), list], 2, /^Its reply has "Tom", which the test received, like 2 others/],
  [
    'Error: Oh\n\nexpected 3 to be 1\n\nexpected 404 to be 200',
    [get('/v1/pets/9'), list],
    1,
    /404.* Add the animal first/,
  ],
  [
    'Error: Request failed with status code 400',
    [get('/v1/pets?limit=500'), list],
    1,
    /limit=500 is refused\. It must be/,
  ],
  [
    vitest('"Nobody"'),
    [playing('banned'), list],
    1,
    /^No reply has what the test received\. This is the latest call .* banned/,
  ],
  [wrong, [get('/v1/pets', 'wrong'), list], 1, /^This is the latest call that was refused, .* such as test_pro/],
  [wrong, [get('/v1/pets', 'test_free_exhausted')], 1, /Take a key of a larger plan/],
  [wrong, [get('/v1/pets', 'test_banned')], 1, /test_banned is always banned/],
  [wrong, [{ ...get('/pets'), missed: 'GET https://a.test/pets missed the mock.' }], 1, /ends in \/v1/],
  [wrong, [get('/v1/pets?offset=2')], 1, /^It is the only call\. listPets has no parameter offset/],
  [wrong, [list, list], undefined, /^No call stands out: none went wrong/],
  [wrong, [], undefined, /^No call came\. If the app should have called/],
])('a test that failed by %j is led to the call that its page shows', async (failure, sent, number, said) => {
  const store = testStore()
  for (const call of sent) await store.answer(call)
  const { call, why, advice = '' } = leadOf(store.sandbox().journal.entries().toReversed(), failure)
  expect([call?.number, `${why} ${advice}`.trim()]).toEqual([number, expect.stringMatching(said)])
})

test('a list that has the first of many animals is said to', async () => {
  const store = testStore()
  for (let count = 0; count < 30; count++) await store.answer(pet(1n))
  await store.answer(list)
  const [call] = store.sandbox().journal.entries().toReversed()
  expect(leadOf(call ? [call] : [], 'expected 20 to be 33', 33).advice).toMatch(
    /and there are 33: limit=100 asks for more/,
  )
})

test('what a test received stands out in a reply, as a member and as a header', () => {
  const lines = ['  "id": 7,', '    "id": 7', '  "name": "Rex"', '7', '17']
  expect(lines.filter(receivedMarker('expected 7 to be 8'))).toEqual(['  "id": 7,', '7'])
  expect(lines.filter(receivedMarker(vitest('  "name": "Rex",')))).toEqual(['  "name": "Rex"'])
  expect(['  "categoryId": 9007199254740993'].filter(receivedMarker(rounded))).toHaveLength(1)
})
