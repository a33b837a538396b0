import { setTimeout } from 'node:timers/promises'

/** The time of what calls a deployment, so that a test need not wait. */
export interface RunClock {
  /** Milliseconds since 1970. */
  now(): number
  /** @param signal ends the wait early, without an error */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** The clock of this machine. */
export const realClock: RunClock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }).catch(() => undefined),
}
