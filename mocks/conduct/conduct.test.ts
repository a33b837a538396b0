import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnimalStore, Call } from '../entry.ts'
import { get, post, testStore } from '../testing/test-calls.ts'
import { clauses } from '../../spec/index.ts'
import { ConductWatch, conductText, ruleIds, rules } from './conduct.ts'
import { type RuleId, conductOf } from './index.ts'

const dog = { name: 'Rex', categoryId: 1 }
const list = get('/v1/pets')

// Only the clock of the sandbox moves. Rules look at real time, too, and on a busy machine more of it passes than they allow.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(1000))
afterEach(() => vi.restoreAllMocks())

/** A call, or seconds that pass between two. */
type Step = Call | number

async function play(store: AnimalStore, ...steps: readonly Step[]) {
  const sandbox = store.sandbox()
  for (const step of steps) {
    if (typeof step === 'number') sandbox.clock.advance(step * 1000)
    else await store.answer(step)
  }
  return sandbox
}

/** The same call again and again, with so many seconds before each but the first. */
function again(call: Call, ...pauses: readonly number[]): Step[] {
  return [call, ...pauses.flatMap((pause) => [pause, call])]
}

const limited = get('/v1/pets', 'test_free', { prefer: 'scenario=rate-limited' })
const otherLimited = get('/v1/pets?limit=5', 'test_free', { prefer: 'scenario=rate-limited' })
const even = (seconds: number, count: number) => Array.from({ length: count }, () => seconds)
const freeList = get('/v1/pets', 'test_free')
const failing = get('/v1/pets', 'test_free', { prefer: 'scenario=server-error' })
const slowlyFailing = get('/v1/pets', 'test_free', { prefer: 'scenario=server-error, delay=400' })
const cut = post(dog, 'test_pro', { prefer: 'scenario=reset' })
const large = { id: 9_007_199_254_740_993n, name: 'Max', categoryId: 1 } as const

