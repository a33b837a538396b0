import { expect, test } from 'vitest'
import { type Member, othersOf, sampleOf } from '../../spec/index.ts'
import { flawIn } from '../checks/members.ts'
import { wrongValues } from './wrong-values.ts'

const plain = { name: 'one', word: 'one', isRequired: false, values: null } as const
const kinds: readonly (readonly [Partial<Member>, ways: readonly string[]])[] = [
  [{ type: 'string' }, ['number', 'null']],
  [{ type: 'string', isRequired: true, minLength: 3, maxLength: 8 }, ['missing', 'number', 'null', 'short', 'long']],
  [{ type: 'string', pattern: '^[A-Z]{2}[0-9]{4}$', example: 'CH1234' }, ['number', 'null', 'other-form']],
  [{ type: 'string', format: 'date-time' }, ['number', 'null', 'other-form']],
  [{ type: 'string', values: ['small', 'large'] }, ['unknown', 'null']],
  [{ type: 'integer', minimum: 0, maximum: 100 }, ['text', 'null', 'fraction', 'below', 'above']],
  [{ type: 'int64' }, ['text', 'null', 'fraction', 'too-large']],
  [{ type: 'number', minimum: 0.5 }, ['text', 'null', 'below']],
  [{ type: 'boolean' }, ['text', 'null']],
  [{ type: 'strings' }, ['numbers', 'null']],
]

test.each(kinds)('of %j, each thing that the description asks is broken by one value', (rules, ways) => {
  const member = { ...plain, type: 'string', ...rules } as const
  const wrong = wrongValues(member)
  expect(wrong.map(({ way }) => way)).toEqual(ways)
  for (const { way, flaw, value } of wrong) expect(flawIn(member, value), way).toBe(way === 'missing' ? 'value' : flaw)
})

test.each(kinds)('of %j, a sample is right, and another value is known', (rules) => {
  const member = { ...plain, type: 'string', ...rules } as const
  const sample = sampleOf(member)
  expect(flawIn(member, sample)).toBeUndefined()
  const others = othersOf(member, sample).filter((other) => flawIn(member, other) === undefined)
  expect(others).not.toContainEqual(sample)
  expect(others.length).toBeGreaterThan(0)
})
