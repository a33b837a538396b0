import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Exchange } from '../contract-tests/client/index.ts'
import { type Question, seenOf } from '../contract-tests/exchange/question.ts'
import { askSilence, askUnauthorized } from '../contract-tests/exchange/questions.ts'
import { addedAnimals } from '../contract-tests/run/result-of.ts'
import { Traffic } from '../contract-tests/traffic/index.ts'
import { ask } from '../contract-tests/servers/ask.ts'
import { servers } from '../contract-tests/servers/index.ts'
import { runOn, serverNamed } from '../contract-tests/servers/run-on.ts'
import { conductOf } from '../mocks/conduct/index.ts'
import { faults } from '../mocks/index.ts'
import type { FaultId } from '../mocks/index.ts'
import { hasRedis, openRedis, testReplicas } from '../mocks/testing/redis-server.ts'
import { bodyOf, get, post, testStore } from '../mocks/testing/test-calls.ts'
import type { Sandbox } from '../mocks/world/sandbox.ts'
import { type ItemOperation, defaultProfile, validators, writeJson } from '../spec/index.ts'
import { wronglyLearnedWith } from './prove/run-on-mock.ts'

const orders = '/v1/store/orders'
// The role of one order is its own, whatever those of animals are.
export const onOneOrder: ItemOperation<'Order'> = 'getOrder'
const order = { petId: 2, quantity: 3, status: 'approved' }

function order201(body: unknown, key?: string | null) {
  return { ...post(body, key), target: orders }
}

const before = JSON.parse(readFileSync('before.json', 'utf8')) as {
  readonly faults: readonly { readonly id: string; readonly clause: string; readonly summary: string }[]
  readonly servers: readonly { readonly id: string; readonly kind: string }[]
}

test('the mock lists, adds and gives orders', async () => {
  const store = testStore()
  const added = await store.answer(order201(order))
  expect([added.status, bodyOf(added)]).toEqual([201, { id: 2, ...order }])
  const found = await store.answer(get(`${orders}/2`))
  expect([found.status, bodyOf(found)]).toEqual([200, { id: 2, ...order }])
  const listed = await store.answer(get(`${orders}?status=approved&limit=5`))
  expect([listed.status, bodyOf(listed)]).toEqual([200, [{ id: 2, ...order }]])
  expect(bodyOf(await store.answer(get('/v1/pets')))).toHaveLength(3)
})

test.each([
  ['an unknown order', get(`${orders}/4711`), 404],
  ['an order without an id', get(`${orders}/abc`), 404],
  ['a body that is no order', order201({ name: 'Rex', categoryId: 1 }), 400],
  ['a status of an animal', get(`${orders}?status=sold`), 400],
  ['no key', get(orders, null), 401],
  ['a key without a request left', get(orders, 'test_free_exhausted'), 429],
  ['another method', { ...get(orders), method: 'DELETE' }, 405],
  ['another method for one order', { ...get(`${orders}/1`), method: 'PUT' }, 405],
  ['Prefer: code=404', get(`${orders}/1`, undefined, { prefer: 'code=404' }), 404],
  ['Prefer: code=429', get(orders, undefined, { prefer: 'code=429' }), 429],
  [
    'Prefer: scenario=full-store',
    { ...order201(order), headers: { ...order201(order).headers, prefer: 'scenario=full-store' } },
    507,
  ],
])('the mock answers %s with an Error', async (_what, call, status) => {
  const reply = await testStore().answer(call)
  expect([reply.status, validators.Error(bodyOf(reply))]).toEqual([status, true])
})

test.each([
  ['example=one-order', [{ id: 7, petId: 1, quantity: 2, status: 'placed' }]],
  ['scenario=empty', []],
])('the mock answers a list with Prefer: %s', async (prefer, expected) => {
  const reply = await testStore().answer(get(orders, undefined, { prefer }))
  expect([reply.status, bodyOf(reply)]).toEqual([200, expected])
})

