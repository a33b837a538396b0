import { expect, test } from 'vitest'
import type { Call } from '../entry.ts'
import { get, post, testFault, testStore } from '../testing/test-calls.ts'

const list = (key: string | null, headers: Call['headers'] = {}) => get('/v1/pets', key, headers)
const preferring = (prefer: string) => list('test_pro', { prefer })

// The outcomes of all steps, with what forced them in braces and ! at the one that decided, and one of the sentences.
test.each<readonly [call: Call, outcomes: string, sentence: string]>([
  [list('test_pro'), 'valid(test_pro) passed answered!', 'Key test_pro: pro plan, sandbox default (section 5).'],
  [list('sk-own-key'), 'valid(sk-o…) passed answered!', 'Key sk-o…: pro plan, sandbox default (section 5).'],
  [list(null), 'missing!', 'No valid key: no Authorization header (section 5).'],
  [
    list(null, { authorization: 'Basic c2VjcmV0' }),
    'not-bearer!',
    'No valid key: the Authorization header is not "Bearer" and one key (section 5).',
  ],
  [list('nobody'), 'unknown!', 'No valid key: no such key (section 5).'],
  [list('test_revoked'), 'revoked!', 'No valid key: the key is revoked (section 5).'],
  [list('test_expired'), 'expired!', 'No valid key: the key is expired (section 5).'],
  [list('over'), 'expired!', 'No valid key: the key expired at 2026-12-01T00:00Z (section 5).'],
  [list('soon'), 'not-yet-valid!', 'No valid key: the key is not valid before 2030-01-01T00:00Z (section 5).'],
  [
    preferring('scenario=unauthorised'),
    'refused(unauthorised) scenario(unauthorised)!',
    'No valid key: the scenario refuses every key (section 5).',
  ],
  [
    list('test_pro', { 'x-mock-sandbox': 'No such' }),
    'valid(test_pro) passed replaced! undocumented-status',
    'Key test_pro: pro plan, sandbox default (section 5).',
  ],
  [list('test_free_exhausted'), 'valid(test_free_exhausted) used-up!', 'No request is left in the minute (section 8).'],
  [list('test_banned'), 'valid(test_banned) banned!', 'The key is banned for a while (section 8).'],
  [
    preferring('scenario=last-request'),
    'valid(test_pro) passed(last-request) scenario(last-request) answered!',
    '0 of 300 requests are left in the minute (section 8).',
  ],
  [
    preferring('scenario=empty'),
    'valid(test_pro) passed scenario(empty)! replaced(empty)',
    'Scenario empty was played.',
  ],
  [
    preferring('example=empty'),
    'valid(test_pro) passed example(empty)! replaced(empty)',
    'The example empty was asked for.',
  ],
  [
    preferring('code=418'),
    'valid(test_pro) passed replaced! undocumented-status',
    'The interface names no reply with the status 418.',
  ],
  [preferring('scenario=hang'), 'valid(test_pro) passed scenario(hang) answered hang(hang)!', 'No answer was sent.'],
  [
    preferring('scenario=hold'),
    'valid(test_pro) passed scenario(hold) answered hold(hold)!',
    'The reply was held back; whoever releases it may change it.',
  ],
  [get('/v1/orders', 'test_pro'), 'valid(test_pro) passed unknown-path!', 'The path is not documented (section 4).'],
  [
    { ...list('test_pro'), method: 'PUT' },
    'valid(test_pro) passed wrong-method!',
    'The path is documented, the method is not (section 4).',
  ],
  [
    { ...post(undefined, 'test_pro'), isBodyTooLarge: true },
    'valid(test_pro) passed answered! request-too-large undocumented-status',
    'The body of the request is too large, and was not kept.',
  ],
  [get('/favicon.ico'), 'outside!', 'The address is not below that of the interface, which ends in /v1.'],
])('says of each step what it decided, as data and in words (%#)', async (call, outcomes, sentence) => {
  const keys = {
    'sk-own-key': 'pro',
    over: { until: '2026-12-01T00:00Z' },
    soon: { from: '2030-01-01T00:00Z' },
  } as const
  const store = testStore({ keys })
  await store.answer(call)
  const [entry] = store.sandbox().journal.entries()
  const said = entry?.steps.map(
    ({ outcome, by, decided }) => `${outcome}${by === undefined ? '' : `(${by})`}${decided ? '!' : ''}`,
  )
  expect(said?.join(' ')).toBe(outcomes)
  expect(entry?.reason).toContain(sentence)
  expect(entry?.reason).toHaveLength(said?.length ?? 0)
})

test('a fault is a step of the calls in which it did something', async () => {
  const store = testStore({ fault: testFault })
  await store.answer(list(null))
  await store.answer(get('/v1/pets/999'))
  expect(
    store
      .sandbox()
      .journal.entries()
      .map(({ fault }) => fault),
  ).toEqual([null, null])
  await store.answer(list('test_pro'))
  const entry = store.sandbox().journal.entries().at(-1)
  expect(entry?.steps.slice(-2)).toEqual([
    { step: 'fault', outcome: 'fault', by: testFault, decided: true },
    { step: 'transport', outcome: 'undocumented-status', status: 201 },
  ])
  expect(entry?.reason).toContain('Fault answers-201 took part: the reply may break the interface on purpose.')
})

test.each([
  [list('test_pro'), 'Operation listPets (section 4.1).'],
  [get('/v1/pets/999', 'sk-own-key'), 'Operation getPet: no animal 999 (section 4.3).'],
  [get('/v1/pets/sk-own-key\u00fc', 'sk-own-key'), 'Operation getPet: no animal sk-o?? (section 4.3).'],
  [list(null), 'No valid key: no Authorization header (section 5).'],
  [list('test_free_exhausted'), 'No request is left in the minute (section 8).'],
  [list('test_banned'), 'The key is banned for a while (section 8).'],
  [list('test_pro', { prefer: 'code=429' }), 'Scenario rate-limited was played.'],
  [list('test_pro', { prefer: 'scenario=malformed-json' }), 'Scenario malformed-json was played.'],
] as const)('a reply says why if the call prefers it, and else nothing (%#)', async (call, why) => {
  const options = { keys: { 'sk-own-key': 'pro' }, profile: { 'banned-key': 'unauthorized' } } as const
  const answer = async ({ headers }: Call) => (await testStore(options).answer({ ...call, headers })).headers
  expect(await answer(call)).not.toHaveProperty('X-Mock-Why')
  const { prefer = 'respond-async' } = call.headers
  const page = { origin: 'https://shop.test' }
  const asked = await answer({ ...call, headers: { ...call.headers, ...page, prefer: `${prefer}, Why` } })
  expect(asked['X-Mock-Why']).toBe(why)
  expect(asked['Access-Control-Expose-Headers']).toContain('X-Mock-Why')
})

test('a reply says that a fault is on, and that the call names no sandbox', async () => {
  const store = testStore({ fault: testFault, strictSandboxes: true })
  const why = async (key: string) => (await store.answer(list(key, { prefer: 'why' }))).headers['X-Mock-Why']
  const fault = 'Fault answers-201 took part: the reply may break the interface on purpose.'
  expect(await why('test_pro.shop')).toBe(fault)
  expect(await why('test_pro')).toBe('The call names no sandbox, and this mock asks for one.')
})
