import { expect, test } from 'vitest'
import { programRun } from './program.ts'

test.each([
  ['bench/bench', ['--only', 'speed'], 'Cannot measure "speed"'],
  ['bench/bench', ['--all'], "Unknown option '--all'"],
  ['house/list-parts', ['--without'], '--without needs the name of a part.'],
  ['mutants/mutants', ['--n', 'many'], 'Cannot read --n "many": expected a whole number'],
  ['mutants/mutants', ['mocks/nowhere'], 'Cannot find source files of the product in "mocks/nowhere"'],
  ['mutants/mutants', ['--since', 'no-such-commit'], 'Cannot compare with "no-such-commit"'],
  ['screenshots', ['--check', 'pannel'], 'There is no picture "pannel".'],
])('%s %j is refused, and nothing is done', async (tool, args, message) => {
  const { code, out, err } = await programRun([`scripts/${tool}.ts`, ...args])
  expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining(message) as string })
  expect(err).not.toContain('    at ')
})