test('silences are of orders, too', async () => {
  const store = testStore({
    profile: { 'list-order': 'newest-first', paging: 'link', 'unknown-fields': 'reject', 'new-ids': 'negative' },
  })
  expect(bodyOf(await store.answer(order201(order)))).toEqual({ id: -2, ...order })
  const listed = await store.answer(get(`${orders}?limit=1`))
  expect([bodyOf(listed), listed.headers['Link']]).toEqual([
    [{ id: -2, ...order }],
    expect.stringMatching(/^<\?limit=1&cursor=\w+>; rel="next"$/),
  ])
  expect(bodyOf(await store.answer(order201({ ...order, note: 'x' })))).toMatchObject({
    message: 'The body is not a NewOrder: there is no member "note".',
  })
  expect(bodyOf(await store.answer(order201({ petId: 1, quantity: 101 })))).toMatchObject({
    code: 'invalid_body',
    message: 'The body is not a NewOrder: quantity must be an integer from 1 to 100.',
  })
})

test('the mock refuses an orderId that is no int64 under the silence malformed-id, and names it', async () => {
  const reply = await testStore({ profile: { 'malformed-id': 'reject' } }).answer(get(`${orders}/abc`))
  expect([reply.status, bodyOf(reply)]).toMatchObject([400, { message: expect.stringMatching(/^orderId must be/) }])
})

test('a reset, a snapshot and a restore are of orders, too, and a sandbox that has one is kept', async () => {
  const store = testStore()
  const sandbox = store.sandbox()
  const count = async () => (bodyOf(await store.answer(get(orders))) as unknown[]).length
  await store.answer(order201(order))
  expect([await count(), sandbox.hasChanges]).toEqual([2, true])
  await sandbox.snapshot('two')
  await sandbox.reset()
  expect(await count()).toBe(1)
  await sandbox.restore('two')
  expect(await count()).toBe(2)
  const small = testStore({ sandboxBytes: 600 })
  const statuses = []
  for (let times = 0; times < 3; times++) statuses.push((await small.answer(order201(order))).status)
  expect(statuses).toEqual([201, 201, 507])
})

test.skipIf(!(await hasRedis()))('replicas share orders, also in snapshots', { timeout: 60_000 }, async () => {
  const { url, stop } = await openRedis()
  const { stores, close } = testReplicas(url, 2)
  const [one, other] = stores as [(typeof stores)[number], (typeof stores)[number]]
  const within = (work: (sandbox: Sandbox) => Promise<void>) =>
    one.within?.({ sandbox: 'default', use: 'change' }, (store) => work(store.sandbox()))
  const count = async () => (bodyOf(await other.answer(get(orders))) as unknown[]).length
  expect((await one.answer(order201(order))).status).toBe(201)
  expect((await other.answer(order201(order))).status).toBe(201)
  expect(await count()).toBe(3)
  await within((sandbox) => sandbox.snapshot('three'))
  await within((sandbox) => sandbox.reset())
  expect(await count()).toBe(1)
  await within((sandbox) => sandbox.restore('three'))
  expect(await count()).toBe(3)
  await close()
  await stop()
})

test('the suite blames nothing of a server with orders, and asks for them', async () => {
  const { result } = await runOn('plain')
  expect(result.findings).toEqual([])
  for (const { name } of result.animals) expect(name).toContain('contract-test')
  const held = new Set(result.clauses.filter(({ state }) => state === 'held').map(({ id }) => id as string))
  expect([...held]).toEqual(expect.arrayContaining(['4.4/unauthorized', '4.5/unauthorized', '4.6/unauthorized']))
})

test.each(['list-orders', 'create-order', 'get-order'])('the suite finds that no key is needed to %s', async (word) => {
  const { result } = await runOn(`no-key-needed-to-${word}`)
  expect(result.findings.map(({ clause }) => clause)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^4\.[456]\/unauthorized$/)]),
  )
  // An order has no name, so a report shows what was sent.
  for (const { resource, name } of result.animals)
    expect(`${resource}: ${name}`).toMatch(
      /^Pet: *contract-test|^Order: Order \{"petId":1,"quantity":2,"status":"approved"\}$/,
    )
})

test('who removes an animal removes no order with the same id', () => {
  const seen = (number: number, question: Question, status: number, body = '') => {
    const response = { status, headers: new Map(), bytes: new TextEncoder().encode(body) }
    return seenOf(number, 'probe', question, { response } as unknown as Exchange)
  }
  const body = '{"petId":1,"quantity":2}'
  const ordered = askUnauthorized('createOrder', 'missing', { path: '/store/orders', body })
  const removed = { ...askSilence('undocumented', 'getPet', { path: '/pets/1' }), removes: 1 }
  const log = [seen(1, ordered, 201, '{"id":1,"petId":1,"quantity":2,"status":"placed"}'), seen(2, removed, 204)]
  expect(addedAnimals(log)).toMatchObject([{ resource: 'Order', id: 1 }])
})

