import { escapedJson, writeJson } from '../../spec/index.ts'
import type { RunResult } from '../verdict/result.ts'
import { htmlReport } from './html.ts'
import { httpFile } from './http-file.ts'
import { junitReport } from './junit.ts'
import { markdownReport } from './markdown.ts'
import type { ReportOptions } from './summary.ts'

/** Reports for files, by the word that names them on the command line: spec/decisions/0052-where-a-library-was-turned-down.md says why not more. */
export const reports = {
  json: jsonReport,
  junit: junitReport,
  markdown: markdownReport,
  html: htmlReport,
  http: httpFile,
} as const satisfies Readonly<Record<string, (result: RunResult, options?: ReportOptions) => string>>

/** The whole result as JSON, with every digit of an id and nothing that steers a terminal. Its schema is `spec/contract-report.schema.json`. */
function jsonReport(result: RunResult): string {
  return `${escapedJson(writeJson({ version: 2, ...result }, 2))}\n`
}
