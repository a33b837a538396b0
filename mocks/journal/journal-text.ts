import { textOf } from '../call/call.ts'
import { type JournalRecord, forcible, sandboxNamers } from './journal-record.ts'
import { type Identity, type KeyProblem, type KeyRecord, refusedIdentity } from '../keys/keys.ts'
import { findRoute } from '../call/route.ts'
import { type TextRing, encoder } from './text-ring.ts'

// A record is kept as numbers and one text. The text has all parts in a row; their lengths are among the numbers.
// Writing numbers as text, or a page of animals as JSON, would take longer than the rest of the call.

const effects = [undefined, 'reset', 'hang', 'hold'] as const
const windows = ['minute', 'day', 'ban'] as const

/** The numbers of the record that is being written or read: 11 about it, 6 of its quota, 11 lengths. */
const numbers = new Float64Array(28)
/** Where the lengths begin. */
const lengthsAt = 17
const head = new Uint8Array(numbers.buffer)

/** Adds a record to a ring. Only bytes that are not UTF-8 are lost. */
export function addRecord(ring: TextRing, record: JournalRecord): void {
  const texts = pack(record)
  const replyBody = texts.pop() ?? ''
  let text = ''
  for (const part of texts) text += part
  const bodyBytes = bytesOfRepeated(replyBody)
  if (bodyBytes === undefined) ring.add(text + replyBody, head)
  else ring.add(text, head, bodyBytes)
}

/** The record of that index, the oldest being 0. */
export function recordAt(ring: TextRing, index: number): JournalRecord {
  const text = ring.at(index, head)
  let at = 0
  return unpack(Array.from(numbers.subarray(lengthsAt), (length) => text.slice(at, (at += length))))
}

/**
 * Writes records as one text, for a journal outside of this process. Texts that the previous record has too are left
 * out. Of the numbers, only those that changed are written, each after its letter.
 */
export class RecordWriter {
  count = 0
  #line = ''
  #text = ''
  #textsBefore: readonly string[] = []
  readonly #numbersBefore = new Float64Array(numbers.length).fill(NaN)

