import { type OperationId, isSecretName, operations, withoutNamedSecrets } from '../../spec/index.ts'
import type { JournalEntry as Shown } from '../../spec/made/control-types.ts'
import { type Call, type Reply, textOf } from '../call/call.ts'
import type { Route } from '../call/route.ts'
import { type KeyRing, maskKey } from '../keys/keys.ts'
import type { Quota } from '../keys/quota.ts'
import type { JournalRecord } from './journal-record.ts'

/** A record as it may be shown: plain data with all keys masked. */
export type JournalEntry = Shown & { readonly operation: OperationId | null }

/** A record without headers and bodies, for one line. @param keys are masked */
export function journalLine(record: JournalRecord, keys: KeyRing) {
  const { call, reply, route, identity } = record
  const mask = keys.masker(call.headers['authorization'])
  return {
    number: record.number,
    at: new Date(record.atMilliseconds).toISOString(),
    tookMilliseconds: record.tookMilliseconds,
    method: call.method,
    target: withoutNamed(mask(call.target)),
    operation: route.kind === 'operation' ? route.operation : null,
    status: reply.status,
    plan: identity.isValid ? identity.record.plan : null,
    scenario: record.scenario ?? null,
    fault: record.fault ?? null,
    reason: reasonOf(record).map(keys.masker()),
    effect: reply.effect ?? null,
  }
}

/** A record as it may be shown: all keys masked, and the reason in words. */
export function journalEntry(record: JournalRecord, keys: KeyRing): JournalEntry {
  const { call, reply } = record
  const { effect, ...line } = journalLine(record, keys)
  const mask = keys.masker(call.headers['authorization'])
  return {
    ...line,
    request: {
      headers: masked(call.headers, (text) => withoutNamed(mask(text))),
      body: withoutNamed(mask(textOf(call.body))),
    },
    response: {
      headers: masked(reply.headers, mask),
      body: isTooLarge(reply) ? '' : mask(textOf(reply.body)),
      delayMilliseconds: reply.delayMilliseconds ?? 0,
      effect,
    },
  }
}

/** A longer body is left out, as the journal does not keep it either. */
const mostShownCharacters = 8 * 1024 * 1024

function isTooLarge({ body }: Reply): boolean {
  return body.length > mostShownCharacters
}

/** Why the reply is what it is, one sentence for each step. */
function reasonOf({ call, route, identity, quota, scenario, example, fault, reply }: JournalRecord): string[] {
  if (route.kind === 'outside') return ['The path is not below /v1, so it is not of the interface.']
  const reasons = [
    identity.isValid
      ? `Key ${maskKey(identity.key)}: ${identity.record.plan} plan, sandbox ${identity.record.sandbox}${namedBy(call)} (section 5).`
      : `No valid key: ${identity.reason} (section 5).`,
    quotaReason(quota),
  ]
  if (scenario !== undefined) reasons.push(`Scenario ${scenario} was played.`)
  if (example !== undefined) reasons.push(`The example ${example} was asked for.`)
  reasons.push(routeReason(route))
  if (call.isBodyTooLarge === true) reasons.push('The body of the request is too large, and was not kept.')
  if (fault !== undefined) reasons.push(`Fault ${fault} is on: the reply may break the interface on purpose.`)
  if (isTooLarge(reply)) reasons.push('The body of the reply is too large to be shown.')
  if (reply.effect === 'hold') reasons.push('The reply was held back; whoever releases it may change it.')
  else if (reply.effect !== undefined) reasons.push(`The reply was not sent: ${reply.effect}.`)
  else if (route.kind === 'operation' && !(reply.status in operations[route.operation].responses))
    reasons.push(`Outside of the interface: it names no reply with the status ${reply.status}.`)
  return reasons
}

function namedBy({ headers }: Call): string {
  if (headers['x-mock-sandbox'] !== undefined) return ' as X-Mock-Sandbox names it'
  return /(?:^|,)\s*mock-sandbox\s*=/.test(headers['baggage'] ?? '') ? ' as baggage names it' : ''
}

function quotaReason(quota: Quota): string {
  if (quota.isBanned) return 'The key is banned for a while (section 8).'
  if (!quota.isAllowed) return `No request is left in the ${quota.window} (section 8).`
  return `${quota.remaining} of ${quota.limit} requests are left in the ${quota.window} (section 8).`
}

function routeReason(route: Route): string {
  if (route.kind === 'operation')
    return `Operation ${route.operation} (section ${operations[route.operation].section}).`
  return route.kind === 'wrong-method'
    ? 'The path is documented, the method is not (section 4).'
    : 'The path is not documented (section 4).'
}

/** A secret header value: its scheme, if it has one, and a mask. */
function maskSecret(value: string): string {
  const scheme = /^[a-z]+ +(?=\S)/i.exec(value)?.[0] ?? ''
  return scheme + maskKey(value.slice(scheme.length).trim())
}

/** What a client sent, without the values whose names say that they are secret. */
function withoutNamed(text: string): string {
  return withoutNamedSecrets(text, (value) => value.endsWith('…') || maskKey(value) === value)
}

function masked(headers: Call['headers'], mask: (text: string) => string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, isSecretName(name) ? maskSecret(value) : mask(value)]],
    ),
  )
}
