import { appendFileSync } from 'node:fs'
import {
  type Baseline,
  type ContractOptions,
  type ReportOptions,
  type RunEvent,
  type RunResult,
  comparedWith,
  githubAnnotations,
  readBaseline,
  reports,
  runContract,
  terminalReport,
} from '../../../contract-tests/index.ts'
import { addressKind, baseUrlOf, exposesKey } from '../../../contract-tests/client/index.ts'
import type { FaultId } from '../../../mocks/index.ts'
import { counted, didYouMean, parseInt64, printable, printableLines } from '../../../spec/index.ts'
import { type DeploymentFlags, typedDeployment } from '../deployment.ts'
import { ExitWith } from '../exit-with.ts'
import { fileProblem } from '../file-problem.ts'
import { readFileOf } from '../file-problem.ts'
import { shellWord, typedCommand } from '../npm-run.ts'
import { packageVersion } from '../package-version.ts'
import { readKey } from '../read-key.ts'
import type { Shell } from '../shell.ts'
import { StatusLine } from '../status-line.ts'
import { onSignal } from '../until-signal.ts'
import { UsageError } from '../usage-error.ts'
import { OutputError, requireWritable, writeToFile } from '../write-file.ts'

/** The parsed flags of `contract`. */
export interface ContractFlags extends DeploymentFlags {
  readonly anyPath?: true
  readonly fault?: string
  readonly readOnly?: true
  readonly production?: true
  readonly probeRateLimit?: true
  readonly strict?: true
  readonly thorough?: true
  readonly requests?: number
  readonly animals?: number
  readonly seed?: number
  readonly category?: string
  readonly date?: string
  readonly only?: readonly string[]
  readonly require?: 'complete'
  readonly maxWait: number
  readonly maxBody: number
  readonly report?: readonly string[]
  readonly baseline?: string
  readonly onlyNew?: true
  readonly learn?: string
  readonly quiet?: true
  readonly json?: true
}

/**
 * Runs the suite as the flags say, and prints and writes its reports.
 * @throws {UsageError} when flags do not fit, or a file cannot be written
 * @throws {ExitWith} unless everything held and was written
 */
export async function runContractCommand(flags: ContractFlags, shell: Shell): Promise<void> {
  const wanted = [
    ...(flags.report ?? []).map(readReport),
    ...(flags.learn === undefined ? [] : [profileFor(flags.learn)]),
  ]
  await Promise.all(wanted.map(({ file }) => requireWritable(file))).catch(asUsageError)
  const baseline = flags.baseline === undefined ? undefined : baselineIn(flags.baseline)
  if (baseline === undefined && flags.onlyNew === true)
    throw new UsageError('Cannot tell what is new without an earlier run: name its JSON report with --baseline FILE.')
  const sequenceFlag = (['requests', 'animals', 'seed'] as const).find((name) => flags[name] !== undefined)
  if (sequenceFlag !== undefined && flags.thorough !== true)
    throw new UsageError(`Cannot use --${sequenceFlag} without --thorough: it is about its random sequences.`)
  const target = await openTarget(flags, shell)
  try {
    const options = optionsOf(flags, target)
    warn(options, flags, shell)
    const line = new StatusLine(shell)
    const onEvent = flags.quiet === true || flags.json === true ? undefined : progress(line)
    const stopping = new AbortController()
    const release = onSignal(['SIGINT', 'SIGTERM'], () => stopping.abort())
    const run = await runContract({ ...options, onEvent, signal: stopping.signal }).finally(release)
    const result = baseline === undefined ? run : comparedWith(run, baseline, flags.onlyNew)
    line.clear()
    const command = commandOf(flags, result)
    const how: ReportOptions = { command, typed: typedCurl(flags), version: packageVersion() }
    if (flags.json === true) shell.out(reports.json(result))
    else {
      shell.out(terminalReport(result, { ...how, hasColour: shell.columns !== undefined }))
      tellGitHub(result, how, shell)
    }
    const written = await writeAll(wanted, result, how, shell)
    if (written.length > 0 && flags.quiet !== true) shell.err(`Wrote ${written.join(', ')}.\n`)
    const exitCode = result.exitCode === 0 && written.length < wanted.length ? 3 : result.exitCode
    if (exitCode !== 0) throw new ExitWith(exitCode)
  } finally {
    await target.close()
  }
}

