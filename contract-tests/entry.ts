/** The contract suite with all its parts, for the package's users. */
export { ContractOptionsError, type RunClock } from './client/index.ts'
export { ReportError, comparedWith, readReport } from './baseline/index.ts'
export {
  type App,
  type AppOptions,
  type FetchLike,
  type TestRunner,
  contractOf,
  describeContractWith,
} from './parts/runners/index.ts'
export { reports, runContract } from './all.ts'
export type { ReportOptions } from './report/summary.ts'
export { terminalReport } from './report/terminal.ts'
export type { ContractOptions, RunEvent } from './session/options.ts'
export { type ClauseResult, type FindingResult, type RunResult, ofLevel } from './verdict/result.ts'
export { readingOf, settledBy, told } from './verdict/sentences.ts'
export type { Outcome } from './verdict/verdict.ts'
export { InexactJsonError } from '../spec/index.ts'
