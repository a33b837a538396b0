import { appendFileSync } from 'node:fs'
import {
  ReportError,
  type ReportOptions,
  type RunResult,
  comparedWith,
  githubAnnotations,
  readReport as readEarlierReport,
  reports,
  terminalReport,
} from '../../contract-tests/index.ts'
import { didYouMean, printableLines } from '../../spec/index.ts'
import type { FlagsOf } from './command.ts'
import type { reportOptions } from './deployment.ts'
import { fileProblem, readFileOf, requireWritable, writeToFile } from './files.ts'
import { withoutGivenKeys } from './given-keys.ts'
import { ExitWith, Failure, type Shell, UsageError, looksOf, packageVersion } from './shell.ts'

/** How a result is printed, written and turned into an exit code. */
type Report = (run: RunResult, how: ReportOptions, shell: Shell) => Promise<void>

/**
 * Checks that all reports can be written, before anything is judged.
 * @param how.unseen whether to print the known faults that could not have shown
 * @param how.isReplay whether all that the baseline found must be tested again
 * @returns what prints and writes them, and throws {@link ExitWith} unless everything held and was written
 * @throws {UsageError} when one cannot be written, or the baseline cannot be read
 */
export async function prepareReports(
  flags: FlagsOf<typeof reportOptions>,
  more: readonly WantedFile[] = [],
  { unseen = false, isReplay = false }: { readonly unseen?: boolean | undefined; readonly isReplay?: boolean } = {},
): Promise<Report> {
  const wanted = [...(flags.report ?? []).map(readReport), ...more]
  await Promise.all(wanted.map(({ file }) => requireWritable(file)))
  const { baseline: file } = flags
  const baseline = file === undefined ? undefined : earlierReport('--baseline', file, readEarlierReport)
  if (baseline === undefined && flags.onlyNew === true)
    throw new UsageError('Cannot tell what is new without an earlier run: name its JSON report with --baseline FILE.')
  return async (run, options, shell) => {
    const result = baseline === undefined ? run : comparedWith(run, baseline, { onlyNew: flags.onlyNew, isReplay })
    const how = { ...options, version: packageVersion() }
    if (flags.json === true) shell.out(reports.json(result))
    else {
      shell.out(terminalReport(result, { ...how, ...looksOf(shell), allChoices: flags.allChoices, unseen }))
      tellGitHub(result, how, shell)
    }
    const written = await writeAll(wanted, result, how, shell)
    if (written.length > 0 && flags.quiet !== true) shell.err(`Wrote ${written.join(', ')}.\n`)
    const exitCode = result.exitCode === 0 && written.length < wanted.length ? 3 : result.exitCode
    if (exitCode !== 0) throw new ExitWith(exitCode)
  }
}

/** What is read of the JSON report of an earlier run. @throws {UsageError} when the file cannot be read as one */
export function earlierReport<T>(flag: string, file: string, read: (json: string) => T, others = ''): T {
  try {
    return read(readFileOf(flag, file).toString())
  } catch (error) {
    if (!(error instanceof ReportError)) throw error
    throw new UsageError(
      `Cannot use the file of ${flag}, ${file}: ${error.message}. Name what contract --report json=FILE${others} wrote.`,
    )
  }
}

/** A report file. */
export interface WantedFile {
  readonly file: string
  readonly write: (result: RunResult, how: ReportOptions) => string
}

// Reports hold replies of the deployment, which may be private.
const forOwner = 0o600

/** Tries to write each file. @returns those that were written */
async function writeAll(
  wanted: readonly WantedFile[],
  result: RunResult,
  how: ReportOptions,
  shell: Shell,
): Promise<readonly string[]> {
  const written: string[] = []
  for (const { write, file } of wanted) {
    try {
      await writeToFile([withoutGivenKeys(write(result, how))], file, forOwner)
      written.push(file)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      shell.err(`${printableLines(error.message)}\n`)
    }
  }
  return written
}

/** In GitHub Actions, broken clauses become annotations, and the report goes into the summary of the run. */
function tellGitHub(result: RunResult, how: ReportOptions, shell: Shell): void {
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env
  if (GITHUB_ACTIONS !== 'true') return
  shell.out(githubAnnotations(result))
  if (GITHUB_STEP_SUMMARY === undefined || GITHUB_STEP_SUMMARY === '') return
  try {
    appendFileSync(GITHUB_STEP_SUMMARY, withoutGivenKeys(reports.markdown(result, how)))
  } catch (error) {
    shell.err(`Cannot write the summary of the step: ${fileProblem(error, 'write')}.\n`)
  }
}

function readReport(text: string): WantedFile {
  const [kind = '', ...rest] = text.split('=')
  const file = rest.join('=')
  if (isReport(kind) && file !== '') return { write: reports[kind], file }
  const kinds = Object.keys(reports)
  const hint = isReport(kind) ? '' : didYouMean(kind, kinds)
  throw new UsageError(
    `Cannot write the report "${text}": expected KIND=FILE, KIND one of ${kinds.join(', ')}. ${hint}`.trim(),
  )
}

function isReport(kind: string): kind is keyof typeof reports {
  return Object.hasOwn(reports, kind)
}
