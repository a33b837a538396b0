import { expect, test } from 'vitest'
import { operations } from '../../../spec/index.ts'
import { callOfDraft, draftOf } from './interface-draft.ts'

const blank = { values: {}, key: '', prefer: '', headers: '', body: '' }

test('a form begins with an example of what is required', () => {
  const { getPet, createPet } = operations
  expect(draftOf(getPet, {}, 'test_pro')).toMatchObject({ values: { petId: '1' }, key: 'test_pro', body: '' })
  const examples = { request: { rex: { summary: 'Rex', text: '{"name":"Rex"}' } } }
  expect(callOfDraft(createPet, draftOf(createPet, examples, 'test_pro'))).toEqual({
    method: 'POST',
    target: '/v1/pets',
    headers: { authorization: 'Bearer test_pro', 'content-type': 'application/json' },
    body: '{"name":"Rex"}',
  })
})

test.each([
  ['getPet', { petId: 'a/b é\ud800' }, '/v1/pets/a%2Fb%20%C3%A9%EF%BF%BD'],
  ['getPet', { petId: ' $& ' }, '/v1/pets/%24%26'],
  ['getPet', {}, '/v1/pets/'],
  ['listPets', { limit: 'ü&x=1', status: ' ' }, '/v1/pets?limit=%C3%BC%26x%3D1'],
] as const)('sends the parameters of %s %j as %s', (operation, values, target) => {
  expect(callOfDraft(operations[operation], { ...blank, values })).toEqual({ method: 'GET', target, headers: {} })
})

test.each([
  ['Prefer: code=404\n\nno header\nAuthorization: Bearer own', { prefer: 'code=404', authorization: 'Bearer own' }],
  ['x-a: ü\u2028\r', { prefer: 'code=500', authorization: 'Bearer test_pro', 'x-a': 'ü??' }],
  ['content-type:', { prefer: 'code=500', authorization: 'Bearer test_pro' }],
])('sends the headers %j', (headers, sent) => {
  const draft = { ...blank, key: 'test_pro', prefer: 'code=500', headers }
  expect(callOfDraft(operations.listPets, draft).headers).toEqual(sent)
})
