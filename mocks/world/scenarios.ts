import { operations } from '../../spec/made/operations.ts'
import { thereIsNo } from '../../spec/messages.ts'
import { type OperationId, operationIds } from '../../spec/names.ts'
import { type Outcome, errorOutcome } from '../call/outcome.ts'
import { NoRoomError } from '../animals/storage-error.ts'
import { removedOutcome } from '../operations/read-item.ts'
import { unknownItem } from '../operations/item-id.ts'
import { refusedIdentity, sandboxNameOf } from '../keys/keys.ts'
import { type CallContext, type Overrides, edited } from '../call/overrides.ts'
import { type Quota, currentState, defaultBanSeconds } from '../keys/quota.ts'
import { exhaustedQuota, limitsFor, quotaKeyOf, quotaRequest } from '../call/count-quota.ts'

/** A situation that a frontend must survive. `described-scenarios.ts` says it in words. */
export interface Scenario {
  readonly id: string
  /** The status by which `Prefer: code=…` asks for it. */
  readonly code?: number
  /** The operations it applies to; all of them if it names none. */
  readonly operations?: readonly OperationId[]
  /** How long each reply is held back, unless the client asks for another delay. */
  readonly delayMilliseconds?: number
  readonly overrides: Overrides
}

/** The part of the calls that go wrong in `flaky`, if none is given. */
const usualRate = 0.4

/** How calls go wrong in `flaky`; the rest of those that go wrong take a second longer. */
const shares = { error: 0.5, cut: 0.25 }

const table = {
  unauthorised: {
    code: 401,
    overrides: { identify: (usual) => refusedIdentity('refused', sandboxNameOf(usual())) },
  },
  'not-found': {
    code: 404,
    operations: operationsThatAnswer(404),
    overrides: { operate: (_usual, { choices }) => unknownItem(choices) },
  },
  'bad-request': {
    code: 400,
    operations: operationsThatAnswer(400),
    overrides: {
      operate: (_usual, { choices }) => errorOutcome(choices, 400, 'bad_request', 'The body has an invalid value.'),
    },
  },
  'rate-limited': {
    code: 429,
    overrides: { count: (_usual, context) => exhaustedQuota(context) },
  },
  'last-request': {
    overrides: {
      count: async (usual, context) => {
        await leaveOneRequest(context)
        return usual()
      },
    },
  },
  banned: {
    overrides: { count: (_usual, context) => bannedQuota(context) },
  },
  empty: {
    operations: operationIds.filter((id) => operations[id].role === 'list'),
    overrides: { operate: () => ({ status: 200, body: '[]' }) },
  },
  'after-removal': {
    operations: operationIds.filter((id) => operations[id].removalDate !== null),
    overrides: { operate: (_usual, { choices }) => removedOutcome(choices) },
  },
  'full-store': {
    code: 507,
    operations: operationIds.filter((id) => operations[id].role === 'create'),
    overrides: { operate: () => Promise.reject(new NoRoomError('No room is left.')) },
  },
  'server-error': {
    code: 500,
    overrides: { operate: (_usual, context) => serverError(context) },
  },
  unavailable: {
    code: 503,
    overrides: {
      operate: () => ({
        status: 503,
        body: unavailablePage,
        headers: { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '5' },
      }),
    },
  },
  slow: { delayMilliseconds: 3000, overrides: {} },
  hold: { overrides: { reply: edited((made) => ({ ...made, effect: 'hold' })) } },
  hang: { overrides: { reply: edited((made) => ({ ...made, effect: 'hang' })) } },
  reset: { overrides: { reply: edited((made) => ({ ...made, effect: 'reset' })) } },
  'malformed-json': {
    overrides: { reply: edited((made) => ({ ...made, body: made.body.slice(0, Math.ceil(made.body.length / 2)) })) },
  },
  flaky: { overrides: flakyAt(usualRate) },
} as const satisfies Readonly<Record<string, Omit<Scenario, 'id'>>>

export type ScenarioId = keyof typeof table

/** A scenario as it is asked for: by its id, and `flaky` also with the part of the calls that go wrong. */
export type ScenarioName = ScenarioId | `flaky@${number}`

export const scenarios: readonly (Scenario & { readonly id: ScenarioId })[] = Object.entries(table).map(
  ([id, scenario]) => ({ id: id as ScenarioId, ...scenario }),
)

export const scenarioIds: readonly ScenarioId[] = scenarios.map(({ id }) => id)

/** The scenario of a name, which may be any text. */
export function findScenario(name: string): Scenario | undefined {
  const [, rate] = /^flaky@(0(?:\.\d+)?|1)$/.exec(name) ?? []
  return rate === undefined
    ? scenarios.find(({ id }) => id === name)
    : { id: 'flaky' satisfies ScenarioId, overrides: flakyAt(Number(rate)) }
}

/** What messages say of a name that no scenario has. */
export function unknownScenario(name: string): string {
  const advice = /@/.test(name) ? 'Only flaky takes a rate: from 0 to 1, as in flaky@0.3.' : ''
  return thereIsNo('scenario', name, scenarioIds, advice)
}

/** The operations whose description names an answer of this status. */
function operationsThatAnswer(status: number): OperationId[] {
  return operationIds.filter((id) => status in operations[id].responses)
}

/** Whether a scenario applies to calls of this operation; `undefined` is a call of no documented one. */
export function appliesTo(scenario: Scenario, operation: OperationId | undefined): boolean {
  return scenario.operations === undefined || (operation !== undefined && scenario.operations.includes(operation))
}

const unavailablePage = '<!doctype html><title>503</title>Service Unavailable'

function flakyAt(rate: number): Overrides {
  return {
    operate: (usual, context) =>
      context.sandbox.randomness.next() < rate * shares.error ? serverError(context) : usual(),
    reply: edited((made, { sandbox }) => {
      if (made.status === 500) return made
      // Of the calls that did not fail. What is left of the shares is slow.
      const draw = sandbox.randomness.next() * (1 - rate * shares.error)
      if (draw < rate * shares.cut) return { ...made, effect: 'reset' }
      const isSlow = draw < rate * (1 - shares.error)
      return isSlow ? { ...made, delayMilliseconds: (made.delayMilliseconds ?? 0) + 1000 } : made
    }),
  }
}

function serverError({ choices }: CallContext): Outcome {
  return errorOutcome(choices, 500, 'internal_error', 'The service failed. It is not your fault; try again later.')
}

function bannedQuota(context: CallContext): Quota {
  const seconds = context.choices.quota.ban?.seconds ?? defaultBanSeconds
  const resetAtSeconds = Math.floor(context.nowMilliseconds / 1000) + seconds
  return { ...exhaustedQuota(context), isBanned: true, window: 'ban', resetAtSeconds }
}

async function leaveOneRequest(context: CallContext): Promise<void> {
  const key = quotaKeyOf(context)
  if (key === undefined) return
  const { quotas } = context.sandbox
  const state = currentState(await quotas.get(key), quotaRequest(context, key))
  const used = Math.max(state.minuteUsed, limitsFor(context).minute - 1)
  await quotas.set(key, { ...state, minuteUsed: used, dayUsed: state.dayUsed + used - state.minuteUsed })
}
