import type { OperationId } from '../../spec/names.ts'
import { isSent } from '../call/call.ts'
import type { JournalFilter } from './journal-filter.ts'
import type { JournalRecord } from './journal-record.ts'

/** How many calls had the same operation, status, scenario and answer. */
export interface CallCount {
  readonly operation: OperationId | undefined
  readonly status: number
  readonly scenario: string | undefined
  /** Whether the answer was sent, and whether it was an empty list. */
  readonly answer: 'unsent' | 'empty' | 'sent'
  readonly count: number
}

/** Counts calls as they come. It forgets none, however few calls the journal keeps. */
export class CallCounts {
  readonly #counts: (Omit<CallCount, 'count'> & { count: number })[] = []

  add({ route, reply, scenario }: JournalRecord): void {
    const { status } = reply
    const operation = route.kind === 'operation' ? route.operation : undefined
    const answer = !isSent(reply) ? 'unsent' : status === 200 && reply.body === '[]' ? 'empty' : 'sent'
    const known = this.#counts.find(
      (each) =>
        each.operation === operation && each.status === status && each.scenario === scenario && each.answer === answer,
    )
    if (known === undefined) this.#counts.push({ operation, status, scenario, answer, count: 1 })
    else known.count++
  }

  /** How many calls match; `undefined` for a filter by method or path, of which there may be any number. */
  count({ operation, status, scenario, method, path }: JournalFilter): number | undefined {
    if (method !== undefined || path !== undefined) return undefined
    let sum = 0
    for (const each of this.#counts) {
      const isOther =
        (operation ?? each.operation) !== each.operation ||
        (status ?? each.status) !== each.status ||
        (scenario ?? each.scenario) !== each.scenario
      if (!isOther) sum += each.count
    }
    return sum
  }

  /** What was counted so far. Later calls do not change it. */
  get all(): readonly CallCount[] {
    return this.#counts.map((each) => ({ ...each }))
  }
}
