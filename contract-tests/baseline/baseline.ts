import type { ClauseId } from '../../spec/index.ts'
import { type FindingResult, type RunResult, ofLevel } from '../verdict/result.ts'

/**
 * The result of a run, compared with an earlier one.
 * @param how.onlyNew whether what was broken before leaves the exit code alone
 */
export function comparedWith(
  result: RunResult,
  earlier: RunResult,
  { onlyNew = false }: { readonly onlyNew?: boolean | undefined } = {},
): RunResult {
  const before = [...ofLevel(earlier, 'broken'), ...ofLevel(earlier, 'warning')]
  const added = differing(result.findings, before)
  const findings = result.findings.map((each) => ({ ...each, isNew: added.includes(each) }))
  const gone = differing(
    before,
    result.findings.filter(({ level }) => level !== 'unstable'),
  )
  const tested = result.clauses.flatMap(({ id, state }) => (state === 'held' || state === 'broken' ? id : []))
  // A clause that was tested may be broken by another operation alone.
  const mended = gone.flatMap(({ clause, operation }) => (tested.includes(clause) ? { clause, operation } : []))
  const counting = findings.filter(({ level, isNew }) => level === 'broken' && (isNew || !onlyNew))
  return {
    ...result,
    findings,
    baseline: { startedAt: earlier.startedAt, mended, onlyNew },
    exitCode: counting.length > 0 ? 1 : result.isConclusive ? 0 : 3,
  }
}

/**
 * The findings that others lack: none of them is about the same operation, and names the same clause.
 * @param about the clause, where all findings name it; else the first one that each finding breaks
 */
export function differing(
  findings: readonly FindingResult[],
  others: readonly FindingResult[],
  about?: ClauseId,
): readonly FindingResult[] {
  const isNamedBy = (clause: ClauseId, other: FindingResult): boolean =>
    other.clause === clause || other.also.includes(clause)
  return findings.filter(
    ({ clause, operation }) =>
      !others.some((other) => other.operation === operation && isNamedBy(about ?? clause, other)),
  )
}
