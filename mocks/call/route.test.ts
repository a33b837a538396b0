import { expect, test } from 'vitest'
import { operations } from '../../spec/index.ts'
import { documentedPaths, findRoute, splitTarget } from './route.ts'

function wrongMethod(path: string) {
  const there = Object.values(operations).filter((operation) => operation.path === path)
  return {
    kind: 'wrong-method',
    allow: there.map(({ method }) => method).join(', '),
    isToBeRemoved: there.every(({ removalDate }) => removalDate !== null),
  }
}

test.each([
  ['GET', '/v1/pets', { kind: 'operation', operation: 'listPets', path: '/v1/pets', query: '', parts: {} }],
  ['POST', '/v1/pets?a=1', { kind: 'operation', operation: 'createPet', query: 'a=1' }],
  ['GET', '/v1/pets/7?', { kind: 'operation', operation: 'getPet', parts: { petId: '7' }, query: '' }],
  ['GET', '/v1/pets/%37', { operation: 'getPet', parts: { petId: '7' }, path: '/v1/pets/%37' }],
  ['GET', '/v1/pets/%2F', { operation: 'getPet', parts: { petId: '/' } }],
  ['GET', '/v1/pets/%ZZ', { operation: 'getPet', parts: { petId: '%ZZ' } }],
  ['GET', 'https://api.example.com/v1/pets/7#top', { operation: 'getPet', parts: { petId: '7' }, path: '/v1/pets/7' }],
  ['get', '/v1/pets', wrongMethod('/pets')],
  ['BREW', '/v1/pets/7', wrongMethod('/pets/{petId}')],
  ['GET', '/v1', { kind: 'unknown-path', path: '/v1', query: '' }],
  ['GET', '/v1/', { kind: 'unknown-path' }],
  ['GET', '/v1/pets/', { kind: 'unknown-path' }],
  ['GET', '/v1/pets/7/', { kind: 'unknown-path' }],
  ['GET', '/v1/Pets', { kind: 'unknown-path' }],
  ['GET', '/v1/constructor', { kind: 'unknown-path' }],
  ['GET', '/v10/pets', { kind: 'outside', path: '/v10/pets', query: '' }],
  ['GET', '/', { kind: 'outside' }],
  ['GET', '*', { kind: 'outside' }],
  ['GET', '', { kind: 'outside', path: '' }],
])('%s %s', (method, target, route) => {
  expect(findRoute(method, target)).toMatchObject(route)
})

test.each([
  ['/a?b=c?d#e', { path: '/a', query: 'b=c?d' }],
  ['/a#b?c', { path: '/a', query: '' }],
  ['HTTP://host:80?x', { path: '', query: 'x' }],
  ['//host/a', { path: '//host/a', query: '' }],
])('splits %s', (target, parts) => {
  expect(splitTarget(target)).toEqual(parts)
})

test('names each path of the interface once, below its prefix', () => {
  const paths = Object.values(operations).map(({ path }) => `/v1${path}`)
  expect(documentedPaths.toSorted()).toEqual([...new Set(paths)].toSorted())
  expect(documentedPaths.slice(0, 2)).toEqual(['/v1/pets', '/v1/pets/{petId}'])
})
