import { describe, expect, test } from 'vitest'
import {
  type AnswerSchema,
  type Member,
  type Operation,
  type OperationId,
  type Pet,
  beyondOf,
  extremesOf,
  clauses,
  completed,
  documentedSuccess,
  operationIds,
  operations,
  readJson,
  readJsonBytes,
  shapes,
  validators,
  writeJson,
} from '../../spec/index.ts'
import { goodBody } from '../../spec/good-body.ts'
import type { AnimalStore, AnimalStoreOptions, Call, Reply } from '../index.ts'
import { get, post, testInstant, testStore } from '../testing/test-calls.ts'
import { type WrittenId, faults } from './index.ts'
import { type FaultId, faultIds } from '../world/made/fault-ids.ts'

/** What a client sees of a reply. */
interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body as JSON, `undefined` if it is none. */
  readonly json: unknown
}

type Ask = (call: Call) => Promise<Seen>

/** What is looked at, what the interface wants it to be, what the fault makes of it, and how the store begins. */
type Witness = readonly [
  see: (ask: Ask, store: AnimalStore) => Promise<unknown>,
  right: unknown,
  wrong: unknown,
  options?: AnimalStoreOptions,
]

// Of four animals in a row one is available, one pending, one sold, and of one it is not known.
const base = Array.from({ length: 130 }, (_, index) => {
  const status = ([undefined, 'available', 'pending', 'sold'] as const)[(index + 1) % 4]
  const pet = { id: index + 1, name: `Pet ${index + 1}`, categoryId: 7 }
  // Those that are sold have every member.
  return completed<Pet>(shapes.Pet, status === undefined ? pet : { ...pet, status }, status === 'sold')
})

const rex = { name: 'Rex', categoryId: 7 }
const large = 9007199254740993n
const largest = 9223372036854775807n

const list = (query = '', key?: string | null) => get(`/v1/pets${query}`, key)
const fetchPet = (id: number | bigint = 1, key?: string | null) => get(`/v1/pets/${id}`, key)
const exhausted = list('', 'test_free_exhausted')

function authorized(call: Call, authorization: string): Call {
  return { ...call, headers: { ...call.headers, authorization } }
}

type See = (call: Call) => Witness[0]

const statusOf: See = (call) => async (ask) => (await ask(call)).status

const headerOf =
  (name: string, call: Call): Witness[0] =>
  async (ask) =>
    (await ask(call)).headers[name]

const isJson: See = (call) => async (ask) => (await ask(call)).json !== undefined

/** What stands in the body at the end of a path. */
function at(call: Call, ...path: readonly (string | number)[]): Witness[0] {
  return async (ask) => stepInto((await ask(call)).json, path)
}

function stepInto(json: unknown, path: readonly (string | number)[]): unknown {
  let found = json
  for (const step of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string | number, unknown>)[step]
  }
  return found
}

/** Whether the body is an array, an object, null, … */
function kindOf(call: Call): Witness[0] {
  return async (ask) => {
    const { json } = await ask(call)
    return Array.isArray(json) ? 'array' : json === null ? 'null' : typeof json
  }
}

const lengthOf = (call: Call) => at(call, 'length')

/** The statuses of the animals in a list. */
function statusesIn(call: Call): Witness[0] {
  return async (ask) => [...new Set(((await ask(call)).json as { status?: string }[]).map((pet) => pet.status))]
}

/** How many animals the sandbox has after a call. */
function countAfter(call: Call): Witness[0] {
  return async (ask, store) => {
    await ask(call)
    return (await store.sandbox().animals).count()
  }
}

/** The name that a new animal has when it was sent with this one. */
function nameOf(name: string): Witness[0] {
  return at(post({ ...rex, name }), 'name')
}

/** The status of getPet for an animal that was just added, by the id that the 201 had. */
const addThenGet: Witness[0] = async (ask) => {
  const { json } = await ask(post(rex))
  return (await ask(fetchPet(stepInto(json, ['id']) as number))).status
}

/** Members of an animal as it was added and as getPet has it. */
function addedAndFetched(member: string, animal: object = rex): Witness[0] {
  return async (ask) => {
    const added = (await ask(post(animal))).json
    const fetched = (await ask(fetchPet(stepInto(added, ['id']) as bigint))).json
    return [stepInto(added, [member]), stepInto(fetched, [member])]
  }
}

/** A header in three replies in a row. */
function inARow(name: string, call: Call = list()): Witness[0] {
  return async (ask) => [
    (await ask(call)).headers[name],
    (await ask(call)).headers[name],
    (await ask(call)).headers[name],
  ]
}

const rateHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

function rateHeadersOf(call: Call): Witness[0] {
  return async (ask) => {
    const { status, headers } = await ask(call)
    return [status, ...rateHeaders.filter((name) => name in headers)]
  }
}

const invalid = post({ name: 'Rex' })
const resetAt = Math.floor(testInstant / 1000) + 50
const onlyTwo = { dataset: base.slice(0, 2) }
const afterRemoval = { clock: { mode: 'frozen', atMilliseconds: Date.UTC(2031, 0, 1) } } as const

/** A good call of an operation, for the item of this id if it is for one. */
function callOf(id: OperationId, itemId: unknown = 1, key?: string | null, isFull?: boolean): Call {
  const { method, path } = operations[id]
  const target = `/v1${path.replace(/\{\w+\}/, String(itemId))}`
  return { ...post(goodBody(id, isFull), key), method, target }
}

/** The operation that does this with what another one works on. */
function operationBeside(id: OperationId, role: Operation['role']): OperationId | undefined {
  return operationIds.find(
    (other) => operations[other].role === role && operations[other].resource === operations[id].resource,
  )
}

/** Calls an operation, after an item was added for it. */
async function askOnAdded(ask: Ask, id: OperationId, key?: string | null, isFull?: boolean): Promise<Seen> {
  const create = operationBeside(id, 'create')
  if (create === undefined || create === id) return ask(callOf(id, 1, key, isFull))
  const added = await ask(callOf(create, undefined, undefined, isFull))
  return ask(callOf(id, stepInto(added.json, ['id']), key, isFull))
}

/** What the faults of `every-operation.ts` make of it. */
function operationWitnesses(id: OperationId): readonly (readonly [string, Witness])[] {
  const { status } = documentedSuccess(id)
  const other = status === 200 ? 201 : 200
  const statusWith = (key?: string) => async (ask: Ask) => (await askOnAdded(ask, id, key)).status
  const all: Readonly<Record<string, Witness>> = {
    open: [statusWith('nonsense'), 401, status],
    [`answers-${other}`]: [statusWith(), status, other],
    envelope: [kindOf(callOf(id)), 'array', 'object'],
    'items-null': [async (ask) => ((await askOnAdded(ask, id)).json as unknown[]).at(-1) === null, false, true],
    'wants-body': [statusWith(), status, 411],
    'not-kept': [changes(id), [status, true], [status, false]],
    'large-id-400': [statusOf(callOf(id, largest)), 404, 400],
    'unknown-500': [statusOf(callOf(id, 999)), 404, 500],
    'invalid-body-text': [isJson({ ...callOf(id), body: '{}' }), true, false],
    'unknown-body-text': [isJson(callOf(id, 999)), true, false],
  }
  return Object.entries(all).map(([name, witness]) => [`${operations[id].word}-${name}`, witness])
}

const answeredWays = ['missing', 'null', 'string', 'number', 'upper-case', 'unknown']
const beyond = ['below', 'above', 'short', 'long', 'other-form'] as const

/** What the faults of `sent-members.ts` make of bodies with each member. */
const sentMemberWitnesses: readonly (readonly [string, Witness])[] = shapes.NewPet.members.flatMap((member: Member) => {
  const good = goodBody('createPet') ?? {}
  const wrong = { missing: undefined, unknown: 'lost', number: 1, string: 'text', ...beyondOf(member) }
  const taken = Object.entries(wrong).map(([way, value]): readonly [string, Witness] => {
    return [`${way}-accepted`, [statusOf(post(writeJson({ ...good, [member.name]: value }))), 400, 201]]
  })
  const isAsSent: Witness[0] = async (ask) =>
    writeJson(await at(post(writeJson(good)), member.name)(ask, testStore())) === writeJson(good[member.name])
  const refused = Object.entries({ required: undefined, ...extremesOf(member) }).map(([which, value]) => {
    const way = which === 'required' ? which : `${which}-refused`
    return [way, [statusOf(post(writeJson({ ...good, [member.name]: value }))), 201, 400]] as const
  })
  return [...taken, ...refused, ['changed', [isAsSent, true, false]] as const].map(([way, witness]) => {
    return [`${operations.createPet.word}-${member.word}-${way}`, witness] as const
  })
})

