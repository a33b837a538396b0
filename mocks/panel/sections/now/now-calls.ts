import type { JournalEntry } from '../../../world/journal.ts'

/** The calls that are shown, and what is known of those that are not. */
export interface Calls {
  /** The latest first. */
  readonly entries: readonly JournalEntry[]
  /** The number of the latest call; `undefined` until one is known. */
  readonly latest: number | undefined
  /** How many calls were lost on the way here: the journal counts each. */
  readonly missed: number
  /** How many calls were taken in, those included that are not kept any longer. */
  readonly taken: number
  /** Grows when the journal begins anew, for then nothing of before is in it. */
  readonly beginning: number
}

/** How many calls are kept: as many as the journal has. */
export const keptCalls = 1000

/** How many characters their bodies may have together; the journal has less. A call may bring two million. */
export const keptCharacters = 16 * 1024 * 1024

/** No call yet. */
export const noCalls: Calls = { entries: [], latest: undefined, missed: 0, taken: 0, beginning: 0 }

/** The calls with those that came since, the oldest of them first. What came twice is taken once. */
export function withCalls(calls: Calls, fresh: readonly JournalEntry[]): Calls {
  let { entries, latest, missed, taken, beginning } = calls
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
  const kept = firstThatFit([...added.toReversed(), ...entries], bodyCharacters)
  return { entries: kept, latest, missed, taken, beginning }
}

/** Of texts of calls that wait to be taken in, the oldest first, the latest ones that could be kept. */
export function latestTexts(texts: readonly string[]): string[] {
  return firstThatFit(texts.toReversed(), ({ length }) => length).toReversed()
}

/** As many as are kept, and as much; the first in any case. */
function firstThatFit<T>(all: readonly T[], charactersOf: (one: T) => number): T[] {
  let characters = 0
  const end = all.findIndex((one, at) => {
    characters += charactersOf(one)
    return at === keptCalls || (at > 0 && characters > keptCharacters)
  })
  return all.slice(0, end === -1 ? all.length : end)
}

function bodyCharacters({ request, response }: JournalEntry): number {
  return request.body.length + response.body.length
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

/** The instant tells calls of one number apart, where a journal began anew. */
function isAmong({ number, at }: JournalEntry, entries: readonly JournalEntry[]): boolean {
  return entries.some((entry) => entry.number === number && entry.at === at)
}