test.each([
  ['list-orders-uncounted', '8/remaining-falls'],
  ['list-orders-by-id', '2/orders-array'],
  ['list-orders-with-null', '2/orders-items'],
  ['list-orders-quantity-text', '2/order-quantity'],
])('the suite finds %s without a probe for orders', async (id, clause) => {
  const { result } = await runOn(id)
  expect(result.findings.flatMap((finding) => [finding.clause, ...finding.also])).toContain(clause)
})

test('an order that may have been added is reported by what was sent, because it has no name', async () => {
  const [plain] = servers
  const open: NonNullable<typeof plain>['open'] = async (options) => {
    const deployment = await plain!.open(options)
    const transport: typeof deployment.transport = (outgoing) =>
      outgoing.method === 'POST' && outgoing.path === '/store/orders'
        ? Promise.resolve({ status: 500, headers: new Map(), bytes: new Uint8Array() })
        : deployment.transport!(outgoing)
    return { ...deployment, transport }
  }
  const { result } = await runOn({ ...plain!, open })
  expect(result.perhapsAdded).toContain('Order {"petId":1,"quantity":2,"status":"approved"}')
})

test('a run that learns blames nothing of the mock, and learns what is so', async () => {
  expect(await wronglyLearnedWith(defaultProfile, {})).toEqual([])
})

/** An exchange as a recording has it. */
function exchange(
  method: string,
  path: string,
  status: number,
  answer: unknown,
  sent?: unknown,
  url = 'http://127.0.0.1:9/v1',
) {
  const headers = new Map([
    ['content-type', ['application/json']],
    ['x-ratelimit-limit', ['300']],
    ['x-ratelimit-remaining', ['200']],
    ['x-ratelimit-reset', ['1767225660']],
  ])
  return {
    method,
    url: url + path,
    requestHeaders: new Map([
      ['authorization', ['Bearer some-key-of-a-client']],
      ['content-type', ['application/json']],
    ]),
    requestBody: sent === undefined ? undefined : writeJson(sent),
    sentAtMilliseconds: 1_767_225_600_000,
    tookMilliseconds: 5,
    problem: undefined,
    response: { status, headers, bytes: new TextEncoder().encode(writeJson(answer)) },
    hasBody: true,
  }
}

const kept = { id: 7, ...order }
const refusal = (status: number) => ({ code: 'no', message: 'No.', status })

/** The clauses that `check` finds broken. */
function checked(...exchanges: readonly ReturnType<typeof exchange>[]) {
  const clauses: string[] = []
  const traffic = new Traffic({ onFinding: ({ clause }) => void clauses.push(clause) })
  for (const each of exchanges) traffic.judge(each)
  return { judged: traffic.judged, clauses }
}

test('check blames nothing of valid orders', () => {
  const exchanges = [
    exchange('GET', '/store/orders?limit=2&status=delivered', 200, [{ ...kept, status: 'delivered' }]),
    exchange('POST', '/store/orders', 201, kept, order),
    exchange('POST', '/store/orders', 400, refusal(400), { quantity: 1 }),
    exchange('GET', '/store/orders/7', 200, kept),
    exchange('GET', '/store/orders/8', 404, refusal(404)),
    exchange('GET', '/store/orders/8', 401, refusal(401)),
    exchange('GET', '/store/orders?limit=101', 400, refusal(400)),
    exchange('POST', '/store/orders', 409, refusal(409), order),
  ]
  expect(checked(...exchanges)).toEqual({ judged: exchanges.length, clauses: [] })
})

test('check blames an order for what it lacks as an order', () => {
  expect(checked(exchange('GET', '/store/orders/7', 200, { ...kept, quantity: 0 })).clauses).toEqual([
    '2/order-quantity',
  ])
  expect(checked(exchange('GET', '/store/orders', 200, { data: [] })).clauses).toEqual(['2/orders-array'])
  expect(checked(exchange('POST', '/store/orders', 201, kept, { petId: 1 })).clauses).toEqual(['4.5/invalid-error'])
  expect(checked(exchange('GET', '/store/orders', 202, [])).clauses).toEqual(['4.4/answers-orders'])
})

