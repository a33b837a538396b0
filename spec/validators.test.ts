import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { validateError, validateNewPet, validatePet, validatePetStatus, validatePets } from './made/validators.js'

const largest = 9_223_372_036_854_775_807n
const smallest = -9_223_372_036_854_775_808n
const rex = { id: 1, name: 'Rex', categoryId: 2, status: 'available' }

test.each([0, -0, 1, -1, 2 ** 53 - 1, -(2 ** 53 - 1), 0n, 5n, 2n ** 53n + 1n, largest, smallest])(
  'takes %s for an int64',
  (id) => {
    expect(validatePet({ ...rex, id })).toBe(true)
    expect(validatePet({ ...rex, categoryId: id })).toBe(true)
    expect(validateNewPet({ name: 'Rex', categoryId: id })).toBe(true)
  },
)

test.each([
  largest + 1n,
  smallest - 1n,
  10n ** 400n,
  2 ** 53,
  -(2 ** 53),
  1.5,
  1e30,
  Number.NaN,
  Infinity,
  -Infinity,
  '1',
  '',
  true,
  false,
  null,
  [1],
  [],
  {},
  Object(1),
])('refuses %s as an int64', (id) => {
  expect(validatePet({ ...rex, id })).toBe(false)
  expect(validatePet({ ...rex, categoryId: id })).toBe(false)
  expect(validateNewPet({ name: 'Rex', categoryId: id })).toBe(false)
})

test.each(['Available', ' sold', '', 'toString', '__proto__', null, 0, 1n, ['sold'], {}, Object('sold')])(
  'refuses %s as a PetStatus',
  (status) => {
    expect(validatePetStatus(status)).toBe(false)
    expect(validatePet({ ...rex, status })).toBe(false)
    expect(validateNewPet({ name: 'Rex', categoryId: 1, status })).toBe(false)
  },
)

test.each([undefined, null, true, 1, 1n, 'Rex', '{}', [], [rex], Symbol('pet'), () => rex])(
  'refuses %s as an object',
  (value) => {
    expect(validatePet(value)).toBe(false)
    expect(validateNewPet(value)).toBe(false)
    expect(validateError(value)).toBe(false)
  },
)

test.each([
  ['Pet', validatePet, 'id'],
  ['Pet', validatePet, 'name'],
  ['Pet', validatePet, 'categoryId'],
  ['NewPet', validateNewPet, 'name'],
  ['NewPet', validateNewPet, 'categoryId'],
] as const)('refuses a %s without %3$s and says so', (_schema, validate, missingProperty) => {
  expect(validate({ ...rex, [missingProperty]: undefined })).toBe(false)
  expect(validate.errors).toEqual([expect.objectContaining({ keyword: 'required', params: { missingProperty } })])
})

test('reads own members only, so that __proto__ in a body adds none', () => {
  const hidden = JSON.stringify(rex)
  expect(validatePet(JSON.parse(`{"__proto__":${hidden}}`))).toBe(false)
  expect(validatePet(Object.create(rex))).toBe(false)
  const inheriting: unknown = Object.assign(Object.create({ status: 'lost' }), rex, { status: undefined })
  expect(validatePet(inheriting)).toBe(true)
  expect(validatePet(JSON.parse(`{"__proto__":{"id":"x"},${hidden.slice(1)}`))).toBe(true)
  expect(validatePet(JSON.parse(`{"hasOwnProperty":1,"constructor":null,${hidden.slice(1)}`))).toBe(true)
  expect(validatePet(Object.assign(Object.create(null), rex))).toBe(true)
  expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('id')
})

test('takes an Error, and refuses one that lacks a member or has a wrong one', () => {
  const error = { code: 'not_found', message: 'There is none.', status: 404 }
  expect(validateError(error)).toBe(true)
  expect(validateError({ ...error, status: 404.5 })).toBe(false)
  expect(validateError({ ...error, status: '404' })).toBe(false)
  expect(validateError({ ...error, status: 10n ** 30n })).toBe(false)
  expect(validateError({ ...error, code: 404 })).toBe(false)
  expect(validateError({ ...error, message: null })).toBe(false)
  for (const name of Object.keys(error)) expect(validateError({ ...error, [name]: undefined })).toBe(false)
})

test('takes an array of Pets and nothing around it', () => {
  expect(validatePets([])).toBe(true)
  expect(validatePets([rex, { ...rex, id: largest }])).toBe(true)
  expect(validatePets({ pets: [rex] })).toBe(false)
  expect(validatePets(rex)).toBe(false)
  expect(validatePets([rex, [rex]])).toBe(false)
  expect(validatePets([rex, null])).toBe(false)
})

test('names every departure of an object, and where it is', () => {
  expect(validatePets([rex, { id: 1.5, name: 3, categoryId: 1, status: 'lost' }])).toBe(false)
  expect(validatePets.errors?.map(({ instancePath }) => instancePath).toSorted()).toEqual([
    '/1/id',
    '/1/name',
    '/1/status',
  ])
  expect(validatePets([rex])).toBe(true)
  expect(validatePets.errors).toBe(null)
})

test('never throws and never changes what it looks at', () => {
  const value = fc.oneof(fc.anything({ withBigInt: true, withNullPrototype: true }), fc.array(fc.anything()))
  fc.assert(
    fc.property(value, (any) => {
      const copy = structuredClone(any)
      for (const validate of [validateError, validateNewPet, validatePet, validatePetStatus, validatePets]) {
        expect(typeof validate(any)).toBe('boolean')
      }
      expect(any).toEqual(copy)
    }),
  )
})
