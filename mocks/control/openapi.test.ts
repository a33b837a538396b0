import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { controlOperations } from '../../spec/made/control-operations.ts'
import { usualSettings } from '../world/settings.ts'
import { get, post, testFault } from '../testing/test-calls.ts'
import { controlRoutes, testControl } from './test-control.ts'

type Json = { readonly [name: string]: Json } & { readonly length?: never }

const spec = parse(readFileSync(new URL('../../spec/control.openapi.yaml', import.meta.url), 'utf8')) as Json

const document = parse(readFileSync(new URL('../../spec/openapi.yaml', import.meta.url), 'utf8')) as Json

function words(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function follow(node: Json | undefined): Json {
  const reference = node?.['$ref'] as unknown
  if (typeof reference !== 'string') return node ?? {}
  return follow(
    reference
      .slice(2)
      .split('/')
      .reduce<Json | undefined>((found, name) => found?.[name], spec),
  )
}

function jsonSchema(body: Json | undefined): Json | undefined {
  return follow(body)['content']?.['application/json']?.['schema']
}

test('getting never takes a body', () => {
  expect(controlRoutes.filter(({ method, members }) => method === 'GET' && members.length > 0)).toEqual([])
})

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { int64: true } })
addFormats.default(ajv, ['date-time', 'date'])
ajv.addSchema({ $id: 'https://animal-store.example/openapi.yaml', ...document })
ajv.addSchema({ $id: 'https://animal-store.example/control', ...closed(spec) })

/** The same description, in which no object may have a member that is not described. */
function closed<T>(node: T): T {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map(closed) as T
  const entries = Object.entries(node).map(([name, value]) => [name, closed(value as unknown)])
  const isObjectSchema = 'properties' in node && !('additionalProperties' in node)
  return Object.fromEntries(isObjectSchema ? [...entries, ['additionalProperties', false]] : entries) as T
}

function validatorOf(method: string, path: string, status: number): ValidateFunction | undefined {
  const responses = spec['paths']?.[path]?.[method.toLowerCase()]?.['responses'] ?? {}
  const key = Object.hasOwn(responses, status) ? String(status) : 'default'
  const isReferred = typeof responses[key]?.['$ref'] === 'string'
  const base = isReferred
    ? words(responses[key]?.['$ref'])
    : `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method.toLowerCase()}/responses/${key}`
  return jsonSchema(responses[key]) === undefined
    ? undefined
    : ajv.compile({ $ref: `https://animal-store.example/control${base}/content/application~1json/schema` })
}

type Sample = readonly [method: string, path: string, status: number, body?: unknown]

