import { printable, printableLines } from '../../../spec/index.ts'
import { type ClauseResult, type FindingResult, type RunResult, ofLevel } from '../../verdict/result.ts'
import {
  type ReportOptions,
  countsOf,
  departuresIn,
  factLines,
  newness,
  summaryOf,
  whyInconclusive,
  reasonOf,
} from '../../report/summary.ts'
import { isExcused, markup } from './texts.ts'
import { told } from '../../verdict/sentences.ts'

/** A report that CI systems read: a suite for each section, a test for each clause, and one for the run as a whole. */
export function junitReport(result: RunResult, options: ReportOptions = {}): string {
  const { startedAt, tookMilliseconds } = result
  const clauses = result.clauses.map((clause) => excused(clause, result))
  const suites = summaryOf({ ...result, clauses }).sections.map(([section, of]) =>
    [
      `  <testsuite name="${xml(`section ${section}`)}" ${counts(of)} timestamp="${xml(startedAt)}">`,
      ...of.map((clause) => testCase({ ...clause, reason: reasonOf(clause) }, departuresIn(result), options)),
      '  </testsuite>',
    ].join('\n'),
  )
  const seconds = (tookMilliseconds / 1000).toFixed(3)
  const errors = result.exitCode === 3 ? 1 : 0
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="animal-store contract" ${counts(clauses, errors)} time="${seconds}">`,
    ...suites,
    runSuite(result, errors),
    '</testsuites>',
    '',
  ].join('\n')
}

/** A clause that is broken as before is skipped where only new findings count. */
function excused(clause: ClauseResult, result: RunResult): ClauseResult {
  const about = ofLevel(result, 'broken').filter(
    (finding) => finding.clause === clause.id || finding.also.includes(clause.id),
  )
  if (about.length === 0 || !about.every((finding) => isExcused(result, finding))) return clause
  return { ...clause, state: 'not applicable', reason: `Broken, as on ${result.baseline?.startedAt}.` }
}

/** @param errorsOfRun those of the test for the run as a whole, where that is counted too */
function counts(clauses: readonly ClauseResult[], errorsOfRun?: number): string {
  const { broken, doubtful, inconclusive, 'not applicable': idle } = countsOf(clauses)
  const tests = clauses.length + (errorsOfRun === undefined ? 0 : 1)
  return `tests="${tests}" failures="${broken}" skipped="${inconclusive + idle}" errors="${doubtful + (errorsOfRun ?? 0)}"`
}

/** The run as a whole: an error where it is inconclusive, and what it did where readers of this format look for output. */
function runSuite(result: RunResult, errors: number): string {
  const { verdict, spent, lists } = summaryOf(result)
  const lines = [
    `${result.baseUrl}: ${verdict}`,
    spent,
    ...lists.flatMap(([title, of]) => of.map((line) => `${title}: ${line}`)),
    ...(result.gaveUp === undefined ? [] : [result.gaveUp]),
  ]
  const [reason = '', ...reasons] = errors === 0 ? [] : whyInconclusive(result)
  return [
    `  <testsuite name="run" tests="1" failures="0" skipped="0" errors="${errors}">`,
    '    <testcase classname="run" name="the run reaches the service and sees enough of it">',
    ...(errors === 0 ? [] : [`      <error message="${xml(reason)}">${xml(reasons.join('\n'))}</error>`]),
    '    </testcase>',
    `    <system-out>${xml(lines.map(printable).join('\n'))}</system-out>`,
    '  </testsuite>',
  ].join('\n')
}

function testCase(
  { id, section, text, state, reason }: ClauseResult,
  findings: readonly FindingResult[],
  options: ReportOptions,
): string {
  const name = `    <testcase classname="${xml(`section ${section}`)}" name="${xml(`${id}: ${text}`)}"`
  if (state === 'held') return `${name}/>`
  if (state === 'inconclusive' || state === 'not applicable')
    return `${name}>\n      <skipped message="${xml(reason ?? state)}"/>\n    </testcase>`
  const about = findings.filter(({ clause, also }) => clause === id || also.includes(id))
  const shown = about.map((finding) =>
    [`${finding.operation}${newness(finding)}`, ...factLines(finding, options)].join('\n'),
  )
  if (state === 'warning')
    return `${name}>\n      <system-out>${xml(['warning', ...shown].join('\n'))}</system-out>\n    </testcase>`
  const [message] = about.map(told).map(({ expected, received }) => `expected ${expected}, received ${received}`)
  const [tag, what] = state === 'doubtful' ? ['error', `in doubt: ${message}`] : ['failure', `${message}`]
  return `${name}>\n      <${tag} message="${xml(what)}">${xml(shown.join('\n\n'))}</${tag}>\n    </testcase>`
}

function xml(text: string): string {
  return markup(printableLines(text))
}
