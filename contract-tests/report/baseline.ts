import type { FindingResult, FindingId, RunResult } from '../verdict/result.ts'
import { readReport } from './read-report.ts'

/** An earlier run, as far as later ones are compared with it. */
export interface Baseline {
  readonly startedAt: string
  readonly findings: readonly FindingId[]
}

/** Reads the JSON report of an earlier run. @throws {ReportError} for anything else */
export function readBaseline(json: string): Baseline {
  const { startedAt, findings, warnings } = readReport(json)
  // A report may hold anything else, such as commands that nobody should paste.
  return { startedAt, findings: [...findings, ...warnings].map(({ clause, operation }) => ({ clause, operation })) }
}

/**
 * The result of a run, compared with an earlier one.
 * @param onlyNew whether what was broken before leaves the exit code alone
 */
export function comparedWith(result: RunResult, { startedAt, findings: before }: Baseline, onlyNew = false): RunResult {
  const isSame = (one: FindingId) => (other: FindingId) =>
    one.clause === other.clause && one.operation === other.operation
  const marked = (of: readonly FindingResult[]) => of.map((each) => ({ ...each, isNew: !before.some(isSame(each)) }))
  const findings = marked(result.findings)
  const [warnings, doubts] = [marked(result.warnings), marked(result.doubts)]
  const gone = before.filter((each) => ![...findings, ...doubts, ...warnings].some(isSame(each)))
  const holds = ({ clause }: FindingId): boolean =>
    result.clauses.some(({ id, state }) => id === clause && (state === 'held' || state === 'broken'))
  const counting = onlyNew ? findings.filter(({ isNew }) => isNew) : findings
  return {
    ...result,
    findings,
    warnings,
    doubts,
    baseline: { startedAt, mended: gone.filter(holds), untested: gone.filter((each) => !holds(each)), onlyNew },
    exitCode: counting.length > 0 ? 1 : result.isConclusive ? 0 : 3,
  }
}

/** Whether a finding leaves the exit code alone, because it is not new and only new ones count. */
export function isExcused({ baseline }: RunResult, { isNew }: FindingResult): boolean {
  return baseline?.onlyNew === true && isNew === false
}
