import type { JournalEntry } from '../journal/journal.ts'

type Taking = Pick<JournalEntry, 'tookMilliseconds' | 'steps'> & {
  readonly response: Pick<JournalEntry['response'], 'delayMilliseconds' | 'effect'>
}

/** The time from a call to its answer, with any delay and as long as it was held back. */
export function spentMilliseconds({ tookMilliseconds, response, steps }: Taking): number {
  return tookMilliseconds + response.delayMilliseconds + (steps.at(-1)?.heldMilliseconds ?? 0)
}

/** The same in words. */
export function tookText(entry: Taking): string {
  const { effect } = entry.response
  if (effect === 'hold') return 'held'
  return effect === 'hang' && entry.steps.at(-1)?.outcome === 'hang'
    ? 'never'
    : millisecondsText(spentMilliseconds(entry))
}

/** A length of time as it was measured, with a tenth where that says anything. */
export function millisecondsText(milliseconds: number): string {
  if (milliseconds < 0.05) return '<0.1 ms'
  const seconds = Math.round(milliseconds / 1000)
  if (seconds >= 60) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  if (milliseconds >= 999.5) return `${(milliseconds / 1000).toFixed(1)} s`
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
}
