import type { JournalEntry } from '../../journal/journal-entry.ts'

/** The calls that are shown, and what is known of those that are not. */
export interface Calls {
  /** The latest first. */
  readonly entries: readonly JournalEntry[]
  /** How many characters their bodies have together. */
  readonly characters: number
  /** How many calls were lost on the way here: the journal counts each. */
  readonly missed: number
  /** How many calls were taken in, those included that are not kept any longer. */
  readonly taken: number
  /** Grows when the journal begins anew, without any earlier call. */
  readonly beginning: number
}

/** How many calls are kept. The journal has fewer, but a panel that stays open sees all. */
export const keptCalls = 100_000

/** How many characters their bodies may have together; a call may bring two million. */
export const keptCharacters = 32 * 1024 * 1024

/** No call yet. */
export const noCalls: Calls = { entries: [], characters: 0, missed: 0, taken: 0, beginning: 0 }

/** What the stream of calls tells: a call, or that the journal has begun anew. */
export type CallEvent = JournalEntry | { readonly epoch: string }

/** The calls with what the stream told since. */
export function withEvents(calls: Calls, events: readonly CallEvent[]): Calls {
  let { entries, characters, missed, taken, beginning } = calls
  let news: JournalEntry[] = []
  let highest = entries[0]?.number
  let isSorted = true
  for (const event of events) {
    if ('epoch' in event) {
      ;[entries, news, characters, missed, highest, isSorted] = [[], [], 0, 0, undefined, true]
      beginning++
      continue
    }
    const next = highest === undefined ? event.number : highest + 1
    // Where replicas share a journal, a call may come behind a later one.
    if (event.number < next) isSorted = false
    missed += event.number < next ? -1 : event.number - next
    highest = Math.max(next - 1, event.number)
    news.push(event)
    characters += charactersOf(event)
    taken++
  }
  const all = [...news.toReversed(), ...entries]
  if (!isSorted) all.sort((one, other) => other.number - one.number)
  return thoseThatFit({ entries: all, characters, missed: Math.max(0, missed), taken, beginning })
}

/** Without the oldest, if there is no room for them; the very latest stays in any case. */
function thoseThatFit(calls: Calls): Calls {
  const { entries } = calls
  let { characters } = calls
  let end = entries.length
  while (end > 1 && (end > keptCalls || characters > keptCharacters)) characters -= charactersOf(entries[--end])
  return end === entries.length ? calls : { ...calls, characters, entries: entries.slice(0, end) }
}

function charactersOf(entry: JournalEntry | undefined): number {
  return entry === undefined ? 0 : entry.request.body.length + entry.response.body.length
}
