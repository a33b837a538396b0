import { givenChoices, isObject, readJson } from '../../../spec/index.ts'
import { readReport } from '../../baseline/index.ts'
import type { RunResult } from '../../verdict/result.ts'

/** One of two that are compared: a run of the suite, or choices alone. */
export type Side = Pick<RunResult, 'clauses' | 'findings' | 'profile' | 'options' | 'seed' | 'gaveUp' | 'isConclusive'>

/**
 * Reads the JSON report of a run, or a profile.
 * @throws {ReportError} {ProfileError} when it is neither
 */
export function readSide(json: string): Side {
  const reading = readJson(json)
  if (!reading.ok || !isObject(reading.value) || 'clauses' in reading.value) return readReport(json)
  const profile = givenChoices(reading.value)
  return { clauses: [], findings: [], profile, options: [], seed: undefined, gaveUp: undefined, isConclusive: true }
}
