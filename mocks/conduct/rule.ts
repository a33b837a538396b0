import type { ClauseId } from '../../spec/index.ts'
import { textOf } from '../call/call.ts'
import type { KeyRing } from '../keys/keys.ts'
import type { JournalRecord } from '../journal/journal-record.ts'

/** Reports what a client did wrong, with the numbers of the calls that show it. Keys in the text are masked. */
export type Report = (seen: string, ...calls: readonly number[]) => void

/** One thing that a well-behaved client does or avoids. */
export interface Rule {
  /** `error` if a clause forbids it; `warning` for a recommendation, which no clause asks for, or if a careful reader could defend the client. */
  readonly level: 'error' | 'warning'
  readonly clause?: ClauseId
  /** What a client should do. */
  readonly summary: string
  /** How to mend a client that does not. */
  readonly advice: string
  /** Starts judging one sandbox. The returned function gets each call, oldest first. */
  readonly watch: (keys: KeyRing) => (record: JournalRecord, report: Report) => void
}

/** A map that keeps only its latest 1,000 entries, so that the memory of a rule is bounded. */
export class Recent<Value> extends Map<string, Value> {
  override set(key: string, value: Value): this {
    this.delete(key)
    const oldest = this.size < 1000 ? undefined : this.keys().next().value
    if (oldest !== undefined) this.delete(oldest)
    return super.set(key, value)
  }
}

/** Identifies the client of a call by its key. */
export function callerOf({ call }: JournalRecord): string {
  return digest(call.headers['authorization'] ?? '')
}

/** Identifies a request: equal if client, method, target and body are. */
export function requestOf(record: JournalRecord): string {
  const { method, target, body } = record.call
  return digest(`${callerOf(record)} ${method} ${target}\n${textOf(body)}`)
}

/** A short text as it is; of a long one, its beginning and a hash. */
function digest(text: string): string {
  if (text.length <= 200) return text
  let one = 0
  let other = 0
  for (let at = 0; at < text.length; at++) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x9e3779b1)
    other = Math.imul(other + text.charCodeAt(at), 0x85ebca6b) ^ (one >>> 15)
  }
  return `${text.slice(0, 100)} ${text.length} ${one} ${other}`
}

/** A length of time in words: `0.25 s`. */
export function inSeconds(milliseconds: number): string {
  return `${Number((milliseconds / 1000).toPrecision(3))} s`
}
