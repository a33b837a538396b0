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

/** The calls with those that came since, the oldest of them first. What comes twice is taken once. */
export function withCalls(calls: Calls, fresh: readonly JournalEntry[]): Calls {
  let { entries, characters, missed, beginning } = calls
  let news: JournalEntry[] = []
  for (const entry of fresh) {
    const last = (news.at(-1) ?? entries[0])?.number ?? entry.number - 1
    if (entry.number > last) missed += entry.number - last - 1
    else if (isAmong(entry, entries) || isAmong(entry, news)) continue
    else {
      // Numbers only go back when the journal was cleared, or is another one.
      ;[entries, news, characters, missed] = [[], [], 0, 0]
      beginning++
    }
    news.push(entry)
    characters += charactersOf(entry)
  }
  if (news.length === 0) return calls
  const taken = calls.taken + news.length
  return thoseThatFit({ entries: [...news.toReversed(), ...entries], characters, missed, taken, beginning })
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