/** What the faults of `members.ts` make of the answers of an operation, and of Errors. */
function memberWitnesses(id: OperationId): readonly (readonly [string, Witness])[] {
  const witnessesOf = (of: string, found: AnswerSchema | null, answer: (ask: Ask, isFull: boolean) => Promise<Seen>) =>
    found === null
      ? []
      : shapes[found].members.flatMap((member) =>
          [...answeredWays, ...beyond].map((kind) => {
            const see = wrongMembers(found, (ask) => answer(ask, kind !== 'null' || member.isRequired))
            return [`${of}-${member.word}-${kind}`, [see, [], [member.name]]] as const
          }),
        )
  return [
    ...witnessesOf(operations[id].word, documentedSuccess(id).schema, (ask, isFull) =>
      askOnAdded(ask, id, undefined, isFull),
    ),
    ...witnessesOf('error', 'Error', (ask) => ask(callOf(id, 1, null))),
  ]
}

/** The members that make a body none of its schema. */
function wrongMembers(schema: AnswerSchema, answer: (ask: Ask) => Promise<Seen>): Witness[0] {
  return async (ask) => {
    const { json } = await answer(ask)
    const validator = validators[schema]
    validator(json)
    const names = (validator.errors ?? []).map(
      ({ instancePath, params }) => params['missingProperty'] ?? instancePath.split('/').at(-1),
    )
    return [...new Set(names)]
  }
}

/** The status of a call, and whether what it adds or works on is another after it. */
function changes(id: OperationId): Witness[0] {
  return async (ask) => {
    const read = operationBeside(id, 'read')
    const found = async (itemId: unknown) => {
      const answer = read && (await ask(callOf(read, itemId)))
      return answer?.status === 200 ? writeJson(answer.json) : undefined
    }
    const isOnOne = operations[id].idParameter !== null
    const before = isOnOne ? await found(1) : undefined
    const { status, json } = await ask(callOf(id))
    return [status, (await found(isOnOne ? 1 : stepInto(json, ['id']))) !== before]
  }
}

