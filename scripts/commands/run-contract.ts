import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { text as textOf } from 'node:stream/consumers'
import {
  type ContractOptions,
  type RunEvent,
  type RunResult,
  githubAnnotations,
  reports,
  runContract,
  terminalReport,
} from '../../contract-tests/index.ts'
import { type PlanName, closest, parseInt64 } from '../../spec/index.ts'
import { escapeControls } from './escape-controls.ts'
import { ExitWith } from './exit-with.ts'
import type { Shell } from './shell.ts'
import { UsageError } from './usage-error.ts'

/** What the command `contract` was told. */
export interface ContractFlags {
  readonly url?: string
  readonly keyEnv?: string
  readonly keyFile?: string
  readonly key?: string
  readonly fault?: string
  readonly readOnly?: true
  readonly production?: true
  readonly writeTo?: string
  readonly probeRateLimit?: true
  readonly plan?: PlanName
  readonly category?: string
  readonly date?: string
  readonly only?: readonly string[]
  readonly timeout: number
  readonly maxWait: number
  readonly maxBody: number
  readonly ca?: string
  readonly proxy?: string
  readonly report?: readonly string[]
  readonly learn?: string
  readonly quiet?: true
}

/**
 * Runs the suite as the flags say, and prints and writes its reports.
 * @throws {UsageError} when flags do not fit
 * @throws {ExitWith} unless everything held
 */
export async function runContractCommand(flags: ContractFlags, shell: Shell): Promise<void> {
  const wanted = (flags.report ?? []).map(readReport)
  const target = await openTarget(flags, shell)
  try {
    const options = optionsOf(flags, target)
    if (options.readOnly === true && flags.readOnly !== true) {
      shell.err('This is a production address, so nothing but GET is sent. --write-to HOST allows more.\n')
    }
    const result = await runContract({ ...options, onEvent: flags.quiet === true ? undefined : progress(shell) })
    if (shell.columns !== undefined && flags.quiet !== true) shell.err(`\r${' '.repeat(shell.columns - 1)}\r`)
    shell.out(terminalReport(result, { hasColour: shell.columns !== undefined, command: commandOf(flags) }))
    for (const { write, file } of wanted) writeFileSync(file, write(result))
    if (flags.learn !== undefined) writeFileSync(flags.learn, `${JSON.stringify(result.reading, undefined, 2)}\n`)
    tellGitHub(result, shell)
    if (result.exitCode !== 0) throw new ExitWith(result.exitCode)
  } finally {
    await target.close()
  }
}

/** In GitHub Actions what is broken is shown beside the run, and the report in its summary. */
function tellGitHub(result: RunResult, shell: Shell): void {
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env
  if (GITHUB_ACTIONS !== 'true') return
  shell.out(githubAnnotations(result))
  if (GITHUB_STEP_SUMMARY !== undefined && GITHUB_STEP_SUMMARY !== '')
    appendFileSync(GITHUB_STEP_SUMMARY, reports.markdown(result))
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
    return { baseUrl: flags.url, apiKey: await readKey(flags, shell), close: () => Promise.resolve() }
  }
  const { startMock } = await import('./mock-for-contract.ts')
  return startMock(flags.fault)
}

async function readKey({ key, keyEnv, keyFile }: ContractFlags, shell: Shell): Promise<string> {
  const given = [key, keyEnv, keyFile].filter((flag) => flag !== undefined)
  if (given.length !== 1) {
    throw new UsageError('Cannot call a deployment without an API key: name one of --key-env, --key-file or --key.')
  }
  if (key !== undefined) {
    shell.err(
      'The key stands in the list of processes and in the history of the shell: --key-env and --key-file hide it.\n',
    )
    return key
  }
  if (keyEnv !== undefined) {
    const value = process.env[keyEnv]
    if (value === undefined || value === '')
      throw new UsageError(`Cannot read the API key: the variable ${keyEnv} is not set.`)
    return value
  }
  try {
    return (keyFile === '-' ? await textOf(process.stdin) : readFileSync(keyFile ?? '', 'utf8')).trim()
  } catch (error) {
    throw new UsageError(
      `Cannot read the API key from ${keyFile}: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

function optionsOf(flags: ContractFlags, { baseUrl, apiKey }: Target): ContractOptions {
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
    apiKey,
    category,
    todayMilliseconds,
    plan: flags.plan,
    readOnly: flags.readOnly === true || !mayWrite(flags, baseUrl),
    probeRateLimit: flags.probeRateLimit,
    learn: flags.learn !== undefined,
    only: flags.only,
    deadlineMilliseconds: flags.timeout * 1000,
    maxWaitMilliseconds: flags.maxWait * 1000,
    maxBodyBytes: flags.maxBody,
    caFile: flags.ca,
    proxy: flags.proxy,
  }
}

/** Production is written to only when its host was typed out. */
function mayWrite({ production, writeTo }: ContractFlags, baseUrl: string): boolean {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  const isProduction = production === true || /(?:^|[.-])(?:prod|production|live)(?:[.-]|$)/i.test(host)
  if (writeTo !== undefined && writeTo !== host) {
    throw new UsageError(`Cannot write to "${writeTo}": the host of the address is "${host}".`)
  }
  return !isProduction || writeTo === host
}

function readReport(text: string): { readonly write: (typeof reports)[keyof typeof reports]; readonly file: string } {
  const at = text.indexOf('=')
  const kind = at === -1 ? text : text.slice(0, at)
  const file = at === -1 ? '' : text.slice(at + 1)
  const kinds = Object.keys(reports)
  if (isReport(kind) && file !== '') return { write: reports[kind], file }
  const near = closest(kind, kinds)
  const hint = near === undefined || isReport(kind) ? '' : ` Did you mean ${near}?`
  throw new UsageError(`Cannot write the report "${text}": expected KIND=FILE, KIND one of ${kinds.join(', ')}.${hint}`)
}

function isReport(kind: string): kind is keyof typeof reports {
  return Object.hasOwn(reports, kind)
}

/** Tells what goes on: on a terminal in one line that changes, else line by line and less of it. */
function progress(shell: Shell): (event: RunEvent) => void {
  const { columns } = shell
  return (event) => {
    if (event.kind === 'plan') {
      shell.err(
        `About ${event.requests} requests, at most ${event.mostRequests}, and at most ${event.mostAnimals} new animals.\n`,
      )
    } else if (event.kind === 'wait') {
      shell.err(
        `${columns === undefined ? '' : '\r'}Waiting ${Math.ceil(event.milliseconds / 1000)} s: ${event.reason}.\n`,
      )
    } else if (event.kind === 'exchange' && columns !== undefined) {
      const line = `${event.number}/${event.mostRequests}  ${event.method} ${event.path} → ${event.status ?? 'no response'}`
      shell.err(
        `\r${escapeControls(line)
          .slice(0, columns - 1)
          .padEnd(columns - 1)}`,
      )
    }
  }
}

/** The command as it can be typed again, without the key. */
function commandOf({ url, keyEnv, keyFile, plan, readOnly, category, fault }: ContractFlags): string {
  const flags: readonly (readonly [string, string | undefined])[] = [
    ['--url', url],
    ['--key-env', url === undefined ? undefined : (keyEnv ?? (keyFile === undefined ? 'API_KEY' : undefined))],
    ['--key-file', keyFile],
    ['--fault', fault],
    ['--plan', plan],
    ['--category', category],
  ]
  const named = flags.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
  return ['animal-store contract', ...named, ...(readOnly === true ? ['--read-only'] : [])].join(' ')
}
