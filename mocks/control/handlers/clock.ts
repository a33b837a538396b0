import { shown } from '../../../spec/index.ts'
import type { Clock as ClockView } from '../../../spec/made/control-types.ts'
import type { Clock } from '../../world/clock.ts'
import { readInstant } from '../../world/instant.ts'
import { ControlError } from '../control-error.ts'
import { type Handlers, json } from '../handler.ts'
import { unusable } from '../refusals.ts'

/** A clock as plain data. */
export function clockView(clock: Clock): ClockView {
  const { state } = clock
  const isReal = state.mode === 'running' && state.offsetMilliseconds === 0
  return { mode: isReal ? 'real' : state.mode, now: new Date(clock.now()).toISOString() }
}

/** The last instant that has a year of four digits. */
const lastMilliseconds = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** The clock of a sandbox. */
export const clockHandlers: Handlers<'clock'> = {
  showClock: ({ sandbox }) => json(clockView(sandbox.clock)),
  setClock({ sandbox: { clock }, body: { mode, at } }) {
    if (mode === 'real' && at !== undefined) throw refuse('real time goes without at; use the mode running')
    const instant = at === undefined ? undefined : instantOf(at)
    if (mode === 'frozen') clock.freeze(instant)
    else if (mode === 'running') clock.resume()
    else if (mode === 'real') clock.reset()
    if (instant !== undefined) clock.set(instant)
    return json(clockView(clock))
  },
  advanceClock({ sandbox: { clock }, body: { seconds } }) {
    const milliseconds = Math.round(seconds * 1000)
    const then = clock.now() + milliseconds
    if (then < 0 || then > lastMilliseconds) throw refuse('the clock can show the years 1970 to 9999 only')
    clock.advance(milliseconds)
    return json(clockView(clock))
  },
}

function instantOf(at: string): number {
  // Years of more than four digits are none of RFC 3339.
  const instant = at.startsWith('+') ? undefined : readInstant(at)
  if (instant !== undefined) return instant
  const expected = 'an instant from 1970 on, such as "2030-12-05T00:00:00Z"'
  throw unusable('body', [`at must be ${expected}, found ${shown(at)}`])
}

function refuse(problem: string): ControlError {
  return new ControlError(400, 'invalid_body', `Cannot set the clock: ${problem}.`)
}
