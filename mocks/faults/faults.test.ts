import { describe, expect, test } from 'vitest'
import { type OperationId, clauses, readJson, readJsonBytes } from '../../spec/index.ts'
import type { AnimalStore, AnimalStoreOptions, Call, Reply } from '../index.ts'
import { get, post, testInstant, testStore } from '../testing/test-calls.ts'
import { faultIds } from './fault-ids.ts'
import { type FaultId, faults } from './index.ts'

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
  return status === undefined ? pet : { ...pet, status }
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

function statusOf(call: Call): Witness[0] {
  return async (ask) => (await ask(call)).status
}

function headerOf(name: string, call: Call): Witness[0] {
  return async (ask) => (await ask(call)).headers[name]
}

function isJson(call: Call): Witness[0] {
  return async (ask) => (await ask(call)).json !== undefined
}

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

function lengthOf(call: Call): Witness[0] {
  return at(call, 'length')
}

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

const witnesses: Readonly<Record<FaultId, Witness>> = {
  'path-prefix-moved': [statusOf(list()), 200, 308],
  'list-media-type-text': [headerOf('Content-Type', list()), 'application/json', 'text/plain; charset=utf-8'],
  'list-media-type-vendor': [headerOf('Content-Type', list()), 'application/json', 'application/vnd.api+json'],
  'create-media-type-missing': [headerOf('Content-Type', post(rex)), 'application/json', undefined],
  'get-media-type-html': [headerOf('Content-Type', fetchPet()), 'application/json', 'text/html; charset=utf-8'],
  'list-trailing-comma': [isJson(list()), true, false],
  'list-truncated': [isJson(list()), true, false],
  'list-lines': [isJson(list()), true, false],
  'list-guarded': [isJson(list()), true, false],
  'list-latin-1': [isJson(list()), true, false],
  'create-invalid-json': [isJson(post(rex)), true, false],
  'create-body-empty': [isJson(post(rex)), true, false],
  'get-truncated': [isJson(fetchPet()), true, false],
  'get-body-empty': [isJson(fetchPet()), true, false],
  'error-truncated': [isJson(invalid), true, false],

  'list-envelope': [kindOf(list()), 'array', 'object'],
  'list-object-by-id': [kindOf(list()), 'array', 'object'],
  'list-single-bare': [kindOf(list('?limit=1')), 'array', 'object'],
  'list-empty-null': [kindOf(list('?status=sold')), 'array', 'null', onlyTwo],
  'list-in-string': [kindOf(list()), 'array', 'string'],
  'list-items-ids': [at(list(), 0), base[0], 1],
  'list-items-wrapped': [at(list(), 0), base[0], { pet: base[0] }],
  'list-items-null': [at(list('?limit=3'), 2), base[2], null],
  'list-id-missing': [at(list(), 1, 'id'), 2, undefined],
  'list-id-renamed': [at(list(), 1, 'id'), 2, undefined],
  'list-id-string': [at(list(), 1, 'id'), 2, '2'],
  'list-id-fraction': [at(list(), 1, 'id'), 2, 2.5],
  'list-name-missing': [at(list(), 1, 'name'), 'Pet 2', undefined],
  'list-name-null': [at(list(), 19, 'name'), 'Pet 20', null],
  'list-name-object': [at(list(), 1, 'name'), 'Pet 2', { en: 'Pet 2' }],
  'list-category-missing': [at(list(), 1, 'categoryId'), 7, undefined],
  'list-category-renamed': [at(list(), 1, 'categoryId'), 7, undefined],
  'list-category-string': [at(list(), 1, 'categoryId'), 7, '7'],
  'list-category-null': [at(list(), 1, 'categoryId'), 7, null],
  'list-category-object': [at(list(), 1, 'categoryId'), 7, { id: 7 }],
  'list-status-upper-case': [at(list(), 2, 'status'), 'sold', 'SOLD'],
  'list-status-unknown': [at(list(), 1, 'status'), 'pending', 'reserved'],
  'list-status-number': [at(list(), 1, 'status'), 'pending', 1],
  'list-status-null': [at(list(), 3, 'status'), undefined, null],
  'create-id-missing': [at(post(rex), 'id'), 131, undefined],
  'create-id-string': [at(post(rex), 'id'), 131, '131'],
  'create-id-beyond-int64': [at(post(rex), 'id'), 131, 2n ** 63n + 131n],
  'create-name-missing': [at(post(rex), 'name'), 'Rex', undefined],
  'create-category-missing': [at(post(rex), 'categoryId'), 7, undefined],
  'create-status-upper-case': [at(post({ ...rex, status: 'sold' }), 'status'), 'sold', 'SOLD'],
  'get-id-missing': [at(fetchPet(), 'id'), 1, undefined],
  'get-id-string': [at(fetchPet(), 'id'), 1, '1'],
  'get-name-renamed': [at(fetchPet(), 'name'), 'Pet 1', undefined],
  'get-category-string': [at(fetchPet(), 'categoryId'), 7, '7'],
  'get-status-unknown': [at(fetchPet(3), 'status'), 'sold', 'adopted'],

  'error-code-missing': [at(invalid, 'code'), 'invalid_body', undefined],
  'error-code-number': [at(fetchPet(999), 'code'), 'not_found', 40401],
  'error-code-null': [at(list('', null), 'code'), 'unauthorized', null],
  'error-message-missing': [at(list('', null), 'message'), 'Missing or invalid API key.', undefined],
  'error-message-list': [at(list('', null), 'message'), 'Missing or invalid API key.', ['Missing or invalid API key.']],
  'error-status-missing': [at(invalid, 'status'), 400, undefined],
  'error-status-string': [at(fetchPet(999), 'status'), 404, '404'],
  'error-status-fraction': [at(list('', null), 'status'), 401, 401.1],
  'error-status-zero': [at(fetchPet(999), 'status'), 404, 0],
  'create-invalid-status-422': [at(invalid, 'status'), 400, 422],
  'get-unknown-status-200': [at(fetchPet(999), 'status'), 404, 200],
  'error-401-status-403': [at(fetchPet(1, null), 'status'), 401, 403],
  'error-envelope': [at(invalid, 'error', 'status'), undefined, 400],
  'error-problem-details': [at(invalid, 'code'), 'invalid_body', undefined],
  'error-text': [kindOf(invalid), 'object', 'string'],
  'error-media-type-text': [headerOf('Content-Type', invalid), 'application/json', 'text/plain; charset=utf-8'],
  'error-media-type-problem': [
    headerOf('Content-Type', list('', null)),
    'application/json',
    'application/problem+json',
  ],
  'error-media-type-missing': [headerOf('Content-Type', fetchPet(999)), 'application/json', undefined],
  'create-invalid-body-empty': [isJson(invalid), true, false],
  'create-invalid-body-list': [kindOf(invalid), 'object', 'array'],
  'get-unknown-body-text': [isJson(fetchPet(999)), true, false],
  'get-unknown-body-empty': [isJson(fetchPet(999)), true, false],
  'error-401-body-html': [isJson(list('', null)), true, false],
  'error-401-body-empty': [isJson(fetchPet(1, null)), true, false],
  'error-401-body-detail': [at(post(rex, null), 'code'), 'unauthorized', undefined],

  'list-answers-201': [statusOf(list()), 200, 201],
  'list-answers-206': [statusOf(list()), 200, 206],
  'list-answers-500': [statusOf(list()), 200, 500],
  'list-redirects': [statusOf(list()), 200, 301],
  'list-empty-404': [statusOf(list('?status=sold')), 200, 404, onlyTwo],
  'list-empty-204': [statusOf(list('?status=sold')), 200, 204, onlyTwo],
  'list-wants-body': [statusOf(list()), 200, 411],
  'list-wants-limit': [statusOf(list()), 200, 400],
  'list-limit-1-refused': [statusOf(list('?limit=1')), 200, 400],
  'list-limit-100-refused': [statusOf(list('?limit=100')), 200, 400],
  'list-limit-50-most': [statusOf(list('?limit=51')), 200, 400],
  'list-limit-100-fails': [statusOf(list('?limit=100')), 200, 500],
  'list-limit-ignored': [lengthOf(list('?limit=2')), 2, 20],
  'list-limit-ignored-with-status': [lengthOf(list('?limit=2&status=sold')), 2, 20],
  'list-limit-one-more': [lengthOf(list('?limit=100')), 100, 101],
  'list-limit-10-least': [lengthOf(list('?limit=1')), 1, 10],
  'list-default-10': [lengthOf(list()), 20, 10],
  'list-default-50': [lengthOf(list()), 20, 50],
  'list-default-100': [lengthOf(list()), 20, 100],
  'list-default-unlimited': [lengthOf(list()), 20, 130],
  'list-wants-status': [statusOf(list()), 200, 400],
  'list-hides-sold': [
    statusesIn(list('?limit=100')),
    ['available', 'pending', 'sold', undefined],
    ['available', 'pending', undefined],
  ],
  'list-filter-sold-refused': [statusOf(list('?status=sold')), 200, 400],
  'list-filter-pending-fails': [statusOf(list('?status=pending')), 200, 500],
  'list-filter-ignored': [statusesIn(list('?status=sold')), ['sold'], ['available', 'pending', 'sold', undefined]],
  'list-filter-pending-ignored': [
    statusesIn(list('?status=pending')),
    ['pending'],
    ['available', 'pending', 'sold', undefined],
  ],
  'list-filter-swapped': [statusesIn(list('?status=pending')), ['pending'], ['sold']],
  'list-filter-inverted': [statusesIn(list('?status=sold')), ['sold'], ['available', 'pending', undefined]],
  'list-filter-ignored-with-limit': [statusesIn(list('?status=sold&limit=2')), ['sold'], ['available', 'pending']],
  'list-filter-finds-none': [lengthOf(list('?status=sold')), 20, 0],
  'list-duplicate': [async (ask) => new Set(idsIn(await ask(list('?limit=5')))).size, 5, 4],
  'list-renumbers': [async (ask) => idsIn(await ask(list('?status=sold&limit=3'))), [3, 7, 11], [1, 2, 3]],

  'create-not-kept': [addThenGet, 200, 404],
  'create-id-reused': [async (ask) => [await idAdded(ask), await idAdded(ask)], [131, 132], [130, 130]],
  'create-id-constant': [async (ask) => [await idAdded(ask), await idAdded(ask)], [131, 132], [0, 0]],
  'create-id-given': [at(post({ ...rex, id: 4711 }), 'id'), 131, 4711],
  'create-status-sold-refused': [statusOf(post({ ...rex, status: 'sold' })), 201, 400],
  'create-status-pending-refused': [statusOf(post({ ...rex, status: 'pending' })), 201, 400],
  'create-status-available-refused': [statusOf(post({ ...rex, status: 'available' })), 201, 400],
  'create-answers-200': [statusOf(post(rex)), 201, 200],
  'create-answers-202': [statusOf(post(rex)), 201, 202],
  'create-answers-204': [statusOf(post(rex)), 201, 204],
  'create-redirects': [statusOf(post(rex)), 201, 303],
  'create-answers-500': [statusOf(post(rex)), 201, 500],
  'create-answers-list': [kindOf(post(rex)), 'object', 'array'],
  'create-answers-envelope': [at(post(rex), 'pet', 'name'), undefined, 'Rex'],
  'create-adds-twice': [countAfter(post(rex)), 131, 132],
  'create-non-ascii-refused': [statusOf(post({ ...rex, name: 'Žofie' })), 201, 400],
  'create-large-category-fails': [statusOf(post({ ...rex, categoryId: 2 ** 31 })), 201, 500],
  'create-json-refused': [statusOf(post(rex)), 201, 415],
  'create-id-off-by-one': [addThenGet, 200, 404],
  'id-rounded-by-create': [addThenGet, 200, 404],
  'create-name-trimmed': [nameOf(' Rex '), ' Rex ', 'Rex'],
  'create-name-upper-case': [nameOf('Rex'), 'Rex', 'REX'],
  'create-name-cut': [nameOf('Rex of the Hills'), 'Rex of the Hills', 'Rex of the H'],
  'create-name-ascii': [nameOf('Žofie 猫'), 'Žofie 猫', 'Zofie ?'],
  'create-name-latin-1': [nameOf('é'), 'é', 'Ã©'],
  'create-name-no-emoji': [nameOf('Žofie 🐈'), 'Žofie 🐈', 'Žofie ?'],
  'create-name-escaped': [nameOf('Tom & <Jerry>'), 'Tom & <Jerry>', 'Tom &amp; &lt;Jerry>'],
  'create-category-rounded': [at(post({ ...rex, categoryId: large }), 'categoryId'), large, large - 1n],
  'create-category-32-bits': [at(post({ ...rex, categoryId: 2 ** 32 + 5 }), 'categoryId'), 2 ** 32 + 5, 5],
  'create-category-constant': [at(post(rex), 'categoryId'), 7, 0],
  'create-status-dropped': [at(post({ ...rex, status: 'sold' }), 'status'), 'sold', undefined],
  'create-status-available': [at(post({ ...rex, status: 'sold' }), 'status'), 'sold', 'available'],
  'create-status-required': [statusOf(post(rex)), 201, 400],
  'create-body-empty-accepted': [statusOf(post('')), 400, 201],
  'create-body-empty-500': [statusOf(post(undefined)), 400, 500],
  'create-array-accepted': [statusOf(post([rex])), 400, 201],
  'create-string-accepted': [statusOf(post('"Rex"')), 400, 201],
  'create-malformed-accepted': [statusOf(post('{"name":"Rex"')), 400, 201],
  'create-malformed-500': [statusOf(post('{"name":"Rex"')), 400, 500],
  'create-name-missing-accepted': [statusOf(post({ categoryId: 7 })), 400, 201],
  'create-name-missing-422': [statusOf(post({ categoryId: 7 })), 400, 422],
  'create-name-null-accepted': [statusOf(post({ ...rex, name: null })), 400, 201],
  'create-name-number-accepted': [statusOf(post({ ...rex, name: 5 })), 400, 201],
  'create-name-invalid-500': [statusOf(post({ ...rex, name: ['Rex'] })), 400, 500],
  'create-category-missing-accepted': [statusOf(post({ name: 'Rex' })), 400, 201],
  'create-category-missing-500': [statusOf(post({ name: 'Rex' })), 400, 500],
  'create-category-string-accepted': [statusOf(post({ ...rex, categoryId: '7' })), 400, 201],
  'create-category-fraction-accepted': [statusOf(post({ ...rex, categoryId: 1.5 })), 400, 201],
  'create-category-null-accepted': [statusOf(post({ ...rex, categoryId: null })), 400, 201],
  'create-category-invalid-200': [statusOf(post({ ...rex, categoryId: 'dogs' })), 400, 200],
  'create-category-beyond-accepted': [statusOf(post({ ...rex, categoryId: largest + 1n })), 400, 201],
  'create-category-beyond-500': [statusOf(post({ ...rex, categoryId: largest + 1n })), 400, 500],
  'create-status-unknown-accepted': [statusOf(post({ ...rex, status: 'lost' })), 400, 201],
  'create-status-case-accepted': [statusOf(post({ ...rex, status: 'SOLD' })), 400, 201],
  'create-status-number-accepted': [statusOf(post({ ...rex, status: 2 })), 400, 201],
  'create-status-unknown-422': [statusOf(post({ ...rex, status: 'lost' })), 400, 422],
  'create-invalid-added': [countAfter(post({ name: 'Rex', categoryId: 'dogs' })), 130, 131],

  'get-answers-203': [statusOf(fetchPet()), 200, 203],
  'get-answers-list': [kindOf(fetchPet()), 'object', 'array'],
  'get-answers-envelope': [at(fetchPet(), 'data', 'id'), undefined, 1],
  'get-answers-500': [statusOf(fetchPet()), 200, 500],
  'get-misses-added': [addThenGet, 200, 404],
  'id-rounded-by-list': [listedThenGet, 200, 404, onlyTwo],
  'id-rounded-by-get': [addedAndFetched('id'), [131, 131], [9007199254741123n, 9007199254741124n]],
  'get-neighbour': [at(fetchPet(5), 'id'), 5, 1],
  'get-id-32-bits': [statusOf(fetchPet(2 ** 32 + 5)), 404, 200],
  'get-id-negative': [at(fetchPet(5), 'id'), 5, -5],
  'get-other-animal': [at(fetchPet(5)), base[4], { ...base[0], id: 5 }],
  'get-name-upper-case': [at(fetchPet(5), 'name'), 'Pet 5', 'PET 5'],
  'get-category-off': [at(fetchPet(5), 'categoryId'), 7, 0],
  'get-category-rounded': [
    addedAndFetched('categoryId', { ...rex, categoryId: large }),
    [large, large],
    [large, large - 1n],
  ],
  'get-status-available': [at(fetchPet(3), 'status'), 'sold', 'available'],
  'get-large-id-400': [statusOf(fetchPet(largest)), 404, 400],
  'get-large-id-500': [statusOf(fetchPet(2 ** 31)), 404, 500],
  'get-negative-id-400': [statusOf(fetchPet(-1)), 404, 400],
  'get-wants-body': [statusOf(fetchPet()), 200, 411],
  'get-unknown-400': [statusOf(fetchPet(999)), 404, 400],
  'get-unknown-500': [statusOf(fetchPet(999)), 404, 500],
  'get-unknown-204': [statusOf(fetchPet(999)), 404, 204],
  'get-unknown-200-null': [statusOf(fetchPet(999)), 404, 200],
  'get-unknown-200-error': [statusOf(fetchPet(999)), 404, 200],
  'get-unknown-first': [statusOf(fetchPet(999)), 404, 200],

  'list-open': [statusOf(list('', null)), 401, 200],
  'create-open': [statusOf(post(rex, 'nonsense')), 401, 201],
  'create-400-before-401': [statusOf(post({}, null)), 401, 400],
  'get-open': [statusOf(fetchPet(1, null)), 401, 200],
  'get-404-before-401': [statusOf(fetchPet(999, null)), 401, 404],
  'key-bare-accepted': [statusOf(authorized(list(), 'test_free')), 401, 200],
  'key-basic-accepted': [statusOf(authorized(list(), 'Basic test_free')), 401, 200],
  'key-any-scheme-accepted': [statusOf(authorized(list(), 'Token test_free')), 401, 200],
  'get-key-refused': [statusOf(fetchPet()), 200, 401],
  'key-missing-accepted': [statusOf(list('', null)), 401, 200],
  'key-empty-accepted': [statusOf(authorized(list(), 'Bearer ')), 401, 200],
  'key-missing-400': [statusOf(list('', null)), 401, 400],
  'key-missing-403': [statusOf(post(rex, null)), 401, 403],
  'key-missing-redirects': [statusOf(fetchPet(1, null)), 401, 302],
  'key-missing-500': [statusOf(list('', null)), 401, 500],
  'key-any-accepted': [statusOf(list('', 'nonsense')), 401, 200],
  'key-truncated-accepted': [statusOf(list('', 'own_secre')), 401, 200],
  'key-suffixed-accepted': [statusOf(list('', 'own_secretx')), 401, 200],
  'key-prefixed-accepted': [statusOf(list('', 'xown_secret')), 401, 200],
  'key-invalid-403': [statusOf(list('', 'nonsense')), 401, 403],
  'key-invalid-404': [statusOf(list('', 'nonsense')), 401, 404],
  'key-invalid-200': [statusOf(list('', 'nonsense')), 401, 200],
  'create-401-adds': [countAfter(post(rex, null)), 130, 131],

  'plan-free-as-pro': [headerOf('X-RateLimit-Limit', list('', 'test_free')), '60', '300'],
  'plan-pro-as-free': [headerOf('X-RateLimit-Limit', list('', 'test_pro')), '300', '60'],
  'plan-business-as-pro': [headerOf('X-RateLimit-Limit', list('', 'test_business')), '1000', '300'],
  'header-limit-missing': [rateHeadersOf(list()), [200, ...rateHeaders], [200, ...rateHeaders.slice(1)]],
  'header-remaining-missing': [
    rateHeadersOf(list()),
    [200, ...rateHeaders],
    [200, 'X-RateLimit-Limit', 'X-RateLimit-Reset'],
  ],
  'header-reset-missing': [rateHeadersOf(list()), [200, ...rateHeaders], [200, ...rateHeaders.slice(0, 2)]],
  'header-names-without-x': [rateHeadersOf(list()), [200, ...rateHeaders], [200]],
  'header-missing-on-errors': [rateHeadersOf(invalid), [400, ...rateHeaders], [400]],
  'header-missing-on-400': [rateHeadersOf(invalid), [400, ...rateHeaders], [400]],
  'header-missing-on-401': [rateHeadersOf(list('', null)), [401, ...rateHeaders], [401]],
  'header-missing-on-404': [rateHeadersOf(fetchPet(999)), [404, ...rateHeaders], [404]],
  'header-missing-on-201': [rateHeadersOf(post(rex)), [201, ...rateHeaders], [201]],
  'header-missing-on-get': [rateHeadersOf(fetchPet()), [200, ...rateHeaders], [200]],
  'rate-headers-missing': [rateHeadersOf(exhausted), [429, ...rateHeaders], [429]],
  'header-limit-policy': [headerOf('X-RateLimit-Limit', list('', 'test_free')), '60', '60;w=60'],
  'header-limit-text': [headerOf('X-RateLimit-Limit', list('', 'test_free')), '60', 'unlimited'],
  'header-limit-negative': [headerOf('X-RateLimit-Limit', list('', 'test_free')), '60', '-1'],
  'header-limit-of-no-plan': [headerOf('X-RateLimit-Limit', list('', 'test_free')), '60', '67'],
  'header-remaining-above-limit': [headerOf('X-RateLimit-Remaining', list('', 'test_free')), '59', '120'],
  'header-remaining-negative': [headerOf('X-RateLimit-Remaining', list('', 'test_free')), '59', '-60'],
  'header-remaining-fraction': [headerOf('X-RateLimit-Remaining', list('', 'test_free')), '59', '0.967'],
  'header-remaining-text': [headerOf('X-RateLimit-Remaining', list('', 'test_free')), '59', 'many'],
  'header-remaining-constant': [
    inARow('X-RateLimit-Remaining', list('', 'test_free')),
    ['59', '58', '57'],
    ['59', '59', '59'],
  ],
  'header-remaining-rises': [
    inARow('X-RateLimit-Remaining', list('', 'test_free')),
    ['59', '58', '57'],
    ['1', '2', '3'],
  ],
  'header-reset-delay': [headerOf('X-RateLimit-Reset', list()), `${resetAt}`, '50'],
  'header-reset-milliseconds': [headerOf('X-RateLimit-Reset', list()), `${resetAt}`, `${resetAt}000`],
  'header-reset-http-date': [headerOf('X-RateLimit-Reset', list()), `${resetAt}`, 'Fri, 01 Jan 2027 00:01:00 GMT'],
  'header-reset-iso-date': [headerOf('X-RateLimit-Reset', list()), `${resetAt}`, '2027-01-01T00:01:00.000Z'],
  'header-reset-zero': [headerOf('X-RateLimit-Reset', list()), `${resetAt}`, '0'],
  'header-reset-past': [headerOf('X-RateLimit-Reset', list()), `${resetAt}`, `${resetAt - 172_800}`],
  'rate-waiting-in-vain': [statusAfterWaiting, [429, '50', 200], [429, '50', 429]],
  'rate-never-429': [statusOf(exhausted), 429, 200],
  'rate-403': [statusOf(exhausted), 429, 403],
  'rate-503': [statusOf(exhausted), 429, 503],
  'rate-retry-after-missing': [headerOf('Retry-After', exhausted), '50', undefined],
  'rate-retry-after-text': [headerOf('Retry-After', exhausted), '50', 'soon'],
  'rate-retry-after-negative': [headerOf('Retry-After', exhausted), '50', '-30'],
  'rate-retry-after-empty': [headerOf('Retry-After', exhausted), '50', ''],

  'get-gone-early': [statusOf(fetchPet()), 200, 410],
  'get-redirects-early': [statusOf(fetchPet()), 200, 301],
  'get-sunset-other-day': [
    headerOf('Sunset', fetchPet()),
    'Thu, 05 Dec 2030 00:00:00 GMT',
    'Sun, 12 May 2030 00:00:00 GMT',
    { profile: { 'deprecation-headers': 'both' } },
  ],
  'get-outlives-removal': [statusOf(fetchPet()), 404, 200, afterRemoval],
}

