import { atStatus, statusIn } from '../checks/pets.ts'
import { clausesOf } from '../exchange/clauses-of.ts'
import type { Seen } from '../exchange/question.ts'
import { type Finding, departure } from '../verdict/verdict.ts'

/** A failure after which the same request was answered well: broken only if it comes again and again. */
export function unstableFinding(seen: Seen, later: Seen): Finding {
  const { breaks, operation } = seen.question
  const received = { ...statusIn(seen), later: later.status }
  const facts = { at: atStatus, expected: {}, received, against: later.number }
  return { ...departure('unstable', breaks[0] ?? clausesOf[operation].answers, facts), seen }
}
