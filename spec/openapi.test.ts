import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseDocument, visit } from 'yaml'
import { members, membersAt, readSpecFile, resolve } from '../scripts/make/spec/document.ts'
import { operationsOf } from '../scripts/make/spec/operations.ts'
import { isObject } from './is-object.ts'
import { readJson, writeJson } from './json.ts'
import { type OperationExamples, examples as made } from './made/examples.ts'
import { type Operation, documentedClauses, interfaceVersion, operations } from './made/operations.ts'
import { petStatuses, plans } from './made/types.ts'
import { operationIds } from './names.ts'
import { validators } from './made/validators.js'

const everyOperation: readonly Operation[] = Object.values(operations)
const rateLimitHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

const responses = everyOperation.flatMap((operation) =>
  Object.keys(operation.responses).map((status) => ({ id: operation.id, status: Number(status) })),
)

const described = readSpecFile()
/** What openapi.yaml says of each operation. */
const describedOperations = operationsOf(described, (_method, _path, operation) => operation)

/** The headers that openapi.yaml documents of a response. */
function headersOf(id: string, status: number): readonly string[] {
  const response = resolve(described, membersAt(describedOperations[id] ?? {}, 'responses')[status])
  return Object.keys(members(response['headers']))
}

const examplesOf: Readonly<Record<string, OperationExamples>> = made
const examples = everyOperation.flatMap(({ id, request, responses: byStatus }) =>
  Object.entries({ request, ...byStatus }).flatMap(([place, schema]) =>
    Object.entries(examplesOf[id]?.[place] ?? {}).map(([name, { text }]) => ({
      id,
      place,
      name,
      text,
      schema,
    })),
  ),
)

// The tables of section 4, copied by hand, so that a slip in openapi.yaml is seen: add a new operation here, too.
test('has the operations of section 4, with their methods, paths and responses', () => {
  const rows = everyOperation.map(({ id, section, method, path, role, resource, responses: byStatus }) => [
    `${section} ${id} ${method} ${path}: ${role} ${resource}`,
    byStatus,
  ])
  expect(rows).toEqual([
    ['4.1 listPets GET /pets: list Pet', { 200: 'Pets', 401: 'Error', 429: null }],
    ['4.2 createPet POST /pets: create Pet', { 201: 'Pet', 400: 'Error', 401: 'Error', 429: null }],
    ['4.3 getPet GET /pets/{petId}: read Pet', { 200: 'Pet', 401: 'Error', 404: 'Error', 429: null }],
  ])
})

test('has the parameters of section 4, with their limits and the default', () => {
  expect(operations.listPets.parameters).toEqual({
    limit: { in: 'query', type: 'integer', minimum: 1, maximum: 100, default: 20 },
    status: { in: 'query', type: 'PetStatus' },
  })
  expect(operations.createPet.parameters).toEqual({})
  expect(operations.getPet.parameters).toEqual({ petId: { in: 'path', type: 'int64' } })
})

test('says of each operation that is no GET which clause its effect keeps, by x-effect', () => {
  const changing = operationIds.filter((id) => documentedClauses[id].effect !== null)
  expect(changing).toEqual(operationIds.filter((id) => operations[id].method !== 'GET'))
})

test('deprecates getPet alone, with the day of its removal', () => {
  const deprecated = everyOperation.filter(({ isDeprecated }) => isDeprecated)
  expect(deprecated.map(({ id, removalDate }) => [id, removalDate])).toEqual([['getPet', '2030-12-05']])
  expect(everyOperation.filter(({ removalDate }) => removalDate !== null)).toEqual(deprecated)
})

test('has the statuses of section 2, the plans of section 8 and the version of section 9', () => {
  expect(petStatuses).toEqual(['available', 'pending', 'sold'])
  expect(plans).toEqual({
    free: { name: 'Free', requestsPerMinute: 60, requestsPerDay: 1000 },
    pro: { name: 'Pro', requestsPerMinute: 300, requestsPerDay: 10_000 },
    business: { name: 'Business', requestsPerMinute: 1000, requestsPerDay: 100_000 },
    enterprise: { name: 'Enterprise', requestsPerMinute: null, requestsPerDay: null },
  })
  expect(interfaceVersion).toBe('1.0.0')
})

test.each(responses)('documents the headers of section 8 on $id $status', ({ id, status }) => {
  const retryAfter = status === 429 ? ['Retry-After'] : []
  expect(headersOf(id, status)).toEqual([...rateLimitHeaders, ...retryAfter])
})

// Section 2 gives these no further rule. A member of a later version may have some.
const withoutRules = ['name', 'categoryId', 'status', 'id', 'code', 'message']

test('adds no rule to the schemas of section 2', () => {
  const text = JSON.stringify(readSpecFile()['components'], (name, value: unknown) => {
    if (typeof value === 'bigint') return String(value)
    if (name !== 'properties' || !isObject(value)) return value
    return Object.fromEntries(Object.entries(value).filter(([member]) => withoutRules.includes(member)))
  })
  const rules =
    /"(?:additionalProperties|unevaluatedProperties|default|minLength|maxLength|pattern|minimum|maximum|uniqueItems|maxItems|minItems|const|readOnly)"/
  expect(text).not.toMatch(rules)
})

test('asks for a bearer credential everywhere', () => {
  const spec = readSpecFile()
  expect(spec['security']).toEqual([{ apiKey: [] }])
  expect(spec).toHaveProperty(
    'components.securitySchemes.apiKey',
    expect.objectContaining({ type: 'http', scheme: 'bearer' }),
  )
  expect(writeJson(spec['paths'])).not.toContain('"security"')
})

test.each(examples)('gives a valid example: $id $place $name', ({ text, schema }) => {
  const reading = readJson(text)
  const value = reading.ok ? reading.value : undefined
  const validate = validators[schema ?? 'Error']
  expect(validate(value)).toBe(true)
})

const errors = examples.filter(({ place }) => Number(place) >= 400)

test.each(errors)('gives an Error the status of its response: $id $place $name', ({ place, text }) => {
  expect(text).toContain(`"status":${place}}`)
})

test('gives an example of every response and of every request body', () => {
  const withBody = responses.filter(({ status }) => status !== 204)
  for (const { id, status } of withBody)
    expect(Object.keys(examplesOf[id]?.[status] ?? {}), `${id} ${status}`).not.toEqual([])
  expect(Object.keys(made.createPet.request)).not.toEqual([])
})

// OpenAPI 3.1 allows these, and validators that are made for 3.0, Specmatic, swagger-cli or Dredd do not take them.
test('has nothing that tools of other people refuse', () => {
  const text = readFileSync(new URL('openapi.yaml', import.meta.url), 'utf8')
  let aliases = 0
  visit(parseDocument(text), { Alias: () => void aliases++ })
  const document = readSpecFile()
  const beside: unknown[] = []
  JSON.stringify(document, (_name, value: unknown) => {
    if (isObject(value) && '$ref' in value && Object.keys(value).length > 1) beside.push(value)
    return typeof value === 'bigint' ? String(value) : value
  })
  expect({ aliases, beside }).toEqual({ aliases: 0, beside: [] })
  expect(document['info']).not.toHaveProperty('summary')
  expect(document['info']).toMatchObject({ contact: expect.anything(), license: expect.anything() })
  expect(text).not.toMatch(/default: https.*\n +description/)
  // A colon in a plain scalar between braces.
  expect(text).not.toMatch(/\{[^'"}\n]*:\/\//)
  expect(membersAt(document, 'paths', '/pets/{petId}', 'get')['parameters']).toMatchObject([{ example: 1n }])
})
