import { checks } from '../checks/index.ts'
import { probes } from '../probes/index.ts'
import { printable } from '../../spec/index.ts'
import { factLines } from '../report/summary.ts'
import type { FindingResult, RunResult } from './result.ts'
import { type ContractOptions, runContract } from './run.ts'

/** What a test runner must offer. `node:test` fits as it is; Jest does not, because its tests cannot skip themselves. */
export interface TestRunner {
  readonly describe: (name: string, define: () => void) => unknown
  readonly test: (name: string, run: (context: TestContext) => Promise<void>) => unknown
}

/** What a test is given by its runner. */
export interface TestContext {
  skip(reason: string): void
  /** Says something beside the test, such as a warning. */
  diagnostic?(message: string): void
}

/** What became of a probe or check, for a test of it. */
export interface Outcome {
  readonly state: 'held' | 'broken' | 'skipped'
  /** Why it is skipped, or each finding. A warning is held, and its message says so. */
  readonly message: string
}

/** Every probe and check as a test. They share one run, which the first test starts. */
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

function outcomeOf(id: string, { verdicts, findings, warnings }: RunResult): Outcome {
  const { state, reason, clauses = [] } = verdicts.find((candidate) => candidate.id === id) ?? {}
  if (state === 'held') return { state, message: '' }
  if (state === 'warning')
    return {
      state: 'held',
      message: warnings
        .filter(({ foundBy }) => foundBy === id)
        .map(messageOf)
        .join('\n\n'),
    }
  // A finding of several is listed once, under the first that found it.
  const own = findings.filter(({ foundBy }) => foundBy === id)
  const found = own.length > 0 ? own : findings.filter(({ clause }) => clauses.includes(clause))
  if (state === 'broken') return { state, message: found.map(messageOf).join('\n\n') }
  return { state: 'skipped', message: reason ?? 'This run has no part in it.' }
}

/**
 * Runs the suite against a deployment in a test runner, with a test for each probe and each check. An inconclusive
 * one is skipped. The first test runs the whole suite, so give it time.
 */
export function describeContractWith(runner: TestRunner, options: ContractOptions): void {
  runner.describe(`the contract of ${options.baseUrl}`, () => {
    for (const { name, outcome } of contractTests(options)) {
      runner.test(name, async (context) => {
        const { state, message } = await outcome()
        if (state === 'broken') throw new ContractBroken(message)
        if (state === 'skipped') context.skip(message)
        else if (message !== '') context.diagnostic?.(message)
      })
    }
  })
}

/** A probe or check found something broken; the message lists the findings. */
class ContractBroken extends Error {
  override readonly name = 'ContractBroken'
}

function messageOf(finding: FindingResult): string {
  const found = finding.reading === undefined ? 'is broken by' : 'is a warning for'
  return [`${finding.clause} ${found} ${finding.operation}`, ...factLines(finding)].map(printable).join('\n')
}
