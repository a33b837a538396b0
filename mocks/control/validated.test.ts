import { expect, test } from 'vitest'
import { controlOperations } from '../../spec/made/control-operations.ts'
import { queryValues, validated } from './validated.ts'

function refusalOf(id: keyof typeof controlOperations, body: unknown): string {
  try {
    validated(body, controlOperations[id].validateBody, 'body')
    return 'accepted'
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

test.each([
  ['changeSettings', { clock: { mode: 'frozen' } }, 'accepted'],
  [
    'changeSettings',
    {},
    'Cannot use the body: it needs at least 1 of the members seed, scenario, fault, clock, latencyMilliseconds, journal, profile.',
  ],
  ['changeSettings', [], 'Cannot use the body: it must be an object with seed, scenario, fault, clock'],
  [
    'changeSettings',
    { clock: { mod: 'real', mode: 'frozn' } },
    'Cannot use the body: in clock, there is no member "mod" (did you mean "mode"?), allowed: mode, at; ' +
      'in clock, mode must be one of real, running, frozen, found "frozn" (did you mean "frozen"?).',
  ],
  ['resetMock', { a: 1 }, 'Cannot use the body: there is no member "a", none are allowed.'],
  ['advanceClock', { seconds: null }, 'seconds must be a number from -300000000000 to 300000000000, found null.'],
  ['changeAnimal', { status: 'gone' }, 'status must be one of available, pending, sold, or null, found "gone".'],
  ['changeAnimal', { categoryId: 2n ** 63n }, 'categoryId must be an int64, found 9223372036854775808.'],
  ['changeAnimal', { categoryId: -(2n ** 63n) }, 'accepted'],
  ['playScenario', { scenario: 'x', calls: 2 ** 53 }, 'calls must be a whole number from 1 to 9007199254740991'],
  [
    'playScenario',
    { scenario: 'recorded', reply: { status: 200, headers: { 'a/b': 1 } } },
    'in reply.headers, "a/b" must be a text of at most 8000 characters, found 1.',
  ],
  ['loadAnimals', 5, 'or an object with dataset, count, seed, or an object with file, content; found 5.'],
  [
    'loadAnimals',
    { dataset: 'demo', cuont: 3 },
    'Cannot use the body: there is no member "cuont" (did you mean "count"?)',
  ],
  [
    'loadAnimals',
    Array.from({ length: 100_001 }, () => ({ name: 'Rex', categoryId: 1 })),
    'Cannot use the body: it must be an array of at most 100000',
  ],
  ['loadAnimals', { file: 'a.csv' }, 'Cannot use the body: the member content is missing: a text of at most'],
  [
    'loadAnimals',
    [{ name: 'Rex', categoryId: 1 }, null],
    'Cannot use the body: item 2 must be an object with id, name',
  ],
  [
    'changeSettings',
    { profile: { ['x'.repeat(999)]: true } },
    `Cannot use the body: in profile, "${'x'.repeat(60)}…" must be a choice`,
  ],
  [
    'changeSettings',
    { profile: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [index, 'x'])) },
    'Cannot use the body: in profile, there may be at most 100 members.',
  ],
  ['addKey', { 'my-own-key': 'pro', key: 'my own key' }, 'there is no member "my-o…", allowed: key, plan,'],
  ['addKey', { key: 'my own key' }, 'key must be a text of 1 to 256 characters, none of them a space or a comma.'],
] as const)('what a body of %s is refused for (%#)', (id, body, message) => {
  expect(refusalOf(id, body)).toContain(message)
  expect(refusalOf(id, body)).not.toContain('my own key')
})

test('at most five problems are named', () => {
  const body = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`m${index}`, 1]))
  expect(refusalOf('changeSettings', body).split('; ')).toHaveLength(5)
})

test('defaults are filled in', () => {
  const { query, validateQuery } = controlOperations.listAnimals
  expect(validated(queryValues('limit=5', query), [validateQuery], 'query')).toEqual({ offset: 0, limit: 5 })
})
