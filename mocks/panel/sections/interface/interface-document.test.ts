import { expect, test } from 'vitest'
import { operationIds } from '../../../../spec/index.ts'
import { bodyOf, documentOf, interfaceDocument, kindOf, membersOf } from './interface-document.ts'
import { callOfDraft, draftOf } from './interface-draft.ts'

test('reads every operation of the document', () => {
  const { info, operations, 'x-plans': plans } = interfaceDocument()
  const [first] = operations
  expect({ title: info.title, path: first?.path }).toEqual({ title: 'Animal Store Service', path: '/v1/pets' })
  expect(operations.map(({ id }) => id)).toEqual(operationIds)
  expect(plans?.['enterprise']).toMatchObject({ name: 'Enterprise', requestsPerMinute: null })
  const pets = bodyOf(first?.responses?.['200'])?.schema ?? {}
  expect(kindOf(pets)).toBe('list of Pet')
  expect(membersOf(pets).map(({ name }) => name)).toEqual(['name', 'categoryId', 'status', 'id'])
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
    ['X-Trace', 'header', 'one of on, off'],
  ])
  const draft = draftOf(operation, 'test_pro')
  expect(callOfDraft(operation.method, draft)).toEqual({
    method: 'PUT',
    target: '/v2/stores/1/orders',
    headers: { authorization: 'Bearer test_pro', 'content-type': 'application/json', 'x-trace': 'on' },
    body: '{\n  "n": 1152921504606846976\n}',
  })
})

const blank = { target: '/', key: '', prefer: '', headers: '', body: '' }

test.each([
  ['/v1/pets?limit=1&a=[ü]#b', '/v1/pets?limit=1&a=[%C3%BC]%23b'],
  ['/v1/pets/a%2Fb é\ud800', '/v1/pets/a%2Fb%20%C3%A9%EF%BF%BD'],
  [' @elsewhere.example/v1', '/@elsewhere.example/v1'],
  ['', '/'],
])('sends the target %j as %s', (target, sent) => {
  expect(callOfDraft('GET', { ...blank, target })).toEqual({ method: 'GET', target: sent, headers: {} })
})

test.each([
  ['Prefer: code=404\n\nno header\nAuthorization: Bearer own', { prefer: 'code=404', authorization: 'Bearer own' }],
  ['x-a: ü\u2028\r', { prefer: 'code=500', authorization: 'Bearer test_pro', 'x-a': 'ü??' }],
  ['content-type:', { prefer: 'code=500', authorization: 'Bearer test_pro' }],
])('sends the headers %j', (headers, sent) => {
  const { headers: all } = callOfDraft('GET', { ...blank, key: 'test_pro', prefer: 'code=500', headers })
  expect(all).toEqual(sent)
})

test('a schema that holds itself is read, and keeps its name', () => {
  const { operations } = documentOf({
    servers: [],
    paths: {
      '/': { get: { responses: { 200: { content: { json: { schema: { $ref: '#/components/schemas/Tree' } } } } } } },
    },
    components: { schemas: { Tree: { properties: { parent: { $ref: '#/components/schemas/Tree' } } } } },
  })
  const tree = bodyOf(operations[0]?.responses?.['200'])?.schema ?? {}
  expect(membersOf(tree).map(({ schema }) => [kindOf(schema), membersOf(schema)])).toEqual([['Tree', []]])
})
