import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { indexOf } from './decisions.ts'

const records = globSync('spec/decisions/[0-9]*.md').map((file) => file.replaceAll('\\', '/'))
const sources = globSync(
  ['{spec,mocks,contract-tests,fixtures,scripts}/**/*.{ts,tsx,yaml,md}', '*.md', 'docs/**/*.md'],
  {
    exclude: ['**/node_modules', 'spec/made/**'],
  },
)
const links = sources.flatMap((file) => readFileSync(file, 'utf8').match(/spec\/decisions\/\d[\w-]*\.md/g) ?? [])

test('every decision has a number of its own, in its name and in its title', () => {
  const numbers = records.map((file) => /\/(\d{4})-/.exec(file)?.[1])
  expect(new Set(numbers).size).toBe(records.length)
  expect(records.map((file) => readFileSync(file, 'utf8').slice(0, 6))).toEqual(numbers.map((number) => `# ${number}`))
})

test('every decision is named where it holds, and every one that is named is there', () => {
  expect([...new Set(links)].toSorted()).toEqual(records.toSorted())
})

test('the index has a line for each decision, below its subject', () => {
  const text = '# 0007 One way\n\nSubject: The way of a call\n\nQuestion: …\n'
  expect(indexOf([['0007-one-way.md', text]])).toContain(
    '\n## The way of a call\n\n- [0007](0007-one-way.md) One way\n',
  )
})

test.each(['# 0007 One way\n\nQuestion: …\n', '# 0007 One way\n\nSubject: Calls\n\nQuestion: …\n'])(
  'a decision without a subject of the list is no decision: %j',
  (text) => {
    expect(() => indexOf([['0007-one-way.md', text]])).toThrow('0007-one-way.md must begin with')
  },
)
