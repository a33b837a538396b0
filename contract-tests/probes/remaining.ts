import { type OperationId, operationIds } from '../../spec/index.ts'
import type { Catalogue } from '../session/catalogue.ts'
import { held, type Note, inconclusive } from '../verdict/verdict.ts'
import type { Probe } from './probe.ts'
import { type Seen, dateOf, rateLimitOf } from '../exchange/question.ts'
import { judgeQuota, quotaClauses } from '../judge/quota.ts'
import { falls, resets } from '../judge/quota-findings.ts'
import { countedRows } from '../judge/quota-rows.ts'
import { askList, isReading } from '../exchange/questions.ts'
import type { Session } from '../session/session.ts'
import { pauses } from '../session/waits.ts'
import { askHarmless } from './harmless-requests.ts'

/** Section 8: X-RateLimit-Remaining falls with each request: spec/decisions/0196-quotas-of-a-long-run.md. */
export const remaining: Probe = {
  id: 'remaining',
  title: 'X-RateLimit-Remaining falls within a window, and X-RateLimit-Reset is still to come',
  clauses: quotaClauses,
  run: async (session, catalogue) => {
    // If only this probe runs, there are too few answers to compare.
    for (let asked = countedRows(session.log).length; asked < 4; asked++) await session.ask(askList({ limit: 1 }))
    session.note(...(await fallNotes(session, catalogue)))
    session.note(...(await resetNotes(session)))
    await settleCounts(session)
    if (session.log.length > 0 && session.log.every(({ status }) => status !== 429))
      session.note(held('8/within-limit'))
  },
}

/** If requests are missing in a count that may lag behind, asks once more when it has followed. */
async function settleCounts(session: Session): Promise<void> {
  if (!judgeQuota(session.log).isShort || !session.hasRoomFor(1)) return
  await session.pause(pauses.contradiction[0], 'counters may lag behind')
  await session.ask(askList({ limit: 1 }))
}

/** Looks for an operation that does not lower X-RateLimit-Remaining. */
async function fallNotes(session: Session, catalogue: Catalogue): Promise<readonly Note[]> {
  if (operationIds.some((operation) => session.isKnownBroken(falls, operation))) return []
  for (const operation of operationIds) await askWhileOpen(operation, session, catalogue)
  const constant = judgeQuota(session.log).counting.filter((one) => one.constant !== undefined)
  if (constant.length > 0) await session.pause(pauses.contradiction[0], 'counters may lag behind')
  for (const { operation } of constant)
    for (let times = 1; times <= 2; times++) await session.ask(await askHarmless(operation, catalogue))
  const { counting, isFalling } = judgeQuota(session.log)
  const still = counting.flatMap((one) =>
    one.constant !== undefined && constant.some(({ operation }) => operation === one.operation) ? [one.constant] : [],
  )
  if (still.length > 0) return still.slice(0, 1)
  return [isFalling ? held(falls) : inconclusive('no-window', falls)]
}

// The first of them may come after a request that was not counted.
const mostAsked = 4

/** Asks for something harmless until it is clear whether that is counted, or no requests are left. */
async function askWhileOpen(operation: OperationId, session: Session, catalogue: Catalogue): Promise<void> {
  if (session.options.isReadOnly && !isReading(operation)) return
  const isFailing =
    session.log.some((seen) => isOf(operation, seen)) &&
    countedRows(session.log).every((row) => row.operation !== operation)
  const isUndecided = (): boolean =>
    judgeQuota(session.log).counting.some((one) => one.operation === operation && one.isUndecided) &&
    session.requestsLeft > 2
  // Where no answer was as expected, more of them show nothing.
  if (isFailing) return
  for (let times = 0; times < mostAsked && isUndecided(); times++)
    await session.ask(await askHarmless(operation, catalogue))
}

function isOf(operation: OperationId, { question }: Seen): boolean {
  return question.operation === operation && question.credential === 'valid'
}

/** X-RateLimit-Reset must lie ahead in some answer. If it never does, the probe asks once more after a while. */
async function resetNotes(session: Session): Promise<readonly Note[]> {
  const { reset, past } = judgeQuota(session.log)
  if (reset === undefined || reset === 'ahead') return reset === 'ahead' ? [held(resets)] : []
  if (reset === 'past') return past
  await session.pause(pauses.contradiction[0], 'the reset may be ahead by then')
  const later = await session.ask(askList({ limit: 1 }))
  const date = dateOf(later)
  const isAhead = date === undefined || (rateLimitOf(later).reset ?? 0) - date / 1000 >= -1
  return isAhead ? [held(resets)] : judgeQuota(session.log).past
}
