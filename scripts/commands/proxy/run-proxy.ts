import { agentFor, baseUrlOf, exposesKey } from '../../../contract-tests/client/index.ts'
import { behaves, conductText } from '../../../mocks/conduct/index.ts'
import { printable, printableLines } from '../../../spec/index.ts'
import { requireWritable } from '../files.ts'
import { asUsageError, prepareReports } from '../reports.ts'
import { ExitWith, type Shell, untilSignal } from '../shell.ts'
import { type Outcome, startBeside } from './beside.ts'
import { type Forwarded, startForwarder } from './forward.ts'
import type { ProxyFlags } from './proxy-command.ts'

/** The largest body that is judged. */
const mostBytes = 5_242_880

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
  const { port, host, ca, proxy, plan, strict, anyPath, record, panel, quiet, json, conduct: level } = flags
  const to = baseUrlOf(flags.to, anyPath)
  const agent = agentFor(to, { caFile: ca, proxy })
  const report = await prepareReports(flags)
  if (record !== undefined) await requireWritable(record).catch(asUsageError)
  if (exposesKey(to)) shell.err('The deployment is reached by plain http: everyone on the way reads the API keys.\n')
  const options = { url: to, anyPath, plan, strict, record, panelPort: panel, mostBytes }
  const beside = startBeside(options, (line) => {
    if (quiet !== true && json !== true) shell.err(`${printable(line)}\n`)
  })
  const say = json === true ? shell.err : shell.out
  const outcome = await serve().finally(() => beside.stop())
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
    const onExchange = (exchange: Forwarded): void => beside.look(exchange)
    const forwarder = await startForwarder({ to, agent, host, port, mostBytes, onExchange })
    const stopped = until()
    say(quiet === true ? `${forwarder.url}/v1\n` : `${forwarder.url}/v1 forwards to ${to}. Ctrl-C stops it.\n`)
    if (panelAddress !== undefined) say(`The panel is at ${panelAddress}\n`)
    await stopped
    await forwarder.close()
    return beside.finish()
  }
}
