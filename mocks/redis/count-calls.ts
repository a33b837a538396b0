import { type Quota, type QuotaRequest, countCall } from '../keys/quota.ts'
import { quotaOf } from './stored-sandbox.ts'

/** One instruction of the script: see script/script.ts. */
export interface Instruction {
  // No getter: an object with one gets a hidden class of its own, which keeps what it refers to until the next large garbage collection.
  readonly args: () => readonly string[]
  readonly take: (result: unknown) => void
  readonly fail: (error: unknown) => void
}

/** A call that is to be counted. */
export interface CountedCall {
  readonly request: QuotaRequest
  readonly take: (counted: Counted) => void
  /** The copy is not what Redis has. */
  readonly refuse: () => void
  readonly fail: (error: unknown) => void
}

/** A call after it was counted. */
export interface Counted {
  readonly number: number
  /** Its number in the journal, which may have been cleared. */
  readonly shownNumber: number
  readonly quota: Quota
}

/**
 * Counts calls of one key as if they were one. Redis returns the quota before them; the quota of each call is computed here,
 * as in memory.
 */
export function countTogether(start: readonly string[], calls: readonly CountedCall[]): Instruction {
  return {
    args: () => [...start, String(calls.length)],
    take(result) {
      if (result === null) return calls.forEach((call) => call.refuse())
      const [number, shownNumber, nowSeconds, ...before] = result as CountingResult
      let state = before.length === 0 ? undefined : quotaOf(before)
      for (const [index, { request, take }] of calls.entries()) {
        const counted = countCall(state, request.nowSeconds === nowSeconds ? request : { ...request, nowSeconds })
        state = counted.state
        take({ number: number + index, shownNumber: shownNumber + index, quota: counted.quota })
      }
    },
    fail(error) {
      for (const call of calls) call.fail(error)
    },
  }
}

/** What the script returns: at the end the numbers of the quota before, if there was one. */
type CountingResult = readonly [number: number, shownNumber: number, nowSeconds: number, ...before: number[]]
