import type { ContractOptions, RunResult } from '../../contract-tests/index.ts'
import { type TestServer, servers } from '../../contract-tests/servers/index.ts'
import { runOn } from '../../contract-tests/servers/run-on.ts'
import type { Exchange } from '../../contract-tests/client/index.ts'
import { Traffic, type TrafficOptions, readEntry, splitEntries } from '../../contract-tests/traffic/index.ts'
import { type FaultId, faults } from '../../mocks/index.ts'
import { harEnd, harEntry, harStart } from '../../spec/har.ts'
import { runOnFault } from './faults.ts'

/** The share of the faults that traffic alone must show. */
const leastFound = 0.6

/** Keeps the traffic of a run, as a proxy between the suite and a deployment would have recorded it. */
export class RecordedRun {
  readonly #entries: string[] = []

  readonly watch: ContractOptions['watch'] = (client, clock) => ({
    ...client,
    send: async (outgoing) => {
      const sentAtMilliseconds = clock.now()
      const exchange = await client.send(outgoing)
      this.#entries.push(JSON.stringify(entryOf({ ...exchange, sentAtMilliseconds })))
      return exchange
    },
  })

  get har(): string {
    return `${harStart}${this.#entries.join(',\n')}${harEnd}`
  }
}

function entryOf({ request, response, problem, sentAtMilliseconds, tookMilliseconds }: Exchange): object {
  const bytes = Buffer.from(response?.bytes ?? [])
  return harEntry({
    startedAtMilliseconds: sentAtMilliseconds,
    tookMilliseconds,
    method: request.method,
    url: request.url,
    requestHeaders: Object.entries(request.headers),
    requestBody: request.body,
    status: response?.status ?? 0,
    responseHeaders: [...(response?.headers ?? [])].flatMap(([name, values]) =>
      values.map((value) => [name, value] as const),
    ),
    body: { text: bytes.toString('base64'), size: bytes.length, encoding: 'base64' },
    problem: problem?.kind,
  })
}

/** Judges a recording by what it says alone. */
export async function judgeRecording(har: string, options: TrafficOptions = {}): Promise<RunResult> {
  const traffic = new Traffic(options)
  for await (const part of splitEntries(chunksOf(Buffer.from(har)))) {
    const entry = 'text' in part ? readEntry(part.text) : 'unreadable'
    if (typeof entry === 'string') traffic.leaveOut(entry)
    else traffic.judge(entry)
  }
  return traffic.result()
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

/** Runs the suite against a server, and judges the recording of that. */
export async function judgeServer(server: TestServer): Promise<RunResult> {
  const recorded = new RecordedRun()
  await runOn(server, { watch: recorded.watch })
  return judgeRecording(
    recorded.har,
    server.needs.includes('after-removal') ? { todayMilliseconds: Date.UTC(2031, 0, 1) } : {},
  )
}

/** Runs the suite against a mock with a fault, and judges the recording of that. */
export async function judgeFault(fault: FaultId): Promise<RunResult> {
  const recorded = new RecordedRun()
  await runOnFault(fault, false, { watch: recorded.watch })
  return judgeRecording(recorded.har)
}

/** Judges the traffic of every server and every fault. @returns what departs from what is promised */
export async function proveTraffic(): Promise<readonly string[]> {
  const wrong: string[] = []
  let found = 0
  const conforming = servers.filter(({ kind }) => kind === 'conforming')
  const broken = servers.filter(({ kind }) => kind === 'broken')
  for (const server of conforming) {
    const { findings, warnings } = await judgeServer(server)
    for (const { clause } of [...findings, ...warnings]) wrong.push(`The traffic of ${server.id} is blamed: ${clause}.`)
  }
  for (const server of broken) if ((await judgeServer(server)).exitCode === 1) found++
  console.log(`${found} of ${broken.length} broken servers are found by their traffic alone.`)
  let faulty = 0
  for (const { id } of faults) if ((await judgeFault(id)).exitCode === 1) faulty++
  console.log(`${faulty} of ${faults.length} faults are found by their traffic alone.`)
  console.log(`${conforming.length} conforming servers, ${wrong.length} findings.`)
  if (faulty < leastFound * faults.length) wrong.push(`Fewer than ${leastFound * 100} % of the faults are found.`)
  return wrong
}
