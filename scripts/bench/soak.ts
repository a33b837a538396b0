import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@redis/client'
import { ownRedis } from '../../mocks/testing/redis-server.ts'
import { type Point, growthOf, p99 } from './growth.ts'
import { playRound } from './round.ts'
import { type Started, bareScript, startServer, startWatched, stopServers, usageOf } from './servers.ts'

export interface SoakOptions {
  readonly minutes: number
  /** To each of the two mocks. */
  readonly callsPerSecond: number
  readonly callsPerRound: number
  /** Loaded by the mock with a state file before anything else, such as a planted leak. */
  readonly modules?: readonly string[] | undefined
  readonly print: (line: string) => void
}

/** With fewer, a slope says nothing. */
const leastRounds = 8

/**
 * What a run may grow by. Heaps breathe by some hundred kB, and a stream that has just ended may hold a descriptor.
 * SQLite's log grows to 4 MB before it is written from its beginning again.
 */
const bounds = {
  heap: { unit: 'MB', most: { value: 1, share: 0.05 } },
  handles: { unit: '', most: { value: 2, share: 0 } },
  descriptors: { unit: '', most: { value: 2, share: 0 } },
  'p99 beyond a bare server': { unit: 'ms', most: { value: 10, share: 0.5 } },
  memory: { unit: 'MB', most: { value: 0.5, share: 0.05 } },
  file: { unit: 'MB', most: { value: 4.2, share: 0.05 } },
} as const

type Kind = keyof typeof bounds

/**
 * Uses a mock with a state file and two replicas, round after round, as tests do. Each round leaves nothing behind, so that
 * whatever grows is a leak. A signal prints what was found so far.
 * @returns whether anything grew, or an answer was wrong
 */
export async function soak({ minutes, modules, print, ...round }: SoakOptions): Promise<boolean> {
  const measured = new Map<string, { readonly kind: Kind; readonly points: Point[] }>()
  const startedAt = performance.now()
  const minute = (): number => (performance.now() - startedAt) / 60_000
  const add = (of: string, kind: Kind, value: number): void => {
    const series = measured.get(`${of}: ${kind}`) ?? { kind, points: [] }
    measured.set(`${of}: ${kind}`, series)
    series.points.push({ minute: minute(), value })
  }
  let [rounds, calls, wrong, unavailable] = [0, 0, 0, 0]
  const conclude = (): boolean => {
    print(
      `${rounds} rounds, ${calls} calls, ${wrong} wrong answers in ${minute().toFixed(1)} minutes; ${unavailable} calls had no answer in time.`,
    )
    return [...measured].filter(([name, { kind, points }]) => isGrown(name, kind, points, print)).length > 0
  }
  process.on('exit', conclude)
  await using world = await openWorld(modules)
  for (let saidAt = 0; minute() < minutes || rounds < leastRounds; rounds++) {
    for (const [name, mocks] of Object.entries(world.groups)) {
      const origins = mocks.map(({ origin }) => origin)
      const found = await playRound({ ...round, yardstick: world.yardstick, sandbox: `soak-${rounds}`, origins })
      for (const line of found.wrong.slice(0, 3)) print(`${name}: ${line}`)
      wrong += found.wrong.length
      unavailable += found.unavailable
      calls += found.milliseconds.length
      // On a shared machine, a call takes longer whenever others are busy.
      add(name, 'p99 beyond a bare server', p99(found.milliseconds) - p99(found.yardstickMilliseconds))
    }
    await world.measure(add)
    if (minute() - saidAt < minutes / 12) continue
    saidAt = minute()
    const latest = [...measured].map(([name, { points }]) => `${name} ${points.at(-1)?.value.toFixed(1)}`)
    print(`After ${saidAt.toFixed(1)} of ${minutes} minutes and ${calls} calls: ${latest.join(', ')}`)
  }
  process.off('exit', conclude)
  // Where nearly nothing is answered, nothing was tried.
  return conclude() || wrong > 0 || unavailable > calls / 10
}

function isGrown(name: string, kind: Kind, points: readonly Point[], print: (line: string) => void): boolean {
  const { unit, most } = bounds[kind]
  const { usual, perHour, grown, isTooMuch } = growthOf(points, most)
  const sign = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(2)}`
  print(
    `  ${name.padEnd(34)} ${usual.toFixed(1).padStart(7)} ${unit.padEnd(2)}  ${sign(perHour).padStart(9)} an hour, ` +
      `${sign(grown).padStart(7)} in this run${isTooMuch ? '  GREW' : ''}`,
  )
  return isTooMuch
}

/** A mock whose animals are in a file, and two that share everything in Redis. */
async function openWorld(modules: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-soak-'))
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true })
  process.on('exit', removeFolder)
  const file = join(folder, 'animals.state')
  const redis = await ownRedis()
  const client = await createClient({ url: redis.url }).connect()
  // So many calls go out that the usual quota would be used up.
  const mock = [fileURLToPath(new URL('../animal-store.ts', import.meta.url)), 'mock', '--port', '0', '--quiet']
  mock.push('--choose', 'enterprise=1000000000/1000000000', '--state')
  const alone = await startWatched([...mock, file, '--journal', '200'], modules)
  const replicas = [await startWatched([...mock, redis.url]), await startWatched([...mock, redis.url])]
  return {
    yardstick: (await startServer([bareScript])).origin,
    groups: { file: [alone], replicas } as Readonly<Record<string, readonly Started[]>>,
    async measure(add: (of: string, kind: Kind, value: number) => void) {
      for (const [at, server] of [alone, ...replicas].entries()) {
        const name = at === 0 ? 'file' : `replica ${at}`
        const { heapBytes, handles, descriptors } = await usageOf(server)
        add(name, 'heap', megabytes(heapBytes))
        add(name, 'handles', handles)
        add(name, 'descriptors', descriptors)
      }
      const [, used] = /^used_memory:([0-9]+)/m.exec(await client.info('memory')) ?? []
      const sizes = [file, `${file}-wal`].map((each) => statSync(each, { throwIfNoEntry: false })?.size ?? 0)
      add('Redis', 'memory', megabytes(Number(used)))
      add('state', 'file', megabytes(sizes.reduce((sum, size) => sum + size, 0)))
    },
    async [Symbol.asyncDispose]() {
      await stopServers()
      client.destroy()
      await redis.stop()
      removeFolder()
      process.off('exit', removeFolder)
    },
  }
}

function megabytes(bytes: number): number {
  return bytes / 1024 / 1024
}
