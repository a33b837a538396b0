import type { JournalEntry } from '../../../journal/journal.ts'

/** Calls, the latest first. */
export type Calls = readonly JournalEntry[]

/** How many calls are kept: as many as a journal has. */
export const keptCalls = 1000

/** What the stream of calls tells: a call, or that the journal has begun anew. */
export type CallEvent = JournalEntry | { readonly epoch: string }

/** When the panel saw a call come whose answer was still to be sent. */
export const arrivals = new WeakMap<JournalEntry, number>()

/** The calls with what the stream told since; without the oldest, if there is no room for them. */
export function withEvents(calls: Calls, events: readonly CallEvent[]): Calls {
  const entries = new Map(calls.map((entry) => [entry.number, entry]))
  for (const event of events)
    if ('epoch' in event) entries.clear()
    // Once more, where a reply that was held back went on.
    else entries.set(event.number, event)
  // Where replicas share a journal, a call may come behind a later one.
  return [...entries.values()].toSorted((one, other) => other.number - one.number).slice(0, keptCalls)
}
