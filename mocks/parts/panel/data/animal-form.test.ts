import { expect, test } from 'vitest'
import type { Member } from '../../../../spec/index.ts'
import { firstText } from './animal-form.tsx'

const plain: Member = { name: 'one', word: 'one', type: 'string', isRequired: true, values: null }

test.each<[Partial<Member>, string]>([
  [{ pattern: '^[A-Z]{2}[0-9]{4}$', example: 'CH1234' }, 'CH1234'],
  [{ isRequired: false, pattern: '^[A-Z]{2}[0-9]{4}$', example: 'CH1234' }, ''],
  [{ type: 'strings' }, 'text'],
  [{ type: 'int64' }, '1'],
  [{ isRequired: false, type: 'integer', minimum: 0, maximum: 100 }, ''],
  [{ values: ['available', 'sold'], isRequired: false }, 'available'],
  [{ name: 'name' }, ''],
  [{ name: 'id', type: 'int64' }, ''],
])('of %j, the form of a new animal begins with %j', (rules, text) => {
  expect(firstText({ ...plain, ...rules })).toBe(text)
})
