import type { ClauseResult, FindingId, FindingResult } from './result.ts'

/** What another run says of a finding. */
export interface Fate<Finding extends FindingId> {
  readonly of: Finding
  /** `same`: it shows it too; `mended`: the clause was tested, and this was not found. */
  readonly fate: 'same' | 'mended' | 'untested'
  /** The finding of the other run that shows it. */
  readonly now: FindingResult | undefined
  /** Why it was not tested. */
  readonly reason: string | undefined
}

/** What a run says of each finding of another one. */
export function compare<Finding extends FindingId>(
  findings: readonly Finding[],
  run: {
    readonly findings: readonly FindingResult[]
    readonly clauses: readonly Pick<ClauseResult, 'id' | 'state' | 'reason'>[]
  },
): readonly Fate<Finding>[] {
  return findings.map((of) => {
    const now = run.findings.find((each) => each.level !== 'unstable' && isNamedBy(of, each))
    const clause = run.clauses.find(({ id }) => id === of.clause)
    // It may be broken by another operation alone.
    const isTested = clause?.state === 'held' || clause?.state === 'broken'
    return { of, fate: now !== undefined ? 'same' : isTested ? 'mended' : 'untested', now, reason: clause?.reason }
  })
}

/** Whether a finding is about the same operation, and names this clause too. */
export function isNamedBy({ clause, operation }: FindingId, finding: FindingResult): boolean {
  return finding.operation === operation && (finding.clause === clause || finding.also.includes(clause))
}
