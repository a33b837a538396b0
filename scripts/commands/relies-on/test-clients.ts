import assert, { equal } from 'node:assert/strict'
import { type SilenceId, isObject } from '../../../spec/index.ts'

type Members = Readonly<Record<string, unknown>>

async function ask(url: string, key = 'test_pro', init: RequestInit = {}, headers: object = {}) {
  const reply = await fetch(url, { ...init, headers: { Authorization: `Bearer ${key}`, ...headers } })
  const text = await reply.text()
  const json: unknown = text === '' ? undefined : JSON.parse(text)
  const items = Array.isArray(json) ? json.filter(isObject) : []
  const members: Members = isObject(json) ? json : {}
  return { status: reply.status, headers: reply.headers, items, members }
}

function add(address: string, pet: object, headers: object = { 'Content-Type': 'application/json' }) {
  const body = JSON.stringify({ name: 'Rex', categoryId: 1, ...pet })
  return ask(`${address}/pets`, 'test_pro', { method: 'POST', body }, headers)
}

/** Small clients by name: the choices that their tests rely on, and the tests. */
export const sampleClients: Readonly<
  Record<string, { readonly reliesOn: readonly SilenceId[]; readonly test: (address: string) => Promise<void> }>
> = {
  'shows the oldest animal first': {
    reliesOn: ['list-order'],
    test: async (address) => equal((await ask(`${address}/pets?limit=1`)).items[0]?.['id'], 1),
  },
  'looks for what it added at the end of a page': {
    reliesOn: ['list-order', 'page-cap'],
    async test(address) {
      const { id } = (await add(address, {})).members
      equal((await ask(`${address}/pets?limit=100`)).items.at(-1)?.['id'], id)
    },
  },
  'expects twenty animals on a page': {
    reliesOn: ['page-cap'],
    test: async (address) => equal((await ask(`${address}/pets`)).items.length, 20),
  },
  'takes an animal without a status for a draft': {
    reliesOn: ['status-default'],
    test: async (address) => equal('status' in (await add(address, {})).members, false),
  },
  'compares a whole animal': {
    reliesOn: ['further-members'],
    async test(address) {
      const { id, ...rest } = (await add(address, { status: 'sold' })).members
      assert.deepEqual(rest, { name: 'Rex', categoryId: 1, status: 'sold' })
      equal(typeof id, 'number')
    },
  },
  'rounds the id of what it added': {
    reliesOn: ['new-ids'],
    async test(address) {
      const { id } = (await add(address, {})).members
      equal((await ask(`${address}/pets/${String(id)}`)).status, 200)
    },
  },
  'writes its limit with two digits, and a slash at the end of a path': {
    reliesOn: ['path-form', 'invalid-query', 'limit-form'],
    async test(address) {
      equal((await ask(`${address}/pets?limit=05`)).status, 400)
      equal((await ask(`${address}/pets/`)).status, 404)
    },
  },
  'switches on the code of an Error': {
    reliesOn: ['error-codes'],
    test: async (address) => equal((await ask(`${address}/pets/999999`)).members['code'], 'not_found'),
  },
  'asks for an id that is not a number': {
    reliesOn: ['malformed-id'],
    test: async (address) => equal((await ask(`${address}/pets/rex`)).status, 404),
  },
  'counts on a refused limit': {
    reliesOn: ['invalid-query', 'small-limit'],
    test: async (address) => equal((await ask(`${address}/pets?limit=0`)).status, 400),
  },
  'adds two animals of one name': {
    reliesOn: ['duplicate-names'],
    async test(address) {
      await add(address, {})
      equal((await add(address, {})).status, 201)
    },
  },
  'reads Retry-After as a number': {
    reliesOn: ['retry-after'],
    async test(address) {
      const { status, headers } = await ask(`${address}/pets`, 'test_free_exhausted')
      equal(status, 429)
      assert(Number(headers.get('Retry-After')) >= 0)
    },
  },
  'sends a member of its own': {
    reliesOn: ['unknown-fields'],
    test: async (address) => equal((await add(address, { colour: 'red' })).status, 201),
  },
  'forgets to label its body, with a name of one blank': {
    reliesOn: ['media-type', 'name-check'],
    test: async (address) => equal((await add(address, { name: ' ' }, {})).status, 201),
  },
  'relies on nothing, though it meets much': {
    reliesOn: [],
    async test(address) {
      equal((await add(address, { status: 'sold' })).members['status'], 'sold')
      assert((await ask(`${address}/pets?status=sold&limit=100`)).items.length > 0)
      equal((await ask(`${address}/pets/999999`)).status, 404)
      assert((await ask(`${address}/pets?limit=0`)).status <= 499)
      equal((await ask(`${address}/pets`, 'test_revoked')).status, 401)
      assert((await ask(`${address}/animals`)).status >= 400)
      equal((await ask(`${address}/pets`, 'test_banned')).headers.has('X-RateLimit-Limit'), true)
    },
  },
}
