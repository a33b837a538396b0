import { expect, test } from 'vitest'
import { operations } from '../../../../spec/index.ts'
import { callOfTexts, textsOfCall } from './composed-call.ts'

test.each([
  ['getPet', { 'parameter petId': 'a/b é\ud800' }, '/v1/pets/a%2Fb%20%C3%A9%EF%BF%BD'],
  ['getPet', { 'parameter petId': ' $& ' }, '/v1/pets/%24%26'],
  ['getPet', {}, '/v1/pets/'],
  ['listPets', { 'parameter limit': 'ü&x=1', 'parameter status': ' ' }, '/v1/pets?limit=%C3%BC%26x%3D1'],
] as const)('sends the parameters of %s %j as %s', (operation, texts, target) => {
  expect(callOfTexts(operations[operation], texts)).toEqual({ method: 'GET', target, headers: {} })
})

test.each([
  ['Prefer: code=404\n\nAuthorization: Bearer own', { prefer: 'code=404', authorization: 'Bearer own' }],
  ['x-a: ü\u2028\r', { authorization: 'Bearer test_pro', 'x-a': 'ü??' }],
  ['content-type:', { authorization: 'Bearer test_pro' }],
])('sends the headers %j', (headers, sent) => {
  const texts = { key: 'test_pro', headers }
  expect(callOfTexts(operations.listPets, texts).headers).toEqual(sent)
})

test.each([
  [
    'listPets',
    { method: 'GET', target: '/v1/pets?limit=5&status=a%26b', headers: { authorization: 'Bearer test_pro' } },
  ],
  ['getPet', { method: 'GET', target: '/v1/pets/a%2Fb', headers: {} }],
  ['getPet', { method: 'GET', target: '/v1/pets/1', headers: { authorization: 'Basic x', prefer: 'code=404' } }],
  [
    'createPet',
    { method: 'POST', target: '/v1/pets', headers: { 'content-type': 'application/json' }, body: '{"name":"Rex"}' },
  ],
] as const)('a call of %s is the same after it was edited by nobody', (operation, call) => {
  const texts = textsOfCall(operations[operation], call, ['test_free', 'test_pro'])
  expect(callOfTexts(operations[operation], texts)).toEqual(call)
})

test('a part of a path that is no text stays as it was sent', () => {
  const call = { method: 'GET', target: '/v1/pets/%zz', headers: {} }
  expect(textsOfCall(operations.getPet, call, [])).toMatchObject({ 'parameter petId': '%zz' })
})
