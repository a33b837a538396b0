import type { RunResult } from '../run/result.ts'
import { htmlReport } from './html.ts'
import { jsonReport } from './json.ts'
import { junitReport } from './junit.ts'
import { markdownReport } from './markdown.ts'
import type { ReportOptions } from './summary.ts'

/** Reports for files, by the word that names them on the command line: spec/decisions/0065-no-sarif.md says why not more. */
export const reports = {
  json: jsonReport,
  junit: junitReport,
  markdown: markdownReport,
  html: htmlReport,
} as const satisfies Readonly<Record<string, (result: RunResult, options?: ReportOptions) => string>>