const written: Readonly<Record<WrittenId, Witness>> = {
  'path-prefix-moved': [statusOf(list()), 200, 308],
  'list-media-type-text': [headerOf('Content-Type', list()), 'application/json', 'text/plain; charset=utf-8'],
  'list-truncated': [isJson(list()), true, false],
  'create-body-empty': [isJson(post(rex)), true, false],

  'list-empty-null': [kindOf(list('?status=sold')), 'array', 'null', onlyTwo],
  'list-last-name-null': [at(list(), 19, 'name'), 'Pet 20', null],
  'list-category-id-renamed': [at(list(), 1, 'categoryId'), 7, undefined],

  'error-status-zero': [at(fetchPet(999), 'status'), 404, 0],
  'error-envelope': [at(invalid, 'error', 'status'), undefined, 400],
  'error-problem-details': [at(invalid, 'code'), 'invalid_body', undefined],
  'error-media-type-problem': [
    headerOf('Content-Type', list('', null)),
    'application/json',
    'application/problem+json',
  ],
  'create-invalid-body-list': [kindOf(invalid), 'object', 'array'],
  'error-401-body-html': [isJson(list('', null)), true, false],

  'list-redirects': [statusOf(list()), 200, 301],
  'list-empty-404': [statusOf(list('?status=sold')), 200, 404, onlyTwo],
  'list-wants-limit': [statusOf(list()), 200, 400],
  'list-limit-50-most': [statusOf(list('?limit=51')), 200, 400],
  'list-limit-ignored': [lengthOf(list('?limit=2')), 2, 20],
  'list-default-10': [lengthOf(list()), 20, 10],
  'list-default-unlimited': [lengthOf(list()), 20, 130],
  'list-hides-sold': [
    statusesIn(list('?limit=100')),
    ['available', 'pending', 'sold', undefined],
    ['available', 'pending', undefined],
  ],
  'list-filter-sold-refused': [statusOf(list('?status=sold')), 200, 400],
  'list-filter-ignored': [statusesIn(list('?status=sold')), ['sold'], ['available', 'pending', 'sold', undefined]],
  'list-filter-finds-none': [lengthOf(list('?status=sold')), 20, 0],
  'list-duplicate': [async (ask) => new Set(idsIn(await ask(list('?limit=5')))).size, 5, 4],

  'create-id-reused': [async (ask) => [await idAdded(ask), await idAdded(ask)], [131, 132], [130, 130]],
  'create-id-given': [at(post({ ...rex, id: 4711 }), 'id'), 131, 4711],
  'create-status-sold-refused': [statusOf(post({ ...rex, status: 'sold' })), 201, 400],
  'create-answers-204': [statusOf(post(rex)), 201, 204],
  'create-adds-twice': [countAfter(post(rex)), 131, 132],
  'create-non-ascii-refused': [statusOf(post({ ...rex, name: 'Žofie' })), 201, 400],
  'create-json-refused': [statusOf(post(rex)), 201, 415],
  'id-rounded-by-create': [addThenGet, 200, 404],
  'create-name-trimmed': [nameOf(' Rex '), ' Rex ', 'Rex'],
  'create-name-latin-1': [nameOf('é'), 'é', 'Ã©'],
  'create-name-escaped': [nameOf('Tom & <Jerry>'), 'Tom & <Jerry>', 'Tom &amp; &lt;Jerry>'],
  'create-category-id-rounded': [at(post({ ...rex, categoryId: large }), 'categoryId'), large, large - 1n],
  'create-status-dropped': [at(post({ ...rex, status: 'sold' }), 'status'), 'sold', undefined],
  'create-body-empty-500': [statusOf(post(undefined)), 400, 500],
  'create-malformed-500': [statusOf(post('{"name":"Rex"')), 400, 500],
  'create-name-missing-accepted': [statusOf(post({ categoryId: 7 })), 400, 201],
  'create-name-missing-422': [statusOf(post({ categoryId: 7 })), 400, 422],
  'create-category-id-beyond-500': [statusOf(post({ ...rex, categoryId: largest + 1n })), 400, 500],
  'create-invalid-added': [countAfter(post({ name: 'Rex', categoryId: 'dogs' })), 130, 131],

  'get-answers-envelope': [at(fetchPet(), 'data', 'id'), undefined, 1],
  'id-rounded-by-get': [addedAndFetched('id'), [131, 131], [9007199254741123n, 9007199254741124n]],
  'get-neighbour': [at(fetchPet(5), 'id'), 5, 1],
  'get-status-available': [at(fetchPet(3), 'status'), 'sold', 'available'],
  'get-unknown-200-null': [statusOf(fetchPet(999)), 404, 200],

  'get-404-before-401': [statusOf(fetchPet(999, null)), 401, 404],
  'key-bare-accepted': [statusOf(authorized(list(), 'test_free')), 401, 200],
  'get-key-refused': [statusOf(fetchPet()), 200, 401],
  'key-missing-403': [statusOf(post(rex, null)), 401, 403],
  'key-missing-redirects': [statusOf(fetchPet(1, null)), 401, 302],
  'key-any-accepted': [statusOf(list('', 'nonsense')), 401, 200],
  'key-invalid-403': [statusOf(list('', 'nonsense')), 401, 403],
  'create-401-adds': [countAfter(post(rex, null)), 130, 131],

  'plan-free-as-pro': [headerOf('X-RateLimit-Limit', list('', 'test_free')), '60', '300'],
  'plan-free-500-a-day': [headerOf('X-RateLimit-Limit', list('', 'test_free')), '60', '500'],
  'plan-pro-as-free': [headerOf('X-RateLimit-Limit', list('', 'test_pro')), '300', '60'],
  'plan-pro-5000-a-day': [headerOf('X-RateLimit-Limit', list('', 'test_pro')), '300', '5000'],
  'plan-business-as-pro': [headerOf('X-RateLimit-Limit', list('', 'test_business')), '1000', '300'],
  'plan-business-50000-a-day': [headerOf('X-RateLimit-Limit', list('', 'test_business')), '1000', '50000'],
  'header-limit-missing': [rateHeadersOf(list()), [200, ...rateHeaders], [200, ...rateHeaders.slice(1)]],
  'header-names-without-x': [rateHeadersOf(list()), [200, ...rateHeaders], [200]],
  'header-missing-on-errors': [rateHeadersOf(invalid), [400, ...rateHeaders], [400]],
  'rate-headers-missing': [rateHeadersOf(exhausted), [429, ...rateHeaders], [429]],
  'header-limit-policy': [headerOf('X-RateLimit-Limit', list('', 'test_free')), '60', '60;w=60'],
  'header-remaining-negative': [headerOf('X-RateLimit-Remaining', list('', 'test_free')), '59', '-60'],
  'header-remaining-constant': [
    inARow('X-RateLimit-Remaining', list('', 'test_free')),
    ['59', '58', '57'],
    ['59', '59', '59'],
  ],
  'header-reset-delay': [headerOf('X-RateLimit-Reset', list()), `${resetAt}`, '50'],
  'header-reset-milliseconds': [headerOf('X-RateLimit-Reset', list()), `${resetAt}`, `${resetAt}000`],
  'rate-waiting-in-vain': [statusAfterWaiting, [429, '50', 200], [429, '50', 429]],
  'rate-never-429': [statusOf(exhausted), 429, 200],
  'list-429-too-early': [
    async (ask) => {
      const { status, headers } = await ask(list('', 'test_free'))
      return [status, headers['X-RateLimit-Remaining']]
    },
    [200, '59'],
    [429, '59'],
  ],
  'rate-retry-after-missing': [headerOf('Retry-After', exhausted), '50', undefined],
  'rate-retry-after-text': [headerOf('Retry-After', exhausted), '50', 'soon'],

  'get-gone-early': [statusOf(fetchPet()), 200, 410],
  'get-sunset-other-day': [
    headerOf('Sunset', fetchPet()),
    'Thu, 05 Dec 2030 00:00:00 GMT',
    'Sun, 12 May 2030 00:00:00 GMT',
    { profile: { 'deprecation-headers': 'both' } },
  ],
  'get-outlives-removal': [statusOf(fetchPet()), 404, 200, afterRemoval],
}

