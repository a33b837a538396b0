import { givenChoices, isObject, readJson } from '../../spec/index.ts'
import { readReport } from '../report/read-report.ts'
import { type Observed, ofLevel } from '../verdict/result.ts'
import type { Need } from '../probes/probe.ts'
import type { ClauseResult, FindingResult, RunResult } from '../verdict/result.ts'

/** What is known of one of two that are compared: a run of the suite, or choices alone. */
export interface Side {
  /** Empty where only choices are known. */
  readonly clauses: readonly Pick<ClauseResult, 'id' | 'state' | 'reason'>[]
  /** What was broken, and what a careful reader could defend. */
  readonly findings: readonly FindingResult[]
  readonly profile: Observed
  /** Why its run is inconclusive; `undefined` when it is not. */
  readonly problem: string | undefined
  /** What its run might do, so which probes it had. */
  readonly met: readonly Need[]
  /** Whether warnings counted as broken. */
  readonly isStrict: boolean
}

/** The side of a run. */
export function sideOf(report: RunResult): Side {
  const { clauses, profile, options, seed, gaveUp, isConclusive } = report
  const met: Readonly<Record<Need, boolean>> = {
    writing: !options.includes('read-only'),
    'exceeding-limit': options.includes('probe-rate-limit'),
    learning: options.includes('learn'),
    thorough: seed !== undefined,
  }
  return {
    clauses,
    findings: [...ofLevel(report, 'broken'), ...ofLevel(report, 'warning')],
    profile,
    problem: gaveUp ?? (isConclusive ? undefined : 'Too little could be judged.'),
    met: (Object.keys(met) as Need[]).filter((need) => met[need]),
    isStrict: options.includes('strict'),
  }
}

/**
 * Reads the JSON report of a run, or a profile.
 * @throws {ReportError} {ProfileError} when it is neither
 */
export function readSide(json: string): Side {
  const reading = readJson(json)
  if (!reading.ok || !isObject(reading.value) || 'clauses' in reading.value) return sideOf(readReport(json))
  const profile = givenChoices(reading.value)
  return { clauses: [], findings: [], profile, problem: undefined, met: [], isStrict: false }
}
