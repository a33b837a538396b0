import { type FindingId, type FindingResult, type RunResult, ofLevel } from '../verdict/result.ts'

/**
 * The result of a run, compared with an earlier one.
 * @param how.onlyNew whether what was broken before leaves the exit code alone
 * @param how.isReplay whether what was broken before must be tested again
 */
export function comparedWith(
  result: RunResult,
  earlier: RunResult,
  { onlyNew = false, isReplay = false }: { readonly onlyNew?: boolean | undefined; readonly isReplay?: boolean } = {},
): RunResult {
  const before = [...ofLevel(earlier, 'broken'), ...ofLevel(earlier, 'warning')]
  const findings = result.findings.map((each) => ({ ...each, isNew: !before.some((one) => isNamedBy(each, one)) }))
  const gone = before.filter((one) => !result.findings.some((now) => now.level !== 'unstable' && isNamedBy(one, now)))
  const tested = result.clauses.flatMap(({ id, state }) => (state === 'held' || state === 'broken' ? id : []))
  // A clause that was tested may be broken by another operation alone.
  const [mended, untested] = [true, false].map((isTested) =>
    gone
      .filter(({ clause }) => tested.includes(clause) === isTested)
      .map(({ clause, operation }): FindingId => ({ clause, operation })),
  )
  const counting = findings.filter(({ level, isNew }) => level === 'broken' && (isNew || !onlyNew))
  const isWhole = result.isConclusive && !(isReplay && (untested ?? []).length > 0)
  return {
    ...result,
    findings,
    baseline: { startedAt: earlier.startedAt, mended: mended ?? [], untested: untested ?? [], onlyNew },
    exitCode: counting.length > 0 ? 1 : isWhole ? 0 : 3,
  }
}

/** Whether a finding leaves the exit code alone, because it is not new and only new ones count. */
export function isExcused({ baseline }: RunResult, { isNew }: FindingResult): boolean {
  return baseline?.onlyNew === true && isNew === false
}

/** Whether a finding is about the same operation, and names this clause too. */
function isNamedBy({ clause, operation }: FindingId, finding: FindingResult): boolean {
  return finding.operation === operation && (finding.clause === clause || finding.also.includes(clause))
}