function idsIn({ json }: Seen): unknown[] {
  return (json as { id: unknown }[]).map(({ id }) => id)
}

async function idAdded(ask: Ask): Promise<unknown> {
  return stepInto((await ask(post(rex))).json, ['id'])
}

/** The status of getPet for an animal that was just added, by the id that the list has. */
async function listedThenGet(ask: Ask): Promise<number> {
  await ask(post(rex))
  const id = idsIn(await ask(list())).at(-1) as bigint
  return (await ask(fetchPet(id))).status
}

/** What a key without requests is told, and what it gets when it waited as told. */
async function statusAfterWaiting(ask: Ask, store: AnimalStore): Promise<unknown> {
  const own = { plan: 'free', start: 'full' } as const
  store.keys.add('waiting', own)
  for (let call = 1; call <= 60; call++) await ask(list('?limit=1', 'waiting'))
  const { status, headers } = await ask(list('', 'waiting'))
  const told = headers['Retry-After']
  store.sandbox().clock.advance(Number(told) * 1000)
  return [status, told, (await ask(list('', 'waiting'))).status]
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

test('each fault has an id of its own, a clause that can be seen from outside, and a summary of one line', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
  expect(Object.keys(witnesses).toSorted()).toEqual(faults.map(({ id }) => id).toSorted())
  for (const { id, clause, summary } of faults) {
    expect(id).toMatch(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/)
    expect(clauses.find((candidate) => candidate.id === clause)?.seen, id).toMatch(/^(?:one-exchange|sequence)$/)
    expect(summary, id).toMatch(/^\S.{10,118}[^.\s]$/)
  }
})

