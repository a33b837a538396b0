import {
  type Conduct,
  ConductWatch,
  Recent,
  behaves,
  conductText,
  ruleIds,
} from '../../../mocks/parts/conduct/index.ts'
import { coverageOf, coverageText } from '../../../mocks/parts/coverage/coverage.ts'
import type { AnimalStore } from '../../../mocks/entry.ts'
import { CallCounts } from '../../../mocks/journal/call-counts.ts'
import { printableJson, printableLines, thereIsNo } from '../../../spec/index.ts'
import { UsageError } from '../shell.ts'
import type { MockFlags } from './mock-flags.ts'

/** What is said when the mock ends, and whether all that is judged was fine. */
type Summary = () => { readonly text: string; readonly isFine: boolean }

type SummaryFlags = Pick<MockFlags, 'conduct' | 'conductOff' | 'coverage' | 'log'>

/**
 * Watches the calls from now on, as --conduct and --coverage ask for.
 * @throws {UsageError} when a rule is unknown
 */
export function watchCalls(store: AnimalStore, flags: SummaryFlags): Summary {
  const conduct = watchConduct(store, flags)
  const coverage = watchCoverage(store, flags)
  return () => {
    const [behaved, met] = [conduct(), coverage()]
    return { text: behaved.text + met.text, isFine: behaved.isFine && met.isFine }
  }
}

/** Judges the client of each sandbox. */
function watchConduct(store: AnimalStore, { conduct: level, conductOff = [], log }: SummaryFlags): Summary {
  if (level === undefined) return () => ({ text: '', isFine: true })
  const unknown = conductOff.find((id) => !ruleIds.some((known) => known === id))
  if (unknown !== undefined) throw new UsageError(`Cannot turn a rule off. ${thereIsNo('rule', unknown, ruleIds)}`)
  const off = ruleIds.filter((id) => conductOff.includes(id))
  const watches = new Recent<ConductWatch>()
  store.subscribe((record, { name }) => {
    const watch = watches.get(name) ?? new ConductWatch(store.keys, { off })
    watches.set(name, watch)
    watch.see(record)
  })
  return () => {
    const judged = [...watches].map(([sandbox, watch]): [string, Conduct] => [sandbox, watch.conduct])
    const lines = judged.map(([sandbox, conduct]) =>
      log === 'json'
        ? printableJson({ event: 'conduct', sandbox, ...conduct })
        : printableLines(`\nSandbox ${sandbox}. ${conductText(conduct)}`),
    )
    return {
      text: lines.map((line) => `${line}\n`).join(''),
      isFine: level === true || judged.every(([, conduct]) => behaves(conduct, level)),
    }
  }
}

/** Counts the calls of all sandboxes, and says which answers no call met. */
function watchCoverage(store: AnimalStore, { coverage: least, log }: SummaryFlags): Summary {
  if (least === undefined) return () => ({ text: '', isFine: true })
  const counts = new CallCounts()
  let calls = 0
  store.subscribe((record) => {
    counts.add(record)
    calls++
  })
  return () => {
    const coverage = coverageOf({ counts: counts.all, total: calls })
    const isFine = coverage.met >= least
    const wanted = isFine ? '' : `  At least ${least} are wanted.\n`
    const text = `\n${coverageText(coverage)}\n${wanted}`
    return { text: log === 'json' ? `${printableJson({ event: 'coverage', least, ...coverage })}\n` : text, isFine }
  }
}
