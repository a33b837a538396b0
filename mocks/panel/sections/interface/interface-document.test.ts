import { expect, test } from 'vitest'
import { operationIds } from '../../../../spec/index.ts'
import { documentOf, interfaceDocument } from './interface-document.ts'
import { callOfDraft, draftOf } from './interface-draft.ts'
import { bodyHint, parameterHint } from './interface-hints.ts'

test('reads every operation of the document', () => {
  const { title, prefix, operations, plans, schemas } = interfaceDocument()
  expect({ title, prefix }).toEqual({ title: 'Animal Store Service', prefix: '/v1' })
  expect(operations.map(({ id }) => id)).toEqual(operationIds)
  expect(plans.map(({ name, perMinute }) => `${name} ${perMinute}`)).toContain('Enterprise custom')
  expect(schemas.find(({ name }) => name === 'Pet')?.members.map(({ name }) => name)).toEqual([
    'name',
    'categoryId',
    'status',
    'id',
  ])
})

/** A document with an operation that ours has not. */
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
  expect(operation).toMatchObject({ id: 'putOrder', method: 'PUT', replies: [{ status: '204', body: undefined }] })
  expect(operation.parameters.map(({ name, place, kind }) => [name, place, kind])).toEqual([
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

test('has nothing against what the document allows', () => {
  const { root, operations } = interfaceDocument()
  for (const { body } of operations) {
    for (const { text } of body?.examples ?? []) expect(body && bodyHint(root, body, text)).toBeUndefined()
  }
  const limit = operations[0]?.parameters[0]
  expect(limit && ['', '1', '100'].map((text) => parameterHint(root, limit, text))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test.each([
  ['', 'The document requires a body.'],
  ['[]', 'the body is an object.'],
  ['{"name":"Rex"}', 'categoryId is missing.'],
  ['{"name":7,"categoryId":1}', 'name is a string.'],
  ['{"name":"Rex","categoryId":1.5}', 'categoryId is an integer of 64 bits.'],
  ['{"name":"Rex","categoryId":-9223372036854775809}', 'categoryId does not fit into 64 bits.'],
  ['{"name":"Rex","categoryId":1,"status":"eaten"}', 'status is one of available, pending, sold.'],
])('says of the body %s: %s', (text, problem) => {
  const { root, operations } = interfaceDocument()
  const body = operations.find(({ id }) => id === 'createPet')?.body
  expect(body && bodyHint(root, body, text)).toBe(problem)
})

test.each([
  ['0', 'petId', undefined],
  ['9223372036854775807', 'petId', undefined],
  ['9223372036854775808', 'petId', 'petId does not fit into 64 bits.'],
  ['x', 'petId', 'petId is an integer of 64 bits.'],
  ['', 'petId', 'The document requires petId.'],
  ['0', 'limit', 'limit is 1 at least.'],
  ['1.5', 'limit', 'limit is an integer.'],
])('says of %s as %s: %s', (text, name, problem) => {
  const { root, operations } = interfaceDocument()
  const parameter = operations.flatMap(({ parameters }) => parameters).find((each) => each.name === name)
  expect(parameter && parameterHint(root, parameter, text)).toBe(problem)
})
