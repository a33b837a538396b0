import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { controls, withoutControl } from './promises.ts'

const page = readFileSync('docs/security.md', 'utf8')
const promises = [...page.matchAll(/^\| (?!promise |--- )([^|]+) \| [^|]+ \|$/gm)].map((match) => match[1] ?? '')

test('each promise of the page has a positive control, or is one of time or memory that was measured', () => {
  const known = [...controls.map(({ promise }) => promise), ...withoutControl]
  expect(new Set(known)).toEqual(new Set(promises))
  expect(controls.length).toBeGreaterThan(45)
})

test.each(controls)(
  'the switch and the test of "$promise" are there',
  ({ file, before, after, test: attack, name }) => {
    expect(readFileSync(file, 'utf8').split(before)).toHaveLength(2)
    expect(after).not.toBe(before)
    expect(readFileSync(attack, 'utf8')).toContain(name)
  },
)