/** What conduct says of calls to the mock. */
async function toldOf(...calls: readonly ReturnType<typeof get>[]) {
  const store = testStore()
  const sandbox = store.sandbox()
  for (const call of calls) await store.answer(call)
  const { findings } = conductOf(sandbox)
  return findings.flatMap(({ rule, seen }) => seen.map(({ text }) => `${rule}: ${text}`))
}

test('conduct blames nothing of valid orders, and what is no order', async () => {
  expect(await toldOf(get(`${orders}?status=delivered&limit=100`), order201(order), get(`${orders}/1`))).toEqual([])
  expect(await toldOf(get(`${orders}?status=sold`))).toEqual(['invalid-request: status=sold'])
  expect(await toldOf(get(`${orders}/abc`))).toEqual(['invalid-request: the orderId abc, which is no int64'])
  expect(await toldOf(order201({ petId: 1 }))).toEqual(['invalid-request: a body that is no NewOrder: see quantity'])
})

test('every fault is what it was, and orders have their own', () => {
  const ids = new Set(before.faults.map(({ id }) => id))
  const now = faults.map(({ id, clause, summary }) => ({ id: id as string, clause, summary }))
  expect(now.filter(({ id }) => ids.has(id))).toEqual(before.faults)
  const own = now.filter(({ id }) => !ids.has(id)).map(({ id, clause }) => `${id} ${clause}`)
  const ofMembers = ['list-orders', 'create-order', 'get-order'].flatMap((word) =>
    ofEachMember.map((each) => `${word}-${each}`),
  )
  expect(own.toSorted()).toEqual([...ofOperations, ...ofMembers].toSorted())
})

const ofOperations = [
  'list-orders-open 4.4/unauthorized',
  'list-orders-answers-201 4.4/answers-orders',
  'list-orders-envelope 2/orders-array',
  'list-orders-items-null 2/orders-items',
  'create-order-open 4.5/unauthorized',
  'create-order-answers-200 4.5/answers-order',
  'create-order-not-kept 1/added-order-kept',
  'create-order-invalid-body-text 4.5/invalid-error',
  'get-order-open 4.6/unauthorized',
  'get-order-answers-201 4.6/answers-order',
  'get-order-large-id-400 4.6/order-id-int64',
  'get-order-unknown-500 4.6/not-found',
  'get-order-unknown-body-text 4.6/not-found-error',
]

const ofEachMember = [
  ...['id', 'pet-id', 'quantity'].flatMap((member) =>
    ['missing', 'null', 'string'].map((kind) => `${member}-${kind} 2/order-${member}`),
  ),
  ...['below', 'above'].map((kind) => `quantity-${kind} 2/order-quantity`),
  ...['null', 'number', 'upper-case', 'unknown'].map((kind) => `status-${kind} 2/order-status`),
]

test.each(ofEachMember.filter((each) => !each.startsWith('status-null')))(
  'a fault that breaks %s of an order leaves animals alone',
  async (each) => {
    const [name = ''] = each.split(' ')
    const store = testStore({ fault: `create-order-${name}` as FaultId })
    expect(validators.Order(bodyOf(await store.answer(order201(order))))).toBe(false)
    expect(validators.Pet(bodyOf(await store.answer(post({ name: 'Rex', categoryId: 1, status: 'sold' }))))).toBe(true)
  },
)

/** The statuses of calls while a fault is played. */
async function statusesWith(fault: string, ...calls: readonly ReturnType<typeof get>[]) {
  const store = testStore({ fault: fault as FaultId })
  const replies = []
  for (const call of calls) replies.push((await store.answer(call)).status)
  return replies
}

const wrong = 'no-such-key'