function baselineIn(file: string): Baseline {
  const baseline = readBaseline(readFileOf('--baseline', file).toString())
  if (baseline !== undefined) return baseline
  throw new UsageError(`Cannot compare with ${file}: expected what --report json=FILE wrote.`)
}

interface Wanted {
  readonly file: string
  readonly write: (result: RunResult, how: ReportOptions) => string
}

/** Tries to write each file, and gives those that were written. */
async function writeAll(
  wanted: readonly Wanted[],
  result: RunResult,
  how: ReportOptions,
  shell: Shell,
): Promise<readonly string[]> {
  const written: string[] = []
  for (const { write, file } of wanted) {
    try {
      await writeToFile([write(result, how)], file)
      written.push(file)
    } catch (error) {
      if (!(error instanceof OutputError)) throw error
      shell.err(`${printableLines(error.message)}\n`)
    }
  }
  return written
}

/** A file that cannot be written is wrong usage before a run. */
export function asUsageError(error: unknown): never {
  throw error instanceof OutputError ? new UsageError(error.message) : error
}

function profileFor(file: string): Wanted {
  return { file, write: ({ profile }) => profileText(profile) }
}

/** A profile as a file has it. */
export function profileText(profile: RunResult['profile']): string {
  return `${JSON.stringify(profile, undefined, 2)}\n`
}

/** In GitHub Actions what is broken is shown beside the run, and the report in its summary. */
function tellGitHub(result: RunResult, how: ReportOptions, shell: Shell): void {
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env
  if (GITHUB_ACTIONS !== 'true') return
  shell.out(githubAnnotations(result))
  if (GITHUB_STEP_SUMMARY === undefined || GITHUB_STEP_SUMMARY === '') return
  try {
    appendFileSync(GITHUB_STEP_SUMMARY, reports.markdown(result, how))
  } catch (error) {
    shell.err(`Cannot write the summary of the step: ${fileProblem(error, 'write')}.\n`)
  }
}

interface Target {
  readonly baseUrl: string
  readonly apiKey: string
  close(): Promise<void>
}

/** The deployment that is named, or a mock that is started for the run. */
async function openTarget(flags: ContractFlags, shell: Shell): Promise<Target> {
  if (flags.url !== undefined) {
    if (flags.fault !== undefined)
      throw new UsageError('Cannot break a deployment with --fault: it is for the mock, without --url.')
    const baseUrl = baseUrlOf(flags.url, flags.anyPath)
    return { baseUrl, apiKey: await readKey(flags, shell), close: () => Promise.resolve() }
  }
  if ([flags.key, flags.keyEnv, flags.keyFile].some((flag) => flag !== undefined))
    throw new UsageError('Cannot use an API key without --url: name the deployment that it is for.')
  return startMock(flags.fault)
}

/** A mock on a free port. @throws {SandboxError} when the fault is unknown */
async function startMock(fault: string | undefined): Promise<Target> {
  // Runs against a deployment need not load the mock.
  const { createAnimalStore } = await import('../../../mocks/index.ts')
  const { startServer } = await import('../../../mocks/http/index.ts')
  const store = createAnimalStore({ fault: fault as FaultId | undefined })
  const server = await startServer({ store, port: 0 })
  return { baseUrl: `${server.url}/v1`, apiKey: 'test_pro', close: () => server.close() }
}

/** What the flags ask of the suite. @throws {UsageError} when a value does not fit */
export function optionsOf(flags: ContractFlags, { baseUrl, apiKey }: Omit<Target, 'close'>): ContractOptions {
  const category = flags.category === undefined ? undefined : parseInt64(flags.category)
  if (flags.category !== undefined && category === undefined) {
    throw new UsageError(`Cannot use the category "${flags.category}": expected a 64-bit integer.`)
  }
  const todayMilliseconds = flags.date === undefined ? undefined : Date.parse(flags.date)
  if (Number.isNaN(todayMilliseconds)) {
    throw new UsageError(
      `Cannot use the date "${flags.date}": expected one such as 2031-01-01 or 2031-01-01T12:00:00Z.`,
    )
  }
  return {
    baseUrl,
    anyPath: flags.anyPath,
    apiKey,
    category,
    todayMilliseconds,
    plan: flags.plan,
    readOnly: flags.readOnly === true || !mayWrite(flags, baseUrl),
    probeRateLimit: flags.probeRateLimit,
    strict: flags.strict,
    learn: flags.learn !== undefined,
    thorough: flags.thorough && { requests: flags.requests, animals: flags.animals, seed: flags.seed },
    only: flags.only,
    require: flags.require,
    deadlineMilliseconds: flags.timeout * 1000,
    maxWaitMilliseconds: flags.maxWait * 1000,
    maxBodyBytes: flags.maxBody,
    caFile: flags.ca,
    proxy: flags.proxy,
  }
}

