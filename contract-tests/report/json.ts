import { escapedJson, writeJson } from '../../spec/index.ts'
import type { RunResult } from '../verdict/result.ts'

/** The whole result as JSON, with every digit of an id and nothing that steers a terminal. Its schema is `spec/contract-report.schema.json`. */
export function jsonReport(result: RunResult): string {
  return `${escapedJson(writeJson({ version: 2, ...result }, 2))}\n`
}