// Calls of every kind, none of them beyond a limit; those that add an animal come last.
const ordinary: readonly { readonly about: OperationId | undefined; readonly hasKey: boolean; readonly call: Call }[] =
  [
    { about: 'listPets', hasKey: true, call: list() },
    { about: 'listPets', hasKey: true, call: list('?limit=3&status=sold') },
    { about: 'listPets', hasKey: true, call: list('?limit=0') },
    { about: 'listPets', hasKey: false, call: list('', 'nonsense') },
    { about: 'getPet', hasKey: true, call: fetchPet(3) },
    { about: 'getPet', hasKey: true, call: fetchPet(999) },
    { about: 'getPet', hasKey: false, call: fetchPet(3, null) },
    { about: undefined, hasKey: true, call: get('/v1/store/orders') },
    { about: undefined, hasKey: true, call: { ...list(), method: 'PUT' } },
    { about: undefined, hasKey: true, call: get('/favicon.ico') },
    { about: 'createPet', hasKey: true, call: post({ name: 5 }) },
    { about: 'createPet', hasKey: true, call: post({ ...rex, status: 'sold' }) },
    { about: 'createPet', hasKey: false, call: post(rex, null) },
  ]

/** Whether a fault whose id begins with this word leaves an ordinary call alone. */
const leavesAlone: Readonly<
  Record<string, (about: OperationId | undefined, hasKey: boolean, status: number) => boolean>
