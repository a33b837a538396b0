import type { Conduct, Coverage } from '../../spec/made/control-types.ts'
import type { Journal, JournalEntry } from '../journal/journal.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import type { KeyRing } from '../keys/keys.ts'

/** What a well-behaved client does or avoids. */
interface RegisteredRule {
  readonly level: 'error' | 'warning'
  readonly clause?: string
  readonly summary: string
  readonly advice: string
}

/** Judges clients by their calls. */
interface RegisteredConduct {
  readonly rules: Readonly<Record<string, RegisteredRule>>
  /** Judges the calls that a journal has. */
  conductOf(
    sandbox: { readonly journal: Journal },
    options?: { readonly off?: readonly string[] | undefined; readonly seen?: number | undefined },
  ): Conduct
  /** Judges the client of each sandbox from now on. */
  watchClients(store: WatchedStore, off: readonly string[]): () => readonly (readonly [sandbox: string, Conduct])[]
  conductText(conduct: Conduct): string
  behaves(conduct: Conduct, failOn: 'error' | 'warning'): boolean
}

/** The calls of a store. */
export interface WatchedStore {
  readonly keys: KeyRing
  subscribe(listener: (record: JournalRecord, sandbox: { readonly name: string }) => void): unknown
}

/** Counts which documented answers a client met. */
interface RegisteredCoverage {
  coverageOf(calls: Pick<Journal, 'counts' | 'total'>): Coverage
  coverageText(coverage: Coverage): string
}

/** What else a journal is shown as, each part in one line. The control API and the command line take it from here. */
export const journalParts: {
  readonly conduct?: () => Promise<RegisteredConduct>
  readonly coverage?: () => Promise<RegisteredCoverage>
  readonly har?: () => Promise<{ journalHar(entries: readonly JournalEntry[], scheme: 'http' | 'https'): object }>
} = {
  conduct: () => import('../parts/conduct/index.ts'),
  coverage: () => import('../parts/coverage/coverage.ts'),
  har: () => import('../parts/har/journal-har.ts'),
}
