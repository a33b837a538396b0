import { type CommandFlags, defineCommand, number, repeated } from '../command.ts'
import { judgeOptions, mostPort, reachOptions, reportOptions } from '../deployment.ts'
import { agentMaker, baseUrlOf } from '../../../contract-tests/client/index.ts'
import { exposesKey } from '../address-kind.ts'
import { behaves, conductText } from '../../../mocks/conduct/index.ts'
import { printable, printableLines } from '../../../spec/index.ts'
import { requireWritable } from '../files.ts'
import { hostNames } from '../hosts.ts'
import { prepareReports } from '../reports.ts'
import { ExitWith, type Shell, untilSignal } from '../shell.ts'
import { Budget } from './budget.ts'
import { type Outcome, startJudgingThread } from './judging-thread.ts'
import { startForwarder } from './forward.ts'
import { createProxyGuard } from './proxy-guard.ts'

const options = {
  'Where it forwards:': {
    '--to <address>': {
      text: 'the base address of the deployment; /v1 of the proxy stands for it',
      isRequired: true,
    },
    '--port <number>': { ...number('port to listen on; 0 takes any free one', mostPort), usual: 4011 },
    '--host <address>': { text: 'address to listen on', usual: '127.0.0.1' },
    '--allow-host <name>': repeated('a further host name of the proxy, or of pages that may call it (repeatable)'),
    '--ca <file>': reachOptions['--ca <file>'],
    '--proxy <address>': reachOptions['--proxy <address>'],
  },
  'What is judged:': {
    ...judgeOptions,
    '--conduct [level]': {
      text: 'end with 1 if a client broke a rule of this level',
      choices: ['error', 'warning'],
      preset: 'error',
    },
  },
  'What it reports:': {
    '--record <file>': 'write what goes through as a HAR file, without keys',
    '--panel <port>': number('show the calls and the conduct of the clients in the panel', mostPort),
    ...reportOptions,
  },
} as const

/** The parsed flags of `proxy`. */
export type ProxyFlags = CommandFlags<typeof options>

/** The command `proxy`. */
export const command = defineCommand({
  name: 'proxy',
  about: 'Forward calls to a deployment unchanged, and judge its answers and its clients beside it.',
  options,
  run: (flags, shell) => runProxyCommand(flags, shell),
  more: `
Examples:
  animal-store proxy --to https://staging.example/v1
  animal-store proxy --to https://staging.example/v1 --panel 4012 --record traffic.har
  animal-store proxy --to https://staging.example/v1 --ca company.pem --conduct error --report html=traffic.html
  animal-store proxy --to http://127.0.0.1:4010/v1 --port 0

Ctrl-C stops it and prints the report.
Exit codes: 0 all that was judged held, 1 something is broken, 2 wrong usage, 3 something is in doubt, or not all could be judged.`,
})

// From the signal until all is judged that will be. Writing the reports takes a moment more.
const mostMilliseconds = 4500

/** The largest body that is judged. */
const mostBytes = 5_242_880
/** The memory for exchanges on their way and for those that wait to be judged. An exchange without room is forwarded, but not judged. */
const mostKeptBytes = 64 * 1_048_576

/**
 * Forwards calls until Ctrl-C or SIGTERM, and then prints and writes its reports.
 * @throws {UsageError} when flags do not fit, or a file cannot be written
 * @throws {ExitWith} unless everything held and was written
 */
export async function runProxyCommand(
  flags: ProxyFlags,
  shell: Shell,
  until: () => Promise<unknown> = untilSignal,
): Promise<void> {
  const { port, host, allowHost = [], quiet, json, conduct: level } = flags
  const { anyPath, plan, strict, withResets, record, panel: panelPort } = flags
  const to = baseUrlOf(flags.to, anyPath)
  const makeAgent = agentMaker(to, { caFile: flags.ca, proxy: flags.proxy })
  const report = await prepareReports(flags)
  if (record !== undefined) await requireWritable(record)
  if (exposesKey(to)) shell.err('The deployment is reached by plain http: everyone on the way reads the API keys.\n')
  const watched = { url: to, anyPath, plan, strict, withResets, record, panelPort, mostBytes }
  const tell = (line: string): void => {
    if (quiet !== true && json !== true) shell.err(`${printable(line)}\n`)
  }
  const guard = createProxyGuard([...hostNames(host), ...allowHost], tell)
  const budget = new Budget(mostKeptBytes)
  const beside = startJudgingThread(watched, budget, tell)
  const say = json === true ? shell.err : shell.out
  const outcome = await serve().finally(() => void beside.stop())
  if ('failure' in outcome) {
    shell.err(`${printableLines(`Nothing can be said of the traffic: ${outcome.failure}.`)}\n`)
    throw new ExitWith(3)
  }
  const { result, conduct } = outcome
  if (json !== true) shell.out(`\n${printableLines(conductText(conduct))}\n\n`)
  await report(result, { typed: (curl) => curl }, shell)
  if (level !== undefined && !behaves(conduct, level)) throw new ExitWith(1)

  async function serve(): Promise<Outcome> {
    const panelAddress = await beside.ready
    const { add: onExchange } = beside
    const forwarder = await startForwarder({ to, makeAgent, host, port, guard, mostBytes, budget, onExchange })
    const stopped = until()
    say(quiet === true ? `${forwarder.url}/v1\n` : `${forwarder.url}/v1 forwards to ${to}. Ctrl-C stops it.\n`)
    if (panelAddress !== undefined) say(`The panel is at ${panelAddress}\n`)
    await stopped
    const stoppedAt = performance.now()
    await forwarder.close()
    return beside.finish(stoppedAt + mostMilliseconds - performance.now())
  }
}
