import { mostLagMilliseconds } from '../judge/quota-findings.ts'

/** An answer that asks for a longer wait does not come from a restart, in milliseconds. */
export const longestRestart = 10_000

/** How long a run waits each time before it asks again, by what may have been wrong for a while, in milliseconds. */
export const pauses = {
  /** A 5xx or a cut connection, which some deployments have now and then. */
  blip: [500, 1000],
  /** A copy or a cache that is behind: it has followed after six seconds in all. */
  lag: [1000, 2000, 3000],
  /** What a check found in one answer alone: what is behind has mostly followed. */
  doubt: [2000],
  /** Lists or counts that contradict each other: a counter is behind by less. */
  contradiction: [mostLagMilliseconds],
  /** A restart, at the end of random sequences and for all their doubts at once; what fails now and then may fail twice. */
  restart: [6000, 1000],
} as const
