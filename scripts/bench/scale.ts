import { type AnimalStore, type Call, createAnimalStore } from '../../mocks/index.ts'
import { heapUsed } from './heap.ts'
import { median } from './load.ts'
import { verdict } from './measure.ts'

const sizes = [100, 10_000, 1_000_000]
const callsInARound = 2000
const rounds = 40

/** Measures calls at three sizes in turns, and prints how far they are apart, and what an animal takes of memory. */
export async function measureScale(): Promise<void> {
  console.log('\nThe same call at 100, 10,000 and 1,000,000 animals: slowest to fastest (median of rounds in turns)')
  const stores: AnimalStore[] = []
  for (const count of sizes) {
    const before = heapUsed() + process.memoryUsage().arrayBuffers
    const startedAt = performance.now()
    const store = createAnimalStore({ dataset: 'large', count, profile: { enterprise: '1000000000/1000000000' } })
    await store.answer(call('GET', '/v1/pets'))
    const seconds = (performance.now() - startedAt) / 1000
    stores.push(store)
    if (count === sizes.at(-1)) {
      console.log(
        `  ${Math.round((heapUsed() + process.memoryUsage().arrayBuffers - before) / count)} bytes an animal; ${count} animals are ready after ${seconds.toFixed(1)} s`,
      )
    }
  }
  const calls: Record<string, (round: number) => Call> = {
    'list by status': () => call('GET', '/v1/pets?limit=20&status=pending'),
    'get by id': (round) => call('GET', `/v1/pets/${(round % 100) + 1}`),
    create: () => ({ ...call('POST', '/v1/pets'), body: '{"name":"Rex","categoryId":1}' }),
  }
  for (const [name, make] of Object.entries(calls)) {
    const times = await timeInTurns(stores, make)
    const ratio = Math.max(...times) / Math.min(...times)
    const shown = times.map((time) => time.toFixed(1)).join(', ')
    console.log(`  ${name.padEnd(14)} ${verdict(ratio, 1.3, 'at most')}   ${shown} µs a call`)
  }
}

/** Microseconds a call, for each store. */
async function timeInTurns(stores: readonly AnimalStore[], make: (round: number) => Call): Promise<number[]> {
  const times = stores.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, store] of stores.entries()) {
      const startedAt = performance.now()
      for (let count = 0; count < callsInARound; count++) await store.answer(make(round))
      times[index]?.push(((performance.now() - startedAt) * 1000) / callsInARound)
    }
  }
  return times.map(median)
}

function call(method: string, target: string): Call {
  return { method, target, headers: { authorization: 'Bearer test_enterprise' } }
}
