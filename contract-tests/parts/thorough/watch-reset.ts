import { askList } from '../../exchange/questions.ts'
import { waitAfter429 } from '../../session/run-pace.ts'
import type { Session } from '../../session/session.ts'

// A window that ends less than this too early harms nobody.
const earlierMilliseconds = 5000

/**
 * Looks at the end of a window. Where a run has to wait for a reset anyway, it first uses all requests but one, and sends that
 * one shortly before the reset. So it sees whether the last request is refused, and whether the window ends early.
 */
export async function watchReset(session: Session): Promise<void> {
  for (let more = session.resetWait?.left ?? 0; more > 1; more--) await ask(session)
  const { milliseconds = 0, left = 0 } = session.resetWait ?? {}
  const early = milliseconds - earlierMilliseconds
  if (left !== 1 || early < earlierMilliseconds || milliseconds > session.options.maxWaitMilliseconds) return
  await session.wait(early, 'one request is left of the window, to be sent shortly before its end')
  await ask(session)
}

/** Asks without a wait, as long as the wait for the reset is ahead. A 429 has its own. */
async function ask(session: Session): Promise<void> {
  if (session.requestsLeft <= 1) return
  const { status, exchange } = await session.exchange(askList({ limit: 1 }))
  if (status !== 429) return
  await session.wait(waitAfter429(exchange.response, session.options.clock.now()), 'a 429 asks for it')
}