test.each([
  ['list-open', [get('/v1/pets', wrong), get(orders, wrong)], [200, 401]],
  ['list-orders-open', [get('/v1/pets', wrong), get(orders, wrong)], [401, 200]],
  ['get-open', [get('/v1/pets/1', wrong), get(`${orders}/1`, wrong)], [200, 401]],
  ['create-open', [post({ name: 'Rex', categoryId: 1 }, wrong), order201(order, wrong)], [201, 401]],
  ['get-unknown-500', [get('/v1/pets/999'), get(`${orders}/999`)], [500, 404]],
  ['get-order-unknown-500', [get('/v1/pets/999'), get(`${orders}/999`)], [404, 500]],
  ['get-large-id-400', [get(`/v1/pets/${2n ** 60n}`), get(`${orders}/${2n ** 60n}`)], [400, 404]],
  ['get-order-large-id-400', [get(`/v1/pets/${2n ** 60n}`), get(`${orders}/${2n ** 60n}`)], [404, 400]],
  [
    'create-not-kept',
    [post({ name: 'Rex', categoryId: 1 }), get('/v1/pets/4'), order201(order), get(`${orders}/2`)],
    [201, 404, 201, 200],
  ],
  [
    'create-order-not-kept',
    [post({ name: 'Rex', categoryId: 1 }), get('/v1/pets/4'), order201(order), get(`${orders}/2`)],
    [201, 200, 201, 404],
  ],
])('the fault %s touches its own operation alone', async (fault, calls, statuses) => {
  expect(await statusesWith(fault, ...calls)).toEqual(statuses)
})

test('every server is what it was', () => {
  const ids = new Set(before.servers.map(({ id }) => id))
  const now = servers.map(({ id, kind }) => ({ id, kind }))
  expect(now.filter(({ id }) => ids.has(id))).toEqual(before.servers)
})

/** The statuses, or the bodies, of a server. */
async function answersOf(
  server: string,
  ...calls: readonly (readonly [what: string, body?: unknown, authorization?: null])[]
) {
  const deployment = await serverNamed(server).open()
  try {
    const answers = []
    for (const [what, body, authorization] of calls)
      answers.push(await ask(deployment, what, { body, ...(authorization === null && { authorization }) }))
    return answers
  } finally {
    await deployment.close()
  }
}

const firstOrder = { id: 1, petId: 1, quantity: 1, status: 'placed' }
const listOfBoth = [
  ['GET /pets', undefined, null],
  ['GET /store/orders', undefined, null],
] as const
const addBoth = [
  ['POST /pets', { name: 'Rex', categoryId: 1 }],
  ['GET /pets/151'],
  ['POST /store/orders', order],
  ['GET /store/orders/2'],
] as const

test.each([
  ['no-key-needed-to-list', listOfBoth, [200, 401]],
  ['no-key-needed-to-list-orders', listOfBoth, [401, 200]],
  ['create-forgotten', addBoth, [201, 404, 201, 200]],
  ['create-order-forgotten', addBoth, [201, 200, 201, 404]],
  ['get-unknown-400', [['GET /pets/0'], ['GET /store/orders/0']], [400, 404]],
  ['get-order-unknown-400', [['GET /pets/0'], ['GET /store/orders/0']], [404, 400]],
  ['get-large-id-refused', [['GET /pets/2147483648'], ['GET /store/orders/2147483648']], [400, 404]],
  ['get-order-large-id-refused', [['GET /pets/2147483648'], ['GET /store/orders/2147483648']], [404, 400]],
] as const)('the server %s breaks its own operation alone', async (server, calls, statuses) => {
  expect((await answersOf(server, ...calls)).map(({ status }) => status)).toEqual(statuses)
})

test('orders have servers of their own, one for each way in which a member of them can be wrong', () => {
  const own = servers.flatMap((server) =>
    'clause' in server && server.clause.startsWith('2/order-') ? [server.id] : [],
  )
  // Of the quantity alone, the description has bounds.
  expect(own.length).toBe(3 * (3 * 5 + 1 + 1 + 2 + 6))
  expect(own).toEqual(expect.arrayContaining(['list-orders-id-missing', 'get-order-quantity-fraction']))
})

test.each(['create-order-pet-id-missing', 'create-order-quantity-text'])(
  'the server %s leaves animals as they are',
  async (server) => {
    const [added, pet] = await answersOf(
      server,
      ['POST /store/orders', order],
      ['POST /pets', { name: 'Rex', categoryId: 1 }],
    )
    expect([validators.Order(added?.json), validators.Pet(pet?.json)]).toEqual([false, true])
  },
)

test.each(['pet-id-renamed', 'get-category-id-object'])('the server %s leaves orders as they are', async (server) => {
  const [one, list, pet] = await answersOf(server, ['GET /store/orders/1'], ['GET /store/orders'], ['GET /pets/1'])
  expect([one?.json, list?.json]).toEqual([firstOrder, [firstOrder]])
  expect(validators.Pet(pet?.json)).toBe(false)
})
