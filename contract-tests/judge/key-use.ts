import type { OperationId } from '../../spec/index.ts'
import { clausesOf } from '../exchange/clauses-of.ts'
import type { Seen } from '../exchange/question.ts'
import { type Problem, problem } from '../verdict/verdict.ts'

/** How often an operation refused a key in turn with others that took it. */
interface Refusals {
  times: number
  hasBeenTakenSince: boolean
}

// A key may be taken away and given back; not so often.
const fewestRefusals = 3

/** Which operations take a key, and which do not. */
export class KeyUse {
  readonly #taken = new Set<OperationId>()
  readonly #refusals = new Map<OperationId, Refusals>()

  /** A key that an operation refuses again and again while others take it. */
  problemsOf({ question: { operation, credential }, status = 0 }: Seen): readonly Problem[] {
    if (status !== 401) {
      if (credential !== 'valid' || status >= 300) return []
      this.#taken.add(operation)
      this.#refusals.delete(operation)
      for (const refusals of this.#refusals.values()) refusals.hasBeenTakenSince = true
      return []
    }
    if (this.#taken.has(operation) || this.#taken.size === 0) return []
    const { times, hasBeenTakenSince } = this.#refusals.get(operation) ?? { times: 0, hasBeenTakenSince: true }
    const now = times + Number(hasBeenTakenSince)
    this.#refusals.set(operation, { times: now, hasBeenTakenSince: false })
    if (now < fewestRefusals) return []
    const expected = `an answer to the key that ${[...this.#taken].join(' and ')} took before and after`
    return [problem('5/bearer-key', expected, `status 401 from ${operation} each time`, [clausesOf[operation].answers])]
  }
}
