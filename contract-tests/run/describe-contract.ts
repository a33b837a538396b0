import { checks } from '../checks/index.ts'
import { probes } from '../probes/index.ts'
import { printable } from '../../spec/index.ts'
import type { RunResult, ToldFinding } from './result.ts'
import { type ContractOptions, runContract } from './run.ts'

/** What is needed of a test runner. `node:test` has it as it is; Jest has not, because a test in it cannot skip itself. */
export interface TestRunner {
  readonly describe: (name: string, define: () => void) => unknown
  readonly test: (name: string, run: (context: TestContext) => Promise<void>) => unknown
}

/** What a test is given by its runner. */
export interface TestContext {
  skip(reason: string): void
}

/** What became of a probe or check, for a test of it. */
export interface Outcome {
  readonly state: 'held' | 'broken' | 'skipped'
  /** Why it is skipped, or each finding. */
  readonly told: string
}

/** Every probe and check as a test: its name, and a run of which there is one for all of them, begun by the first. */
export function contractTests(
  options: ContractOptions,
): readonly { readonly name: string; readonly outcome: () => Promise<Outcome> }[] {
  let running: Promise<RunResult> | undefined
  return [...probes, ...checks].map(({ id, title }) => ({
    name: `${id}: ${title}`,
    outcome: async () => {
      running ??= runContract(options)
      return outcomeOf(id, await running)
    },
  }))
}

function outcomeOf(id: string, { verdicts, findings }: RunResult): Outcome {
  const { state, reason, clauses = [] } = verdicts.find((candidate) => candidate.id === id) ?? {}
  if (state === 'held') return { state, told: '' }
  // What several found is told once, as found by the first of them.
  const own = findings.filter(({ foundBy }) => foundBy === id)
  const found = own.length > 0 ? own : findings.filter(({ clause }) => clauses.includes(clause))
  if (state === 'broken') return { state, told: found.map(tell).join('\n\n') }
  return { state: 'skipped', told: reason ?? 'This run has no part in it.' }
}

/**
 * Runs the suite against a deployment in a test runner, with a test for each probe and each check. What could not be told
 * is skipped. The first test has the whole suite run, so it needs the time for it.
 */
export function describeContractWith(runner: TestRunner, options: ContractOptions): void {
  runner.describe(`the contract of ${options.baseUrl}`, () => {
    for (const { name, outcome } of contractTests(options)) {
      runner.test(name, async (context) => {
        const { state, told } = await outcome()
        if (state === 'broken') throw new ContractBroken(told)
        if (state === 'skipped') context.skip(told)
      })
    }
  })
}

/** A probe or check found something broken; the message tells each finding. */
class ContractBroken extends Error {
  override readonly name = 'ContractBroken'
}

function tell({ clause, operation, expected, received, curl }: ToldFinding): string {
  return [`${clause} is broken by ${operation}`, `expected  ${expected}`, `received  ${received}`, `show      ${curl}`]
    .map(printable)
    .join('\n')
}
