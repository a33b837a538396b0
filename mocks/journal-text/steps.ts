import { operations } from '../../spec/made/operations.ts'
import type { Step } from '../../spec/made/control-types.ts'
import type { Reply } from '../call/call.ts'
import { maskKey } from '../keys/keys.ts'
import type { Forced, JournalRecord } from '../journal/journal-record.ts'

export type { Step }

/** All that decided a call, before the journal gives it a number. */
type Decided = Omit<JournalRecord, 'number'>

/**
 * What each step of a call decided, in their order. They are made when somebody asks, of facts alone:
 * spec/decisions/0265-steps-and-epochs.md.
 * @param mask for what a client wrote
 */
export function stepsOf(record: Decided, mask: (text: string) => string): Step[] {
  const { call, route, scenario, example, fault, reply } = record
  if (route.kind === 'outside') return [{ step: 'operation', outcome: 'outside' }]
  const steps = [keyStep(record, mask), quotaStep(record)]
  if (scenario !== undefined) steps.push({ step: 'situation', outcome: 'scenario', by: scenario })
  if (example !== undefined) steps.push({ step: 'situation', outcome: 'example', by: example })
  steps.push(operationStep(record))
  if (call.isBodyTooLarge === true) steps.push({ step: 'transport', outcome: 'request-too-large' })
  if (fault !== undefined) steps.push({ step: 'fault', outcome: 'fault', by: fault })
  if (isTooLarge(reply)) steps.push({ step: 'transport', outcome: 'reply-too-large' })
  const { effect, status } = reply
  if (effect !== undefined) steps.push({ step: 'transport', outcome: effect, ...byForce(record, 'reply') })
  else if (route.kind === 'operation' && !(status in operations[route.operation].responses))
    steps.push({ step: 'transport', outcome: 'undocumented-status', status })
  return steps
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
  const { route, identity, quota, isOperated, sandboxBy } = record
  const isSkipped = !quota.isAllowed || !identity.isValid
  if (sandboxBy === 'none' && !isSkipped) return { step: 'operation', outcome: 'no-sandbox' }
  const by = isOperated || isSkipped ? {} : byForce(record, 'operate')
  if (route.kind !== 'operation') return { step: 'operation', outcome: route.kind, section: '4', ...by }
  const outcome = isOperated ? 'answered' : isSkipped ? 'skipped' : 'replaced'
  const { operation } = route
  return { step: 'operation', outcome, section: operations[operation].section, ...by, operation }
}

/** The scenario or the example, if it decided this. */
function byForce({ forced, scenario, example }: Decided, step: Forced): Pick<Step, 'by'> {
  const by = scenario ?? example
  return by !== undefined && forced.includes(step) ? { by } : {}
}
