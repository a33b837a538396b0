import { readFileSync } from 'node:fs'
import { load, median } from './load.ts'
import type { Started } from './servers.ts'

/**
 * Takes turns, because a shared machine is never quiet for long. The first round only warms up.
 * @returns what each found in every other round
 */
export async function inTurns<Name extends string, Found>(
  rounds: number,
  turns: Readonly<Record<Name, () => Promise<Found>>>,
): Promise<Record<Name, Found[]>> {
  const entries = Object.entries(turns) as [Name, () => Promise<Found>][]
  const found = Object.fromEntries(entries.map(([name]) => [name, []])) as unknown as Record<Name, Found[]>
  for (let round = 0; round <= rounds; round++) {
    for (const [name, take] of entries) {
      const one = await take()
      if (round > 0) found[name].push(one)
    }
  }
  return found
}

type Measured = Awaited<ReturnType<typeof measure>>

/** Loads a server and a yardstick in turns, and prints how they compare. @returns what was measured of the server */
export async function compare<Found extends Measured>(
  name: string,
  floor: number,
  turns: { readonly yardstick: () => Promise<Measured>; readonly server: () => Promise<Found> },
): Promise<readonly Found[]> {
  const { yardstick, server } = await inTurns<keyof typeof turns, Measured>(5, turns)
  const rate = median(server.map((one, round) => one.rate / (yardstick[round]?.rate ?? Number.NaN)))
  const [usual, its] = [yardstick, server].map((all) => median(all.map(({ cpu }) => cpu))) as [number, number]
  console.log(
    `  ${name.padEnd(8)} ${verdict(rate, floor, 'at least')}   by CPU: ${(usual / its).toFixed(2)} ` +
      `(${usual.toFixed(1)} and ${its.toFixed(1)} µs a call)`,
  )
  return server as Found[]
}

/**
 * Loads a server.
 * @returns the requests a second that it reached, and the microseconds of the CPU that a call took: on a machine that others
 *   use, those say more
 */
export async function measure(
  server: Started,
  { request, status }: { readonly request: string; readonly status: number },
  connections?: number,
) {
  const before = cpuSeconds(server)
  const { replies, seconds } = await load(server.port, request, { status, connections })
  return { rate: replies / seconds, cpu: ((cpuSeconds(server) - before) / replies) * 1e6, replies }
}

/** The seconds of CPU that a process has taken; `NaN` except on Linux, where a clock tick is 10 ms. */
function cpuSeconds({ process: { pid } }: Started): number {
  if (process.platform !== 'linux') return Number.NaN
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Says whether a figure keeps its bound. If it does not, the whole run fails. */
export function verdict(value: number, bound: number, words: 'at least' | 'at most'): string {
  const isHeld = words === 'at least' ? value >= bound : value <= bound
  if (!isHeld) process.exitCode = 1
  return `${value.toFixed(2)}, ${words} ${bound}: ${isHeld ? 'reached' : 'MISSED'}`
}
