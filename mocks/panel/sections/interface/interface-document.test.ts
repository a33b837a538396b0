import { expect, test } from 'vitest'
import { operationIds } from '../../../../spec/index.ts'
import { bodyOf, documentOf, interfaceDocument, kindOf, membersOf } from './interface-document.ts'
import { callOfDraft, draftOf } from './interface-draft.ts'
import { bodyHint, parameterHint } from './interface-hints.ts'

test('reads every operation of the document', () => {
  const { info, prefix, operations, components, 'x-plans': plans } = interfaceDocument()
  expect({ title: info.title, prefix }).toEqual({ title: 'Animal Store Service', prefix: '/v1' })
  expect(operations.map(({ id }) => id)).toEqual(operationIds)
  expect(plans?.['enterprise']).toMatchObject({ name: 'Enterprise', requestsPerMinute: null })
  expect(membersOf(components.schemas?.['Pet'] ?? {}).map(({ name }) => name)).toEqual([
    'name',
    'categoryId',
    'status',
    'id',
  ])
})

/** A document with an operation that ours does not have. */
const other = documentOf({
  info: { title: 'Other', version: '2' },
  servers: [{ url: 'https://other.example/v2' }],
  paths: {
    '/stores/{storeId}/orders': {
      parameters: [{ name: 'storeId', in: 'path', required: true, schema: { type: 'string' } }],
      put: {
        operationId: 'putOrder',
        parameters: [
          { name: 'day', in: 'query', schema: { type: 'string' } },
          { name: 'X-Trace', in: 'header', required: true, schema: { $ref: '#/components/schemas/Trace' } },
        ],
        requestBody: { $ref: '#/components/requestBodies/Order' },
        responses: { '204': { description: 'Done.' } },
      },
    },
  },
  components: {
    schemas: { Trace: { type: 'string', enum: ['on', 'off'] } },
    requestBodies: {
      Order: {
        content: { 'application/json': { schema: { type: 'object', required: ['n'] }, example: { n: 2n ** 60n } } },
      },
    },
  },
})

test('shows an operation of any document, and makes its call', () => {
  const [operation] = other.operations
  if (operation === undefined) throw new Error('The operation was not read.')
  expect(operation).toMatchObject({ id: 'putOrder', method: 'PUT', responses: { 204: { description: 'Done.' } } })
  expect(bodyOf(operation.responses?.['204'])).toBeUndefined()
  expect(operation.parameters.map(({ name, in: place, schema }) => [name, place, kindOf(schema)])).toEqual([
    ['storeId', 'path', 'string'],
    ['day', 'query', 'string'],
    ['X-Trace', 'header', 'Trace'],
  ])
  const draft = draftOf(operation, 'test_pro')
  expect(
    callOfDraft(other.prefix, operation, { ...draft, values: { ...draft.values, storeId: 'a/b é', day: 'x&y' } }),
  ).toEqual({
    method: 'PUT',
    target: '/v2/stores/a%2Fb%20%C3%A9/orders?day=x%26y',
    headers: { authorization: 'Bearer test_pro', 'content-type': 'application/json', 'X-Trace': 'on' },
    body: '{\n  "n": 1152921504606846976\n}',
  })
})

test('sends no header that would be more than one', () => {
  const [operation] = other.operations
  if (operation === undefined) throw new Error('The operation was not read.')
  const { headers } = callOfDraft('', operation, { ...draftOf(operation, 'a\r\nb: c'), prefer: 'ü\u2028' })
  expect(headers).toMatchObject({ authorization: 'Bearer a??b: c', prefer: 'ü?' })
})

test('a schema that holds itself is read, and keeps its name', () => {
  const { components } = documentOf({
    servers: [],
    paths: {},
    components: { schemas: { Tree: { properties: { parent: { $ref: '#/components/schemas/Tree' } } } } },
  })
  expect(membersOf(components.schemas?.['Tree'] ?? {}).map(({ schema }) => kindOf(schema))).toEqual(['Tree'])
})

test('finds no problem with what the document allows', () => {
  const { operations } = interfaceDocument()
  const bodies = operations.flatMap(({ requestBody }) => bodyOf(requestBody) ?? [])
  const problems = bodies.flatMap((body) => body.examples.map(({ text }) => bodyHint(body, text)))
  expect(problems).toEqual(Array.from({ length: 5 }))
  const limit = operations[0]?.parameters[0]
  expect(limit && ['', '1', '100'].map((text) => parameterHint(limit, text))).toEqual([undefined, undefined, undefined])
})

test.each([
  ['', 'The document requires a body.'],
  ['[]', 'The body must be an object.'],
  ['{"name":"Rex"}', 'categoryId is missing.'],
  ['{"name":7,"categoryId":1}', 'name must be a string.'],
  ['{"name":"Rex","categoryId":1.5}', 'categoryId must be a 64-bit integer.'],
  ['{"name":"Rex","categoryId":-9223372036854775809}', 'categoryId does not fit into 64 bits.'],
  ['{"name":"Rex","categoryId":1,"status":"eaten"}', 'status must be one of available, pending, sold.'],
])('says of the body %s: %s', (text, problem) => {
  const { operations } = interfaceDocument()
  const body = bodyOf(operations.find(({ id }) => id === 'createPet')?.requestBody)
  expect(body && bodyHint(body, text)).toBe(problem)
})

test.each([
  ['0', 'petId', undefined],
  ['9223372036854775807', 'petId', undefined],
  ['9223372036854775808', 'petId', 'petId does not fit into 64 bits.'],
  ['x', 'petId', 'petId must be a 64-bit integer.'],
  ['', 'petId', 'The document requires petId.'],
  ['0', 'limit', 'limit must be at least 1.'],
  ['1.5', 'limit', 'limit must be an integer.'],
])('says of %s as %s: %s', (text, name, problem) => {
  const { operations } = interfaceDocument()
  const parameter = operations.flatMap(({ parameters }) => parameters).find((each) => each.name === name)
  expect(parameter && parameterHint(parameter, text)).toBe(problem)
})
