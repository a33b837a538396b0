import { givenChoices, isObject, operationIds, readJson } from '../../spec/index.ts'
import type { Observed } from '../verdict/result.ts'
import type { Need } from '../probes/probe.ts'
import type { ClauseResult, FindingResult, RunResult } from '../verdict/result.ts'

/** What is known of one of two that are compared: a run of the suite, or choices alone. */
export interface Side {
  /** Empty where only choices are known. */
  readonly clauses: readonly Pick<ClauseResult, 'id' | 'state' | 'reason'>[]
  /** What was broken, and what a careful reader could defend. */
  readonly findings: readonly SideFinding[]
  readonly profile: Observed
  /** Why its run is inconclusive; `undefined` when it is not. */
  readonly problem: string | undefined
  /** What its run might do, so which probes it had. */
  readonly met: readonly Need[]
  /** Whether warnings counted as broken. */
  readonly isStrict: boolean
}

/** A departure from a clause, as far as it is compared. */
export type SideFinding = Pick<FindingResult, 'clause' | 'also' | 'operation' | 'expected' | 'received' | 'only'> & {
  /** What shows it; `undefined` for a finding of a file, whose commands nobody should paste. */
  readonly curl?: string | undefined
}

/** The side of a run. */
export function sideOf(report: SideReport): Side {
  const { clauses, findings, warnings, profile, options, seed, gaveUp, isConclusive } = report
  const met: Readonly<Record<Need, boolean>> = {
    writing: !options.includes('read-only'),
    'exceeding-limit': options.includes('probe-rate-limit'),
    learning: options.includes('learn'),
    thorough: seed !== undefined,
  }
  return {
    clauses,
    findings: [...findings, ...warnings],
    profile,
    problem: gaveUp ?? (isConclusive ? undefined : 'Too little could be judged.'),
    met: (Object.keys(met) as Need[]).filter((need) => met[need]),
    isStrict: options.includes('strict'),
  }
}

type SideReport = Pick<RunResult, 'profile' | 'options' | 'seed' | 'gaveUp' | 'isConclusive'> &
  Pick<Side, 'clauses'> & { readonly findings: readonly SideFinding[]; readonly warnings: readonly SideFinding[] }

/**
 * Reads the JSON report of a run, or a profile; `undefined` for anything else.
 * @throws {ProfileError} when it is an object, but neither of them
 */
export function readSide(json: string): Side | undefined {
  const reading = readJson(json)
  if (!reading.ok || !isObject(reading.value)) return undefined
  if (isReport(reading.value)) {
    const side = sideOf(reading.value)
    return { ...side, findings: side.findings.map(({ curl: _foreign, ...finding }) => finding) }
  }
  if ('clauses' in reading.value) return undefined
  const profile = givenChoices(reading.value)
  return { clauses: [], findings: [], profile, problem: undefined, met: [], isStrict: false }
}

/** Whether a value is the JSON report of a run (spec/contract-report.schema.json), as far as comparisons need it. */
export function isReport(value: unknown): value is SideReport & Pick<RunResult, 'startedAt'> {
  if (!isObject(value)) return false
  const { clauses, findings, warnings, options, profile } = value
  return (
    value['version'] === 1 &&
    typeof value['startedAt'] === 'string' &&
    typeof value['isConclusive'] === 'boolean' &&
    isListOf(clauses, (clause) => typeof clause['id'] === 'string' && typeof clause['state'] === 'string') &&
    isListOf(findings, isFinding) &&
    isListOf(warnings, isFinding) &&
    Array.isArray(options) &&
    isObject(profile) &&
    Object.values(profile).every((choice) => typeof choice === 'string')
  )
}

type Members = Readonly<Record<string, unknown>>

function isListOf(value: unknown, isOne: (item: Members) => boolean): boolean {
  return Array.isArray(value) && value.every((item: unknown) => isObject(item) && isOne(item))
}

function isFinding(finding: Members): boolean {
  const texts = ['clause', 'expected', 'received', 'only']
  return (
    texts.every((name) => typeof finding[name] === 'string') &&
    Array.isArray(finding['also']) &&
    operationIds.some((id) => id === finding['operation'])
  )
}
