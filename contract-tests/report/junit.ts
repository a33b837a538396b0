import type { RunResult, ToldClause, ToldFinding } from '../run/result.ts'
import { printable } from './printable.ts'

/** A report that CI systems read: a suite for each section, a test for each clause. */
export function junitReport(result: RunResult): string {
  const { clauses, findings, startedAt, tookMilliseconds } = result
  const suites = [...Map.groupBy(clauses, ({ section }) => section)].map(([section, of]) => {
    const count = (state: ToldClause['state']): number => of.filter((clause) => clause.state === state).length
    const skipped = count('inconclusive') + count('not applicable')
    const counts = `tests="${of.length}" failures="${count('broken')}" errors="0" skipped="${skipped}"`
    return [
      `  <testsuite name="${xml(`section ${section}`)}" ${counts} timestamp="${xml(startedAt)}">`,
      ...of.map((clause) => testCase(clause, findings)),
      '  </testsuite>',
    ].join('\n')
  })
  const seconds = (tookMilliseconds / 1000).toFixed(3)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="animal-store contract" time="${seconds}">`,
    ...suites,
    runSuite(result),
    '</testsuites>',
    '',
  ].join('\n')
}

/** What is told of the run as a whole, where readers of this format look for output. */
function runSuite({
  baseUrl,
  requests,
  mostRequests,
  animals,
  perhapsAdded,
  unstable,
  gaveUp,
  hint,
}: RunResult): string {
  const lines = [
    `${baseUrl}: ${requests} of at most ${mostRequests} requests`,
    ...animals.map(({ id, name }) => `added ${id ?? '?'}: ${name}`),
    ...perhapsAdded.map((name) => `perhaps added: ${name}`),
    ...unstable.map((note) => `unstable: ${note}`),
    ...[gaveUp, hint].filter((note) => note !== undefined),
  ]
  return `  <testsuite name="run" tests="0" failures="0" errors="0" skipped="0">\n    <system-out>${xml(lines.map(printable).join('\n'))}</system-out>\n  </testsuite>`
}

function testCase({ id, section, text, state, reason }: ToldClause, findings: readonly ToldFinding[]): string {
  const name = `    <testcase classname="${xml(`section ${section}`)}" name="${xml(`${id}: ${text}`)}"`
  if (state === 'held') return `${name}/>`
  if (state !== 'broken') return `${name}>\n      <skipped message="${xml(reason ?? state)}"/>\n    </testcase>`
  const about = findings.filter(({ clause, also }) => clause === id || also.some((other) => other === id))
  const [first] = about
  const told = about.map(
    ({ operation, expected, received, exchange, curl }) =>
      `${operation}\nexpected  ${expected}\nreceived  ${received}\nrequest   ${exchange.method} ${exchange.url}\nshow      ${curl}`,
  )
  const message = first === undefined ? 'broken' : `expected ${first.expected}, received ${first.received}`
  return `${name}>\n      <failure message="${xml(message)}">${xml(told.join('\n\n'))}</failure>\n    </testcase>`
}

/** Text for XML: control characters that it cannot hold become visible, and nothing in it is markup. */
function xml(text: string): string {
  const lines = text.split('\n').map(printable).join('\n')
  return lines.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
