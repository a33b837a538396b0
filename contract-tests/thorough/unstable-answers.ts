import { checks } from '../checks/index.ts'
import type { Seen } from '../exchange/question.ts'
import type { CompleteOptions } from '../session/options.ts'
import type { Session, Unstable } from '../session/session.ts'
import type { Finding, Problem } from '../verdict/verdict.ts'

// A restart or a deploy comes once: spec/decisions/0199-at-once-and-again.md.
const fewestRecurring = 8

/** What is wrong with answers to requests that were sent at once, and fine when each was sent alone. A cut connection says nothing of the service. */
export function wrongOnlyAtOnce(unstable: readonly Unstable[], options: CompleteOptions): readonly Finding[] {
  const answered = unstable.map(({ seen }) => seen).filter(({ exchange }) => exchange.problem === undefined)
  return answered.flatMap((seen) =>
    problemsIn(seen, options).map((found) => ({ ...found, received: `${found.received} at once with others`, seen })),
  )
}

/** Failures that were temporary each time, but came again and again. @returns the failures, each kind by its first finding */
export function recurringFailures({ unstable, options, requests }: Session) {
  const failures = unstable.map(({ seen }) => seen).filter(isFailure)
  const byClause = Map.groupBy(failures, (seen) => problemsIn(seen, options)[0]?.clause)
  return [...byClause.values()].flatMap((alike) => {
    const [seen] = alike
    const found = seen && problemsIn(seen, options)[0]
    if (seen === undefined || found === undefined || alike.length < fewestRecurring) return []
    const received = `${found.received} to ${alike.length} of ${requests} requests, each of which was fine when sent again`
    return [{ finding: { ...found, received, seen }, alike }]
  })
}

/** Whether the service itself answered that it fails, or refused the valid key. */
function isFailure({ status = 0, exchange, question }: Seen): boolean {
  return exchange.problem === undefined && (status >= 500 || (status === 401 && question.credential === 'valid'))
}

function problemsIn(seen: Seen, options: CompleteOptions): readonly Problem[] {
  return checks.flatMap((check) => (check.appliesTo(seen, options) ? check.run(seen, options) : []))
}
