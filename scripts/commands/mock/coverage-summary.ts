import { CallCounts } from '../../../mocks/journal/call-counts.ts'
import { coverageOf, coverageText } from '../../../mocks/coverage/coverage.ts'
import type { AnimalStore } from '../../../mocks/index.ts'
import { printableJson } from '../../../spec/index.ts'
import type { MockFlags } from './mock-flags.ts'

/** Counts the calls of all sandboxes from now on. @returns what says which answers no call met */
export function watchCoverage(store: AnimalStore, { log }: Pick<MockFlags, 'log'>): () => string {
  const counts = new CallCounts()
  let calls = 0
  store.subscribe((record) => {
    counts.add(record)
    calls++
  })
  return () => {
    const coverage = coverageOf({ counts: counts.all, total: calls })
    return log === 'json' ? `${printableJson({ event: 'coverage', ...coverage })}\n` : `\n${coverageText(coverage)}\n`
  }
}