  add(record: JournalRecord): void {
    const texts = pack(record)
    for (let index = 0; index < texts.length; index++) {
      if (texts[index] === this.#textsBefore[index]) numbers[lengthsAt + index] = -1
      else this.#text += texts[index]
    }
    for (let index = 0; index < numbers.length; index++) {
      if (numbers[index] !== this.#numbersBefore[index]) this.#line += letters[index] + String(numbers[index])
    }
    this.#line += ' '
    this.#textsBefore = texts
    this.#numbersBefore.set(numbers)
    this.count++
  }

  /** Returns the text so far, and begins a new one. */
  take(): string {
    const written = `${this.#line}\n${this.#text}`
    this.#line = this.#text = ''
    this.#textsBefore = []
    this.#numbersBefore.fill(NaN)
    this.count = 0
    return written
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ@['

/** Reads what a {@link RecordWriter} wrote. */
export function readRecords(written: string): JournalRecord[] {
  let at = written.indexOf('\n')
  const lines = written.slice(0, at++).split(' ').slice(0, -1)
  const records: JournalRecord[] = []
  let texts: readonly string[] = []
  for (const line of lines) {
    for (const [, letter = '', value] of line.matchAll(/([@-[])([^@-[]+)/g)) {
      numbers[letters.indexOf(letter)] = Number(value)
    }
    const before = texts
    texts = Array.from(numbers.subarray(lengthsAt), (length, index) =>
      length === -1 ? (before[index] ?? '') : written.slice(at, (at += length)),
    )
    records.push(unpack(texts))
  }
  return records
}

/** Puts a record into the numbers. @returns its texts; the last one is the body of the reply */
function pack(record: JournalRecord): string[] {
  const { call, reply, identity, quota } = record
  const texts = [
    call.method,
    call.target,
    writeCallHeaders(call.headers),
    textOf(call.body),
    writeReplyHeaders(reply.headers),
    identity.isValid ? identity.key : identity.problem,
    identity.isValid ? aboutKey(identity.record) : `${identity.sandbox} ${identity.at ?? ''}`,
    record.scenario ?? '',
    record.example ?? '',
    record.fault ?? '',
    textOf(reply.body),
  ]
  const values = [
    record.number,
    record.atMilliseconds,
    record.realMilliseconds,
    record.tookMilliseconds,
    reply.status,
    reply.delayMilliseconds ?? 0,
    effects.indexOf(reply.effect),
    bitsOf(record),
    identity.isValid,
    typeof reply.body === 'string',
    call.isBodyTooLarge === true,
    quota.isAllowed,
    quota.isBanned,
    windows.indexOf(quota.window),
    quota.limit,
    quota.remaining,
    quota.resetAtSeconds,
  ]
  // numbers.set(values) takes three times as long.
  for (let index = 0; index < lengthsAt; index++) numbers[index] = Number(values[index])
  for (let index = 0; index < texts.length; index++) numbers[lengthsAt + index] = texts[index]?.length ?? 0
  return texts
}

/** The record that the numbers and these texts hold. */
function unpack(texts: readonly string[]): JournalRecord {
  const [number = 0, atMilliseconds = 0, realMilliseconds = 0, tookMilliseconds = 0, status = 0, ...more] = numbers
  const [delay = 0, effectIndex = 0, bits = 0, isValid, isText, isBodyTooLarge, ...rest] = more
  const [isAllowed, isBanned, window = 0, limit = 0, remaining = 0, resetAt = 0] = rest
  const [
    method = '',
    target = '',
    requestHeaders = '',
    requestBody,
    replyHeaders = '',
    caller = '',
    about = '',
    ...last
  ] = texts
  const [scenario, example, fault, replyBody = ''] = last
  const [sandbox, at] = about.split(' ')
  const identity: Identity =
    isValid === 1
      ? { isValid: true, key: caller, record: JSON.parse(about) as KeyRecord }
      : refusedIdentity(caller as KeyProblem, sandbox, at || undefined)
  const effect = effects[effectIndex]
  return {
    number,
    atMilliseconds,
    realMilliseconds,
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
    sandboxBy: sandboxNamers[bits >> 5] ?? 'key',
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
    forced: forcible.filter((_step, index) => bits & (1 << index)),
    fault: fault || undefined,
    isOperated: (bits & 16) !== 0,
  }
}

/** Who decided, as one number: four bits for what was forced, one for the operation, and the rest for the sandbox. */
function bitsOf({ forced, isOperated, sandboxBy }: JournalRecord): number {
  let bits = sandboxNamers.indexOf(sandboxBy) << 5
  if (isOperated) bits |= 16
  for (const step of forced) bits |= 1 << forcible.indexOf(step)
  return bits
}

/** A shorter body is encoded faster than it is compared. */
const shortestKept = 512
const longestKept = 65_536
let latestBody = ''
let latestBytes: Uint8Array | undefined

/** The bytes of a body that equals the previous one, as clients often ask for the same page again. */
function bytesOfRepeated(body: string): Uint8Array | undefined {
  if (body.length < shortestKept || body.length > longestKept) return undefined
  if (body === latestBody) return (latestBytes ??= encoder.encode(body))
  latestBody = body
  latestBytes = undefined
  return undefined
}

const keyTexts = new WeakMap<KeyRecord, string>()

/** What is known of a key, as JSON. Cached, because nearly all calls have a key that came before. */
function aboutKey(record: KeyRecord): string {
  let text = keyTexts.get(record)
  if (text === undefined) keyTexts.set(record, (text = JSON.stringify(record)))
  return text
}

/** Writes headers: all names, then all values, with a line feed between any two, which no header holds. */
function headerWriter() {
  // Most calls have the names of the call before, and to join them again takes as long as the rest of the record.
  const names: string[] = []
  let joined = ''
  return (headers: Readonly<Record<string, string | undefined>>): string => {
    let values = ''
    let count = 0
    for (const name in headers) {
      const value = headers[name]
      if (value === undefined) continue
      if (names[count] !== name) {
        names[count] = name
        joined = ''
      }
      values += `\n${value}`
      count++
    }
    if (joined === '' || names.length > count) {
      names.length = count
      joined = names.join('\n')
    }
    return joined + values
  }
}

const writeCallHeaders = headerWriter()
const writeReplyHeaders = headerWriter()

function unpackHeaders(text: string): Record<string, string> {
  const lines = text.split('\n')
  const count = lines.length >> 1
  return Object.fromEntries(lines.slice(0, count).map((name, index) => [name, lines[count + index] ?? '']))
}
