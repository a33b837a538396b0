import { expect, test } from 'vitest'
import { mutated, mutationsOf } from './mutations.ts'

/** Every text that one mutation makes of this one. */
function mutantsOf(text: string): readonly string[] {
  return mutationsOf('a.ts', text).map((mutation) => mutated(text, mutation))
}

test.each([
  ['a === b', ['a !== b']],
  ['a < b', ['a <= b']],
  ['a && b', ['a || b']],
  ['a ?? b', ['a']],
  ['x = !a', ['x = a']],
  ['x = a ? b : c', ['x = !(a) ? b : c']],
  ['if (a) b = 1', ['if (!(a)) b = 1', 'if (a) b = 2']],
  ['if (a === b) c = d', ['if (a !== b) c = d']],
  ['x = true', ['x = false']],
  ['n += m', ['n -= m']],
  ['n++', ['n--']],
  ['--n', ['++n']],
  ['x = status === 408', ['x = status !== 408', 'x = status === 409']],
  ['await f(a)', ['undefined']],
  ["x = 'text'", []],
  ['const waitMilliseconds = 500', []],
  ['x = (a as Text)!.b satisfies number', []],
  ['class A extends B { constructor() { super(a) } }', []],
])('%s becomes %j', (text, expected) => {
  expect(mutantsOf(text)).toEqual(expected)
})

test('a mutation knows its line and what stood there', () => {
  expect(mutationsOf('a.ts', 'x = 1\n  y = a < b\n')).toContainEqual({
    line: 2,
    start: 14,
    end: 15,
    before: '<',
    after: '<=',
  })
})

test('a file that cannot be parsed is named', () => {
  expect(() => mutationsOf('broken.ts', 'if (')).toThrow('Cannot parse broken.ts')
})
