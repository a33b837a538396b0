import type { QuotaState } from '../keys/quota.ts'

/** A sandbox as Redis stores it. */
export type StoredSandbox = readonly [
  version: string,
  settings: string,
  numbers: readonly [
    usedMilliseconds: number,
    /** How many calls the journal got in all, and how many it keeps. */
    arrived: number,
    kept: number,
    /** The number of the last call, and of the one before the first that the journal is of. */
    calls: number,
    base: number,
    /** How many calls were counted whose journal entries are not there yet. */
    missingEntries: number,
  ],
  /** Key, quota, key, quota … */
  quotas: readonly string[],
  entries: readonly string[] | null,
]

/** A quota from the numbers that the script has. */
export function quotaOf(numbers: readonly number[]): QuotaState {
  const [minuteEndSeconds = 0, minuteUsed = 0, dayEndSeconds = 0, dayUsed = 0, refusals = 0, bannedUntilSeconds = 0] =
    numbers
  return { minuteEndSeconds, minuteUsed, dayEndSeconds, dayUsed, refusals, bannedUntilSeconds }
}

/** Writes a quota as the script reads it. */
function quotaText(state: QuotaState): string {
  const { minuteEndSeconds, minuteUsed, dayEndSeconds, dayUsed, refusals, bannedUntilSeconds } = state
  return [minuteEndSeconds, minuteUsed, dayEndSeconds, dayUsed, refusals, bannedUntilSeconds].join(' ')
}

/** The quotas of a flat list: key, quota, key, quota … */
export function quotaTextsOf(list: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (let index = 0; index + 1 < list.length; index += 2) texts.set(list[index] ?? '', list[index + 1] ?? '')
  return texts
}

/**
 * The quotas that changed, as a flat list: key, quota, key, quota … A quota is "" if the key is gone.
 * @param before what there was; "all" where every quota is replaced
 */
export function quotaChange(
  before: ReadonlyMap<string, string> | 'all',
  entries: readonly (readonly [string, QuotaState])[],
): readonly string[] {
  const now = new Map(entries.map(([key, state]) => [key, quotaText(state)]))
  if (before === 'all') return [...now].flat()
  const gone = [...before.keys()].filter((key) => !now.has(key))
  const changed = [...now].filter(([key, text]) => before.get(key) !== text)
  return [...changed.flat(), ...gone.flatMap((key) => [key, ''])]
}