const known = new Set<string>(faultIds)
const derived = [
  ...operationIds.flatMap((id) => [...operationWitnesses(id), ...memberWitnesses(id)]),
  ...sentMemberWitnesses,
]
const witnesses = {
  ...Object.fromEntries(derived.filter(([id]) => known.has(id))),
  ...written,
} as Readonly<Record<FaultId, Witness>>

function idsIn({ json }: Seen): unknown[] {
  return (json as { id: unknown }[]).map(({ id }) => id)
}

async function idAdded(ask: Ask): Promise<unknown> {
  return stepInto((await ask(post(rex))).json, ['id'])
}

/** What an exhausted key gets, how long it is asked to wait, and what it gets after that. */
async function statusAfterWaiting(ask: Ask, store: AnimalStore): Promise<unknown> {
  const own = { plan: 'free', start: 'full' } as const
  store.keys.add('waiting', own)
  for (let call = 1; call <= 60; call++) await ask(list('?limit=1', 'waiting'))
  const { status, headers } = await ask(list('', 'waiting'))
  const waitSeconds = headers['Retry-After']
  store.sandbox().clock.advance(Number(waitSeconds) * 1000)
  return [status, waitSeconds, (await ask(list('', 'waiting'))).status]
}

function storeWith(options: AnimalStoreOptions): AnimalStore {
  return testStore({ dataset: base, keys: { own_secret: 'pro' }, ...options })
}

async function seen(store: AnimalStore, see: Witness[0]): Promise<unknown> {
  return see(async (call) => seenOf(await store.answer(call)), store)
}

function seenOf({ status, headers, body }: Reply): Seen {
  const reading = typeof body === 'string' ? readJson(body) : readJsonBytes(body)
  return { status, headers, json: reading.ok ? reading.value : undefined }
}

test.each(faults)('$id can be seen: $summary', async ({ id }) => {
  const [see, right, wrong, options = {}] = witnesses[id]
  expect(wrong).not.toEqual(right)
  expect(await seen(storeWith(options), see)).toEqual(right)
  expect(await seen(storeWith({ ...options, fault: id }), see)).toEqual(wrong)
})

const visibleClauses = clauses.filter((clause) => clause.seen !== 'not-from-outside' && clause.binds !== 'client')

test('there is a fault for every clause that can be seen from outside', () => {
  const broken = new Set(faults.map(({ clause }) => clause))
  const spared = visibleClauses.filter(({ id }) => !broken.has(id))
  const advice = spared.map(({ id }) => `clause ${id} has no fault: add one in mocks/faults/, then run npm run make`)
  expect(advice).toEqual([])
})

