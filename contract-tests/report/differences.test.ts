import { expect, test } from 'vitest'
import type { Value } from '../verdict/facts.ts'
import { differencesOf } from './differences.ts'
import type { Kind } from '../verdict/sentences.ts'

/** The two sentences with what differs in brackets. */
function marked(is: Value, came: Value, kind: Kind = 'as-listed', member = 'name'): readonly string[] | undefined {
  const facts = { at: { part: 'body', member }, expected: { is }, received: { is: came } } as const
  const found = differencesOf({ kind, ...facts })
  return (
    found &&
    [found.expected, found.received].map((pieces) =>
      pieces.map(([text, differs]) => (differs ? `[${text}]` : text)).join(''),
    )
  )
}

test.each([
  ['" Rex the dog "', '"Rex the dog"', 'name: "[ ]Rex the dog[ ]", as listed', 'name: "Rex the dog"'],
  ['"ZOË the cat"', '"Zoë the cat"', 'name: "Z[OË] the cat", as listed', 'name: "Z[oë] the cat"'],
  [
    String.raw`"Zoe\u0301 the cat"`,
    String.raw`"Zo\u00e9 the cat"`,
    String.raw`name: "Zo[e\u0301] the cat", as listed`,
    String.raw`name: "Zo[\u00e9] the cat"`,
  ],
])('of %s and %s the characters that differ are known', (expected, received, one, other) => {
  expect(marked(expected, received)).toEqual([one, other])
})

test('of two long numbers the digits that differ are known', () => {
  expect(marked(1152921504606846975n, 1152921504606846976n, 'same-id')).toEqual([
    'id 115292150460684697[5]',
    'id 115292150460684697[6]',
  ])
})

test.each([
  [200, 203, 'status'],
  ['"ab"', '"cb"', 'as-listed'],
  [1, 4242, 'as-listed'],
  ['"contract-test a Žofie"', '"[API key]"', 'as-listed'],
  [1, 20, 'list-long'],
] as const)('%s and %s are not compared by character', (expected, received, kind) => {
  expect(marked(expected, received, kind)).toBeUndefined()
})
