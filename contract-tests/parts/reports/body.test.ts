import { expect, test } from 'vitest'
import type { Place, Value } from '../../verdict/facts.ts'
import type { FindingResult } from '../../verdict/result.ts'
import { bodyLines } from './body.ts'

const pets = [1, 2, 3, 4, 5].map((id) => ({ id, name: `Rex ${id}`, status: id === 4 ? 'lost' : 'sold' }))

/** The lines of a body; those that are marked as wrong begin with `!`. */
function shown(body: string, at: Omit<Place, 'part'> | undefined, is?: Value, atMost?: number): readonly string[] {
  const expected = atMost === undefined ? {} : { atMost }
  const facts = { at: at && { part: 'body', ...at }, expected, received: { is } }
  const finding = { ...facts, exchange: { responseBody: body } } as unknown as FindingResult
  return bodyLines(finding).map(({ depth, text, isWrong }) => `${isWrong ? '!' : ''}${'  '.repeat(depth)}${text}`)
}

test('the member that is wrong is marked in its item, and items far from it are left out', () => {
  const lines = shown(JSON.stringify(pets), { item: 3, member: 'status' }, '"lost"')
  expect(lines).toContain('!    "status": "lost"')
  expect(lines.filter((line) => line.startsWith('!'))).toHaveLength(1)
  expect(lines.slice(0, 4)).toEqual(['[', '  … 3 more items', '  {', '    "id": 4,'])
  expect(lines.at(-1)).toBe(']')
})

test.each([
  ['all beyond the limit', {}, 5, 1, ['    "id": 1,', '!    "id": 2,', '!  … 3 more items']],
  ['a whole item', { item: 3 }, JSON.stringify(pets[3]), undefined, ['!    "id": 4,', '!    "name": "Rex 4",']],
  ['the member of a repeated id', { member: 'id' }, 5, undefined, ['!    "id": 5,']],
])('%s is marked', (_, at, is, atMost, lines) => {
  expect(shown(JSON.stringify(pets), at, is, atMost)).toEqual(expect.arrayContaining(lines))
})

test.each([
  ['{"id":7}', { member: 'name' }, undefined, ['!{', '!  "id": 7', '!}']],
  ['{"id":7,"name":{"en":"Rex"}}', { member: 'name' }, '{"en":"Rex"}', ['{', '  "id": 7,', '!  "name": {']],
  ['{"id":7,"name":"Zo\\u00e9 the cat"}', { member: 'name' }, '"Zo\u00e9 th…', ['!  "name": "Zo\\u00e9 the cat"']],
  ['[{"id":7}]', {}, '[{"id":7}]', ['![', '!  {', '!    "id": 7', '!  }', '!]']],
  ['[{"id":7}]', { member: 'id' }, 7, ['!    "id": 7']],
  ['null', {}, 'null', ['!null']],
])('of %s, where %j is wrong, it is marked what is wrong', (body, at, is, lines) => {
  expect(shown(body, at, is)).toEqual(expect.arrayContaining(lines))
})

test('a body that is cut or no JSON is shown as it came, and nothing is marked if the place is unknown', () => {
  expect(shown('{"id":7,"name":"Re', { member: 'name' }, '"Tom"')).toEqual(['{', '  "id": 7,', '  "name": "Re'])
  expect(shown('Bad gateway', undefined)).toEqual(['Bad gateway'])
  expect(shown('', undefined)).toEqual([''])
})

test('a body of many levels does not fill the page with blanks', () => {
  expect(shown('['.repeat(4000), undefined).join('\n').length).toBeLessThan(80_000)
})
