import type { OperationId } from '../../spec/index.ts'
import type { JournalFilter } from './journal-filter.ts'
import type { JournalRecord } from './journal-record.ts'

/** How many calls had the same operation, status, scenario and answer, and mostly the same method and path. */
export interface CallCount {
  readonly operation: OperationId | undefined
  readonly status: number
  readonly scenario: string | undefined
  /** Whether the answer was sent, and whether it was an empty list. */
  readonly answer: 'unsent' | 'empty' | 'sent'
  /** `undefined` where calls of several methods and paths are counted together. */
  readonly target: { readonly method: string; readonly path: string } | undefined
  count: number
}

// Clients choose paths, so there may be any number of them.
const mostTargets = 500
const longestTarget = 200

/** Counts calls as they come. It forgets none, however few calls the journal keeps. */
export class CallCounts {
  readonly #counts = new Map<string, CallCount>()

  add({ call: { method }, route, reply, scenario }: JournalRecord): void {
    const { status } = reply
    const { path } = route
    const operation = route.kind === 'operation' ? route.operation : undefined
    const answer = reply.effect !== undefined ? 'unsent' : status === 200 && reply.body === '[]' ? 'empty' : 'sent'
    const coarse = `${operation ?? ''} ${status} ${scenario ?? ''} ${answer}`
    const fine = `${coarse} ${method} ${path}`
    // A part of the target would keep all of the target in memory.
    const copied = fine.slice(fine.length - path.length)
    const known = this.#counts.get(fine)
    if (known !== undefined) known.count++
    else if (this.#counts.size < mostTargets && method.length + path.length <= longestTarget)
      this.#counts.set(fine, { operation, status, scenario, answer, target: { method, path: copied }, count: 1 })
    else this.#addTo(coarse, { operation, status, scenario, answer, target: undefined, count: 0 })
  }

  #addTo(name: string, fresh: CallCount): void {
    const known = this.#counts.get(name) ?? fresh
    known.count++
    this.#counts.set(name, known)
  }

  /** How many calls match; `undefined` if some of them were counted together with others. */
  count({ operation, status, scenario, method, path }: Omit<JournalFilter, 'after'>): number | undefined {
    let sum = 0
    for (const each of this.#counts.values()) {
      if (operation !== undefined && each.operation !== operation) continue
      if (status !== undefined && each.status !== status) continue
      if (scenario !== undefined && each.scenario !== scenario) continue
      const { target } = each
      if (target === undefined && (method !== undefined || path !== undefined)) return undefined
      if (method !== undefined && target?.method !== method) continue
      if (path !== undefined && target?.path !== path) continue
      sum += each.count
    }
    return sum
  }

  get all(): readonly CallCount[] {
    return [...this.#counts.values()]
  }

  clear(): void {
    this.#counts.clear()
  }
}
