import { type Conduct, ConductWatch, Recent, behaves, conductText, ruleIds } from '../../../mocks/conduct/index.ts'
import type { AnimalStore } from '../../../mocks/index.ts'
import { printableJson, printableLines, thereIsNo } from '../../../spec/index.ts'
import { UsageError } from '../shell.ts'
import type { MockFlags } from './mock-flags.ts'

/**
 * Watches the client of each sandbox from now on.
 * @param level what is not fine; `true` if everything is
 * @returns what says how they behaved so far
 * @throws {UsageError} when a rule is unknown
 */
export function watchConduct(
  store: AnimalStore,
  level: true | 'error' | 'warning',
  { conductOff = [], log }: Pick<MockFlags, 'conductOff' | 'log'>,
): () => { readonly text: string; readonly isFine: boolean } {
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
