import { textOf } from '../call/call.ts'
import { findRoute } from '../call/route.ts'
import type { JournalRecord } from '../journal/journal.ts'

type Numberless = Omit<JournalRecord, 'number' | 'route'>

/** A record as the journal in Redis keeps it. Bytes of a body that are no UTF-8 are lost. */
export function writeRecord(record: Numberless): string {
  const { atMilliseconds, tookMilliseconds, identity, quota, scenario, example, fault } = record
  const { method, target, headers, body, isBodyTooLarge } = record.call
  const { status, headers: replyHeaders, body: replyBody, delayMilliseconds, effect } = record.reply
  const isText = typeof replyBody === 'string'
  const call = { method, target, headers, isBodyTooLarge, body: body === undefined ? body : textOf(body) }
  const reply = { status, headers: replyHeaders, delayMilliseconds, effect, body: textOf(replyBody) }
  // Written out: to copy objects of which one member differs takes longer than to write them.
  return JSON.stringify({
    atMilliseconds,
    tookMilliseconds,
    identity,
    quota,
    scenario,
    example,
    fault,
    call,
    reply,
    isText,
  })
}

/** Reads what {@link writeRecord} wrote. */
export function readRecord(text: string, number: number): JournalRecord {
  const { isText, call, reply, ...record } = JSON.parse(text) as Numberless & { readonly isText: boolean }
  return {
    ...record,
    number,
    call,
    reply: isText ? reply : { ...reply, body: new TextEncoder().encode(String(reply.body)) },
    route: findRoute(call.method, call.target),
  }
}
