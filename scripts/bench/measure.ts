import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { load } from './load.ts'

/** A server in a process of its own. */
export interface Started {
  readonly port: number
  readonly process: ChildProcess
}

/** A request that is sent again and again. */
export interface Load {
  readonly request: string
  readonly status: number
}

/** Starts a server that prints its address once it listens. */
export async function startServer(args: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const address of createInterface({ input: child.stdout })) {
    return { port: Number(new URL(address).port), process: child }
  }
  throw new Error('The server ended before it listened.')
}

/**
 * Loads servers, all at once.
 * @returns the requests a second that they reached together, and the microseconds of the CPU that a call took: on a machine
 *   that others use, those say more
 */
export async function measure(
  servers: readonly Started[],
  { request, status }: Load,
  seconds: number,
  connections?: number,
) {
  const cpu = () => servers.reduce((sum, server) => sum + cpuSeconds(server.process), 0)
  const before = cpu()
  const results = await Promise.all(servers.map(({ port }) => load(port, request, { status, seconds, connections })))
  const sum = (of: (result: (typeof results)[number]) => number) => results.reduce((all, one) => all + of(one), 0)
  const unexpected = sum((result) => result.unexpected)
  if (unexpected > 0) throw new Error(`${unexpected} replies were not ${status}.`)
  const replies = sum((result) => result.replies)
  return { rate: sum((result) => result.replies / result.seconds), cpu: ((cpu() - before) / replies) * 1e6, replies }
}

/** The seconds of the CPU that a process has taken; not a number where it is not Linux. Clock ticks are hundredths there. */
function cpuSeconds({ pid }: ChildProcess): number {
  if (process.platform !== 'linux') return Number.NaN
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Says of a figure whether its bound was held. */
export function verdict(value: number, bound: number, words: 'at least' | 'at most'): string {
  return `${value.toFixed(2)}, ${words} ${bound}: ${reached(words === 'at least' ? value >= bound : value <= bound)}`
}

/** The word for a bound that was held or missed. A missed one makes the whole run fail. */
export function reached(isReached: boolean): 'reached' | 'MISSED' {
  if (!isReached) process.exitCode = 1
  return isReached ? 'reached' : 'MISSED'
}