test('each fault has an id of its own, a clause that can be seen from outside, and a summary of one line', () => {
  const clausesSeen = visibleClauses.map((visible) => visible.id)
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
  expect(Object.keys(witnesses).toSorted()).toEqual(faults.map(({ id }) => id).toSorted())
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

test.each(faults.filter(({ id }) => !id.startsWith('header-')))('$id leaves all other calls alone', async ({ id }) => {
  const [word = ''] = id.split('-')
  const operation = operationOf(id)
  const isAlone = leavesAlone[word] ?? ((about) => operation !== undefined && about !== operation)
  const right = storeWith({})
  const broken = storeWith({ fault: id })
  for (const { about, hasKey, call } of ordinary) {
    const expected = await right.answer(call)
    const found = await broken.answer(call)
    const isSpared = isAlone(about, hasKey, expected.status)
    if (isSpared) expect(found, call.target).toEqual(expected)
  }
})

test.each(faults.filter(({ id }) => id.startsWith('header-')))('$id touches headers alone', async ({ id }) => {
  const right = storeWith({})
  const broken = storeWith({ fault: id })
  for (const { call } of ordinary) {
    const { status, body } = await right.answer(call)
    expect(await broken.answer(call), call.target).toMatchObject({ status, body })
  }
})

describe('whatever is called', () => {
  const hostile: readonly Call[] = [
    ...ordinary.map(({ call }) => call),
    ...['{', '[]', 'null', '5', '"', '[{"name":1}]', '{"name":null,"categoryId":1e400}', '{"__proto__":{}}'].map(
      (body) => post(body),
    ),
    post(new Uint8Array([0xff, 0xfe])),
    post('{"name":', null),
    post({ ...rex, name: 'x'.repeat(200_000) }),
    post({ ...rex, categoryId: largest }),
    list('?limit=%ZZ&status=__proto__'),
    fetchPet(largest),
    get('/v1/pets/%ZZ'),
    get('/v1/pets/abc'),
    ...['malformed-json', 'empty', 'server-error', 'unavailable', 'rate-limited', 'banned'].map((scenario) =>
      get('/v1/pets', 'test_enterprise', { prefer: `scenario=${scenario}` }),
    ),
    { ...post(rex), headers: { ...post(rex).headers, prefer: 'scenario=malformed-json' } },
    { ...fetchPet(), headers: { ...fetchPet().headers, prefer: 'scenario=malformed-json' } },
  ]

  test.each(faults)('$id never makes the mock fail', async ({ id }) => {
    // A failure inside of the mock makes this store reject.
    const store = storeWith({ fault: id, dataset: base.slice(0, 1) })
    for (const call of hostile) expect((await store.answer(call)).status).toBeGreaterThanOrEqual(200)
  })
})

test('a fault is put on and off a sandbox, kept by snapshots, and reset to what it was at the start', async () => {
  const store = testStore({ fault: 'list-answers-201' })
  const sandbox = store.sandbox()
  const status = async () => (await store.answer(list())).status
  expect([sandbox.settings.fault, await status()]).toEqual(['list-answers-201', 201])
  await sandbox.snapshot('broken')
  sandbox.set({ fault: 'list-redirects' })
  expect(await status()).toBe(301)
  sandbox.set({ fault: null })
  expect([sandbox.settings.fault, await status()]).toEqual([undefined, 200])
  await sandbox.restore('broken')
  expect(await status()).toBe(201)
  sandbox.set({ fault: null })
  await sandbox.reset()
  expect(await status()).toBe(201)
})

test('a fault is on in its sandbox alone, and the journal names it', async () => {
  const store = testStore()
  store.sandbox('broken').set({ fault: 'list-answers-201' })
  expect((await store.answer(list('', 'test_pro.broken'))).status).toBe(201)
  expect((await store.answer(list('', 'test_pro.whole'))).status).toBe(200)
  expect(store.sandbox('broken').journal.entries()).toMatchObject([{ fault: 'list-answers-201', status: 201 }])
  expect(store.sandbox('whole').journal.entries()).toMatchObject([{ fault: null, status: 200 }])
})

test.each(['list-wants-body', 'get-wants-body'] as const)(
  '%s lets a request with a body pass, which HTTP leaves unread: its header says so',
  async (fault) => {
    const call = fault === 'list-wants-body' ? list() : fetchPet()
    const headers = { ...call.headers, 'content-length': '2' }
    const replies = [call, { ...call, body: '{}' }, { ...call, headers }].map((each) =>
      testStore({ fault }).answer(each),
    )
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([411, 200, 200])
  },
)

test('an unknown fault is refused with the nearest one', () => {
  const unknown = 'list-envelop' as FaultId
  const message = 'There is no fault "list-envelop". Did you mean "list-envelope"?'
  expect(() => testStore({ fault: unknown })).toThrow(message)
  expect(() => testStore().sandbox().set({ fault: unknown })).toThrow(message)
})

test('the ids that are known before faults are loaded are those of all faults, in their order', () => {
  expect(faultIds, 'mocks/world/made/fault-ids.ts is stale: run npm run make').toEqual(faults.map(({ id }) => id))
})