/** What breaks a rule, with what is said of it; and what looks like it and keeps it. The minute ends after 50 seconds. */
const shown: Readonly<Record<RuleId, { breaks: [Step[], text: string, calls: number[]][]; keeps: Step[][] }>> = {
  'early-retry': {
    breaks: [
      [again(limited, 5), 'the same request again 5 s after a 429 whose Retry-After said 50 s', [1, 2]],
      // A loop without pauses.
      [again(limited, ...even(0.04, 9)), '0.08 s after', [1, 3]],
      [[limited, 1, otherLimited, 1, limited], '2 s after', [1, 3]],
    ],
    keeps: [again(limited, 0), again(limited, 50), [limited, otherLimited], [limited, get('/v1/pets', 'test_pro')]],
  },
  'repeat-at-once': {
    breaks: [
      [again(limited, 0), 's after a 429 whose Retry-After said 50 s', [1, 2]],
      [again(limited, 0.03), '0.03 s after', [1, 2]],
    ],
    keeps: [again(limited, 1), again(list, 0), [limited, otherLimited]],
  },
  'no-back-off': {
    breaks: [
      [again(limited, 1, 1, 1), 'four refused tries in a row, each 1 s or less', [1, 2, 3, 4]],
      [again(limited, 0, 0), 'the same request three times in a row, each at once after an answer of 429', [1, 2, 3]],
      [again(failing, 0.02, 0.05), 'each at once after an answer of 500', [1, 2, 3]],
      [again(slowlyFailing, 0.41, 0.44), 'each at once after an answer of 500', [1, 2, 3]],
    ],
    keeps: [
      again(limited, 1, 2, 4, 8),
      again(limited, 1, 1),
      again(limited, 0),
      again(failing, 0),
      // Three parts of a page ask at the same time.
      again(slowlyFailing, 0.1, 0.1),
      [failing, freeList, failing, freeList, failing],
      again(list, 0, 0),
      [...again(limited, 1, 1), list, freeList, ...again(limited, 1)],
    ],
  },
  'limit-outside': {
    breaks: [
      [[get('/v1/pets?limit=0')], 'limit=0', [1]],
      [[get('/v1/pets?status=sold&limit=101')], 'limit=101', [1]],
    ],
    keeps: [[get('/v1/pets?limit=1'), get('/v1/pets?limit=100')]],
  },
  'unlabelled-body': {
    breaks: [
      [[post(dog, 'test_pro', { 'content-type': 'text/plain' })], 'a body labelled text/plain', [1]],
      [[post(dog, 'test_pro', { 'content-type': undefined })], 'a body labelled as nothing', [1]],
    ],
    keeps: [[post(dog, 'test_pro', { 'content-type': 'Application/JSON; charset=utf-8' }), list]],
  },
  'deprecated-operation': { breaks: [[[list, get('/v1/pets/1')], 'getPet', [2]]], keeps: [[list, post(dog)]] },
  'invalid-request': {
    breaks: [
      [[get('/v1/pets?limit=ten')], 'limit=ten, which is no integer', [1]],
      [[get('/v1/pets?status=gone')], 'status=gone', [1]],
      [[get('/v1/pets?status=sold&status=sold')], 'status more than once', [1]],
      [[get('/v1/pets/rex')], 'the petId rex, which is no int64', [1]],
      [[post(undefined)], 'no body', [1]],
      [[post({ name: 'Rex', status: 'gone' })], 'a body that is no NewPet: see categoryId, status', [1]],
    ],
    keeps: [[get('/v1/pets?limit=5&status=sold'), get('/v1/pets/-1'), post(dog)]],
  },
  'unknown-parameter': {
    breaks: [
      [[get('/v1/pets?limit=2&offset=2')], 'listPets has no parameter offset: it takes limit and status', [1]],
      [[get('/v1/pets/1?full=yes')], 'getPet has no parameter full: it takes none in a query', [1]],
    ],
    keeps: [[get('/v1/pets?limit=5&status=sold'), get('/v1/pets?cursor=p1')]],
  },
  'key-in-address': {
    breaks: [
      [[get('/v1/pets?key=test_pro', null)], 'a key in the address', [1]],
      [[get('/v1/pets?key=shop%2Dkey-1', null)], 'a key in the address', [1]],
      [[get('/v1/pets?token=own', 'own')], 'a key in the address', [1]],
    ],
    keeps: [[get('/v1/pets?key=none'), get('/v1/pets?status=sold')]],
  },
  'rounded-id': {
    breaks: [
      [[list, get('/v1/pets/9007199254740992')], '9007199254740992, though the service gave 9007199254740993', [1, 2]],
    ],
    keeps: [
      [list, get('/v1/pets/9007199254740993')],
      [get('/v1/pets/9007199254740992'), list],
      [list, get('/v1/pets/1')],
    ],
  },
  'repeated-creation': {
    breaks: [[again(cut, 1), 'the same animal again after an answer that got lost', [1, 2]]],
    keeps: [
      again(post(dog), 1),
      [cut, post({ ...dog, name: 'Tom' })],
      again(get('/v1/pets', 'test_pro', { prefer: 'scenario=reset' }), 1),
    ],
  },
}

const stores = () =>
  testStore({ dataset: [{ id: 1, name: 'Tom', categoryId: 1 }, large], keys: { 'shop-key-1': 'pro' } })

test.each(ruleIds.flatMap((rule) => shown[rule].breaks.map(([steps, ...row]) => [rule, ...row, steps] as const)))(
  '%s is broken: %s (calls %j)',
  async (rule, text, calls, steps) => {
    const { findings, errors, warnings } = conductOf(await play(stores(), ...steps))
    const { level } = rules[rule]
    expect(findings.find((finding) => finding.rule === rule)).toMatchObject({
      level,
      seen: expect.arrayContaining([{ text: expect.stringContaining(text), calls }]),
    })
    expect(level === 'error' ? errors : warnings).toBeGreaterThan(0)
  },
)

