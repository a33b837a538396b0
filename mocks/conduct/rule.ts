import type { ClauseId } from '../../spec/index.ts'
import { type Reply, textOf } from '../call/call.ts'
import type { KeyRing } from '../keys/keys.ts'
import type { JournalRecord } from '../journal/journal-record.ts'

/** Says what a call, with the earlier ones that show it, did wrong. Any key in the text is masked. */
export type Report = (seen: string, ...calls: readonly number[]) => void

/** One thing that a well-behaved client does or leaves alone. */
export interface Rule {
  /** `error` where a clause forbids it; `warning` for good manners, and where a careful reader could defend the client. */
  readonly level: 'error' | 'warning'
  readonly clause?: ClauseId
  /** What a client should do. */
  readonly summary: string
  /** How to mend a client that does not. */
  readonly advice: string
  /** Begins to watch one sandbox: what it returns gets each call, oldest first. */
  readonly watch: (keys: KeyRing) => (record: JournalRecord, report: Report) => void
}

/** A map that keeps its latest 1,000 entries, so that a rule needs bounded memory however many calls there are. */
export class Recent<Value> extends Map<string, Value> {
  override set(key: string, value: Value): this {
    this.delete(key)
    const oldest = this.size < 1000 ? undefined : this.keys().next().value
    if (oldest !== undefined) this.delete(oldest)
    return super.set(key, value)
  }
}

/** Who calls: two calls are of one client when they bring the same key. */
export function callerOf({ call }: JournalRecord): string {
  return digest(call.headers['authorization'] ?? '')
}

/** What is called; the same for two calls that ask for the same thing. */
export function requestOf(record: JournalRecord): string {
  const { method, target, body } = record.call
  return digest(`${callerOf(record)} ${method} ${target}\n${textOf(body)}`)
}

/** The same for two replies that say the same thing. */
export function answerOf({ status, body }: Reply): string {
  return digest(`${status} ${textOf(body)}`)
}

/** A text as it is while it is short, else its beginning with a hash. */
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
