import type { JournalEntry } from '../../../journal/journal-entry.ts'

/** The calls that are shown, and what is known of those that are not. */
export interface Calls {
  /** The latest first. */
  readonly entries: readonly JournalEntry[]
  /** How many calls were lost on the way here: the journal counts each. */
  readonly missed: number
  /** How many calls were taken in, those included that are not kept any longer. */
  readonly taken: number
  /** Grows when the journal begins anew, without any earlier call. */
  readonly beginning: number
}

/** How many calls are kept: as many as the journal has. */
export const keptCalls = 1000

/** How many characters their bodies may have together; the journal has less. A call may bring two million. */
export const keptCharacters = 16 * 1024 * 1024

/** No call yet. */
export const noCalls: Calls = { entries: [], missed: 0, taken: 0, beginning: 0 }

/** The calls with those that came since, the oldest of them first. What came twice is taken once. */
export function withCalls(calls: Calls, fresh: readonly JournalEntry[]): Calls {
  let { entries, missed, taken, beginning } = calls
  let latest = entries[0]?.number
  let added: JournalEntry[] = []
  for (const entry of fresh) {
    if (latest !== undefined && entry.number <= latest) {
      if (isAmong(entry, added) || isAmong(entry, entries)) continue
      // Numbers only go back when the journal was cleared, or is another one.
      entries = []
      added = []
      missed = 0
      beginning++
    } else {
      missed += latest === undefined ? 0 : entry.number - latest - 1
    }
    latest = entry.number
    taken++
    added.push(entry)
  }
  if (added.length === 0) return calls
  return { entries: latestThatFit([...entries.toReversed(), ...added]).toReversed(), missed, taken, beginning }
}

/** Of calls, the oldest first, the latest that there is room for; the very latest in any case. */
export function latestThatFit(calls: readonly JournalEntry[]): JournalEntry[] {
  let characters = 0
  const last = calls.slice(-keptCalls).findLastIndex(({ request, response }, at, { length }) => {
    characters += request.body.length + response.body.length
    return at < length - 1 && characters > keptCharacters
  })
  return calls.slice(-keptCalls).slice(last + 1)
}

/** What the journal holds now, oldest first, in place of what was shown before. */
export function replacedBy(calls: Calls, journal: readonly JournalEntry[]): Calls {
  const known = calls.entries[0]
  if (known !== undefined && isAmong(known, journal))
    return withCalls(
      calls,
      journal.filter((entry) => entry.number > known.number),
    )
  return withCalls({ ...noCalls, taken: calls.taken, beginning: calls.beginning + 1 }, journal)
}

/** When a journal began anew, the instant distinguishes calls of one number. */
function isAmong({ number, at }: JournalEntry, entries: readonly JournalEntry[]): boolean {
  return entries.some((entry) => entry.number === number && entry.at === at)
}
