import type { Clock } from '../world/clock.ts'
import { ControlError } from './control-error.ts'
import { instant, number, oneOf } from './kinds.ts'
import { type ControlRoute, json, members, sandboxRoute } from './route.ts'

/** A clock as plain data. */
export function clockView(clock: Clock): { mode: 'real' | 'running' | 'frozen'; now: string } {
  const { state } = clock
  const isReal = state.mode === 'running' && state.offsetMilliseconds === 0
  return { mode: isReal ? 'real' : state.mode, now: new Date(clock.now()).toISOString() }
}

/** The last instant that has a year of four digits. */
const lastMilliseconds = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
const longestSeconds = 300_000_000_000

/** The routes of a sandbox's clock. */
export const clockRoutes: readonly ControlRoute[] = [
  sandboxRoute({ method: 'GET', path: '/clock', summary: 'Show the clock' }, ({ sandbox }) =>
    json(clockView(sandbox.clock)),
  ),
  sandboxRoute(
    {
      method: 'PUT',
      path: '/clock',
      summary: 'Freeze the clock, set it, let it run, or go back to real time',
      body: members({ mode: oneOf(['real', 'running', 'frozen']), at: instant }),
    },
    ({ sandbox: { clock }, body: { mode, at } }) => {
      if (mode === undefined && at === undefined) throw refuse('it needs mode, at, or both')
      if (mode === 'real' && at !== undefined) throw refuse('real time goes without at; use the mode running')
      if (mode === 'frozen') clock.freeze(at)
      else if (mode === 'running') clock.resume()
      else if (mode === 'real') clock.reset()
      if (at !== undefined) clock.set(at)
      return json(clockView(clock))
    },
  ),
  sandboxRoute(
    {
      method: 'POST',
      path: '/clock/advance',
      summary: 'Move the clock forward; backward with a negative number',
      body: members({ seconds: number(-longestSeconds, longestSeconds) }, ['seconds']),
    },
    ({ sandbox: { clock }, body: { seconds } }) => {
      const milliseconds = Math.round(seconds * 1000)
      const then = clock.now() + milliseconds
      if (then < 0 || then > lastMilliseconds) throw refuse('the clock can show the years 1970 to 9999 only')
      clock.advance(milliseconds)
      return json(clockView(clock))
    },
  ),
]

function refuse(problem: string): ControlError {
  return new ControlError(400, 'invalid_body', `Cannot set the clock: ${problem}.`)
}
