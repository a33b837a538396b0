import type { JournalEntry } from '../../../journal/journal.ts'

/** Calls, the latest first. */
export type Calls = readonly JournalEntry[]

/** How many calls are kept: as many as a journal has. */
export const keptCalls = 1000

/** What the stream of calls tells: a call, or that the journal has begun anew. */
export type CallEvent = JournalEntry | { readonly epoch: string }

/** The calls with what the stream told since; without the oldest, if there is no room for them. */
export function withEvents(calls: Calls, events: readonly CallEvent[]): Calls {
  let entries = calls.toReversed()
  for (const event of events)
    if ('epoch' in event) entries = []
    else entries.push(event)
  // Where replicas share a journal, a call may come behind a later one.
  entries.sort((one, other) => other.number - one.number)
  return entries.slice(0, keptCalls)
}
