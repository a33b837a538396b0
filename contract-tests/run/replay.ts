import { probes } from '../probes/index.ts'
import type { ContractOptions } from '../session/options.ts'
import { thorough } from '../thorough/index.ts'
import { type FindingResult, type FindingId, type RunResult, ofLevel } from '../verdict/result.ts'
import { runContract } from './run.ts'
import { compare } from '../verdict/compare.ts'
import { reasonOf } from '../report/summary.ts'

/** The outcome of a finding. */
export interface Replayed extends FindingId, Pick<FindingResult, 'only'> {
  /** `unstable`: some tries show it and others do not. */
  readonly state: 'mended' | 'still broken' | 'unstable' | 'not tested'
  readonly tries: number
  /** How many of the tries showed it. */
  readonly broken: number
  /** As the last try showed it. */
  readonly finding: FindingResult | undefined
  /** Why it was not tested. */
  readonly reason: string | undefined
}

/** The outcomes of the findings of an earlier run. */
export interface Replay {
  readonly startedAt: string
  readonly findings: readonly Replayed[]
  readonly requests: number
  readonly animals: number
  /** 0 all mended, 1 something is broken in some tries, 3 something could not be tested. */
  readonly exitCode: 0 | 1 | 3
}

const mostTries = 10
// What is broken three times in a row is broken.
const enoughBroken = 3
const mostRequests = 120
const mostAnimals = 12

/**
 * Asks a deployment for what an earlier run found broken, and for nothing else. What holds is tried up to ten times, as far
 * as 120 requests and 12 animals allow, so that what is broken now and then is not taken for mended.
 * @throws what {@link runContract} throws
 */
export async function replay(earlier: RunResult, options: ContractOptions): Promise<Replay> {
  const { startedAt } = earlier
  const tallies = ofLevel(earlier, 'broken').map((finding) => new Tally(finding))
  const spent = { requests: 0, animals: 0 }
  for (let tries = 0; tries < mostTries; tries++) {
    const open = tallies.filter((tally) => tally.isOpen && isProbe(tally.earlier))
    const left = { mostRequests: mostRequests - spent.requests, mostAnimals: mostAnimals - spent.animals }
    // A try without enough requests left would only be inconclusive.
    if (open.length === 0 || left.mostRequests < costOf(open) || left.mostAnimals <= 0) break
    const only = [...new Set(open.map((tally) => tally.earlier.only))]
    const result = await runContract({ ...options, ...left, only })
    spent.requests += result.requests
    spent.animals += result.animals.length + result.perhapsAdded.length
    for (const tally of open) tally.add(result)
    if (result.gaveUp !== undefined) break
  }
  const replayed = tallies.map((tally) => tally.result)
  return { startedAt, findings: replayed, ...spent, exitCode: exitCodeOf(replayed) }
}

function isProbe({ only }: FindingResult): boolean {
  return probes.some((probe) => probe.id === only && probe !== thorough)
}

/** How many requests a try takes, with the one that looks whether this is the service at all. */
function costOf(tallies: readonly Tally[]): number {
  const wanted = new Set(tallies.map(({ earlier }) => earlier.only))
  return 1 + probes.filter(({ id }) => wanted.has(id)).reduce((sum, { cost }) => sum + cost, 0)
}

function exitCodeOf(findings: readonly Replayed[]): Replay['exitCode'] {
  if (findings.some(({ broken }) => broken > 0)) return 1
  return findings.some(({ tries }) => tries === 0) ? 3 : 0
}

/** What the tries say of one finding. */
class Tally {
  readonly earlier: FindingResult
  #tries = 0
  #broken = 0
  #finding: FindingResult | undefined
  #reason: string | undefined

  constructor(earlier: FindingResult) {
    this.earlier = earlier
    if (earlier.only === '') this.#reason = 'It was found in a recording, and nothing can be sent again.'
    else if (earlier.only === thorough.id)
      this.#reason = 'Random sequences found it: --thorough with the seed of that run sends them again.'
    else if (!isProbe(earlier)) this.#reason = `There is no probe "${earlier.only}".`
  }

  get isOpen(): boolean {
    const isMixed = this.#broken > 0 && this.#broken < this.#tries
    return !isMixed && this.#broken < enoughBroken
  }

  add(result: RunResult): void {
    const clauses = result.clauses.map((clause) => ({ ...clause, reason: reasonOf(clause, result.findings) }))
    for (const { fate, now, reason } of compare([this.earlier], { findings: ofLevel(result, 'broken'), clauses })) {
      this.#finding = now ?? this.#finding
      if (fate === 'same') this.#broken++
      if (fate === 'untested') this.#reason = result.gaveUp ?? reason
      else this.#tries++
    }
  }

  get result(): Replayed {
    const [tries, broken] = [this.#tries, this.#broken]
    const state = tries === 0 ? 'not tested' : broken === 0 ? 'mended' : broken === tries ? 'still broken' : 'unstable'
    const { clause, operation, only } = this.earlier
    return {
      clause,
      operation,
      only,
      state,
      tries,
      broken,
      finding: this.#finding,
      reason: tries === 0 ? this.#reason : undefined,
    }
  }
}
