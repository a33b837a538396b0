import { textOf } from '../call/call.ts'
import { findRoute } from '../call/route.ts'
import type { JournalRecord } from '../journal/journal.ts'

/** A record as the journal in Redis keeps it. Bytes of a body that are no UTF-8 are lost. */
export function writeRecord(record: JournalRecord): string {
  const { call, reply } = record
  const isText = typeof reply.body === 'string'
  return JSON.stringify({
    ...record,
    route: undefined,
    call: { ...call, body: call.body === undefined ? undefined : textOf(call.body) },
    reply: { ...reply, body: textOf(reply.body) },
    isText,
  })
}

/** Reads what {@link writeRecord} wrote. */
export function readRecord(text: string, number: number): JournalRecord {
  const { isText, call, reply, ...record } = JSON.parse(text) as Omit<JournalRecord, 'route'> & { isText: boolean }
  return {
    ...record,
    number,
    call,
    reply: isText ? reply : { ...reply, body: new TextEncoder().encode(String(reply.body)) },
    route: findRoute(call.method, call.target),
  }
}
