import { departuresIn } from '../../checks/index.ts'
import type { Seen } from '../../exchange/question.ts'
import type { CompleteOptions } from '../../session/options.ts'
import type { Session } from '../../session/session.ts'
import type { Finding } from '../../verdict/verdict.ts'

// A restart or a deploy comes once: spec/decisions/0066-random-sequences.md.
const fewestRecurring = 8

/** What is wrong with answers to requests that were sent at once, and fine when each was sent alone. A cut connection says nothing of the service. */
export function wrongOnlyAtOnce(
  unstable: readonly Pick<Finding, 'seen'>[],
  options: CompleteOptions,
): readonly Finding[] {
  const answered = unstable.map(({ seen }) => seen).filter(({ exchange }) => exchange.problem === undefined)
  return answered.flatMap((seen) =>
    departuresIn(seen, options).map((found) => ({ ...found, circumstance: 'at once' as const, seen })),
  )
}

/** Failures that were temporary each time, but came again and again. @returns each kind by its first finding */
export function recurringFailures({ unstable, options, requests }: Session): readonly Finding[] {
  const failures = unstable.map(({ seen }) => seen).filter(isFailure)
  const byClause = Map.groupBy(failures, (seen) => departuresIn(seen, options)[0]?.clause)
  return [...byClause.values()].flatMap((alike) => {
    const [seen] = alike
    const found = seen && departuresIn(seen, options)[0]
    if (seen === undefined || found === undefined || alike.length < fewestRecurring) return []
    const count = { bad: alike.length, of: requests }
    return [{ ...found, circumstance: 'now and then', count, seen }]
  })
}

/** Whether the service itself answered that it fails, or refused the valid key. */
function isFailure({ status = 0, exchange, question }: Seen): boolean {
  return exchange.problem === undefined && (status >= 500 || (status === 401 && question.credential === 'valid'))
}
