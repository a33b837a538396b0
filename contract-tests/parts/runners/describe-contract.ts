import { checks } from '../../checks/index.ts'
import { printable } from '../../../spec/index.ts'
import { factLines, whyInconclusive, levelWords } from '../../report/summary.ts'
import { type FindingResult, type RunResult, ofLevel } from '../../verdict/result.ts'
import type { ContractOptions } from '../../session/options.ts'
import { probes, runContract } from '../../all.ts'

/** What a test runner must offer. `node:test`, Mocha (with its `it`), Jest and Vitest do. */
export interface TestRunner {
  readonly describe: (name: string, define: () => void) => unknown
  readonly test: (name: string, run: () => Promise<void>, timeoutMilliseconds: number) => unknown
}

// With a small quota the run waits for several windows.
const longestRunMilliseconds = 900_000

/**
 * Runs the suite against a deployment in a test runner, with a test for each probe and each check, and one that fails if
 * the run shows too little. What is inconclusive is skipped; Jest cannot skip a running test, so there it is logged.
 */
export function describeContractWith({ describe, test }: TestRunner, options: ContractOptions): void {
  let running: Promise<RunResult> | undefined
  // There is nothing that a command could call if the app is in this process.
  const shown = (result: RunResult): RunResult => (options.transport === undefined ? result : withoutCommands(result))
  const define = (name: string, remarkIn: (result: RunResult) => Remark | undefined): void => {
    // A parameter would make Mocha and Jest wait for a callback.
    async function run(this: unknown, ...given: readonly unknown[]): Promise<void> {
      const context = contextIn([this, ...given])
      context.timeout?.(longestRunMilliseconds)
      running ??= runContract(options)
      const { skipped, warning = skipped } = remarkIn(shown(await running)) ?? {}
      if (warning === undefined) return
      if (skipped !== undefined && context.skip !== undefined) context.skip(skipped)
      else console.warn(`${name}: ${skipped === undefined ? '' : 'not tested. '}${warning}`)
    }
    test(name, run, longestRunMilliseconds)
  }
  describe(`the contract of ${options.baseUrl}`, () => {
    define('the run: reaches the service and sees enough of it', (result) => {
      if (result.exitCode === 3) throw new ContractBroken(whyInconclusive(result).map(printable).join('\n'))
      return undefined
    })
    for (const { id, title } of [...probes, ...checks]) define(`${id}: ${title}`, (result) => remarkOn(id, result))
  })
}

/** Logs a message beside a test that passes. */
interface Remark {
  readonly skipped?: string
  readonly warning?: string
}

/** What runners give to a test: Mocha as `this`, others as the first argument, Jest nothing. */
interface TestContext {
  readonly timeout?: (milliseconds: number) => void
  readonly skip?: (reason: string) => void
}

function contextIn(candidates: readonly unknown[]): TestContext {
  // The context of Vitest is a function with members.
  const context = candidates.find((candidate) => candidate instanceof Object && 'skip' in candidate)
  return (context as TestContext | undefined) ?? {}
}

function withoutCommands(result: RunResult): RunResult {
  return { ...result, findings: result.findings.map((finding) => ({ ...finding, curl: '', only: '' })) }
}

/** What to say of a probe or check that is not broken. @throws {ContractBroken} with each finding of one that is */
function remarkOn(id: string, result: RunResult): Remark | undefined {
  const { state, reason, clauses = [] } = result.verdicts.find((candidate) => candidate.id === id) ?? {}
  if (state === 'held') return undefined
  if (state === 'warning')
    return { warning: messageOf(ofLevel(result, 'warning').filter(({ foundBy }) => foundBy === id)) }
  if (state !== 'broken') return { skipped: reason ?? 'This run has no part in it.' }
  // If several checks found the same, the first one lists it.
  const findings = ofLevel(result, 'broken')
  const own = findings.filter(({ foundBy }) => foundBy === id)
  throw new ContractBroken(messageOf(own.length > 0 ? own : findings.filter(({ clause }) => clauses.includes(clause))))
}

/** A probe or check found something broken, or the run shows too little; the message says what. */
class ContractBroken extends Error {
  override readonly name = 'ContractBroken'
}

function messageOf(findings: readonly FindingResult[]): string {
  const texts = findings.map((finding) => {
    return [`${finding.clause} ${levelWords[finding.level].verb} ${finding.operation}`, ...factLines(finding)]
      .map(printable)
      .join('\n')
  })
  return texts.join('\n\n')
}
