import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { servers } from '../contract-tests/servers/index.ts'
import { runOn } from '../contract-tests/servers/run-on.ts'
import { conductOf } from '../mocks/conduct/index.ts'
import { faults } from '../mocks/parts/faults/index.ts'
import { bodyOf, get, post, testStore } from '../mocks/testing/test-calls.ts'
import { defaultProfile, validators } from '../spec/index.ts'
import { recordRun } from './prove/record-run.ts'
import { judgeRecording } from './prove/traffic.ts'
import { wronglyLearnedWith } from './prove/run-on-mock.ts'

const orders = '/v1/store/orders'
const order = { petId: 2, quantity: 3, status: 'approved' }
const rex = { name: 'Rex', categoryId: 1 }
const postOrder = (body: unknown, key?: string | null) => ({ ...post(body, key), target: orders })

test('the mock lists, adds and gives orders, which are reset and kept in snapshots', async () => {
  const store = testStore()
  const sandbox = store.sandbox()
  const said = async (call: ReturnType<typeof get>) => {
    const reply = await store.answer(call)
    return [reply.status, bodyOf(reply)]
  }
  const kept = { id: 2, ...order }
  expect(await said(postOrder(order))).toEqual([201, kept])
  expect(await said(get(`${orders}/2`))).toEqual([200, kept])
  expect(await said(get(`${orders}?status=approved&limit=5`))).toEqual([200, [kept]])
  expect((await said(get('/v1/pets')))[1]).toHaveLength(3)
  await sandbox.snapshot('two')
  await sandbox.reset()
  expect((await said(get(orders)))[1]).toHaveLength(1)
  await sandbox.restore('two')
  expect((await said(get(orders)))[1]).toHaveLength(2)
})

test.each([
  ['a body that is no order', postOrder(rex), 400],
  ['a status of an animal', get(`${orders}?status=sold`), 400],
  ['Prefer: code=404', get(`${orders}/1`, undefined, { prefer: 'code=404' }), 404],
])('the mock answers %s with an Error', async (_what, call, status) => {
  const reply = await testStore().answer(call)
  expect([reply.status, validators.Error(bodyOf(reply))]).toEqual([status, true])
})

test('silences are of orders, too', async () => {
  const store = testStore({
    profile: { 'list-order': 'newest-first', 'malformed-id': 'reject', 'new-ids': 'negative' },
  })
  expect(bodyOf(await store.answer(postOrder(order)))).toEqual({ id: -2, ...order })
  expect(bodyOf(await store.answer(get(`${orders}?limit=1`)))).toEqual([{ id: -2, ...order }])
  expect(bodyOf(await store.answer(get(`${orders}/abc`)))).toMatchObject({
    message: expect.stringMatching(/^orderId must be/) as string,
  })
})

test('the suite blames nothing of a server with orders, and learns what is so of the mock', async () => {
  const { result } = await runOn('plain')
  expect(result.findings).toEqual([])
  const held = result.clauses.flatMap(({ id, state }) => (state === 'held' ? [id as string] : []))
  expect(held).toEqual(expect.arrayContaining(['4.4/unauthorized', '4.5/unauthorized', '4.6/unauthorized']))
  expect(await wronglyLearnedWith(defaultProfile, {})).toEqual([])
})

test.each([
  ['no-key-needed-to-create-order', '4.5/unauthorized'],
  ['list-orders-uncounted', '8/remaining-falls'],
  ['list-orders-with-null', '2/orders-items'],
  ['list-orders-quantity-text', '2/order-quantity'],
])('the suite finds %s without a probe for orders, and names what it added', async (id, clause) => {
  const { result } = await runOn(id)
  expect(result.findings.flatMap((finding) => [finding.clause, ...finding.also])).toContain(clause)
  // An order has no name, so a report shows what was sent.
  const named = /^Pet: *contract-test|^Order: Order \{"petId":1,"quantity":2,"status":"approved"\}$/
  for (const { resource, name } of result.animals) expect(`${resource}: ${name}`).toMatch(named)
})

test.each([
  ['plain', undefined],
  ['list-orders-quantity-text', '2/order-quantity'],
  ['list-orders-by-id', '2/orders-array'],
])('check judges the recording of a run on %s', async (server, clause) => {
  const { watch, har } = recordRun()
  await runOn(server, { watch })
  const { findings } = judgeRecording(har())
  expect(findings.map((finding) => finding.clause)).toEqual(
    clause === undefined ? [] : expect.arrayContaining([clause]),
  )
})

test('conduct blames nothing of valid orders, and what is no order', async () => {
  const toldOf = async (...calls: readonly ReturnType<typeof get>[]) => {
    const store = testStore()
    const sandbox = store.sandbox()
    for (const call of calls) await store.answer(call)
    return conductOf(sandbox).findings.flatMap(({ seen }) => seen.map(({ text }) => text))
  }
  expect(await toldOf(get(`${orders}?status=delivered&limit=100`), postOrder(order), get(`${orders}/1`))).toEqual([])
  expect(await toldOf(get(`${orders}?status=sold`))).toEqual(['status=sold'])
  expect(await toldOf(get(`${orders}/abc`))).toEqual(['the orderId abc, which is no int64'])
  expect(await toldOf(postOrder({ petId: 1 }))).toEqual(['a body that is no NewOrder: see quantity'])
})

interface Named {
  readonly id: string
}

const before = JSON.parse(readFileSync('before.json', 'utf8')) as Readonly<
  Record<'faults' | 'servers', readonly Named[]>
>

test('every fault and server is what it was, and orders have their own', () => {
  const now = {
    faults: faults.map(({ id, clause, summary }) => ({ id, clause, summary })),
    servers: servers.map(({ id, kind }) => ({ id, kind })),
  }
  for (const of of ['faults', 'servers'] as const) {
    const ids = new Set(before[of].map(({ id }) => id))
    const [own, others] = [now[of].filter(({ id }) => !ids.has(id)), now[of].filter(({ id }) => ids.has(id))]
    expect(others).toEqual(before[of])
    expect(own.filter(({ id }) => !/\b(?:list-orders|create-order|get-order)\b/.test(id))).toEqual([])
    for (const word of ['list-orders', 'create-order', 'get-order'])
      expect(own.filter(({ id }) => id.includes(`${word}-quantity-`)).length).toBeGreaterThan(4)
  }
})

const wrong = 'no-such-key'
const large = 2n ** 60n

test.each([
  ['list-orders-open', get('/v1/pets', wrong), 401, get(orders, wrong), 200],
  ['list-open', get('/v1/pets', wrong), 200, get(orders, wrong), 401],
  ['create-order-open', post(rex, wrong), 401, postOrder(order, wrong), 201],
  ['get-order-unknown-500', get('/v1/pets/999'), 404, get(`${orders}/999`), 500],
  ['get-order-large-id-400', get(`/v1/pets/${large}`), 404, get(`${orders}/${large}`), 400],
  ['get-large-id-400', get(`/v1/pets/${large}`), 400, get(`${orders}/${large}`), 404],
] as const)('the fault %s touches its own operation alone', async (fault, ofPet, petStatus, ofOrder, orderStatus) => {
  const store = testStore({ fault: fault })
  const statuses = [(await store.answer(ofPet)).status, (await store.answer(ofOrder)).status]
  expect(statuses).toEqual([petStatus, orderStatus])
})
