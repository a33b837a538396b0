import { planNames } from '../../../spec/names.ts'
import { type CommandFlags, defineCommand, number, repeated } from '../command.ts'
import {
  addressOptions,
  maxWaitOption,
  reachOptions,
  reportOptions,
  dateIn,
  flagOf,
  readKey,
  typedDeployment,
  typedCommand,
} from '../deployment.ts'
import { addressKind, baseUrlOf, exposesKey } from '../../../contract-tests/client/index.ts'
import {
  type ContractOptions,
  type RunEvent,
  type RunResult,
  readEarlierRun,
  replay,
  replayText,
  runContract,
} from '../../../contract-tests/index.ts'
import { readFileOf } from '../files.ts'
import type { FaultId } from '../../../mocks/index.ts'
import {
  counted,
  escapedJson,
  filePath,
  parseInt64,
  printable,
  shellLine,
  shellWord,
  writeJson,
} from '../../../spec/index.ts'
import { type WantedFile, exportTo, prepareReports } from '../reports.ts'
import { ExitWith, type Shell, type StatusLine, UsageError, looksOf, whileShown } from '../shell.ts'
import { showWait } from './show-wait.ts'

const options = {
  'What is tested:': {
    ...addressOptions,
    '--any-path': 'take an address that does not end in /v1, such as one behind the gateway that adds it',
    '--fault <id>': 'without --url: a fault of the mock that is started',
  },
  'What the run may do:': {
    '--read-only': 'send nothing but GET',
    '--production': 'take the address for production, so that nothing is written without --write-to',
    '--write-to <host>': 'allow writing to this production host, which must be typed out',
    '--probe-rate-limit': 'exceed the rate limit once, with as many requests as it takes',
    '--thorough': 'also send random sequences of requests, as a model of the interface allows them',
    '--requests <n>': number('with --thorough: how many requests they take (default: 500)', 100_000),
    '--animals <n>': number('with --thorough: how many animals they may add (default: 60)', 10_000),
    '--seed <n>': number('with --thorough: draw the same sequences as an earlier run', 2 ** 31 - 1),
    '--plan <plan>': { text: 'the plan of the key, to hold its limits against', choices: planNames },
    '--category <id>': 'a categoryId that new animals may have',
    '--date <instant>': 'the day by which the removal of getPet is judged, such as 2031-01-01',
    '--require <what>': { text: 'exit with 3 if any clause is not decided', choices: ['complete'] },
    '--only <ids>': repeated('run only these probes, separated by commas'),
    '--replay <file>':
      'ask only for what the JSON report of an earlier run found broken: mended, still broken or unstable',
    '--strict': 'count warnings, which a careful reader could defend, as broken',
  },
  'How it reaches the deployment:': {
    ...reachOptions,
    ...maxWaitOption(120),
  },
  'What it reports:': {
    ...reportOptions,
    '--export <file>': repeated(
      'write the requests that show each finding: FILE.test.ts (Vitest), FILE.http or FILE.har',
    ),
    '--learn <file>': 'write what the deployment chose where the interface is silent, for mock --profile',
  },
} as const

type ContractFlags = CommandFlags<typeof options>

/** The command `contract`. */
export const command = defineCommand({
  name: 'contract',
  about: 'Check which clauses of the interface a deployment keeps; without --url, check a fresh mock.',
  options,
  run: runSuite,
  more: `
Examples:
  animal-store contract
  animal-store contract --url https://staging.example/v1 --key-env STAGING_KEY
  animal-store contract --url https://staging.example/v1 --key-file key.txt --read-only
  animal-store contract --url https://staging.example/v1 --key-env KEY --plan pro --report json=run.json
  animal-store contract --url https://staging.example/v1 --key-env KEY --learn staging.profile.json
  animal-store contract --url http://localhost:3000 --any-path --key-env KEY
  animal-store contract --url https://staging.example/v1 --key-env KEY --thorough --requests 200
  animal-store contract --url https://staging.example/v1 --key-env KEY --export findings.http --export findings.test.ts
  animal-store contract --url https://staging.example/v1 --key-env KEY --replay run.json
  animal-store contract --fault list-limit-ignored

Exit codes: 0 all held, 1 something is broken, 2 wrong usage, 3 inconclusive.`,
})