> = {
  list: (about) => about !== 'listPets',
  create: (about) => about !== 'createPet',
  get: (about) => about !== 'getPet',
  id: (about) => about !== 'createPet',
  // The 400 of listPets is not documented, so that it is no Error of the interface.
  error: (about, hasKey, status) => status < 400 || about === undefined || (about === 'listPets' && hasKey),
  key: (_about, hasKey) => hasKey,
  path: (about, hasKey) => about === undefined || !hasKey,
  plan: () => true,
  rate: () => true,
}

test.each(faults.filter(({ id }) => !id.startsWith('header-')))('$id leaves all other calls alone', async ({ id }) => {
  const isAlone = leavesAlone[id.split('-')[0] ?? '']
  const right = storeWith({})
  const broken = storeWith({ fault: id })
  for (const { about, hasKey, call } of ordinary) {
    const expected = await right.answer(call)
    const found = await broken.answer(call)
    const isSpared = isAlone?.(about, hasKey, expected.status) ?? false
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
  expect([sandbox.fault?.id, await status()]).toEqual(['list-answers-201', 201])
  await sandbox.snapshot('broken')
  sandbox.setFault('list-answers-206')
  expect(await status()).toBe(206)
  sandbox.setFault(undefined)
  expect([sandbox.fault, await status()]).toEqual([undefined, 200])
  await sandbox.restore('broken')
  expect(await status()).toBe(201)
  sandbox.setFault(undefined)
  await sandbox.reset()
  expect(await status()).toBe(201)
})

test('a fault is on in its sandbox alone, and the journal names it', async () => {
  const store = testStore()
  store.sandbox('broken').setFault('list-answers-201')
  expect((await store.answer(list('', 'test_pro.broken'))).status).toBe(201)
  expect((await store.answer(list('', 'test_pro.whole'))).status).toBe(200)
  expect(store.sandbox('broken').journal.entries()).toMatchObject([{ fault: 'list-answers-201', status: 201 }])
  expect(store.sandbox('whole').journal.entries()).toMatchObject([{ fault: null, status: 200 }])
})

test('an unknown fault is refused with the nearest one', () => {
  const unknown = 'list-envelop' as FaultId
  const message = 'There is no fault "list-envelop". Did you mean "list-envelope"?'
  expect(() => testStore({ fault: unknown })).toThrow(message)
  expect(() => testStore().sandbox().setFault(unknown)).toThrow(message)
})

test('the ids that are known before faults are loaded are those of all faults, in their order', () => {
  expect(faultIds).toEqual(faults.map(({ id }) => id))
})
