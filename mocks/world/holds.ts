import { type OptionKinds, checkOptions, oneOfOptions } from '../../spec/check-options.ts'
import type { Reply } from '../call/call.ts'
import type { HeldUntil, JournalRecord } from '../journal/journal-record.ts'
import { type PlayableReply, mergeHeaders, readRecorded, replyKinds } from './recorded-reply.ts'

/** A reply that is held back: its client is waiting. */
export interface HeldReply {
  /** Counts from 1 in each process. */
  readonly id: number
  readonly sandbox: string
  /** In real time, in milliseconds since 1970. */
  readonly heldAtMilliseconds: number
  /** The call, and the reply as it was made. */
  readonly record: JournalRecord
}

/** How a hold ends, and what is sent of what was made. */
interface Ending {
  readonly outcome: HeldUntil['outcome']
  readonly sent: (made: Reply) => Reply
}

/** All that a mock holds back, each with what ends it. */
export type Holds = Map<HeldReply, (ending: Ending) => void>

/** What is sent in place of a held reply, at once. What is absent stays as it was made; the effect `reset` cuts the connection. */
export interface ChangedReply extends Partial<Omit<PlayableReply, 'delayMilliseconds' | 'effect'>> {
  readonly effect?: 'reset' | 'hang' | undefined
}

/** Which replies are released, and how. */
export interface Release {
  /** The id of one of them; all of the sandbox if absent. */
  readonly id?: number | undefined
  readonly reply?: ChangedReply | undefined
}

/** With so many in a sandbox, the next reply is sent at once: clients that wait take memory and connections. */
export const mostHeld = 100

/** As long as the longest delay. */
const mostHeldMilliseconds = 600_000

const asMade: Ending = { outcome: 'released', sent: (made) => made }
const cut: Ending = { outcome: 'cut', sent: (made) => ({ ...made, effect: 'reset' }) }
const left: Ending = { outcome: 'left', sent: (made) => ({ ...made, effect: 'hang' }) }

let latestId = 0

/** The reply as it is sent at once if too many are held already. */
export function unlessFull(holds: Holds, sandbox: string, reply: Reply): Reply {
  const ofSandbox = [...holds.keys()].filter((one) => one.sandbox === sandbox)
  return ofSandbox.length >= mostHeld ? sendable(reply) : reply
}

/** Holds a reply back. @returns the reply with what waits for its release */
export function holdReply(
  holds: Holds,
  sandbox: string,
  record: JournalRecord,
  onEnd: (ended: Pick<JournalRecord, 'reply' | 'held'>) => void,
): Reply {
  const { reply } = record
  const held: HeldReply = { id: ++latestId, sandbox, heldAtMilliseconds: Date.now(), record }
  const { promise, resolve } = Promise.withResolvers<Ending>()
  const end = (ending: Ending) => {
    if (!holds.delete(held)) return
    clearTimeout(timer)
    const { effect: _, ...made } = reply
    const { outcome, sent } = ending
    onEnd({ reply: sent(made), held: { outcome, milliseconds: Date.now() - held.heldAtMilliseconds } })
    resolve(ending)
  }
  const timer = setTimeout(() => end(cut), mostHeldMilliseconds)
  // It must not keep the process alive. In browsers a timer is a number.
  if (typeof timer === 'object') timer.unref()
  holds.set(held, end)
  const whenReleased: Reply['whenReleased'] = async (made, client) => {
    client.addEventListener('abort', () => end(left), { once: true })
    if (client.aborted) end(left)
    const { sent } = await promise
    client.throwIfAborted()
    return sent(sendable(made))
  }
  return { ...reply, whenReleased }
}

/**
 * Releases replies of a sandbox.
 * @returns how many
 * @throws {OptionsError} {SandboxError} when the changed reply is impossible; then none is released
 */
export function release(holds: Holds, sandbox: string, { id, reply }: Release): number {
  const chosen = [...holds].filter(([held]) => held.sandbox === sandbox && (id === undefined || held.id === id))
  const endings = chosen.map(([{ record }]) => (reply === undefined ? asMade : changed(record.reply.status, reply)))
  for (const [index, [, end]] of chosen.entries()) end(endings[index] ?? asMade)
  return chosen.length
}

const { delayMilliseconds: _, ...kinds } = replyKinds
const changeKinds: OptionKinds<ChangedReply> = { ...kinds, effect: oneOfOptions('reset', 'hang') }

/** Sends this in place of what was made. The headers that let a page read the reply stay: it got them last. */
function changed(statusBefore: number, change: ChangedReply): Ending {
  checkOptions('a released reply', change, changeKinds)
  const edited = readRecorded({ status: statusBefore, ...change })
  const { status, effect } = edited
  const body = change.body === undefined ? {} : { body: edited.body }
  const sent: Ending['sent'] = (made) => ({
    ...made,
    status,
    ...body,
    ...(change.headers === undefined ? {} : { headers: { ...forPages(made), ...mergeHeaders(edited, made) } }),
    ...(effect === undefined ? {} : { effect }),
  })
  return { outcome: effect === 'reset' ? 'cut' : 'changed', sent }
}

function forPages({ headers }: Reply): Reply['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => /^(?:access-control-|vary$)/i.test(name)))
}

/** What the adapter has waited for already is not in it. */
function sendable({ status, headers, body }: Reply): Reply {
  return { status, headers, body }
}
