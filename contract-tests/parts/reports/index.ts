import type { Report } from '../../report/summary.ts'
import { htmlReport } from './html.ts'
import { junitReport } from './junit.ts'
import { markdownReport } from './markdown.ts'

export { githubAnnotations } from './github.ts'
export { markdownReport } from './markdown.ts'

/** Reports for files, beside JSON: spec/decisions/0052-where-a-library-was-turned-down.md says why not more. */
export const fileReports = {
  junit: junitReport,
  markdown: markdownReport,
  html: htmlReport,
} as const satisfies Readonly<Record<string, Report>>
