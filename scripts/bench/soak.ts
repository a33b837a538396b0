import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endWithCodeOf } from '../testing/exit-code.ts'
import { median } from './load.ts'
import { playRound } from './round.ts'
import { type Started, startRedis, startWatched, stopServers, usageOf } from './servers.ts'

const help = `Uses a mock with a state file and two replicas, and fails if anything grows.

Usage: npm run soak [-- --minutes 10]

Each round calls, follows the journal, makes snapshots, loads animals, resets and deletes its sandbox, and so leaves nothing
behind. In the end it prints how heap, handles and file descriptors have grown. 2 minutes show that it runs.
Exit codes: 0 all bounds are kept, 1 one is missed or an answer was wrong, 2 wrong usage.`

interface SoakOptions {
  readonly minutes: number
  readonly callsPerRound: number
  /** Loaded by the mock with a state file before anything else, such as a planted leak. */
  readonly modules?: readonly string[] | undefined
  readonly print: (line: string) => void
}

/** With fewer, growth says nothing. */
const leastRounds = 8

/**
 * What a run may grow by, in these units or as a share. Heaps breathe by some hundred kB, and a stream that has just ended
 * may hold a descriptor. SQLite's log grows to 4 MB before it is written from its beginning again.
 */
const bounds: Readonly<Record<string, readonly [most: number, share: number]>> = {
  'heap in MB': [1, 0.05],
  handles: [2, 0],
  descriptors: [2, 0],
  'memory in MB': [0.5, 0.05],
  'file in MB': [4.2, 0.05],
}

/**
 * Uses a mock with a state file and two replicas, round after round, as tests do. Each round leaves nothing behind, so that
 * whatever grows is a leak.
 * @returns whether anything grew, or an answer was wrong
 */
export async function soak({ minutes, callsPerRound, modules, print }: SoakOptions): Promise<boolean> {
  const measured = new Map<string, number[]>()
  const endsAt = performance.now() + minutes * 60_000
  let [rounds, wrong, unavailable] = [0, 0, 0]
  await using world = await openWorld(modules)
  for (; performance.now() < endsAt || rounds < leastRounds; rounds++) {
    for (const mocks of world.groups) {
      const origins = mocks.map(({ origin }) => origin)
      const found = await playRound(origins, `soak-${rounds}`, callsPerRound)
      for (const line of found.wrong.slice(0, 3)) print(line)
      wrong += found.wrong.length
      unavailable += found.unavailable
    }
    for (const [name, value] of Object.entries(await world.measure()))
      measured.set(name, [...(measured.get(name) ?? []), value])
  }
  print(`${rounds} rounds, ${wrong} wrong answers; ${unavailable} calls had no answer in time.`)
  const grown = [...measured].filter(([name, values]) => isGrown(name, values, print))
  // Where nearly nothing is answered, nothing was tried.
  return grown.length > 0 || wrong > 0 || unavailable > (rounds * callsPerRound) / 5
}

/** Whether a series grew from its second quarter to its last. In the first one, caches fill and code is compiled. */
function isGrown(name: string, values: readonly number[], print: (line: string) => void): boolean {
  const [most = 0, share = 0] = bounds[name.split(': ')[1] ?? ''] ?? []
  const quarter = Math.ceil(values.length / 4)
  const usual = median(values.slice(quarter, 2 * quarter))
  const grown = median(values.slice(-quarter)) - usual
  const isTooMuch = grown > Math.max(most, share * usual)
  print(`  ${name.padEnd(24)} ${usual.toFixed(1).padStart(7)}  +${grown.toFixed(2)}${isTooMuch ? '  GREW' : ''}`)
  return isTooMuch
}

/** A mock whose animals are in a file, and two that share everything in Redis. */
async function openWorld(modules: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-soak-'))
  const file = join(folder, 'animals.state')
  const redis = await startRedis()
  // So many calls go out that the usual quota would be used up.
  const mock = [fileURLToPath(new URL('../animal-store.ts', import.meta.url)), 'mock', '--port', '0', '--quiet']
  mock.push('--choose', 'enterprise=1000000000/1000000000', '--state')
  const alone = await startWatched([...mock, file, '--journal', '200'], modules)
  const replicas = [await startWatched([...mock, redis.url]), await startWatched([...mock, redis.url])]
  return {
    groups: [[alone], replicas] as readonly (readonly Started[])[],
    /** What is held now, by name and kind. */
    async measure(): Promise<Readonly<Record<string, number>>> {
      const held: Record<string, number> = {}
      for (const [at, server] of [alone, ...replicas].entries()) {
        const name = at === 0 ? 'file' : `replica ${at}`
        const { heapBytes, handles, descriptors } = await usageOf(server)
        held[`${name}: heap in MB`] = megabytes(heapBytes)
        held[`${name}: handles`] = handles
        held[`${name}: descriptors`] = descriptors
      }
      const sizes = [file, `${file}-wal`].map((each) => statSync(each, { throwIfNoEntry: false })?.size ?? 0)
      held['Redis: memory in MB'] = megabytes(await redis.memoryBytes())
      held['state: file in MB'] = megabytes(sizes.reduce((sum, size) => sum + size, 0))
      return held
    },
    async [Symbol.asyncDispose]() {
      await stopServers()
      await redis.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function megabytes(bytes: number): number {
  return bytes / 1024 / 1024
}

if (import.meta.main)
  await endWithCodeOf('npm run soak -- --help', async () => {
    const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, help: { type: 'boolean' } } })
    const minutes = Number(values.minutes)
    if (!(minutes > 0)) throw new RangeError(`Cannot read --minutes "${values.minutes}": expected a number of minutes.`)
    if (values.help) {
      console.log(help)
      return 0
    }
    return (await soak({ minutes, callsPerRound: 1000, print: console.log })) ? 1 : 0
  })
