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
export async function watchCalls(store: AnimalStore, flags: SummaryFlags): Promise<Summary> {
  const conduct = await watchConduct(store, flags)
  const coverage = await watchCoverage(store, flags)
  return () => {
    const [behaved, met] = [conduct(), coverage()]
    return { text: behaved.text + met.text, isFine: behaved.isFine && met.isFine }
  }
}

/** Judges the client of each sandbox. */
async function watchConduct(
  store: AnimalStore,
  { conduct: level, conductOff = [], log }: SummaryFlags,
): Promise<Summary> {
  if (level === undefined) return () => ({ text: '', isFine: true })
  const { behaves, conductText, ruleIds, watchClients } = await import('../../../mocks/conduct/index.ts')
  const off = conductOff.map((name) => {
    const rule = ruleIds.find((id) => id === name)
    if (rule === undefined) throw new UsageError(`Cannot turn a rule off. ${thereIsNo('rule', name, ruleIds)}`)
    return rule
  })
  const seen = watchClients(store, off)
  return () => {
    const judged = seen()
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
async function watchCoverage(store: AnimalStore, { coverage: least, log }: SummaryFlags): Promise<Summary> {
  if (least === undefined) return () => ({ text: '', isFine: true })
  const { coverageOf, coverageText } = await import('../../../mocks/journal-text/coverage.ts')
  const counts = new CallCounts()
  let calls = 0
  store.subscribe((record) => {
    // One that was held back is told of once more.
    if (record.held !== undefined) return
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
