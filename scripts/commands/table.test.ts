import { expect, test } from 'vitest'
import { formatTable } from './table.ts'

const table = {
  columns: ['id', 'question', 'default'],
  rows: [
    ['list-order', 'In which order does the list come?', 'oldest-first'],
    ['paging', 'How are further pages reached?', ''],
  ],
}

test('where there is room, each row is one line and columns are aligned', () => {
  expect(formatTable(table, undefined)).toMatchInlineSnapshot(`
    "id          question                            default
    list-order  In which order does the list come?  oldest-first
    paging      How are further pages reached?
    "
  `)
  expect(formatTable(table, 60)).toBe(formatTable(table, undefined))
})

test('where there is less, the widest column is wrapped', () => {
  expect(formatTable(table, 50)).toMatchInlineSnapshot(`
    "id          question                  default
    list-order  In which order does the   oldest-first
                list come?
    paging      How are further pages
                reached?
    "
  `)
})

test('where that would not do, each row is a paragraph, and long words are broken', () => {
  expect(formatTable(table, 30)).toMatchInlineSnapshot(`
    "list-order
      question: In which order
      does the list come?
      default: oldest-first

    paging
      question: How are further
      pages reached?
    "
  `)
  expect(formatTable({ columns: ['id', 'text'], rows: [['x'.repeat(25), 'y'.repeat(25)]] }, 10)).toMatchInlineSnapshot(`
    "xxxxxxxxxx
    xxxxxxxxxx
    xxxxx
      text:
      yyyyyyyy
      yyyyyyyy
      yyyyyyyy
      y
    "
  `)
})

test('a row of headings alone is no error', () => {
  expect(formatTable({ columns: ['id'], rows: [] }, 10)).toBe('id\n')
})