test.each(ruleIds.flatMap((rule) => shown[rule].keeps.map((steps, index) => [rule, index, steps] as const)))(
  '%s is kept by steps %i',
  async (rule, _index, steps) => {
    const { findings } = conductOf(await play(stores(), ...steps))
    expect(findings.map((finding) => finding.rule)).not.toContain(rule)
  },
)

test('every clause that binds clients has a rule', () => {
  const bound = clauses.filter(({ binds }) => binds === 'client').map(({ id }) => id)
  const ruled = Object.values(rules).flatMap((rule) => ('clause' in rule ? [rule.clause] : []))
  expect([...new Set(ruled)].toSorted()).toEqual(bound.toSorted())
})

test('rules are turned off by name, and an unknown name is refused', async () => {
  const sandbox = await play(stores(), get('/v1/pets/1'), get('/v1/pets?limit=0'))
  expect(conductOf(sandbox, { off: ['limit-outside'] })).toMatchObject({
    errors: 0,
    warnings: 1,
    findings: [{ rule: 'deprecated-operation', times: 1 }],
  })
  expect(() => conductOf(sandbox, { off: ['limit-outsid' as RuleId] })).toThrow('an array of rules: early-retry,')
})

test('the text names what a client did, errors first, with the first five calls, and no key', async () => {
  const sandbox = await play(
    stores(),
    get('/v1/pets/shop-key-1', 'shop-key-1'),
    ...Array.from({ length: 7 }, () => get('/v1/pets?limit=0')),
  )
  const text = conductText(conductOf(sandbox, { off: ['deprecated-operation'] }))
  expect(text).toMatchInlineSnapshot(`
    "Conduct, judged by 8 calls:
      error  limit-outside: send a limit from 1 to 100 (4.1/limit-outside)
        limit=0 (call 2)
        limit=0 (call 3)
        limit=0 (call 4)
        limit=0 (call 5)
        limit=0 (call 6)
        and 2 more times
        Ask for at most 100 animals at a time, and leave limit out where 20 are enough.
      warning  invalid-request: send only what the interface allows (recommendation)
        the petId shop…, which is no int64 (call 1)
        Check what a user typed before it is sent: each of these costs a request of the quota.
      warning  key-in-address: keep the key out of addresses (recommendation)
        a key in the address (call 1)
        Send it as Authorization: Bearer alone: addresses end in logs, histories and Referer headers."
  `)
  expect(text).not.toContain('shop-key-1')
  expect(conductText(conductOf(stores().sandbox()))).toBe('Conduct: nothing to mend in 0 calls.')
})

test('a watch that goes on after a reset blames nobody for what was before it', async () => {
  const store = stores()
  const watch = new ConductWatch(store.keys)
  store.subscribe((record) => watch.see(record))
  await play(store, get('/v1/pets?limit=0'), limited)
  await store.reset()
  await play(store, list, limited)
  expect(watch.conduct).toMatchObject({ calls: 4, findings: [{ rule: 'limit-outside' }] })
})

test('a watch uses bounded memory', async () => {
  const store = stores()
  const watch = new ConductWatch(store.keys)
  store.subscribe((record) => watch.see(record))
  await play(
    store,
    limited,
    ...Array.from({ length: 1000 }, (_, index) => ({ ...limited, target: `/v1/pets?x=${index}` })),
  )
  const before = watch.conduct.findings.find(({ rule }) => rule === 'repeat-at-once')
  await play(store, limited)
  // The first refusal is forgotten by now.
  expect(before).toBeUndefined()
  expect(watch.conduct.findings.find(({ rule }) => rule === 'repeat-at-once')).toBeUndefined()
  await play(store, limited)
  expect(watch.conduct.findings.find(({ rule }) => rule === 'repeat-at-once')).toMatchObject({ times: 1 })
})
