import { expect, test } from 'vitest'
import {
  type Member,
  type Shape,
  expectedOf,
  extremesOf,
  itemOf,
  itemText,
  memberFrom,
  memberProblems,
  readJson,
  sampleOf,
  shapes,
  validateNewPet,
  validatePet,
} from './index.ts'

const about = { word: 'x', isRequired: false, values: null }
const member = (type: Member['type'], rules: Partial<Member> = {}): Member => ({ name: 'x', ...about, type, ...rules })

/** A member of each kind that a description can have: its words, a text that means a value of it, and a sample. */
const kinds: readonly [Member, expected: string, text: string, value: unknown, sample: unknown][] = [
  [member('string'), 'a string', ' a b', ' a b', 'text'],
  [member('string', { minLength: 6 }), 'a string of at least 6 characters', 'Rexina', 'Rexina', 'text--'],
  [member('string', { maxLength: 3 }), 'a string of at most 3 characters', 'Rex', 'Rex', 'tex'],
  [member('string', { pattern: '^[A-Z]+$', example: 'REX' }), 'a string that matches ^[A-Z]+$', 'TOM', 'TOM', 'REX'],
  [member('string', { format: 'date' }), 'a date', '2026-01-02', '2026-01-02', '2026-01-01'],
  [member('string', { values: ['sold', 'free'] }), 'one of sold, free', 'free', 'free', 'sold'],
  [member('int64'), 'an int64', ' 9007199254740993 ', 9_007_199_254_740_993n, 1],
  [member('integer', { minimum: 0, maximum: 100 }), 'an integer from 0 to 100', '7', 7, 50],
  [member('integer', { minimum: 5 }), 'an integer at least 5', '5.5', '5.5', 5],
  [member('number', { maximum: 0.5 }), 'a number at most 0.5', '0.25', 0.25, 0.5],
  [member('boolean'), 'true or false', 'false', false, true],
  [member('strings'), 'a list of strings', 'a; b', ['a', 'b'], ['text']],
]

test.each(kinds)('knows the kind of member %#: %j', (kind, expected, text, value, sample) => {
  expect(expectedOf(kind)).toBe(expected)
  expect(memberFrom(kind, text)).toEqual(value)
  expect(sampleOf(kind)).toEqual(sample)
  const shape: Shape = { object: 'Thing', isList: false, members: [kind] }
  expect(readJson(itemText(shape, { x: value, other: 1 }))).toEqual({ ok: true, value: { x: value } })
})

const isOfRules: readonly [Member, samples: readonly unknown[], extremes: object][] = [
  [member('string'), ['text', 'text 2', 'text 3', 'text 4'], {}],
  [
    member('string', { minLength: 6, maxLength: 7 }),
    ['text--', 'text 2', 'text 3', 'text 4'],
    { least: 'xxxxxx', greatest: 'xxxxxxx' },
  ],
  [member('string', { pattern: '^CH[0-9]$', example: 'CH8' }), ['CH8', 'CH9', 'CH0', 'CH1'], {}],
  [member('string', { format: 'date' }), ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'], {}],
  [member('string', { values: ['sold', 'free'] }), ['sold', 'free', 'sold', 'free'], {}],
  [member('int64'), [1, 20, 39, 58], {}],
  [member('integer', { minimum: 0, maximum: 100, example: 7 }), [7, 48, 89, 29], { least: 0, greatest: 100 }],
  [member('number', { minimum: 0.2, maximum: 2.5 }), [1, 2, 1, 2], { least: 0.2, greatest: 2.5 }],
  [member('boolean'), [true, false, true, false], {}],
  [member('strings'), [['text'], ['text', 'text 2'], ['text', 'text 2', 'text 3'], ['text']], {}],
]

test.each(isOfRules)('knows several values of member %#, and its extremes: %j', (kind, samples, extremes) => {
  expect([0, 1, 2, 3].map((index) => sampleOf(kind, index))).toEqual(samples)
  expect(extremesOf(kind)).toEqual(extremes)
})

test('writes the id first, each digit, what is not there not at all, and further members last', () => {
  const pet = { status: undefined, categoryId: 2n ** 60n, name: 'a"b', id: 7 } as const
  expect(itemText(shapes.Pet, pet)).toBe('{"id":7,"name":"a\\"b","categoryId":1152921504606846976}')
  expect(itemText(shapes.Pet, pet, '"more":1')).toBe(
    '{"id":7,"name":"a\\"b","categoryId":1152921504606846976,"more":1}',
  )
  expect(itemText(shapes.Pet, {})).toBe('{}')
})

test('keeps the members of a shape alone', () => {
  const pet = { name: 'Rex', categoryId: 1, id: 7, created: true }
  expect(itemOf(shapes.Pet, pet)).toEqual({ id: 7, name: 'Rex', categoryId: 1 })
  expect(itemOf(shapes.NewPet, pet)).toEqual({ name: 'Rex', categoryId: 1 })
})

test('says of each wrong member once what is wrong with it', () => {
  expect(validateNewPet({ name: 5, status: 'gone' })).toBe(false)
  expect(memberProblems(shapes.NewPet, validateNewPet.errors)).toEqual([
    { member: 'categoryId', isMissing: true, expected: 'an int64' },
    { member: 'name', isMissing: false, expected: 'a string' },
    { member: 'status', isMissing: false, expected: 'one of available, pending, sold' },
  ])
  expect(validatePet([])).toBe(false)
  expect(memberProblems(shapes.Pet, validatePet.errors)).toEqual([
    { member: '', isMissing: false, expected: 'an object' },
  ])
})