/** Production is written to only when its host was typed out. */
function mayWrite({ production, writeTo }: ContractFlags, baseUrl: string): boolean {
  const { host, hostname } = new URL(baseUrl)
  const isTyped = writeTo === hostname || writeTo === host
  if (writeTo !== undefined && !isTyped) {
    throw new UsageError(
      `Cannot write to "${writeTo}": the host of the address is "${hostname}". --write-to must be the same.`,
    )
  }
  return isTyped || (production !== true && addressKind(baseUrl) !== 'production')
}

/** Says what kind of address is tested, and what that means for the run. */
export function warn({ baseUrl, readOnly }: ContractOptions, flags: ContractFlags, shell: Shell): void {
  if (readOnly === true && flags.readOnly !== true) {
    const { hostname } = new URL(baseUrl)
    const why = flags.production === true ? 'This is production' : `${hostname} looks like production`
    shell.err(`${why}, so nothing but GET is sent. --write-to ${hostname} allows more.\n`)
  }
  if (exposesKey(baseUrl))
    shell.err('The address is plain http: everyone on the way reads the API key. Use https where there is one.\n')
}

function readReport(text: string): Wanted {
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

/** Shows progress: on a terminal in one line that changes, elsewhere in a few lines. */
function progress(line: StatusLine): (event: RunEvent) => void {
  return (event) => {
    if (event.kind === 'plan') {
      line.say(
        `About ${counted(event.requests, 'request')} and ${counted(event.animals, 'new animal')} where all holds; ` +
          `at most ${event.mostRequests} and ${event.mostAnimals}.`,
      )
    } else if (event.kind === 'wait') {
      line.say(`Waiting ${Math.ceil(event.milliseconds / 1000)} s: ${event.reason}.`)
    } else if (event.kind === 'exchange' && line.isTerminal) {
      const { number, mostRequests, method, path, status = 'no response' } = event
      line.show(() => printable(`${number}/${mostRequests}  ${method} ${path} → ${status}`))
    }
  }
}

/** Makes a curl line work where the command works. The mock of a run is gone when it ends. */
function typedCurl({ url, key, keyEnv, keyFile }: ContractFlags): (curl: string) => string | undefined {
  if (url === undefined) return () => undefined
  if (keyEnv !== undefined) return (curl) => curl.replaceAll('API_KEY', keyEnv)
  const isFile = key === undefined && keyFile !== undefined && keyFile !== '-'
  return (curl) => (isFile ? `API_KEY=$(cat ${shellWord(keyFile)}); ${curl}` : curl)
}

/** The command as it can be typed again, without the key. */
function commandOf(flags: ContractFlags, { seed }: RunResult): string {
  const { url, anyPath, fault, category, date, readOnly, production, probeRateLimit, strict, require } = flags
  const numberIn = (number: number | undefined, usual?: number) =>
    number === usual || number === undefined ? undefined : String(number)
  return typedCommand('contract', {
    '--url': url,
    ...(url === undefined ? {} : typedDeployment(flags)),
    '--any-path': anyPath,
    '--fault': fault,
    '--category': category,
    '--date': date,
    '--read-only': readOnly,
    '--production': production,
    '--probe-rate-limit': probeRateLimit,
    '--thorough': flags.thorough,
    '--requests': numberIn(flags.requests),
    '--animals': numberIn(flags.animals),
    '--seed': numberIn(seed),
    '--strict': strict,
    '--require': require,
    '--timeout': numberIn(flags.timeout, 10),
    '--max-wait': numberIn(flags.maxWait, 120),
    '--max-body': numberIn(flags.maxBody, 5_242_880),
  })
}
