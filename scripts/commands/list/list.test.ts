import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { tableText } from './list-command.ts'

const table = {
  columns: ['id', 'question', 'default'],
  values: [
    { id: 'list-order', question: 'In which order does the list come?', default: 'oldest-first' },
    { id: 'paging', question: 'How are further pages reached?' },
  ],
}
const textOf = (width?: number) => stripVTControlCharacters(tableText(table, width))

test('where there is room, each row is one line and columns are aligned', () => {
  expect(textOf()).toMatchInlineSnapshot(`
    "id          question                            default
    list-order  In which order does the list come?  oldest-first
    paging      How are further pages reached?
    "
  `)
  expect(textOf(60)).toBe(textOf())
})

test('where there is less, each row is a paragraph', () => {
  expect(textOf(30)).toMatchInlineSnapshot(`
    "list-order
      question: In which order
      does the list come?
      default: oldest-first

    paging
      question: How are further
      pages reached?
    "
  `)
})
