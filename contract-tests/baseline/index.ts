/** An earlier run: its report, and how a run compares with it. */
export { comparedWith, differing } from './baseline.ts'
export { ReportError, readReport } from './read-report.ts'
