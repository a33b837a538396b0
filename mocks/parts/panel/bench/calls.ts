import type { JournalEntry } from '../../../journal/journal-entry.ts'

/** The calls that are shown. */
export interface Calls {
  /** The latest first. */
  readonly entries: readonly JournalEntry[]
  /** Of the journal: another one has none of the calls before. */
  readonly epoch: string | undefined
}

/** How many calls are kept. The journal has fewer, but a panel that stays open sees all. */
export const keptCalls = 100_000

/** How many characters their bodies may have together; a call may bring two million. */
export const keptCharacters = 32 * 1024 * 1024

/** No call yet. */
export const noCalls: Calls = { entries: [], epoch: undefined }

/** What the stream of calls tells: a call, or that the journal has begun anew. */
export type CallEvent = JournalEntry | { readonly epoch: string }

/** The calls with what the stream told since; without the oldest, if there is no room for them. */
export function withEvents(calls: Calls, events: readonly CallEvent[]): Calls {
  let { epoch } = calls
  let entries = calls.entries.toReversed()
  for (const event of events)
    if ('epoch' in event) [epoch, entries] = [event.epoch, []]
    else entries.push(event)
  // Where replicas share a journal, a call may come behind a later one.
  entries.sort((one, other) => other.number - one.number)
  let characters = 0
  const end = entries.findIndex(({ request, response }, at) => {
    characters += request.body.length + response.body.length
    return at > 0 && (at === keptCalls || characters > keptCharacters)
  })
  return { entries: end === -1 ? entries : entries.slice(0, end), epoch }
}
