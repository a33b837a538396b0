import { type Quota, type QuotaRequest, countCall } from '../keys/quota.ts'
import { quotaOf } from './kept-sandbox.ts'

/** What a script does for one call, or for several calls together. */
export interface Operation {
  // No getter: an object with one gets a hidden class of its own, which keeps what it sees until the next large collection.
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

/** What becomes of a call that is counted. */
export interface Counted {
  readonly number: number
  /** Its number in the journal, which may have been cleared. */
  readonly shownNumber: number
  readonly quota: Quota
}

/**
 * Counts calls of one key as if they were one: Redis says how far the key was before, and what each call gets is worked out
 * here as it would be in memory.
 */
export function countingOf(start: readonly string[], calls: readonly CountedCall[]): Operation {
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

/** What the script says of calls that it has counted: the numbers at the end are the quota before, if there was one. */
type CountingResult = readonly [number: number, shownNumber: number, nowSeconds: number, ...before: number[]]
