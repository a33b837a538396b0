import type { Call } from '../call/call.ts'
import type { Overrides } from '../call/overrides.ts'
import type { Route } from '../call/route.ts'
import { type JournalRecord, forcible } from '../journal/journal-record.ts'
import type { Sandbox } from '../world/sandbox.ts'
import type { Preference, Registered } from './registered.ts'

/** What is forced on a call: a situation, which is what happens now, and around it a fault, which is what the service is like. */
interface ForcedOnCall {
  readonly overrides: readonly Overrides[]
  readonly delayMilliseconds?: number | undefined
  /** What the journal says of it. */
  readonly names: Pick<JournalRecord, 'scenario' | 'others' | 'example' | 'forced' | 'fault'>
}

type ForcingSandbox = Pick<Sandbox, 'settings' | 'spendScenario'>

/**
 * The situation is what the client prefers, else the first scenario that matches, later by one that only delays. Outside of `/v1`
 * nothing is forced.
 * @param refusal takes the place of what the client prefers
 */
export async function forcedOn(
  call: Call,
  route: Route,
  sandbox: ForcingSandbox,
  { faults, prefer: preferences }: Registered,
  refusal?: Overrides,
): Promise<ForcedOnCall> {
  if (route.kind === 'outside')
    return { overrides: [], names: { scenario: undefined, example: undefined, forced: [], fault: undefined } }
  const { fault } = sandbox.settings
  const { prefer } = call.headers
  let situation: Preference = refusal === undefined ? {} : { overrides: refusal }
  if (refusal === undefined && prefer !== undefined) situation = (await preferences?.read(prefer, route)) ?? {}
  if (situation.overrides === undefined) situation = played(situation, route, sandbox)
  const { overrides, scenario, others, example, delayMilliseconds } = situation
  const names: { -readonly [Name in keyof ForcedOnCall['names']]: ForcedOnCall['names'][Name] } = {
    scenario: scenario?.id,
    others,
    example,
    forced: overrides === undefined ? [] : forcible.filter((step) => overrides[step] !== undefined),
    fault: undefined,
  }
  // It is named where it did something.
  const ofFault = fault === undefined ? undefined : await faults?.overridesOf(fault, () => (names.fault = fault))
  return { overrides: [overrides, ofFault].filter((one) => one !== undefined), delayMilliseconds, names }
}

function played(preference: Preference, route: Route, sandbox: ForcingSandbox): Preference {
  const scenario = sandbox.spendScenario(route.kind === 'operation' ? route.operation : undefined)
  if (scenario === undefined) return preference
  const { overrides, others, delayMilliseconds } = scenario
  return { scenario, others, overrides, delayMilliseconds: preference.delayMilliseconds ?? delayMilliseconds }
}
