/** The suite with its parts. To take one out, delete its folder and its line here. */
import { jsonReport } from './report/json.ts'
import type { Report } from './report/summary.ts'
import { withProbes } from './run/probes.ts'
import { runContract as run } from './run/run.ts'
import type { ContractOptions } from './session/options.ts'
import type { RunResult } from './verdict/result.ts'
import { learning } from './parts/choices/learn.ts'
import { fileReports } from './parts/reports/index.ts'
import { thorough } from './parts/thorough/index.ts'

/** Every probe, in the order in which a run has them. */
export const probes = withProbes([...learning, thorough])

/** Reports for files, by the word that names them on the command line. */
export const reports = {
  json: jsonReport,
  ...fileReports,
} as const satisfies Readonly<Record<string, Report>>

/**
 * Runs the suite against a deployment. Whatever the deployment does, there is a result.
 * @throws {ContractOptionsError} when the address cannot be one of the service, the key cannot be sent, or a probe is unknown
 * @throws {MissingPackageError} when random sequences are asked for, and fast-check is not installed
 * @throws {InexactJsonError} where JavaScript is too old to keep an int64 exact
 */
export function runContract(options: ContractOptions): Promise<RunResult> {
  return run(options, probes)
}
