import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { ownRedis } from '../../mocks/testing/redis-server.ts'
import { type Series, growthOf, p99 } from './growth.ts'
import { playRound } from './round.ts'
import { type WatchedMock, startBareServer, startMock } from './watched-mock.ts'

export interface SoakOptions {
  readonly minutes: number
  /** To each of the two mocks. */
  readonly callsPerSecond: number
  readonly callsPerRound: number
  /** Loaded by the mock with a state file before anything else, such as a planted leak. */
  readonly modules?: readonly string[] | undefined
  readonly signal: AbortSignal
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

/**
 * Uses a mock with a state file and two replicas, round after round, as tests do. Each round leaves nothing behind, so that
 * whatever grows is a leak.
 * @returns whether anything grew, or an answer was wrong
 */
export async function soak(options: SoakOptions): Promise<boolean> {
  const recorder = new Recorder()
  const startedAt = performance.now()
  const minute = (): number => (performance.now() - startedAt) / 60_000
  let [rounds, calls, wrong, unavailable] = [0, 0, 0, 0]
  const conclude = (): boolean => {
    options.print(
      `${rounds} rounds, ${calls} calls, ${wrong} wrong answers in ${minute().toFixed(1)} minutes; ${unavailable} calls had no answer in time.`,
    )
    return recorder.all().filter((series) => isGrown(series, options.print)).length > 0
  }
  options.signal.addEventListener('abort', conclude)
  await using world = await openWorld(options.modules)
  for (let saidAt = 0; minute() < options.minutes || rounds < leastRounds; rounds++) {
    for (const { name, mocks } of world.groups) {
      const round = {
        ...options,
        yardstick: world.yardstick,
        sandbox: `soak-${rounds}`,
        origins: mocks.map(({ origin }) => origin),
      }
      const found = await playRound(round)
      for (const line of found.wrong.slice(0, 3)) options.print(`${name}: ${line}`)
      wrong += found.wrong.length
      unavailable += found.unavailable
      calls += found.milliseconds.length
      // On a shared machine, a call takes longer whenever others are busy.
      const beyond = p99(found.milliseconds) - p99(found.yardstickMilliseconds)
      recorder.add(name, 'p99 beyond a bare server', minute(), beyond)
    }
    for (const [name, kind, value] of await world.measure()) recorder.add(name, kind, minute(), value)
    if (minute() - saidAt < options.minutes / 12) continue
    saidAt = minute()
    options.print(`After ${saidAt.toFixed(1)} of ${options.minutes} minutes and ${calls} calls: ${recorder.latest()}`)
  }
  // Where nearly nothing is answered, nothing was tried.
  return conclude() || wrong > 0 || unavailable > calls / 10
}

type Kind = keyof typeof bounds

class Recorder {
  readonly #series = new Map<string, Series & { readonly points: { minute: number; value: number }[] }>()

  add(of: string, kind: Kind, minute: number, value: number): void {
    const name = `${of}: ${kind}`
    const series = this.#series.get(name) ?? { name, ...bounds[kind], points: [] }
    this.#series.set(name, series)
    series.points.push({ minute, value })
  }

  all(): readonly Series[] {
    return [...this.#series.values()]
  }

  latest(): string {
    return this.all()
      .map(({ name, unit, points }) => `${name} ${points.at(-1)?.value.toFixed(1)} ${unit}`.trim())
      .join(', ')
  }
}

function isGrown(series: Series, print: (line: string) => void): boolean {
  const { usual, perHour, grown, isTooMuch } = growthOf(series)
  const sign = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(2)}`
  print(
    `  ${series.name.padEnd(34)} ${usual.toFixed(1).padStart(7)} ${series.unit.padEnd(2)}  ${sign(perHour).padStart(9)} an hour, ` +
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
  const bare = await startBareServer()
  const alone = await startMock(['--state', file, '--journal', '200'], modules)
  const replicas = [await startMock(['--state', redis.url]), await startMock(['--state', redis.url])]
  const mocks: readonly (readonly [string, WatchedMock])[] = [
    ['file', alone],
    ...replicas.map((replica, at) => [`replica ${at + 1}`, replica] as const),
  ]
  return {
    yardstick: bare.origin,
    groups: [
      { name: 'file', mocks: [alone] },
      { name: 'replicas', mocks: replicas },
    ],
    async measure() {
      const found: [name: string, kind: Kind, value: number][] = []
      for (const [name, mock] of mocks) {
        const { heapBytes, handles, descriptors } = await mock.measure()
        found.push([name, 'heap', megabytes(heapBytes)], [name, 'handles', handles], [name, 'descriptors', descriptors])
      }
      const [, used] = /^used_memory:([0-9]+)/m.exec(await client.info('memory')) ?? []
      const sizes = [file, `${file}-wal`].map((each) => statSync(each, { throwIfNoEntry: false })?.size ?? 0)
      found.push(['Redis', 'memory', megabytes(Number(used))])
      found.push(['state', 'file', megabytes(sizes.reduce((sum, size) => sum + size, 0))])
      return found
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([bare, ...mocks.map(([, mock]) => mock)].map((server) => server.stop()))
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
