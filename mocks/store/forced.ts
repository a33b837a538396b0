import type { Awaitable } from '../../spec/index.ts'
import type { Call } from '../call/call.ts'
import type { Overrides } from '../call/overrides.ts'
import type { Route } from '../call/route.ts'
import { type JournalRecord, forcible } from '../journal/journal-record.ts'
import type { FaultId } from '../world/made/fault-ids.ts'
import type { Sandbox } from '../world/sandbox.ts'
import { partsOfCalls } from './parts-of-calls.ts'
import type { Preference } from './prefer.ts'

/** What is forced on a call: a situation, which is what happens now, and around it a fault, which is what the service is like. */
export interface ForcedOnCall {
  readonly overrides: readonly Overrides[]
  readonly delayMilliseconds?: number | undefined
  /** What the journal says of it. */
  readonly names: Pick<JournalRecord, 'scenario' | 'example' | 'forced' | 'fault'>
}

type ForcingSandbox = Pick<Sandbox, 'settings' | 'takeScenario'>

const nothing: ForcedOnCall = {
  overrides: [],
  names: { scenario: undefined, example: undefined, forced: [], fault: undefined },
}

/**
 * The situation is what the client prefers, else the first scenario that matches, which counts the call. Outside of `/v1`
 * nothing is forced.
 * @param refusal takes the place of what the client prefers
 */
export function forcedOn(
  call: Call,
  route: Route,
  sandbox: ForcingSandbox,
  refusal?: Overrides,
): Awaitable<ForcedOnCall> {
  const { fault } = sandbox.settings
  const { prefer } = call.headers
  if (route.kind === 'outside') return fault === undefined ? nothing : around(fault, [])
  const preference: Preference = refusal === undefined ? {} : { overrides: refusal }
  if (fault === undefined && prefer === undefined)
    return withSituation(nothing, situationOf(route, sandbox, preference))
  return withLoaded(fault, refusal === undefined ? prefer : undefined, preference, route, sandbox)
}

/** Few calls have a Prefer header, and few sandboxes a fault, so the code for them is loaded with the first. */
async function withLoaded(
  fault: FaultId | undefined,
  prefer: string | undefined,
  preference: Preference,
  ...[route, sandbox]: [Route, ForcingSandbox]
): Promise<ForcedOnCall> {
  const ofFault = fault === undefined ? nothing : around(fault, [(await partsOfCalls.faults()).overridesOf[fault]])
  const preferred =
    prefer === undefined ? preference : await (await import('./prefer.ts')).readPreference(prefer, route)
  return withSituation(ofFault, situationOf(route, sandbox, preferred))
}

function around(fault: FaultId, overrides: readonly Overrides[]): ForcedOnCall {
  return { overrides, names: { ...nothing.names, fault } }
}

function situationOf(route: Route, sandbox: ForcingSandbox, preference: Preference): Preference {
  if (preference.overrides !== undefined) return preference
  const scenario = sandbox.takeScenario(route.kind === 'operation' ? route.operation : undefined)
  if (scenario === undefined) return preference
  const { overrides, delayMilliseconds } = scenario
  return { scenario, overrides, delayMilliseconds: preference.delayMilliseconds ?? delayMilliseconds }
}

function withSituation(
  fault: ForcedOnCall,
  { overrides, scenario, example, delayMilliseconds }: Preference,
): ForcedOnCall {
  if (overrides === undefined) return delayMilliseconds === undefined ? fault : { ...fault, delayMilliseconds }
  const forced = forcible.filter((step) => overrides[step] !== undefined)
  const names = { ...fault.names, scenario: scenario?.id, example, forced }
  return { overrides: [overrides, ...fault.overrides], delayMilliseconds, names }
}
