/** A matcher for Vitest, Jest and other runners whose `expect` can be extended. */
import { LostCallsError } from '../journal/lost-calls.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import type { KeyRing } from '../keys/keys.ts'
import { type Conduct, type ConductOptions, ConductWatch, type RuleId, conductText } from './conduct.ts'
import { Recent } from './rule.ts'

export {
  type Conduct,
  type ConductFinding,
  type ConductOptions,
  ConductWatch,
  type RuleId,
  conductText,
  ruleIds,
  rules,
} from './conduct.ts'
export { Recent, type Rule } from './rule.ts'

/** When a client counts as well-behaved. */
export interface BehaveOptions extends ConductOptions {
  /** What fails the test: only broken clauses, or warnings too. Default: `error`. */
  readonly failOn?: 'error' | 'warning' | undefined
}

declare global {
  // Vitest takes its matchers from here.
  namespace Chai {
    interface Assertion {
      /** The client of this sandbox keeps every clause that binds clients: `await expect(store.sandbox()).toBehave()`. */
      toBehave(options?: BehaveOptions): Promise<void>
    }
  }
  // As declared in @types/jest, with the same type parameters.
  namespace jest {
    interface Matchers<R, T = {}> {
      /** The client of this sandbox keeps what binds clients: `await expect(store.sandbox()).toBehave()`. */
      toBehave(options?: BehaveOptions): Promise<R>
    }
  }
}

/** The sandbox of a client, as far as its conduct shows in it. */
export interface JudgedSandbox {
  readonly journal: Pick<Journal, 'records' | 'total' | 'size' | 'keys'>
}

/**
 * Judges the client by its calls in the journal: do they keep the clauses that bind clients?
 * @throws {OptionsError} when an option is invalid
 */
export function conductOf({ journal }: JudgedSandbox, options: ConductOptions = {}): Conduct {
  const watch = new ConductWatch(journal.keys, options)
  watch.seeAll(journal)
  return watch.conduct
}

/** The calls of a store. */
interface WatchedStore {
  readonly keys: KeyRing
  subscribe(listener: (record: JournalRecord, sandbox: { readonly name: string }) => void): unknown
}

/** Judges the client of each sandbox from now on. */
export function watchClients(store: WatchedStore, off: readonly RuleId[]): () => [sandbox: string, Conduct][] {
  const watches = new Recent<ConductWatch>()
  store.subscribe((record, { name }) => {
    // One that was held back is told of once more.
    if (record.held !== undefined) return
    const watch = watches.get(name) ?? new ConductWatch(store.keys, { off })
    watches.set(name, watch)
    watch.see(record)
  })
  return () => [...watches].map(([sandbox, watch]) => [sandbox, watch.conduct])
}

/** Whether nothing was found that fails the test. */
export function behaves({ errors, warnings }: Conduct, failOn: BehaveOptions['failOn'] = 'error'): boolean {
  return errors === 0 && (failOn === 'error' || warnings === 0)
}

/**
 * Judges the client of a sandbox: `expect.extend({ toBehave })`, then `await expect(store.sandbox()).toBehave()`.
 * Rejects with an `OptionsError` when an option is invalid, and with a `LostCallsError`, also behind `not`, when nothing
 * was found in the calls that the journal still has.
 */
export async function toBehave(
  sandbox: JudgedSandbox,
  { failOn, ...options }: BehaveOptions = {},
): Promise<{ pass: boolean; message: () => string }> {
  const conduct = conductOf(sandbox, options)
  const pass = behaves(conduct, failOn)
  if (pass && conduct.lostCalls > 0)
    throw new LostCallsError('Cannot tell whether the client behaves', conduct.lostCalls)
  return { pass, message: () => conductText(conduct) }
}
