import { type ClauseId, operationIds, operations } from '../../spec/index.ts'
import type { Probe } from '../probes/probe.ts'
import type { ContractOptions } from '../session/options.ts'

/** Clauses about the plan of a key. */
export const planClause = /^8\/(?:free|pro|business)-/

/** What it takes to judge a clause that a run with these options did not judge. */
export function needOf(id: ClauseId, { plan, readOnly, probeRateLimit }: ContractOptions, probes: readonly Probe[]) {
  if (planClause.test(id))
    return plan === undefined ? 'It needs --plan.' : 'The key has another plan, or the answers showed the other window.'
  if (readOnly === true && needsWriting(id, probes)) return 'It needs writing.'
  return id.startsWith('8/') && probeRateLimit !== true ? 'It needs --probe-rate-limit.' : 'No answer was of that kind.'
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
function probesOf(id: ClauseId, probes: readonly Probe[]): readonly Probe[] {
  return probes.filter(({ clauses, needs }) => !needs?.includes('thorough') && clauses.includes(id))
}
