import { type ReportOptions, type RunResult, jsonReport, terminalReport } from '../../contract-tests/index.ts'
import { ReportError, comparedWith, readReport as readEarlierReport } from '../../contract-tests/baseline/index.ts'
import { reports } from '../../contract-tests/all.ts'
import { didYouMean, printableLines } from '../../spec/index.ts'
import type { FlagsOf } from './command.ts'
import type { reportOptions } from './deployment.ts'
import { readFileOf, requireWritable, writeToFile } from './files.ts'
import { tellGitHub } from './github/tell-github.ts'
import { withoutGivenKeys } from './given-keys.ts'
import { ExitWith, Failure, type Shell, UsageError, looksOf, packageVersion } from './shell.ts'

/** Where a result is told beside the terminal; each looks whether it is there. */
const tellers: readonly ((result: RunResult, how: ReportOptions, shell: Shell) => void)[] = [tellGitHub]

/** How a result is printed, written and turned into an exit code. */
type Report = (run: RunResult, how: ReportOptions, shell: Shell) => Promise<void>

/**
 * Checks that all reports can be written, before anything is judged.
 * @returns what prints and writes them, and throws {@link ExitWith} unless everything held and was written
 * @throws {UsageError} when one cannot be written, or the baseline cannot be read
 */
export async function prepareReports(
  flags: FlagsOf<typeof reportOptions>,
  more: readonly WantedFile[] = [],
): Promise<Report> {
  const wanted = [...(flags.report ?? []).map(readReport), ...more]
  await Promise.all(wanted.map(({ file }) => requireWritable(file)))
  const { baseline: file } = flags
  const baseline = file === undefined ? undefined : earlierReport('--baseline', file, readEarlierReport)
  if (baseline === undefined && flags.onlyNew === true)
    throw new UsageError('Cannot tell what is new without an earlier run: name its JSON report with --baseline FILE.')
  return async (run, options, shell) => {
    const result = baseline === undefined ? run : comparedWith(run, baseline, { onlyNew: flags.onlyNew })
    const how = { ...options, version: packageVersion() }
    if (flags.json === true) shell.out(jsonReport(result))
    else {
      shell.out(terminalReport(result, { ...how, ...looksOf(shell) }))
      for (const tell of tellers) tell(result, how, shell)
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

function readReport(text: string): WantedFile {
  const [kind = '', ...rest] = text.split('=')
  const file = rest.join('=')
  const write = Object.entries(reports).find(([name]) => name === kind)?.[1]
  if (write !== undefined && file !== '') return { write, file }
  const kinds = Object.keys(reports)
  const hint = write === undefined ? didYouMean(kind, kinds) : ''
  throw new UsageError(
    `Cannot write the report "${text}": expected KIND=FILE, KIND one of ${kinds.join(', ')}. ${hint}`.trim(),
  )
}
