import { isInstant, lastInstant, shown } from '../../spec/index.ts'

/** What a clock shows and whether it runs, as plain data. Instants are milliseconds since 1970. */
export type ClockState =
  | { readonly mode: 'running'; readonly offsetMilliseconds: number }
  | { readonly mode: 'frozen'; readonly atMilliseconds: number }

/** The time of a sandbox: real unless it was set, advanced or frozen. */
export class Clock {
  state: ClockState
  readonly #realNow: () => number

  /** @param realNow the time that a running clock follows, in milliseconds since 1970 */
  constructor(
    state: ClockState = { mode: 'running', offsetMilliseconds: 0 },
    realNow: () => number = () => Date.now(),
  ) {
    this.state = state
    this.#realNow = realNow
  }

  now(): number {
    if (this.state.mode === 'frozen') return this.state.atMilliseconds
    return Math.min(Math.max(0, this.#realNow() + this.state.offsetMilliseconds), lastInstant)
  }

  /** Stops it, at the given instant or at the current one. */
  freeze(at: Date | number = this.now()): void {
    this.state = { mode: 'frozen', atMilliseconds: instant(at) }
  }

  /** Sets it to another instant. It goes on running, or stays frozen. */
  set(at: Date | number): void {
    const isFrozen = this.state.mode === 'frozen'
    this.freeze(at)
    if (!isFrozen) this.resume()
  }

  /** Moves it forward; backward with a negative length. */
  advance(milliseconds: number): void {
    if (!Number.isFinite(milliseconds)) {
      throw new RangeError(`Cannot advance the clock by ${shown(milliseconds)}: expected milliseconds, a number.`)
    }
    this.set(this.now() + milliseconds)
  }

  /** Lets it run again, from the instant it shows. */
  resume(): void {
    this.state = { mode: 'running', offsetMilliseconds: this.now() - this.#realNow() }
  }

  reset(): void {
    this.state = { mode: 'running', offsetMilliseconds: 0 }
  }
}

function instant(at: Date | number): number {
  const milliseconds: unknown = at instanceof Date ? at.getTime() : at
  if (isInstant(milliseconds)) return milliseconds
  throw new RangeError(
    `Cannot set the clock to ${shown(milliseconds)}: expected an instant from 1970 to 9899, as a Date or in milliseconds.`,
  )
}

export function isClockState(value: unknown): value is ClockState {
  if (typeof value !== 'object' || value === null || !('mode' in value)) return false
  if (value.mode === 'frozen') return 'atMilliseconds' in value && isInstant(value.atMilliseconds)
  return value.mode === 'running' && 'offsetMilliseconds' in value && Number.isFinite(value.offsetMilliseconds)
}
