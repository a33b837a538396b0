import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { type RunEvent, terminalReport } from '../index.ts'
import { runOn } from '../servers/run-on.ts'
import { lengthOf } from './lines.ts'

const command = 'npx animal-store contract --url https://staging.example/v1 --key-env STAGING_KEY'

test.each(['headers-for-reports', 'name-trimmed', 'json-refused', 'text-for-reports-broken'])(
  'the report on %s fits its terminal, and says the same as without one',
  async (id) => {
    const { result } = await runOn(id)
    const whole = terminalReport(result, { hasColour: false, command })
    for (const width of [80, 120]) {
      const fitted = terminalReport(result, { hasColour: true, width, command })
      const lines = stripVTControlCharacters(fitted)
        .split('\n')
        // A command stays whole, and so does a long word.
        .filter((line) => !/^ {2}(?:show|again) |\S{60}/.test(line))
      expect(Math.max(...lines.map(lengthOf))).toBeLessThanOrEqual(width)
      const joined = (text: string) => stripVTControlCharacters(text).replaceAll(/\s/g, '')
      expect(joined(fitted)).toBe(joined(whole))
    }
  },
)

test('what was expected is green and what came is red', async () => {
  const { result } = await runOn('name-trimmed')
  const lines = terminalReport(result, { hasColour: true }).split('\n')
  const [expected, received] = ['expected', 'received'].map((label) => lines.find((line) => line.includes(label)))
  expect(expected).toContain('\u001B[32mname: " contract-test')
  expect(received).toContain('\u001B[31mname: "contract-test')
})

test('the last line is the verdict with its sign, and a finding says in how many exchanges it was seen', async () => {
  const linesOf = async (id: string) => {
    const { result } = await runOn(id)
    return terminalReport(result, { hasColour: true, command }).trimEnd().split('\n')
  }
  const held = await linesOf('plain')
  expect(held.at(-1)).toMatch(/^\p{Cc}\[32m\p{Cc}\[1m✓ All \d+ clauses that were tested held/u)
  const broken = await linesOf('limit-ignored')
  expect(broken.find((line) => line.includes('request'))).toMatch(/\?limit=1 → 200 \(one of 2 that showed it\)$/)
  expect(broken.at(-1)).toMatch(/^\p{Cc}\[31m\p{Cc}\[1m✗ 1 finding: 1 clause broken, \d+ held, 3 inconclusive/u)
})

test('an interrupted run says so, and what it could judge', async () => {
  const stopping = new AbortController()
  let requests = 0
  const onEvent = (event: RunEvent) => {
    if (event.kind === 'exchange' && ++requests === 30) stopping.abort()
  }
  const { result } = await runOn('plain', { onEvent, signal: stopping.signal })
  const report = terminalReport(result, { hasColour: false })
  expect(report).toContain('The run stopped early: It was interrupted.\n')
  expect(report).toMatch(/\n\? Inconclusive: the run stopped early; \d\d clauses held, \d+ inconclusive\n$/)
})
