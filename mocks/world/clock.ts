import { OptionsError } from '../../spec/check-options.ts'
import { isInstant, lastInstant, readInstant } from '../../spec/instant.ts'
import { isObject } from '../../spec/is-object.ts'
import { shown } from '../../spec/messages.ts'

/** What a clock shows and whether it runs, as plain data. Instants are milliseconds since 1970. */
export type ClockState =
  | { readonly mode: 'running'; readonly offsetMilliseconds: number }
  | { readonly mode: 'frozen'; readonly atMilliseconds: number }

/** A change of what a clock shows. Without a mode it stays frozen or running. */
export interface ClockPatch {
  /** `frozen` stops it, `running` lets it run from what it shows, `real` is real time again. */
  readonly mode?: 'real' | 'running' | 'frozen' | undefined
  /** What it shows from now on, such as `2030-12-05T00:00:00Z` or `2030-12-05`; not with the mode `real`. */
  readonly at?: string | undefined
}

export const realTime: ClockState = { mode: 'running', offsetMilliseconds: 0 }

/** The time of a sandbox: real unless it was set, advanced or frozen. */
export class Clock {
  state: ClockState
  readonly #realNow: () => number

  /** @param realNow the time that a running clock follows, in milliseconds since 1970 */
  constructor(state: ClockState = realTime, realNow: () => number = () => Date.now()) {
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
    this.state = realTime
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

const modes: readonly unknown[] = ['real', 'running', 'frozen', undefined]

export function isClockPatch(value: unknown): value is ClockPatch {
  if (!isObject(value)) return false
  const { mode, at, ...others } = value
  return modes.includes(mode) && (at === undefined || typeof at === 'string') && Object.keys(others).length === 0
}

/** What a clock is after a change. @throws {OptionsError} if the change is impossible */
export function patchedClock({ mode, at }: ClockPatch, before: ClockState, realNow: () => number): ClockState {
  const unusable = (problem: string) => new OptionsError(`Cannot set the clock: ${problem}.`, 'clock')
  if (mode === 'real' && at !== undefined) throw unusable('real time goes without at; use the mode running')
  const shows = at === undefined ? undefined : readInstant(at)
  if (at !== undefined && shows === undefined) {
    throw unusable(`at must be an instant from 1970 to 9899, such as "2030-12-05T00:00:00Z", found ${shown(at)}`)
  }
  const clock = new Clock(mode === 'real' ? realTime : before, realNow)
  if (mode === 'frozen') clock.freeze(shows)
  else if (mode === 'running') clock.resume()
  if (shows !== undefined) clock.set(shows)
  return clock.state
}
