import { textOf } from '../call/call.ts'
import type { JournalRecord } from './journal.ts'
import type { Identity, KeyRecord } from '../keys/keys.ts'
import { findRoute } from '../call/route.ts'

// A record as one text: the lengths of its parts, and the parts. Escaping a page of animals as JSON would take longer
// than everything else that the mock does for the call.

/** Writes a record as one text. Bytes of a body that are no UTF-8 are lost; everything else can be read again. */
export function packRecord({ call, reply, identity, quota, ...record }: JournalRecord): string {
  const requestHeaders = packHeaders(call.headers)
  const requestBody = textOf(call.body)
  const replyHeaders = packHeaders(reply.headers)
  const replyBody = textOf(reply.body)
  const caller = identity.isValid ? identity.key : identity.reason
  const about = identity.isValid ? aboutKey(identity.record) : identity.sandbox
  const isText = typeof reply.body === 'string' ? 1 : 0
  // One template, because an array that is joined costs more than all of it.
  return (
    `${call.method.length},${call.target.length},${requestHeaders.length},${requestBody.length},${replyHeaders.length},${replyBody.length},` +
    `${caller.length},${about.length},${record.number},${record.atMilliseconds},${record.tookMilliseconds},${reply.status},` +
    `${reply.delayMilliseconds ?? ''},${reply.effect ?? ''},${identity.isValid ? 1 : 0},${isText},` +
    `${quota.isAllowed ? 1 : 0},${quota.isBanned ? 1 : 0},${quota.window},${quota.limit},${quota.remaining},${quota.resetAtSeconds},` +
    `${record.scenario ?? ''},${record.example ?? ''},${record.fault ?? ''},${call.isBodyTooLarge === true ? 1 : ''}\n` +
    call.method +
    call.target +
    requestHeaders +
    requestBody +
    replyHeaders +
    replyBody +
    caller +
    about
  )
}

/** Reads what {@link packRecord} wrote. */
export function unpackRecord(text: string): JournalRecord {
  const head = text.indexOf('\n')
  const fields = text.slice(0, head).split(',')
  let at = head + 1
  const parts = fields.slice(0, 8).map((length) => text.slice(at, (at += Number(length))))
  const [
    method = '',
    target = '',
    requestHeaders = '',
    requestBody = '',
    replyHeaders = '',
    replyBody = '',
    caller = '',
    about = '',
  ] = parts
  const [
    number,
    atMilliseconds,
    tookMilliseconds,
    status,
    delay,
    effect,
    isValid,
    isText,
    isAllowed,
    isBanned,
    window,
    limit,
    remaining,
    resetAtSeconds,
    scenario,
    example,
    fault,
    isBodyTooLarge,
  ] = fields.slice(8)
  const identity: Identity =
    isValid === '1'
      ? { isValid: true, key: caller, record: JSON.parse(about) as KeyRecord }
      : { isValid: false, reason: caller, sandbox: about }
  return {
    number: Number(number),
    atMilliseconds: Number(atMilliseconds),
    tookMilliseconds: Number(tookMilliseconds),
    call: {
      method,
      target,
      headers: unpackHeaders(requestHeaders),
      body: requestBody === '' ? undefined : requestBody,
      ...(isBodyTooLarge === '' ? {} : { isBodyTooLarge: true }),
    },
    reply: {
      status: Number(status),
      headers: unpackHeaders(replyHeaders),
      body: isText === '1' ? replyBody : new TextEncoder().encode(replyBody),
      ...(delay === '' ? {} : { delayMilliseconds: Number(delay) }),
      ...(effect === 'reset' || effect === 'hang' ? { effect } : {}),
    },
    route: findRoute(method, target),
    identity,
    quota: {
      isAllowed: isAllowed === '1',
      isBanned: isBanned === '1',
      window: window as 'minute' | 'day' | 'ban',
      limit: Number(limit),
      remaining: Number(remaining),
      resetAtSeconds: Number(resetAtSeconds),
    },
    scenario: scenario === '' ? undefined : scenario,
    example: example === '' ? undefined : example,
    fault: fault === '' ? undefined : fault,
  }
}

const keyTexts = new WeakMap<KeyRecord, string>()

/** What is known of a key, as JSON; nearly all calls come with a key that came before. */
function aboutKey(record: KeyRecord): string {
  let text = keyTexts.get(record)
  if (text === undefined) {
    text = JSON.stringify(record)
    keyTexts.set(record, text)
  }
  return text
}

// No header holds a line feed.
function packHeaders(headers: Readonly<Record<string, string | undefined>>): string {
  let text = ''
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) text += `${name}\n${value}\n`
  }
  return text
}

function unpackHeaders(text: string): Record<string, string> {
  const lines = text.split('\n')
  const headers: [string, string][] = []
  for (let index = 0; index + 1 < lines.length; index += 2) headers.push([lines[index] ?? '', lines[index + 1] ?? ''])
  return Object.fromEntries(headers)
}
