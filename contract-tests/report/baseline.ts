import { compare, isNamedBy } from '../verdict/compare.ts'
import { type FindingResult, type RunResult, ofLevel } from '../verdict/result.ts'

/**
 * The result of a run, compared with an earlier one.
 * @param onlyNew whether what was broken before leaves the exit code alone
 */
export function comparedWith(result: RunResult, earlier: RunResult, onlyNew = false): RunResult {
  const before = [...ofLevel(earlier, 'broken'), ...ofLevel(earlier, 'warning')]
  const findings = result.findings.map((each) => ({ ...each, isNew: !before.some((one) => isNamedBy(each, one)) }))
  const gone = Object.groupBy(compare(before, result), ({ fate }) => fate)
  const [mended, untested] = [gone.mended ?? [], gone.untested ?? []].map((fates) =>
    fates.map(({ of: { clause, operation } }) => ({ clause, operation })),
  )
  const counting = findings.filter(({ level, isNew }) => level === 'broken' && (isNew || !onlyNew))
  return {
    ...result,
    findings,
    baseline: { startedAt: earlier.startedAt, mended: mended ?? [], untested: untested ?? [], onlyNew },
    exitCode: counting.length > 0 ? 1 : result.isConclusive ? 0 : 3,
  }
}

/** Whether a finding leaves the exit code alone, because it is not new and only new ones count. */
export function isExcused({ baseline }: RunResult, { isNew }: FindingResult): boolean {
  return baseline?.onlyNew === true && isNew === false
}
