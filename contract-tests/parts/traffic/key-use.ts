// Decides whether an operation refuses a key that others take.
import type { OperationId } from '../../../spec/index.ts'
import { clausesOf } from '../../exchange/clauses-of.ts'
import { truncateBody } from '../../exchange/truncate-body.ts'
import type { Seen } from '../../exchange/question.ts'
import { type Finding, type Departure, departure } from '../../verdict/verdict.ts'
import { atStatus } from '../../checks/pets.ts'
import { thresholds } from '../../judge/sources.ts'

/** How often an operation refused a key that others took before and after. */
interface Refusals {
  readonly first: Seen
  last: Seen
  times: number
  hasBeenTakenSince: boolean
}

const { fewestRefusals } = thresholds

/** Which operations take a key, and which do not. */
export class KeyUse {
  readonly #taken = new Set<OperationId>()
  readonly #refusals = new Map<OperationId, Refusals>()

  /** What is wrong when an operation refuses a key again and again while others take it. */
  departuresIn(seen: Seen): readonly Departure[] {
    const { question, status = 0 } = seen
    const { operation, credential } = question
    if (status !== 401) {
      if (credential !== 'valid' || status >= 300) return []
      this.#taken.add(operation)
      this.#refusals.delete(operation)
      for (const refusals of this.#refusals.values()) refusals.hasBeenTakenSince = true
      return []
    }
    if (this.#taken.has(operation) || this.#taken.size === 0) return []
    const { first, times, hasBeenTakenSince } = this.#refusals.get(operation) ?? {
      first: truncateBody(seen),
      times: 0,
      hasBeenTakenSince: true,
    }
    const now = times + Number(hasBeenTakenSince)
    this.#refusals.set(operation, { first, last: seen, times: now, hasBeenTakenSince: false })
    return now < fewestRefusals ? [] : [this.#departureOf(operation)]
  }

  /** Refusals in turn with others that took the key, not often enough to count. */
  get open(): readonly Finding[] {
    return [...this.#refusals].flatMap(([operation, { first, last, times, hasBeenTakenSince }]) => {
      // After one refusal at the end, the key may have been taken away for good.
      if (times >= fewestRefusals || (times < 2 && !hasBeenTakenSince)) return []
      const lastedMilliseconds = Math.max(0, last.exchange.sentAtMilliseconds - first.exchange.sentAtMilliseconds)
      const doubt = { lastedMilliseconds, settledBy: ['turns'], times: fewestRefusals } as const
      return [{ ...this.#departureOf(operation), seen: first, times, doubt }]
    })
  }

  #departureOf(operation: OperationId): Departure {
    const facts = { expected: { operations: [...this.#taken] }, received: { is: 401, requests: operation } }
    return departure('key-refused', '5/bearer-key', { at: atStatus, ...facts }, [clausesOf[operation].answers])
  }
}