/**
 * Runs the suite as the flags say, and prints and writes its reports.
 * @throws {UsageError} when flags do not fit, or a file cannot be written
 * @throws {ExitWith} unless everything held and was written
 */
async function runSuite(flags: ContractFlags, shell: Shell): Promise<void> {
  const sequenceFlag = (['requests', 'animals', 'seed'] as const).find((name) => flags[name] !== undefined)
  if (sequenceFlag !== undefined && flags.thorough !== true)
    throw new UsageError(`Cannot use --${sequenceFlag} without --thorough: it is about its random sequences.`)
  if (flags.replay !== undefined) return replayFile(flags.replay, flags, shell)
  const report = await prepareReports(flags, [
    ...(flags.learn === undefined ? [] : [profileFor(flags.learn)]),
    ...(flags.export ?? []).map(exportTo),
  ])
  const run = await askTarget(flags, shell, runContract)
  await report(run, { command: commandOf(flags, run), typed: typedCurl(flags) }, shell)
}

/** Flags that say what else a run asks for, or reports. */
const notWithReplay = [
  'only',
  'thorough',
  'probeRateLimit',
  'learn',
  'export',
  'report',
  'baseline',
  'require',
] as const

/** Asks for the findings of an earlier run alone. @throws {ExitWith} unless all are mended */
async function replayFile(file: string, flags: ContractFlags, shell: Shell): Promise<void> {
  const other = notWithReplay.find((name) => flags[name] !== undefined)
  if (other !== undefined)
    throw new UsageError(
      `Cannot use --replay with ${flagOf(other)}: it asks for what the file names, and prints what became of it.`,
    )
  const earlier = readEarlierRun(readFileOf('--replay', file).toString())
  if (earlier === undefined) throw new UsageError(`Cannot replay ${file}: expected what --report json=FILE wrote.`)
  const replayed = await askTarget(flags, shell, ({ onEvent, ...suite }) =>
    replay(earlier, { ...suite, onEvent: onEvent && withoutPlans(onEvent) }),
  )
  const how = { command: commandOf(flags), typed: typedCurl(flags) }
  shell.out(
    flags.json === true
      ? `${escapedJson(writeJson({ version: 1, ...replayed }, 2))}\n`
      : replayText(replayed, { ...how, ...looksOf(shell) }),
  )
  if (replayed.exitCode !== 0) throw new ExitWith(replayed.exitCode)
}

/** Opens the target, warns of what it is, and shows progress while it is asked. */
async function askTarget<Answer>(
  flags: ContractFlags,
  shell: Shell,
  ask: (options: ContractOptions) => Promise<Answer>,
): Promise<Answer> {
  const target = await openTarget(flags, shell)
  try {
    const suite = optionsOf(flags, target)
    warn(suite, flags, shell)
    const isShown = flags.quiet !== true && flags.json !== true
    return await whileShown(shell, (line, signal) =>
      ask({ ...suite, onEvent: isShown ? progress(line) : undefined, signal }),
    )
  } finally {
    await target.close()
  }
}

/** What the deployment chose, as a file. */
function profileFor(file: string): WantedFile {
  return { file, write: ({ profile }) => `${JSON.stringify(profile, undefined, 2)}\n` }
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
  return {
    baseUrl,
    anyPath: flags.anyPath,
    apiKey,
    category,
    todayMilliseconds: dateIn(flags),
    plan: flags.plan,
    readOnly: flags.readOnly === true || !mayWrite(flags, baseUrl),
    probeRateLimit: flags.probeRateLimit,
    strict: flags.strict,
    learn: flags.learn !== undefined,
    thorough: flags.thorough && { requests: flags.requests, animals: flags.animals, seed: flags.seed },
    only: flags.only?.flatMap((ids) => ids.split(',').map((id) => id.trim())),
    require: flags.require,
    deadlineMilliseconds: flags.timeout * 1000,
    maxWaitMilliseconds: flags.maxWait * 1000,
    caFile: flags.ca,
    proxy: flags.proxy,
  }
}

