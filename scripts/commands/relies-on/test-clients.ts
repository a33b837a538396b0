import assert from 'node:assert/strict'
import { type SilenceId, isObject } from '../../../spec/index.ts'

/** A small client whose tests need what the interface leaves open, and what that is. */
export interface SampleClient {
  readonly reliesOn: readonly SilenceId[]
  readonly test: (address: string) => Promise<void>
}

interface Asking extends RequestInit {
  readonly headers?: Readonly<Record<string, string>>
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly json: unknown
}

async function ask(url: string, { headers, ...init }: Asking = {}, key = 'test_pro'): Promise<Answer> {
  const reply = await fetch(url, { ...init, headers: { Authorization: `Bearer ${key}`, ...headers } })
  const text = await reply.text()
  return { status: reply.status, headers: reply.headers, json: text === '' ? undefined : (JSON.parse(text) as unknown) }
}

function add(address: string, pet: object, headers: Asking['headers'] = { 'Content-Type': 'application/json' }) {
  return ask(`${address}/pets`, { method: 'POST', headers, body: JSON.stringify({ categoryId: 1, ...pet }) })
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  assert(isObject(value))
  return value
}

function items(value: unknown): readonly unknown[] {
  assert(Array.isArray(value))
  return value
}

/** Clients by name. */
export const sampleClients: Readonly<Record<string, SampleClient>> = {
  'shows the oldest animal first': {
    reliesOn: ['list-order'],
    async test(address) {
      const { json } = await ask(`${address}/pets?limit=1`)
      assert.equal(members(items(json)[0])['id'], 1)
    },
  },
  'looks for what it added at the end of a page': {
    reliesOn: ['list-order', 'page-cap'],
    async test(address) {
      const { id } = members((await add(address, { name: 'Rex' })).json)
      assert.equal(members(items((await ask(`${address}/pets?limit=100`)).json).at(-1))['id'], id)
    },
  },
  'expects twenty animals on a page': {
    reliesOn: ['page-cap'],
    async test(address) {
      assert.equal(items((await ask(`${address}/pets`)).json).length, 20)
    },
  },
  'takes an animal without a status for a draft': {
    reliesOn: ['status-default'],
    async test(address) {
      assert(!('status' in members((await add(address, { name: 'Rex' })).json)))
    },
  },
  'compares a whole animal': {
    reliesOn: ['further-members'],
    async test(address) {
      const { id, ...rest } = members((await add(address, { name: 'Rex', status: 'sold' })).json)
      assert.deepEqual(rest, { name: 'Rex', categoryId: 1, status: 'sold' })
      assert.equal(typeof id, 'number')
    },
  },
  'switches on the code of an Error': {
    reliesOn: ['error-codes'],
    async test(address) {
      assert.equal(members((await ask(`${address}/pets/999999`)).json)['code'], 'not_found')
    },
  },
  'asks for an id that is no number': {
    reliesOn: ['malformed-id'],
    async test(address) {
      assert.equal((await ask(`${address}/pets/rex`)).status, 404)
    },
  },
  'counts on a refused limit': {
    reliesOn: ['invalid-query'],
    async test(address) {
      assert.equal((await ask(`${address}/pets?limit=0`)).status, 400)
    },
  },
  'adds two animals of one name': {
    reliesOn: ['duplicate-names'],
    async test(address) {
      await add(address, { name: 'Rex' })
      assert.equal((await add(address, { name: 'Rex' })).status, 201)
    },
  },
  'reads Retry-After as a number': {
    reliesOn: ['retry-after'],
    async test(address) {
      const { status, headers } = await ask(`${address}/pets`, {}, 'test_free_exhausted')
      assert.equal(status, 429)
      assert(Number(headers.get('Retry-After')) >= 0)
    },
  },
  'sends a member of its own': {
    reliesOn: ['unknown-fields'],
    async test(address) {
      assert.equal((await add(address, { name: 'Rex', colour: 'red' })).status, 201)
    },
  },
  'forgets to label its body, with a name of one blank': {
    reliesOn: ['media-type', 'name-check'],
    async test(address) {
      assert.equal((await add(address, { name: ' ' }, {})).status, 201)
    },
  },
  'relies on nothing, though it meets much': {
    reliesOn: [],
    async test(address) {
      const { json } = await add(address, { name: 'Rex', status: 'sold' })
      assert.equal(members(json)['status'], 'sold')
      assert(items((await ask(`${address}/pets?status=sold&limit=100`)).json).length <= 100)
      assert.equal((await ask(`${address}/pets/999999`)).status, 404)
      assert((await ask(`${address}/pets?limit=0`)).status <= 499)
      assert.equal((await ask(`${address}/pets`, {}, 'test_revoked')).status, 401)
      assert((await ask(`${address}/animals`)).status >= 400)
      assert.equal((await ask(`${address}/pets`, {}, 'test_banned')).headers.has('X-RateLimit-Limit'), true)
    },
  },
}
