import type { ContractOptions } from '../../contract-tests/index.ts'
import { datasets } from '../../fixtures/index.ts'
import type { AnimalStoreOptions } from '../../mocks/entry.ts'
import { registered } from '../../mocks/all.ts'
import { everyTurn } from '../../contract-tests/servers/run-on.ts'
import { planNames } from '../../spec/index.ts'
import { runOnMock } from './run-on-mock.ts'

/** The faults that the mock has. */
export const faults = (await registered.faults?.load()) ?? []

/** The result of a run against a mock with a fault. */
export type FaultRun = Awaited<ReturnType<typeof runOnFault>>

/** What a fault needs to be seen, in addition to a default run against the demo dataset. */
function needsOf(id: string): { readonly store?: AnimalStoreOptions; readonly options?: Partial<ContractOptions> } {
  if (id === 'list-empty-404' || id === 'list-empty-null') return { store: { dataset: withoutSold() } }
  const plan = planNames.find((name) => id.startsWith(`plan-${name}-`))
  if (plan !== undefined) return { options: { apiKey: `test_${plan}`, plan } }
  if (id.startsWith('rate-')) return { options: { apiKey: 'test_free', probeRateLimit: true } }
  if (id === 'get-outlives-removal') {
    const atMilliseconds = Date.UTC(2031, 0, 1)
    return { store: { clock: { mode: 'frozen', atMilliseconds } }, options: { todayMilliseconds: atMilliseconds } }
  }
  return {}
}

function withoutSold() {
  const demo = datasets.find(({ name }) => name === 'demo')?.load({})
  if (!Array.isArray(demo)) throw new TypeError('The demo dataset is not there at once.')
  return demo.filter(({ status }: { status?: string }) => status !== 'sold')
}

/**
 * Runs the suite against a mock with this fault.
 * @param more further options for the run
 * @returns also the checks and probes that found something, and whether a finding is about the very clause that it breaks
 */
export async function runOnFault(id: string, isOverHttp = false, more: Partial<ContractOptions> = {}) {
  let run = await runOnFaultInTurn(id, isOverHttp, { ...everyTurn[0], ...more })
  for (const turn of everyTurn.slice(1))
    if (!run.isNamed) run = await runOnFaultInTurn(id, isOverHttp, { ...turn, ...more })
  return run
}

async function runOnFaultInTurn(id: string, isOverHttp: boolean, more: Partial<ContractOptions>) {
  const { store, options } = needsOf(id)
  // Some faults can be defended. In a strict run they are findings, too.
  const run = await runOnMock({ ...store, fault: id }, { strict: true, ...options, ...more }, isOverHttp)
  const clause = faults.find((fault) => fault.id === id)?.clause ?? ''
  const findings = run.result.findings.filter(({ level }) => level !== 'unstable')
  const isNamed = findings.some(({ clause: found, also }) => found === clause || also.some((other) => other === clause))
  return { ...run, fault: id, clause, foundBy: [...new Set(findings.map(({ foundBy }) => foundBy))], isNamed }
}
