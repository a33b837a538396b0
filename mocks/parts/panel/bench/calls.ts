import type { JournalEntry } from '../../../journal/journal.ts'

/** The calls that are shown. */
export interface Calls {
  /** The latest first. */
  readonly entries: readonly JournalEntry[]
  /** Of the journal: another one has none of the calls before. */
  readonly epoch: string | undefined
}

/** How many calls are kept: as many as a journal has. */
export const keptCalls = 1000

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
  return { entries: entries.slice(0, keptCalls), epoch }
}
