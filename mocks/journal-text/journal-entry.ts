import { withoutNamedSecrets } from '../../spec/named-secrets.ts'
import { isSecretName } from '../../spec/secret-names.ts'
import { type Call, textOf } from '../call/call.ts'
import { type KeyRing, maskKey } from '../keys/keys.ts'
import type { JournalEntry } from '../journal/journal.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { sentenceOf } from './step-text.ts'
import { isTooLarge, stepsOf } from './steps.ts'

/** A record without headers and bodies, for one line. @param keys are masked */
export function journalLine(record: JournalRecord, keys: KeyRing) {
  const { call, reply, route, identity } = record
  const mask = keys.masker(call.headers['authorization'])
  const steps = stepsOf(record, keys.masker())
  return {
    number: record.number,
    at: new Date(record.atMilliseconds).toISOString(),
    tookMilliseconds: record.tookMilliseconds,
    method: call.method,
    target: withoutNamed(mask(call.target)),
    operation: route.kind === 'operation' ? route.operation : null,
    status: reply.status,
    plan: identity.isValid ? identity.known.plan : null,
    scenario: record.scenario ?? null,
    fault: record.fault ?? null,
    steps,
    reason: steps.map((step) => sentenceOf(step)),
    effect: reply.effect ?? null,
  }
}

/** A record as it may be shown: all keys masked. */
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
