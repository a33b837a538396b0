import { expect, test } from 'vitest'
import { type Operation, type OperationId, clauses, operationIds, operations } from '../../../spec/index.ts'
import { goodBody } from '../../../spec/good-body.ts'
import type { Call } from '../../entry.ts'
import { get, post, testStore } from '../../testing/test-calls.ts'
import { faults } from './index.ts'

// What a fault breaks, and that a run finds it: `npm run prove`, of which scripts/prove/prove.test.ts tries a part.

const rex = { name: 'Rex', categoryId: 7 }
const list = (query = '', key?: string | null) => get(`/v1/pets${query}`, key)

/** A good call of an operation, for the item of this id if it is for one. */
function callOf(id: OperationId, itemId: number, key?: string | null): Call {
  const { method, path } = operations[id]
  const target = `/v1${path.replace(/\{\w+\}/, String(itemId))}`
  return { ...post(goodBody(id), key), method, target }
}

const visibleClauses = clauses.filter((clause) => clause.seen !== 'not-from-outside' && clause.binds !== 'client')

test('there is a fault for every clause that can be seen from outside', () => {
  const broken = new Set(faults.map(({ clause }) => clause))
  const spared = visibleClauses.filter(({ id }) => !broken.has(id))
  const advice = spared.map(
    ({ id }) => `clause ${id} has no fault: add one in mocks/parts/faults/, then run npm run make`,
  )
  expect(advice).toEqual([])
})

test('each fault has an id of its own, a clause that can be seen from outside, and a summary of one line', () => {
  const clausesSeen = visibleClauses.map((visible) => visible.id)
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
  for (const { id, clause, summary } of faults) {
    expect(id).toMatch(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/)
    expect(clausesSeen, id).toContain(clause)
    expect(summary, id).toMatch(/^\S.{10,118}[^.\s]$/)
  }
})

// Calls of every kind, none of them beyond a limit; those that change animals come last.
const reading = (id: OperationId): boolean => operations[id].method === 'GET'
const further: Readonly<Partial<Record<OperationId, readonly Call[]>>> = {
  listPets: [list('?limit=3&status=sold'), list('?limit=0')],
  createPet: [post({ name: 5 }), post({ ...rex, status: 'sold' })],
}
const ordinary = [
  ...operationIds.filter(reading).flatMap(ordinaryOf),
  ...[get('/v1/shops'), { ...list(), method: 'PUT' }, get('/favicon.ico')].map((call) => ({
    about: undefined,
    hasKey: true,
    call,
  })),
  ...operationIds.filter((id) => !reading(id)).flatMap(ordinaryOf),
]

function ordinaryOf(about: OperationId) {
  const withKey = [...(further[about] ?? []), ...[3, 999].map((petId) => callOf(about, petId))]
  return [
    ...withKey.map((call) => ({ about, hasKey: true, call })),
    ...[null, 'nonsense'].map((key) => ({ about, hasKey: false, call: callOf(about, 3, key) })),
  ]
}

function hasDocumentedError(about: OperationId | undefined, status: number): boolean {
  const operation: Operation | undefined = about && operations[about]
  return operation?.responses[status] === 'Error'
}

/** Whether a fault whose id begins with this word leaves an ordinary call alone. */
const leavesAlone: Readonly<
  Record<string, (about: OperationId | undefined, hasKey: boolean, status: number) => boolean>
> = {
  id: (about) => about !== 'createPet',
  error: (about, _hasKey, status) => !hasDocumentedError(about, status),
  key: (_about, hasKey) => hasKey,
  path: (about, hasKey) => about === undefined || !hasKey,
  plan: () => true,
  rate: () => true,
}

/** The operation whose word a fault begins with: the longest, because one word may begin with another. */
function operationOf(fault: string): OperationId | undefined {
  const named = operationIds.filter((id) => fault.startsWith(`${operations[id].word}-`))
  return named.toSorted((one, other) => operations[other].word.length - operations[one].word.length)[0]
}

test.each(faults)('$id leaves all other calls alone, and never makes the mock fail', async ({ id }) => {
  const [word = ''] = id.split('-')
  const operation = operationOf(id)
  const isAlone = leavesAlone[word] ?? ((about) => operation !== undefined && about !== operation)
  const right = testStore()
  const broken = testStore({ fault: id })
  for (const { about, hasKey, call } of ordinary) {
    const expected = await right.answer(call)
    const found = await broken.answer(call)
    if (word === 'header') expect(found, call.target).toMatchObject({ status: expected.status, body: expected.body })
    else if (isAlone(about, hasKey, expected.status)) expect(found, call.target).toEqual(expected)
  }
  // A failure inside of the mock makes these stores reject.
  for (const call of hostile) expect((await broken.answer(call)).status).toBeGreaterThanOrEqual(200)
})

const hostile: readonly Call[] = [
  ...['{', '[]', 'null', '[{"name":1}]', '{"name":null,"categoryId":1e400}', '{"__proto__":{}}'].map((body) =>
    post(body),
  ),
  post(new Uint8Array([0xff, 0xfe])),
  post({ ...rex, categoryId: 2n ** 63n - 1n }),
  list('?limit=%ZZ&status=__proto__'),
  get(`/v1/pets/${2n ** 63n - 1n}`),
  get('/v1/pets/%ZZ'),
  ...['malformed-json', 'empty', 'server-error', 'rate-limited', 'banned'].map((scenario) =>
    get('/v1/pets', 'test_enterprise', { prefer: `scenario=${scenario}` }),
  ),
  post(rex, 'test_enterprise', { prefer: 'scenario=malformed-json' }),
]

test('a call whose reply looks right, while a fault forgot what it added, names the fault', async () => {
  const store = testStore({ fault: 'create-not-kept' })
  await store.answer(post(rex))
  expect(store.sandbox().journal.entries()).toMatchObject([{ status: 201, fault: 'create-not-kept' }])
})

test('where HTTP leaves the body of a request unread, its header says that there is one', async () => {
  const call = list()
  const headers = { ...call.headers, 'content-length': '2' }
  const replies = [call, { ...call, body: '{}' }, { ...call, headers }].map((each) =>
    testStore({ fault: 'list-wants-body' }).answer(each),
  )
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([411, 200, 200])
})
