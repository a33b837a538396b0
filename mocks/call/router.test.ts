import { expect, test } from 'vitest'
import { createRouter, decodePart } from './router.ts'

const find = createRouter([
  { method: 'GET', path: '/pets' },
  { method: 'POST', path: '/pets' },
  { method: 'GET', path: '/pets/{petId}' },
  { method: 'PUT', path: '/pets/{petId}/photos/{photoId}' },
  { method: 'POST', path: '/pets/load' },
])

test.each([
  ['/pets', 'GET, POST', {}],
  ['/pets/1', 'GET', { petId: '1' }],
  ['/pets/%2F', 'GET', { petId: '%2F' }],
  ['/pets/__proto__', 'GET', { petId: '__proto__' }],
  ['/pets/{petId}', 'GET', { petId: '{petId}' }],
  ['/pets/1/photos/2', 'PUT', { petId: '1', photoId: '2' }],
  // A whole path comes before one with a parameter.
  ['/pets/load', 'POST', {}],
])('%s knows %s, with the parts %j', (path, allow, parts) => {
  const found = find(path)
  expect(found?.entry.allow).toBe(allow)
  expect({ ...found?.parts }).toEqual(parts)
  expect([...(found?.entry.byMethod.keys() ?? [])].join(', ')).toBe(allow)
})

test.each([
  '',
  '/',
  '/pets/',
  '/Pets',
  '//pets',
  '/pets//photos/2',
  '/pets/1/photos',
  '/pets/1/photos/2/3',
  '/v1/pets',
])('nothing is at %j', (path) => {
  expect(find(path)).toBeUndefined()
})

test.each([
  ['1', '1'],
  ['a%20b', 'a b'],
  ['%c3%bc', 'ü'],
  ['%', undefined],
  ['%ff', undefined],
])('the part %j is %j without its escapes', (part, decoded) => {
  expect(decodePart(part)).toBe(decoded)
})
