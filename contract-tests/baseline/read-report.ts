import { operationIds, readJson } from '../../spec/index.ts'
import { validateReport } from '../../spec/made/report-validator.js'
import type { RunResult } from '../verdict/result.ts'

/** A file is not the JSON report of a run; the message says where it departs from its schema. */
export class ReportError extends Error {
  override readonly name = 'ReportError'
}

/**
 * Reads the JSON report of an earlier run, which anybody may have written. Its ids and its time hold nothing but
 * letters, digits and dashes; all else in it is foreign text. Its commands are left out: nobody should paste them.
 * @throws {ReportError} when it is not as spec/contract-report.schema.json says, or names an unknown operation
 */
export function readReport(json: string): RunResult {
  const reading = readJson(json)
  if (!reading.ok) throw new ReportError('it is no JSON')
  if (!validateReport(reading.value)) {
    const [error] = validateReport.errors ?? []
    throw new ReportError(`it is no report of this suite: ${error?.instancePath.slice(1) || 'it'} ${error?.message}`)
  }
  // The schema describes what a run writes.
  const report = reading.value as RunResult
  for (const { operation } of report.findings)
    if (!operationIds.includes(operation)) throw new ReportError(`it names the unknown operation "${operation}"`)
  const once = new Map(report.findings.map((each) => [`${each.level} ${each.clause} ${each.operation}`, each]))
  return { ...report, findings: [...once.values()].map((each) => ({ ...each, curl: '' })) }
}
