import { printable, printableLines } from '../../spec/index.ts'
import type { ClauseResult, FindingResult, RunResult } from '../run/result.ts'
import { markup } from './escape.ts'
import { animalLine, bySection, countsOf, factLines } from './summary.ts'

/** A report that CI systems read: a suite for each section, a test for each clause. */
export function junitReport(result: RunResult): string {
  const { clauses, findings, warnings, startedAt, tookMilliseconds } = result
  const suites = bySection(clauses).map(([section, of]) => {
    const { broken, inconclusive, 'not applicable': idle } = Object.fromEntries(countsOf(of)) as Counts
    const counts = `tests="${of.length}" failures="${broken}" errors="0" skipped="${inconclusive + idle}"`
    return [
      `  <testsuite name="${xml(`section ${section}`)}" ${counts} timestamp="${xml(startedAt)}">`,
      ...of.map((clause) => testCase(clause, [...findings, ...warnings])),
      '  </testsuite>',
    ].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="animal-store contract" time="${(tookMilliseconds / 1000).toFixed(3)}">`,
    ...suites,
    runSuite(result),
    '</testsuites>',
    '',
  ].join('\n')
}

type Counts = Readonly<Record<ClauseResult['state'], number>>

/** The run as a whole, where readers of this format look for output. */
function runSuite(result: RunResult): string {
  const lines = [
    `${result.baseUrl}: ${result.requests} of at most ${result.mostRequests} requests`,
    ...result.animals.map((animal) => `added ${animalLine(animal)}`),
    ...result.perhapsAdded.map((name) => `perhaps added: ${name}`),
    ...result.unstable.map((note) => `unstable: ${note}`),
    ...[result.gaveUp, result.hint].filter((note) => note !== undefined),
  ]
  return `  <testsuite name="run" tests="0" failures="0" errors="0" skipped="0">\n    <system-out>${xml(lines.map(printable).join('\n'))}</system-out>\n  </testsuite>`
}

function testCase({ id, section, text, state, reason }: ClauseResult, findings: readonly FindingResult[]): string {
  const name = `    <testcase classname="${xml(`section ${section}`)}" name="${xml(`${id}: ${text}`)}"`
  if (state === 'held') return `${name}/>`
  if (state === 'inconclusive' || state === 'not applicable')
    return `${name}>\n      <skipped message="${xml(reason ?? state)}"/>\n    </testcase>`
  const about = findings.filter(({ clause, also }) => clause === id || also.includes(id))
  const [first] = about
  const shown = about.map((finding) => [finding.operation, ...factLines(finding)].join('\n'))
  if (state === 'warning')
    return `${name}>\n      <system-out>${xml(['warning', ...shown].join('\n'))}</system-out>\n    </testcase>`
  const message = first === undefined ? 'broken' : `expected ${first.expected}, received ${first.received}`
  return `${name}>\n      <failure message="${xml(message)}">${xml(shown.join('\n\n'))}</failure>\n    </testcase>`
}

function xml(text: string): string {
  return markup(printableLines(text))
}
