import { type ClauseId, type OperationId, operations } from '../../spec/index.ts'
import { knownFaults } from './made/known-faults.ts'
import { needOf } from './need-of.ts'
import { type Probe, needsMet } from '../probes/probe.ts'
import type { ContractOptions } from '../session/options.ts'
import type { ClauseResult, UnseenBecause, UnseenFaults } from '../verdict/result.ts'

/** The known faults that a run could not show: nothing that finds them ran, or what they break was not judged. */
export function unseenFaults(
  results: readonly ClauseResult[],
  options: ContractOptions,
  probes: readonly Probe[],
): UnseenFaults {
  const states = new Map(results.map(({ id, state }) => [id, state]))
  const met = needsMet(options)
  const whyNot = ([clause, operation, foundBy]: readonly [ClauseId, OperationId, string]):
    | UnseenBecause
    | undefined => {
    const probe = probes.find(({ id }) => id === foundBy)
    const unmet = probe?.needs?.find((need) => !met[need])
    if (unmet !== undefined) return unmet
    if (probe !== undefined && options.only?.includes(probe.id) === false) return 'other-probes'
    if (!met.writing && operations[operation].method !== 'GET') return 'writing'
    const state = states.get(clause)
    if (state !== 'inconclusive' && state !== 'not applicable') return undefined
    const need = needOf(clause, options, probes)
    return need === 'not-shown' && options.only !== undefined ? 'other-probes' : need
  }
  const unseen = knownFaults.flatMap(({ found, needsWriting, faults }) => {
    const reasons: readonly (UnseenBecause | undefined)[] =
      needsWriting && !met.writing ? ['writing'] : found.map(whyNot)
    return reasons.includes(undefined) ? [] : faults.map((fault) => ({ fault, why: reasons[0]! }))
  })
  const byWhy = Map.groupBy(unseen, ({ why }) => why)
  return {
    known: knownFaults.reduce((sum, { faults }) => sum + faults.length, 0),
    faults: Object.fromEntries([...byWhy].map(([why, all]) => [why, all.map(({ fault }) => fault)])),
  }
}
