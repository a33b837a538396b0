import { type ClauseId, operationIds, operations } from '../../spec/index.ts'
import { type Probe, needsMet } from '../probes/probe.ts'
import type { ContractOptions } from '../session/options.ts'

/** Clauses about the plan of a key. */
export const planClause = /^8\/(?:free|pro|business)-/

/** What it takes to judge a clause that a run with these options did not judge. */
export function needOf(id: ClauseId, options: ContractOptions, probes: readonly Probe[]) {
  const met = needsMet(options)
  if (planClause.test(id)) return options.plan === undefined ? 'plan' : 'other-plan'
  if (!met.writing && needsWriting(id, probes)) return 'writing'
  return id.startsWith('8/') && !met['exceeding-limit'] ? 'exceeding-limit' : 'not-shown'
}

/** Whether a clause is about an operation that writes, or is judged only by probes that write. */
export function needsWriting(id: ClauseId, probes: readonly Probe[]): boolean {
  const isOfWriting = operationIds.some(
    (of) => operations[of].method !== 'GET' && id.startsWith(`${operations[of].section}/`),
  )
  const about = probesOf(id, probes)
  return isOfWriting || (about.length > 0 && about.every(({ needs }) => needs?.includes('writing')))
}

/** The probes that a clause needs to be judged. */
export function probesOf(id: ClauseId, probes: readonly Probe[]): readonly Probe[] {
  return probes.filter(({ clauses, onTop }) => onTop === undefined && clauses.includes(id))
}
