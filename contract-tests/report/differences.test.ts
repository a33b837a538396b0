import { expect, test } from 'vitest'
import { differencesOf } from './differences.ts'

/** The two texts with what differs in brackets. */
function marked(expected: string, received: string): readonly string[] | undefined {
  const found = differencesOf(expected, received)
  return (
    found &&
    [found.expected, found.received].map((pieces) =>
      pieces.map(([text, differs]) => (differs ? `[${text}]` : text)).join(''),
    )
  )
}

test.each([
  ['name: " Rex the dog "', 'name: "Rex the dog"', 'name: "[ ]Rex the dog[ ]"', 'name: "Rex the dog"'],
  [
    'name: "ZOË the cat", as listed',
    'name: "Zoë the cat"',
    'name: "Z[OË] the cat", as listed',
    'name: "Z[oë] the cat"',
  ],
  [
    String.raw`name: "Zoe\u0301 4"`,
    String.raw`name: "Zo\u00e9 4"`,
    String.raw`name: "Zo[e\u0301] 4"`,
    String.raw`name: "Zo[\u00e9] 4"`,
  ],
  ['id 1152921504606846975', 'id 1152921504606846976', 'id 115292150460684697[5]', 'id 115292150460684697[6]'],
])('of %s and %s the characters that differ are known', (expected, received, one, other) => {
  expect(marked(expected, received)).toEqual([one, other])
})

test.each([
  ['status 200', 'status 203'],
  ['name: "Rex"', 'id: "Rex"'],
  ['name: "ab"', 'name: "cb"'],
  ['categoryId: 1', 'categoryId: 4242'],
  ['name: "contract-test a Žofie"', 'name: "[API key]"'],
  ['at most 1 in the list', '20'],
  [`name: "${'x'.repeat(1500)}"`, `name: "${'x'.repeat(1501)}"`],
])('%s and %s are not compared by character', (expected, received) => {
  expect(differencesOf(expected, received)).toBeUndefined()
})
