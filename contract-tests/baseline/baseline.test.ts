import { expect, test } from 'vitest'
import { jsonReport } from '../index.ts'
import { runOn } from '../servers/run-on.ts'
import { comparedWith } from './baseline.ts'
import { readReport } from './read-report.ts'

const [{ result: limited }, { result: cased }] = await Promise.all([
  runOn('limit-ignored'),
  runOn('list-status-unknown'),
])
const before = readReport(jsonReport(limited))

test('a finding of an earlier run is no new one, and leaves the exit code alone if only new findings count', () => {
  const same = comparedWith(limited, before)
  expect(same.findings.map(({ isNew }) => isNew)).toEqual([false])
  expect(same.exitCode).toBe(1)
  expect(comparedWith(limited, before, { onlyNew: true })).toMatchObject({
    exitCode: 0,
    baseline: { mended: [] },
  })
  expect(comparedWith({ ...limited, isConclusive: false }, before, { onlyNew: true }).exitCode).toBe(3)
})

test('a finding that the earlier run did not have is new, and a clause that holds again is mended', () => {
  const other = comparedWith(cased, before, { onlyNew: true })
  expect(other.exitCode).toBe(1)
  expect(new Set(other.findings.map(({ isNew }) => isNew))).toEqual(new Set([true]))
  expect(other.baseline).toMatchObject({ mended: [{ clause: '4.1/limit-most', operation: 'listPets' }] })
})

test('a clause that was broken and is not tested now is not mended', () => {
  const clauses = limited.clauses.map((clause) => ({ ...clause, state: 'inconclusive' as const }))
  const { baseline } = comparedWith({ ...limited, findings: [], clauses }, before)
  expect(baseline?.mended).toEqual([])
})

const json = jsonReport(limited)
const spoilt = (member: string, value: string): string =>
  json.replace(new RegExp(`"${member}": "[^"]*"`), `"${member}": ${JSON.stringify(value)}`)

test.each([
  ['', 'it is no JSON'],
  ['[]', 'it is no report of this suite'],
  ['{"version":1}', "it is no report of this suite: it must have required property 'baseUrl'"],
  [spoilt('startedAt', '2027-01-01T00:00:00.000Z\u001b[31m'), ': startedAt must match pattern'],
  [spoilt('clause', '\n::error::x'), ': findings/0/clause must match pattern'],
  [spoilt('only', '<b>'), ': findings/0/only must match pattern'],
  [spoilt('operation', 'dropPets'), 'it names the unknown operation "dropPets"'],
])('what is no report is refused, with where it departs: %j', (text, problem) => {
  expect(() => readReport(text)).toThrow(problem)
})

test('a finding that a report has often counts once', () => {
  const many = {
    ...limited,
    findings: limited.findings.flatMap((finding) => Array.from({ length: 900 }, () => finding)),
  }
  expect(readReport(jsonReport(many)).findings).toEqual(before.findings)
  expect(() => readReport(jsonReport({ ...many, findings: [...many.findings, ...many.findings] }))).toThrow(
    'findings must NOT have more than 1000 items',
  )
})
