import { operationIds, readJson } from '../../spec/index.ts'
import { validateReport } from '../../spec/made/report-validator.js'
import type { FindingId, RunResult } from '../verdict/result.ts'

/** A file is not the JSON report of a run; the message says where it departs from its schema. */
export class ReportError extends Error {
  override readonly name = 'ReportError'
}

/**
 * Reads the JSON report of an earlier run, which anybody may have written. Its ids and its time hold nothing but
 * letters, digits and dashes; all else in it is foreign text.
 * @throws {ReportError} when it is not as spec/contract-report.schema.json says, or names an unknown operation
 */
export function readReport(json: string): RunResult {
  const reading = readJson(json)
  if (!reading.ok) throw new ReportError('found no JSON')
  if (!validateReport(reading.value)) {
    const [{ instancePath, message } = { instancePath: '', message: '' }] = validateReport.errors ?? []
    throw new ReportError(`found that ${instancePath.slice(1) || 'it'} ${message}`)
  }
  // The schema describes what a run writes.
  const report = reading.value as RunResult
  for (const { operation } of [...report.findings, ...report.warnings])
    if (!operationIds.includes(operation)) throw new ReportError(`found the unknown operation "${operation}"`)
  return { ...report, findings: onceEach(report.findings), warnings: onceEach(report.warnings) }
}

function onceEach<Finding extends FindingId>(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((each) => [`${each.clause} ${each.operation}`, each])).values()]
}
