import { baseUrlOf } from '../../../contract-tests/client/index.ts'
import { type RunEvent, type RunResult } from '../../../contract-tests/index.ts'
import { runContract } from '../../../contract-tests/all.ts'
import { type Learned, counted, filePath, printable, shellLine, silenceIds } from '../../../spec/index.ts'
import { defineCommand } from '../command.ts'
import { readKey, typedCommand, typedDeployment } from '../deployment.ts'
import { type WantedFile, prepareReports } from '../reports.ts'
import { type Shell, type StatusLine, UsageError, packageVersion, whileShown } from '../shell.ts'
import { type ContractFlags, contractOptions as options } from './contract-flags.ts'
import { showWait } from './show-wait.ts'
import { optionsOf, warn } from './suite-options.ts'

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
  const profile = flags.learn === undefined ? [] : [profileFor(flags.learn)]
  const report = await prepareReports(flags, profile)
  const run = await askTarget(flags, shell)
  await report(run, { command: commandOf(flags, run), typed: typedCurl(flags) }, shell)
}

/** Opens the target, warns of what it is, and shows progress while it is asked. */
async function askTarget(flags: ContractFlags, shell: Shell): Promise<RunResult> {
  const target = await openTarget(flags, shell)
  try {
    const suite = optionsOf(flags, target)
    warn(suite, flags, shell)
    const isShown = flags.quiet !== true && flags.json !== true
    return await whileShown(shell, (line, signal) =>
      runContract({ ...suite, onEvent: isShown ? progress(line) : undefined, signal }),
    )
  } finally {
    await target.close()
  }
}

/** What the deployment chose, and how that was learned, as a file. */
function profileFor(file: string): WantedFile {
  return {
    file,
    write: ({ profile, startedAt, baseUrl, requests }) => {
      const notSeen = silenceIds.filter((id) => profile[id] === undefined)
      const learned: Learned = { at: startedAt, from: baseUrl, version: packageVersion(), requests, notSeen }
      return `${JSON.stringify({ learned, ...profile }, undefined, 2)}\n`
    },
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
  const { createAnimalStore } = await import('../../../mocks/entry.ts')
  const { startServer } = await import('../../../mocks/http/index.ts')
  const store = createAnimalStore({ fault })
  const server = await startServer({ store, port: 0 })
  return { baseUrl: `${server.url}/v1`, apiKey: 'test_pro', close: () => server.close() }
}

/** Shows progress: on a terminal in one line that changes, elsewhere in a few lines. */
function progress(line: StatusLine): (event: RunEvent) => void {
  return (event) => {
    if (event.kind === 'plan') {
      line.say(`At most ${event.mostRequests} requests and ${counted(event.mostAnimals, 'new animal')}.`)
    } else if (event.kind === 'wait') {
      showWait(line, event)
    } else if (event.kind === 'exchange') {
      const { mostRequests, method, path, status = 'no response' } = event
      line.show(() => printable(`${event.number}/${mostRequests}  ${method} ${path} → ${status}`))
    }
  }
}

/** Makes a curl line work where the command works. The mock of a run is gone when it ends. */
function typedCurl({ url, key, keyEnv, keyFile }: ContractFlags): (curl: string) => string | undefined {
  if (url === undefined) return () => undefined
  // A shell has no variable of another form.
  if (keyEnv !== undefined && /^[A-Za-z_]\w*$/.test(keyEnv))
    return (curl) => curl.replaceAll('${API_KEY}', `\${${keyEnv}}`).replaceAll('"$API_KEY"', `"$${keyEnv}"`)
  if (keyFile === undefined || keyFile === '-') return (curl) => (key === undefined ? curl : `API_KEY=KEY; ${curl}`)
  return (curl) => `API_KEY=$(${shellLine(['cat', filePath(keyFile)])}); ${curl}`
}

/** What a command that repeats a run goes without, beside lists: its reports and its probes. */
const notAgain = ['key', 'keyEnv', 'keyFile', 'baseline', 'onlyNew', 'quiet', 'json', 'learn']

/** The command as it can be typed again. */
function commandOf(flags: ContractFlags, { seed }: Partial<RunResult> = {}): string {
  const again = Object.entries(flags).flatMap(([name, value]) =>
    notAgain.includes(name) || typeof value === 'object' ? [] : [[name, value] as const],
  )
  return typedCommand('contract', {
    ...Object.fromEntries(again),
    ...typedDeployment(flags),
    seed,
    maxWait: flags.maxWait === 120 ? undefined : flags.maxWait,
  })
}
