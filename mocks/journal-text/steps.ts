import { operations } from '../../spec/made/operations.ts'
import type { Step } from '../../spec/made/control-types.ts'
import type { Reply } from '../call/call.ts'
import { maskKey } from '../keys/keys.ts'
import type { Forced, JournalRecord } from '../journal/journal-record.ts'

export type { Step }

/** All that decided a call, before the journal gives it a number. */
type Decided = Omit<JournalRecord, 'number'>

/**
 * What each step decided that a call came to, in their order; `decided` marks the one that made the reply what it is.
 * They are made when somebody asks, of facts alone: spec/decisions/0265-steps-and-epochs.md.
 * @param mask for what a client wrote
 */
export function stepsOf(record: Decided, mask: (text: string) => string): Step[] {
  const { call, route, scenario, example, others = [], fault, reply, held } = record
  if (route.kind === 'outside') return [{ step: 'operation', outcome: 'outside', decided: true }]
  const refused = refusedBy(record)
  const steps = [keyStep(record, mask)]
  if (refused !== 'key') steps.push(quotaStep(record))
  if (scenario !== undefined) steps.push({ step: 'situation', outcome: 'scenario', by: scenario })
  steps.push(...others.map((other) => ({ step: 'situation', ...other }) as const))
  if (example !== undefined) steps.push({ step: 'situation', outcome: 'example', by: example })
  if (refused === undefined) steps.push(operationStep(record))
  if (call.isBodyTooLarge === true) steps.push({ step: 'transport', outcome: 'request-too-large' })
  if (fault !== undefined) steps.push({ step: 'fault', outcome: 'fault', by: fault })
  if (isTooLarge(reply)) steps.push({ step: 'transport', outcome: 'reply-too-large' })
  const { effect, status } = reply
  if (effect === undefined && route.kind === 'operation' && !(status in operations[route.operation].responses))
    steps.push({ step: 'transport', outcome: 'undocumented-status', status })
  if (held !== undefined)
    steps.push({ step: 'transport', outcome: held.outcome, by: 'hold', heldMilliseconds: held.milliseconds })
  else if (effect !== undefined) steps.push({ step: 'transport', outcome: effect, ...byForce(record, 'reply') })
  const decider = deciderOf(steps, record, refused ?? 'operation')
  return steps.map((one) => (one === decider ? { ...one, decided: true } : one))
}

/** The step that refused a call, after which it came to no further one. */
function refusedBy({ quota, identity, reply }: Decided): 'key' | 'quota' | undefined {
  if (!quota.isAllowed && (identity.isValid || reply.status !== 401)) return 'quota'
  return identity.isValid ? undefined : 'key'
}

/** The last step that changed the reply, else the one that gave it. */
function deciderOf(steps: readonly Step[], record: Decided, last: Step['step']): Step | undefined {
  const stepOf = (name: Step['step']) => steps.find(({ step }) => step === name)
  if (record.reply.effect !== undefined || record.held?.outcome === 'changed') return steps.at(-1)
  if (record.fault !== undefined) return stepOf('fault')
  const given = stepOf(last)
  // A reply that was held and released is what it was before.
  const isForced = given?.by !== undefined || (!record.held && byForce(record, 'reply').by !== undefined)
  return isForced ? stepOf('situation') : given
}

/** A longer body is left out, as the journal does not keep it either. */
const mostShownCharacters = 8 * 1024 * 1024

export function isTooLarge({ body }: Reply): boolean {
  return body.length > mostShownCharacters
}

function keyStep(record: Decided, mask: (text: string) => string): Step {
  const { identity, sandboxBy } = record
  const step = { step: 'key', section: '5' } as const
  if (!identity.isValid) {
    const { problem, at } = identity
    return { ...step, outcome: problem, ...byForce(record, 'identify'), ...(at !== undefined && { at }) }
  }
  const { plan, sandbox } = identity.known
  return { ...step, outcome: 'valid', by: mask(maskKey(identity.key)), plan, sandbox: mask(sandbox), sandboxBy }
}

function quotaStep(record: Decided): Step {
  const { isBanned, isAllowed, window, limit, remaining } = record.quota
  const outcome = isBanned ? 'banned' : isAllowed ? 'passed' : 'used-up'
  return { step: 'quota', outcome, section: '8', ...byForce(record, 'count'), window, limit, remaining }
}

function operationStep(record: Decided): Step {
  const { route, isOperated, sandboxBy } = record
  if (sandboxBy === 'none') return { step: 'operation', outcome: 'no-sandbox' }
  const by = isOperated ? {} : byForce(record, 'operate')
  if (route.kind !== 'operation') return { step: 'operation', outcome: route.kind, section: '4', ...by }
  const outcome = isOperated ? 'answered' : 'replaced'
  const { operation } = route
  return { step: 'operation', outcome, section: operations[operation].section, ...by, operation }
}

/** The scenario or the example, if it decided this. */
function byForce({ forced, scenario, example }: Decided, step: Forced): Pick<Step, 'by'> {
  const by = scenario ?? example
  return by !== undefined && forced.includes(step) ? { by } : {}
}