const at = '/sandboxes/{sandbox}'
// Each route at least once, in an order in which one can follow the other.
const samples: readonly Sample[] = [
  ['GET', '', 200],
  ['GET', '/lists', 200],
  ['POST', '/keys', 201, { key: 'another-key-of-a-shop', plan: 'business' }],
  ['POST', '/keys', 200, { key: 'another-key-of-a-shop', standing: 'revoked' }],
  ['POST', '/keys', 400, { key: 'another-key-of-a-shop', plan: 'bronze' }],
  ['GET', '/keys', 200],
  ['DELETE', '/keys/{id}', 204],
  ['DELETE', '/keys/{id}', 404],
  ['POST', '/sandboxes', 201, { name: 'new' }],
  ['POST', '/sandboxes', 200, { name: 'new' }],
  ['GET', '/sandboxes', 200],
  ['GET', at, 200],
  ['GET', `${at}/report`, 404],
  ['PUT', `${at}/snapshots/{snapshot}`, 200],
  ['POST', `${at}/snapshots/{snapshot}/restore`, 200],
  ['DELETE', `${at}/snapshots/{snapshot}`, 204],
  ['PATCH', `${at}/settings`, 200, { clock: { mode: 'running', at: '2029-01-01T00:00:00+01:00' } }],
  ['POST', `${at}/clock/advance`, 200, { seconds: 0.5 }],
  ['PATCH', `${at}/settings`, 200, { clock: { mode: 'frozen', at: '2029-01-01' }, latencyMilliseconds: [0, 1] }],
  ['POST', `${at}/scenarios`, 201, { scenario: 'slow', operation: 'getPet', calls: 2 }],
  ['POST', `${at}/scenarios`, 201, { scenario: 'hang' }],
  ['POST', `${at}/scenarios`, 201, { scenario: 'recorded', call: 1 }],
  [
    'POST',
    `${at}/scenarios`,
    201,
    { scenario: 'recorded', reply: { status: 503, headers: {}, body: '', effect: null } },
  ],
  ['POST', `${at}/scenarios`, 404, { scenario: 'recorded', call: 99 }],
  ['DELETE', `${at}/scenarios/{scenario}`, 200],
  ['GET', `${at}/held`, 200],
  ['POST', `${at}/held/release`, 404, { id: 2 ** 40 }],
  ['POST', `${at}/held/release`, 200, {}],
  ['DELETE', `${at}/scenarios`, 200],
  ['PATCH', `${at}/settings`, 200, { fault: testFault }],
  ['GET', '', 200],
  ['GET', at, 200],
  ['PATCH', `${at}/settings`, 200, { fault: null, profile: { 'page-cap': 50 } }],
  ['PUT', `${at}/quotas`, 200, { key: 'test_free', bannedForSeconds: 60 }],
  ['GET', `${at}/quotas`, 200],
  ['DELETE', `${at}/quotas`, 200],
  ['PUT', `${at}/animals`, 200, { dataset: 'demo', count: 30 }],
  ['GET', `${at}/animals`, 200],
  ['GET', `${at}/animals/export`, 200],
  ['POST', `${at}/animals/load`, 200, { dataset: 'demo', count: 3 }],
  ['GET', `${at}/link`, 200],
  ['PATCH', `${at}/animals/{petId}`, 200, { status: null }],
  ['DELETE', `${at}/animals/{petId}`, 204],
  ['POST', `${at}/animals`, 201, { name: 'Rex', categoryId: 2n ** 63n - 1n }],
  ['GET', `${at}/journal`, 200],
  ['GET', `${at}/journal/count`, 200],
  ['GET', `${at}/journal/export`, 200],
  ['GET', `${at}/conduct`, 200],
  ['GET', `${at}/coverage`, 200],
  ['GET', `${at}/journal/wait`, 200],
  ['DELETE', `${at}/journal`, 204],
  ['GET', `${at}/journal/wait`, 504],
  ['GET', `${at}/journal/events`, 200],
  ['PUT', `${at}/link`, 200, { link: 'dataset=demo&scenario=slow:1&clock=frozen@2029-01-01' }],
  ['POST', `${at}/reset`, 200],
  ['DELETE', at, 204],
  ['POST', '/reset', 200],
]

test('a real reply of every route is as described', async () => {
  const { store, ask } = testControl({ keys: { 'own-key-of-a-shop': 'pro' } })
  await store.answer(get('/v1/pets'))
  await store.answer(post({ name: '' }, 'own-key-of-a-shop'))
  await store.answer(get('/v1/pets', 'nobody', { prefer: 'code=503' }))
  await store.answer(get('/v1/pets', 'test_pro', { prefer: 'scenario=hold' }))
  for (const [method, path, status, body] of samples) {
    const target = path
      .replace('{sandbox}', 'default')
      .replace('{snapshot}', 'before')
      .replace('{id}', 'own-1')
      .replace('{petId}', '1')
      .replace('{scenario}', 'slow')
    const { reply } = await ask(method, path.endsWith('/wait') ? `${target}?timeoutMilliseconds=0` : target, body)
    expect([method, path, reply.status, reply.body]).toEqual([method, path, status, expect.anything()])
    const validate = validatorOf(method, `/_mock${path}`, status)
    const isJson = reply.headers['Content-Type'] === 'application/json'
    expect([method, path, isJson]).toEqual([method, path, validate !== undefined])
    validate?.(isJson ? JSON.parse(String(reply.body)) : undefined)
    expect([method, path, status, validate?.errors ?? null]).toEqual([method, path, status, null])
  }
})

test('a reply of a mock that has no room is as described', async () => {
  const { ask } = testControl({ sandboxBytes: 0 })
  const { reply } = await ask('PUT', '/sandboxes/default/animals', { dataset: 'demo' })
  expect(reply.status).toBe(507)
  expect(validatorOf('PUT', `/_mock${at}/animals`, 507)?.(JSON.parse(String(reply.body)))).toBe(true)
})

test('the replies that are compared with the description are of every route', () => {
  const sampled = new Set(samples.map(([method, path]) => `${method} /_mock${path}`))
  const routes = controlRoutes.map(({ method, path }) => `${method} ${path}`)
  expect(routes.filter((route) => !sampled.has(route))).toEqual([])
})

test('the control API takes every setting of a sandbox', () => {
  expect(controlOperations.changeSettings.members.toSorted()).toEqual(Object.keys(usualSettings).toSorted())
})
