import { textOf } from '../call/call.ts'
import { findRoute } from '../call/route.ts'
import type { JournalRecord } from '../journal/journal.ts'

type Described = Omit<JournalRecord, 'number' | 'call' | 'reply' | 'route'>

/** What stands before the bodies, which are not escaped as JSON, because that would take longer than all the rest. */
type Head = readonly [
  described: Described,
  call: Omit<JournalRecord['call'], 'body'>,
  reply: Omit<JournalRecord['reply'], 'body'>,
  /** Characters; nothing where there is none. */
  callBody: number | null,
  isText: boolean,
]

/** A record as the journal in Redis keeps it. Bytes of a body that are no UTF-8 are lost. */
export function writeRecord(record: Omit<JournalRecord, 'number'>): string {
  const { atMilliseconds, tookMilliseconds, identity, quota, scenario, example, fault } = record
  const { method, target, headers, body, isBodyTooLarge } = record.call
  const { status, headers: replyHeaders, body: replyBody, delayMilliseconds, effect } = record.reply
  const callText = textOf(body)
  // Written out: to copy objects of which one member differs takes longer than to write them.
  const head = [
    { atMilliseconds, tookMilliseconds, identity, quota, scenario, example, fault },
    { method, target, headers, isBodyTooLarge },
    { status, headers: replyHeaders, delayMilliseconds, effect },
    body === undefined ? null : callText.length,
    typeof replyBody === 'string',
  ]
  return `${JSON.stringify(head)}\n${callText}${textOf(replyBody)}`
}

/**
 * Reads an entry, which is a number and what {@link writeRecord} wrote, if that was not too large.
 * @param base the number before that of the first call
 */
export function readEntry(entry: string, base: number): JournalRecord | undefined {
  const space = entry.indexOf(' ')
  const end = entry.indexOf('\n')
  if (end === -1) return undefined
  const [described, call, reply, callBody, isText] = JSON.parse(entry.slice(space, end)) as Head
  const bodies = end + 1
  const replyBody = entry.slice(bodies + (callBody ?? 0))
  return {
    ...described,
    number: Number(entry.slice(0, space)) - base,
    call: { ...call, body: callBody === null ? undefined : entry.slice(bodies, bodies + callBody) },
    reply: { ...reply, body: isText ? replyBody : new TextEncoder().encode(replyBody) },
    route: findRoute(call.method, call.target),
  }
}
