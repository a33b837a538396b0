import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './load.ts'
import { playRound } from './round.ts'
import { type Started, startRedis, startWatched, stopServers, usageOf } from './servers.ts'

/** With fewer, growth says nothing. */
const leastRounds = 8
const callsPerRound = 50

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
 * @param modules loaded by the mock with a state file before anything else, such as a planted leak
 * @returns what grew, and the answers that were wrong
 */
export async function soak(minutes: number, modules: readonly string[] = []) {
  const measured = new Map<string, number[]>()
  const endsAt = performance.now() + minutes * 60_000
  const wrong: string[] = []
  let [rounds, unavailable] = [0, 0]
  await using world = await openWorld(modules)
  for (; performance.now() < endsAt || rounds < leastRounds; rounds++) {
    for (const mocks of world.groups) {
      const origins = mocks.map(({ origin }) => origin)
      const found = await playRound(origins, `soak-${rounds}`, callsPerRound)
      wrong.push(...found.wrong)
      unavailable += found.unavailable
    }
    for (const [name, value] of Object.entries(await world.measure()))
      measured.set(name, [...(measured.get(name) ?? []), value])
  }
  // Where nearly nothing is answered, nothing was tried.
  if (unavailable > (rounds * callsPerRound) / 5) wrong.push(`${unavailable} calls had no answer in time`)
  return { grown: [...measured].filter(isGrown).map(([name]) => name), wrong }
}

/** Whether a series grew from its second quarter to its last. In the first one, caches fill and code is compiled. */
function isGrown([name, values]: readonly [name: string, values: readonly number[]]): boolean {
  const [most = 0, share = 0] = bounds[name.split(': ')[1] ?? ''] ?? []
  const quarter = Math.ceil(values.length / 4)
  const usual = median(values.slice(quarter, 2 * quarter))
  return median(values.slice(-quarter)) - usual > Math.max(most, share * usual)
}

/** A mock whose animals are in a file, and two that share everything in Redis. */
async function openWorld(modules: readonly string[]) {
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