/** Production is written to only when its host was typed out. */
function mayWrite({ production, writeTo }: ContractFlags, baseUrl: string): boolean {
  if (writeTo !== undefined) requireHost(writeTo, [baseUrl])
  return writeTo !== undefined || (production !== true && addressKind(baseUrl) !== 'production')
}

/** @throws {UsageError} when --write-to names the host of none of these addresses */
export function requireHost(writeTo: string, addresses: readonly string[]): void {
  if (addresses.some((address) => isHostOf(writeTo, address))) return
  const hosts = addresses.map((address) => `"${new URL(address).hostname}"`)
  throw new UsageError(
    `Cannot write to "${writeTo}": --write-to must name the host of the address, ${hosts.join(' or ')}.`,
  )
}

/** Whether this is the host of an address, with or without its port. */
export function isHostOf(writeTo: string | undefined, address: string): boolean {
  const { host, hostname } = new URL(address)
  return writeTo === host || writeTo === hostname
}

/** Says what kind of address is tested, and what that means for the run. */
export function warn({ baseUrl, readOnly }: ContractOptions, flags: ContractFlags, shell: Shell): void {
  if (readOnly === true && flags.readOnly !== true) {
    const { hostname } = new URL(baseUrl)
    const why = flags.production === true ? 'This is production' : `${hostname} looks like production`
    shell.err(`${why}, so nothing but GET is sent. --write-to ${shellWord(hostname)} allows more.\n`)
  }
  if (exposesKey(baseUrl))
    shell.err('The address is plain http: everyone on the way reads the API key. Use https where there is one.\n')
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
      showWait(line, event)
    } else if (event.kind === 'exchange') {
      const { mostRequests, method, path, status = 'no response' } = event
      line.show(() => printable(`${event.number}/${mostRequests}  ${method} ${path} → ${status}`))
    }
  }
}

/** A replay has a plan for each of its tries. */
function withoutPlans(show: (event: RunEvent) => void): (event: RunEvent) => void {
  return (event) => (event.kind === 'plan' ? undefined : show(event))
}

/** Makes a curl line work where the command works. The mock of a run is gone when it ends. */
function typedCurl({ url, key, keyEnv, keyFile }: ContractFlags): (curl: string) => string | undefined {
  if (url === undefined) return () => undefined
  // A shell has no variable of another form.
  if (keyEnv !== undefined && /^[A-Za-z_]\w*$/.test(keyEnv))
    return (curl) => curl.replaceAll('${API_KEY}', `\${${keyEnv}}`).replaceAll('"$API_KEY"', `"$${keyEnv}"`)
  const isFile = key === undefined && keyFile !== undefined && keyFile !== '-'
  return (curl) => (isFile ? `API_KEY=$(${shellLine(['cat', filePath(keyFile)])}); ${curl}` : curl)
}

/** What a command that repeats a run goes without, beside lists: its reports and its probes. */
const notAgain = ['replay', 'key', 'keyEnv', 'keyFile', 'baseline', 'onlyNew', 'quiet', 'json', 'learn', 'allChoices']

/** The command as it can be typed again. */
function commandOf(flags: ContractFlags, { seed }: Partial<RunResult> = {}): string {
  const again = Object.entries(flags).flatMap(([name, value]) =>
    notAgain.includes(name) || typeof value === 'object' ? [] : [[name, value] as const],
  )
  const { keyEnv, ...typed } = typedDeployment(flags)
  const key = flags.url === undefined ? undefined : keyEnv
  return typedCommand('contract', {
    ...Object.fromEntries(again),
    ...typed,
    keyEnv: key,
    seed,
    maxWait: flags.maxWait === 120 ? undefined : flags.maxWait,
  })
}
