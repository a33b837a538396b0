import { Readable } from 'node:stream'
import type { ContractOptions, RunResult } from '../../contract-tests/index.ts'
import type { Exchange } from '../../contract-tests/client/index.ts'
import { Traffic, type TrafficOptions, readEntry, splitEntries } from '../../contract-tests/traffic/index.ts'
import { type FaultId, faults } from '../../mocks/index.ts'
import { harEnd, harEntry, harStart } from '../../spec/har.ts'
import { runOnFault } from './faults.ts'

/** The least share of the faults that traffic alone must show. */
const leastFound = 0.6

/** Records the traffic of a run, as a proxy between the suite and a deployment would. */
export function recordRun(): { readonly watch: NonNullable<ContractOptions['watch']>; readonly har: () => string } {
  const entries: string[] = []
  return {
    watch: (client, clock) => ({
      ...client,
      async send(outgoing) {
        const sentAtMilliseconds = clock.now()
        const exchange = await client.send(outgoing)
        entries.push(JSON.stringify(entryOf({ ...exchange, sentAtMilliseconds })))
        return exchange
      },
    }),
    har: () => `${harStart}${entries.join(',\n')}${harEnd}`,
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

/** Judges a recording. */
export async function judgeRecording(har: string, options: TrafficOptions = {}): Promise<RunResult> {
  const traffic = new Traffic(options)
  for await (const part of splitEntries(Readable.from([Buffer.from(har)]))) {
    const entry = 'text' in part ? readEntry(part.text) : 'unreadable'
    if (typeof entry === 'string') traffic.leaveOut(entry)
    else traffic.judge(entry)
  }
  return traffic.result()
}

/** Judges the recording of a run against a mock with a fault. */
export async function judgeFault(fault: FaultId): Promise<RunResult> {
  const { watch, har } = recordRun()
  await runOnFault(fault, false, { watch })
  return judgeRecording(har())
}

/** Judges the traffic of every fault. @returns what is wrong with the judgement */
export async function proveTraffic(): Promise<readonly string[]> {
  let [seen, doubtful] = [0, 0]
  for (const { id } of faults) {
    const { exitCode, findings } = await judgeFault(id)
    if (exitCode === 1) seen++
    else if (findings.some(({ level }) => level === 'open')) doubtful++
  }
  console.log(`${seen} of ${faults.length} faults are found by their traffic alone, ${doubtful} more are in doubt.`)
  return seen / faults.length < leastFound
    ? [`Fewer than ${leastFound * 100} % of the faults are found by traffic.`]
    : []
}
