import type { ClauseId } from '../../spec/index.ts'
import { waitAfter429 } from '../session/run-pace.ts'
import { broken, held, type Note, inconclusive } from '../verdict/verdict.ts'
import type { Probe } from './probe.ts'
import { type Seen, rateLimitOf } from '../exchange/question.ts'
import { askList } from '../exchange/questions.ts'
import type { Session } from '../session/session.ts'
import { atStatus } from '../checks/pets.ts'

const tooMany: ClauseId = '8/too-many-requests'
const resets: ClauseId = '8/reset-resets'
/** The most requests that are sent to exceed the limit. A Business key has 1,000 a minute. */
export const mostToExceed = 1100
// Counters of several machines may let a few more pass.
const tolerance = 6

export const exceedLimit: Probe = {
  id: 'exceed-limit',
  title: 'beyond the limit there is a 429 with a time to wait, and waiting helps',
  clauses: [tooMany, resets],
  needs: ['exceeding-limit'],
  run: async (session) => session.note(...(await notesOf(session))),
}

async function notesOf(session: Session): Promise<readonly Note[]> {
  const { last, left } = await exceed(session)
  if (last.status === 429) return [held(tooMany), await noteAfterWait(session, last)]
  if (left === undefined || left > 0) return [inconclusive({ id: 'limit-too-high', is: left }, tooMany, resets)]
  const received = { is: last.status, and: 'nothing-left' } as const
  return [broken(last, 'beyond-limit', tooMany, { at: atStatus, expected: { is: 429 }, received })]
}

/** Sends a few requests more than remain, or until one of them is refused. */
async function exceed(session: Session) {
  let last = await session.exchange(askList({ limit: 1 }))
  let left = rateLimitOf(last).remaining
  const most = (left ?? Infinity) + tolerance
  if (most >= mostToExceed) return { last, left }
  for (let sent = 0; sent < most && last.status !== 429; sent++) {
    last = await session.exchange(askList({ limit: 1 }))
    // Once nothing remains, a cut connection or an answer without the header is beyond the limit too.
    left = rateLimitOf(last).remaining ?? left
  }
  return { last, left }
}

/** After the wait, requests are answered again. Others may have used up the quota, so it waits up to twice. */
async function noteAfterWait(session: Session, refused: Seen): Promise<Note> {
  let last = refused
  for (let times = 1; times <= 2; times++) {
    const milliseconds = waitAfter429(last.exchange.response, session.options.clock.now())
    if (milliseconds > session.options.maxWaitMilliseconds)
      return inconclusive({ id: 'wait-too-long', is: Math.ceil(milliseconds / 1000) }, resets)
    session.options.onEvent({ kind: 'wait', milliseconds, reason: 'the 429 of this probe asks for it' })
    await session.options.clock.sleep(milliseconds)
    last = await session.exchange(askList({ limit: 1 }))
    if (last.status !== 429) return held(resets)
  }
  const at = { part: 'status', names: ['Retry-After'] } as const
  const facts = { at, expected: {}, received: { is: 429, and: 'twice' } } as const
  return broken(last, 'wait-in-vain', resets, facts, ['8/retry-after-is-a-time'])
}
