import { expect, test } from 'vitest'
import { operationIds } from '../../../spec/index.ts'
import { writeJson } from '../../../spec/index.ts'
import { type Operation, bodyOf, interfaceDocument, kindOf, membersOf } from './interface-document.ts'
import { callOfDraft, draftOf } from './interface-draft.ts'

test('reads every operation of the document', () => {
  const { info, operations, 'x-plans': plans } = interfaceDocument()
  const [first] = operations
  expect({ title: info.title, path: first?.path }).toEqual({ title: 'Animal Store Service', path: '/v1/pets' })
  expect(operations.map(({ operationId }) => operationId)).toEqual(operationIds)
  expect(plans['enterprise']).toMatchObject({ name: 'Enterprise', requestsPerMinute: null })
  const pets = bodyOf(first?.responses['200'])?.schema ?? {}
  expect(kindOf(pets)).toBe('list of Pet')
  expect(membersOf(pets).map(({ name }) => name)).toEqual(['name', 'categoryId', 'status', 'id'])
})

/** A document with an operation that ours does not have. */
const { operations: others } = interfaceDocument(
  writeJson({
    servers: [{ url: 'https://other.example/v2' }],
    paths: {
      '/stores/{storeId}/orders': {
        put: {
          operationId: 'putOrder',
          parameters: [
            { name: 'storeId', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'day', in: 'query', schema: { $ref: '#/components/schemas/Day' } },
          ],
          requestBody: { $ref: '#/components/requestBodies/Order' },
          responses: { '204': { description: 'Done.' } },
        },
      },
    },
    components: {
      schemas: { Day: { type: 'string', enum: ['today', 'tomorrow'] } },
      requestBodies: {
        Order: {
          content: {
            'application/json': {
              schema: {
                anyOf: [
                  { type: 'object', required: ['n'] },
                  { type: 'integer', minimum: 1, maximum: 9 },
                ],
              },
              examples: { large: { summary: 'A large one', value: { n: 2n ** 60n } } },
            },
          },
        },
      },
    },
  }),
)
const other = others[0] as Operation

test('shows an operation of any document, and makes its call', () => {
  expect(other).toMatchObject({ operationId: 'putOrder', method: 'PUT', responses: { 204: { description: 'Done.' } } })
  expect(bodyOf(other.responses['204'])).toBeUndefined()
  expect(kindOf(bodyOf(other.requestBody)?.schema ?? {})).toBe('anything or integer from 1 to 9')
  expect(other.parameters?.map(({ name, in: place, schema }) => [name, place, kindOf(schema)])).toEqual([
    ['storeId', 'path', 'string'],
    ['day', 'query', 'one of today, tomorrow'],
  ])
  expect(callOfDraft(other, draftOf(other, 'test_pro'))).toEqual({
    method: 'PUT',
    target: '/v2/stores/1/orders',
    headers: { authorization: 'Bearer test_pro', 'content-type': 'application/json' },
    body: '{\n  "n": 1152921504606846976\n}',
  })
})

const blank = { values: {}, key: '', prefer: '', headers: '', body: '' }

test.each([
  [{ storeId: 'a/b é\ud800', day: 'ü&x=1' }, '/v2/stores/a%2Fb%20%C3%A9%EF%BF%BD/orders?day=%C3%BC%26x%3D1'],
  [{ storeId: ' $& ', day: ' ' }, '/v2/stores/%24%26/orders'],
  [{}, '/v2/stores//orders'],
])('sends the parameters %j as %s', (values, target) => {
  expect(callOfDraft(other, { ...blank, values })).toEqual({ method: 'PUT', target, headers: {} })
})

test.each([
  ['Prefer: code=404\n\nno header\nAuthorization: Bearer own', { prefer: 'code=404', authorization: 'Bearer own' }],
  ['x-a: ü\u2028\r', { prefer: 'code=500', authorization: 'Bearer test_pro', 'x-a': 'ü??' }],
  ['content-type:', { prefer: 'code=500', authorization: 'Bearer test_pro' }],
])('sends the headers %j', (headers, sent) => {
  const { headers: all } = callOfDraft(other, { ...blank, key: 'test_pro', prefer: 'code=500', headers })
  expect(all).toEqual(sent)
})
