import { expect, test } from 'vitest'
import type { FindingResult } from '../verdict/result.ts'
import { bodyLines } from './body.ts'

const pets = [1, 2, 3, 4, 5].map((id) => ({ id, name: `Rex ${id}`, status: id === 4 ? 'lost' : 'sold' }))

/** The lines of a body; those that are marked as wrong begin with `!`. */
function shown(body: string, expected: string, received: string): readonly string[] {
  const finding = { expected, received, exchange: { responseBody: body } } as FindingResult
  return bodyLines(finding).map(
    ({ depth, parts, isWrong }) =>
      `${isWrong ? '!' : ''}${'  '.repeat(depth)}${parts.map(([, text]) => text).join('')}`,
  )
}

test('the member that is wrong is marked in its item, and items far from it are left out', () => {
  const lines = shown(JSON.stringify(pets), 'item 3 of the list has the status sold, or none', 'status: "lost"')
  expect(lines).toContain('!    "status": "lost"')
  expect(lines.filter((line) => line.startsWith('!'))).toHaveLength(1)
  expect(lines.slice(0, 4)).toEqual(['[', '  …', '  {', '    "id": 4,'])
  expect(lines.at(-1)).toBe(']')
})

test.each([
  ['all beyond the limit', 'at most 1 in the list', '5', ['!    "id": 2,', '!    "id": 3,', '!  …']],
  ['a whole item', 'animals that are sold', JSON.stringify(pets[3]), ['!    "id": 4,', '!    "name": "Rex 4",']],
  ['the member of a repeated id', 'each id once in a list', 'id 5 more than once', ['!    "id": 5,']],
])('%s is marked', (_, expected, received, lines) => {
  expect(shown(JSON.stringify(pets), expected, received)).toEqual(expect.arrayContaining(lines))
})

test.each([
  ['{"id":7}', 'the Pet has a name', 'name: nothing', ['!{', '!  "id": 7', '!}']],
  ['{"id":7,"name":{"en":"Rex"}}', 'the Pet has a name', 'name: {"en":"Rex"}', ['{', '  "id": 7,', '!  "name": {']],
  ['[{"id":7}]', 'a Pet', '[{"id":7}]', ['![', '!  {', '!    "id": 7', '!  }', '!]']],
  ['[{"id":7}]', 'no animal', 'the list has "Rex" under the id 7', ['!    "id": 7']],
  ['null', 'an Error', 'null', ['!null']],
])('of %s, where %s was expected, it is marked what is wrong', (body, expected, received, lines) => {
  expect(shown(body, expected, received)).toEqual(expect.arrayContaining(lines))
})

test('a body that is cut or no JSON is shown as it came, and nothing is marked if the place is unknown', () => {
  expect(shown('{"id":7,"name":"Re', 'name: "Rex"', 'name: "Tom"')).toEqual(['{', '  "id": 7,', '  "name": "Re'])
  expect(shown('Bad gateway', 'a body that is JSON', 'an empty body')).toEqual(['Bad gateway'])
  expect(shown('', 'a body that is JSON', 'an empty body')).toEqual([''])
})

test('values below eight levels are one line, which says so', () => {
  const deep = (inner: string): string => `${'['.repeat(9)}${inner}${']'.repeat(9)}`
  expect(shown(deep('1,2'), 'a Pet', 'another')).toEqual([
    ...Array.from({ length: 9 }, (_, depth) => `${'  '.repeat(depth)}[`),
    `${'  '.repeat(9)}… deeper than 8 levels: not shown here. The JSON report has it.`,
    ...Array.from({ length: 9 }, (_, depth) => `${'  '.repeat(8 - depth)}]`),
  ])
  for (const body of ['['.repeat(4000), deep('[],'.repeat(1000)), deep('').repeat(200)]) {
    const size = shown(body, 'a Pet', 'another').join('\n').length
    expect(size).toBeLessThan(60_000)
  }
})
