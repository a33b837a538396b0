import type { Panel } from '../panel-context.tsx'
import { namesOf } from './spoken.ts'
import type { Scenario } from '../../../../spec/made/control-types.ts'

/**
 * What a click on a scenario of an operation does: it plays it, or ends it where it is played, as `play` says.
 * @param operation `null` for every call
 * @param calls for how many calls it is played; `undefined` until it is stopped
 */
export function switchOf(
  { view, to }: Panel,
  { id, operations }: Scenario,
  operation: string | null,
  calls: number | undefined,
) {
  const play = view?.playing.find((one) => one.scenario === id && one.operation === operation)
  const where = operation ?? operations?.join(' and ') ?? 'every call'
  if (play !== undefined) {
    return { play, request: to('DELETE', endOf(id, operation)), done: `${namesOf(id)} has ended for ${where}.` }
  }
  const limits = { ...(operation !== null && { operation }), ...(calls !== undefined && { calls }) }
  const next = `the next ${calls === 1 ? '' : `${calls} `}${operation ?? ''} ${calls === 1 ? 'call' : 'calls'}`
  // It may stand there when these calls have come.
  const done = calls === undefined ? `is played for ${where}` : `was set for ${next.replace(/ +/g, ' ')}`
  return { play, request: to('POST', '/scenarios', { scenario: id, ...limits }), done: `${namesOf(id)} ${done}.` }
}

/** The path that ends a scenario where it is played for an operation, or for every call. */
export function endOf(scenario: string, operation: string | null): string {
  return `/scenarios/${encodeURIComponent(scenario)}${operation === null ? '' : `?operation=${operation}`}`
}

/** Whether an operation can meet a scenario; every call together (`null`) can meet each. */
export function isPossible({ operations }: Scenario, operation: string | null): boolean {
  return operations === null || operation === null || operations.some((id) => id === operation)
}
