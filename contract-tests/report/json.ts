import { writeJson } from '../../spec/index.ts'
import type { RunResult } from '../run/result.ts'

/** The whole result as JSON, with every digit of an id. Its schema is `spec/contract-report.schema.json`. */
export function jsonReport(result: RunResult): string {
  return `${writeJson({ version: 1, ...result }, 2)}\n`
}
