import { textOf } from '../call/call.ts'
import type { JournalRecord } from './journal.ts'
import type { Identity, KeyRecord } from '../keys/keys.ts'
import { findRoute } from '../call/route.ts'
import { type TextRing, encoder } from './text-ring.ts'

// A record as numbers and one text: the parts of the text follow each other, and their lengths are among the numbers.
// Writing numbers as text, or escaping a page of animals as JSON, would take longer than the rest of the call.

const effects = [undefined, 'reset', 'hang'] as const
const windows = ['minute', 'day', 'ban'] as const

/** The numbers of the record that is just written or read: 9 about it, 6 of its quota, 10 lengths. */
const numbers = new Float64Array(25)
const head = new Uint8Array(numbers.buffer)

/** Adds a record to a ring. Bytes of a body that are no UTF-8 are lost; everything else can be read again. */
export function addRecord(ring: TextRing, record: JournalRecord): void {
  const { call, reply, identity, quota } = record
  const { scenario = '', example = '', fault = '' } = record
  const { method, target } = call
  const requestHeaders = packHeaders(call.headers)
  const requestBody = textOf(call.body)
  const replyHeaders = packHeaders(reply.headers)
  const replyBody = textOf(reply.body)
  const caller = identity.isValid ? identity.key : identity.reason
  const about = identity.isValid ? aboutKey(identity.record) : identity.sandbox
  numbers.set([
    record.number,
    record.atMilliseconds,
    record.tookMilliseconds,
    reply.status,
    reply.delayMilliseconds ?? 0,
    effects.indexOf(reply.effect),
    identity.isValid ? 1 : 0,
    typeof reply.body === 'string' ? 1 : 0,
    call.isBodyTooLarge === true ? 1 : 0,
    quota.isAllowed ? 1 : 0,
    quota.isBanned ? 1 : 0,
    windows.indexOf(quota.window),
    quota.limit,
    quota.remaining,
    quota.resetAtSeconds,
    method.length,
    target.length,
    requestHeaders.length,
    requestBody.length,
    replyHeaders.length,
    caller.length,
    about.length,
    scenario.length,
    example.length,
    fault.length,
  ])
  const text =
    method + target + requestHeaders + requestBody + replyHeaders + caller + about + scenario + example + fault
  const bodyBytes = bytesOfRepeated(replyBody)
  if (bodyBytes === undefined) ring.add(text + replyBody, head)
  else ring.add(text, head, bodyBytes)
}

/** Reads the record of that index, the oldest being 0. */
export function recordAt(ring: TextRing, index: number): JournalRecord {
  const text = ring.at(index, head)
  const [number = 0, atMilliseconds = 0, tookMilliseconds = 0, status = 0, delay = 0, effectIndex = 0, ...more] =
    numbers
  const [isValid, isText, isBodyTooLarge, isAllowed, isBanned, window = 0, limit = 0, remaining = 0, resetAt = 0] = more
  let at = 0
  const [
    method,
    target,
    requestHeaders,
    requestBody,
    replyHeaders,
    caller,
    about,
    scenario,
    example,
    fault,
    replyBody,
  ] = [...more.slice(9), text.length].map((length) => text.slice(at, (at += length))) as Parts
  const identity: Identity =
    isValid === 1
      ? { isValid: true, key: caller, record: JSON.parse(about) as KeyRecord }
      : { isValid: false, reason: caller, sandbox: about }
  const effect = effects[effectIndex]
  return {
    number,
    atMilliseconds,
    tookMilliseconds,
    call: {
      method,
      target,
      headers: unpackHeaders(requestHeaders),
      body: requestBody || undefined,
      isBodyTooLarge: isBodyTooLarge === 1 || undefined,
    },
    reply: {
      status,
      headers: unpackHeaders(replyHeaders),
      body: isText === 1 ? replyBody : encoder.encode(replyBody),
      ...(delay > 0 ? { delayMilliseconds: delay } : {}),
      ...(effect ? { effect } : {}),
    },
    route: findRoute(method, target),
    identity,
    quota: {
      isAllowed: isAllowed === 1,
      isBanned: isBanned === 1,
      window: windows[window] ?? 'minute',
      limit,
      remaining,
      resetAtSeconds: resetAt,
    },
    scenario: scenario || undefined,
    example: example || undefined,
    fault: fault || undefined,
  }
}

type Parts = [string, string, string, string, string, string, string, string, string, string, string]

const longestKept = 65_536
let latestBody = ''
let latestBytes: Uint8Array | undefined

/** The bytes of a body that was sent just before: clients ask for the same page again and again. */
function bytesOfRepeated(body: string): Uint8Array | undefined {
  if (body.length > longestKept) return undefined
  if (body === latestBody) return (latestBytes ??= encoder.encode(body))
  latestBody = body
  latestBytes = undefined
  return undefined
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
