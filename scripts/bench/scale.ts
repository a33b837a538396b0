import { type AnimalStore, type Call, createAnimalStore } from '../../mocks/index.ts'
import { heapBytes } from './heap.ts'
import { median } from './load.ts'
import { inTurns, verdict } from './measure.ts'

const sizes = [100, 10_000, 1_000_000]
const callsInARound = 2000
const rounds = 40

/** Measures calls at three sizes in turns, and prints how far they are apart, and what an animal takes of memory. */
export async function measureScale(): Promise<void> {
  console.log('\nThe same call at 100, 10,000 and 1,000,000 animals: slowest to fastest (median of rounds in turns)')
  const stores: AnimalStore[] = []
  for (const count of sizes) {
    const before = heapBytes() + process.memoryUsage().arrayBuffers
    const startedAt = performance.now()
    const store = createAnimalStore({ dataset: 'large', count, profile: { enterprise: '1000000000/1000000000' } })
    await store.answer(call('GET', '/v1/pets'))
    const seconds = (performance.now() - startedAt) / 1000
    stores.push(store)
    if (count === sizes.at(-1)) {
      console.log(
        `  ${Math.round((heapBytes() + process.memoryUsage().arrayBuffers - before) / count)} bytes an animal; ${count} animals are ready after ${seconds.toFixed(1)} s`,
      )
    }
  }
  let number = 0
  const calls: Record<string, () => Call> = {
    'list by status': () => call('GET', '/v1/pets?limit=20&status=pending'),
    'get by id': () => call('GET', `/v1/pets/${(number++ % 100) + 1}`),
    create: () => ({ ...call('POST', '/v1/pets'), body: '{"name":"Rex","categoryId":1}' }),
  }
  for (const [name, make] of Object.entries(calls)) {
    const timeOf = async (store: AnimalStore) => {
      const startedAt = performance.now()
      for (let count = 0; count < callsInARound; count++) await store.answer(make())
      return ((performance.now() - startedAt) * 1000) / callsInARound
    }
    const turns = Object.fromEntries(stores.map((store, at) => [sizes[at], () => timeOf(store)]))
    const times = Object.values(await inTurns<string, number>(rounds, turns)).map(median)
    const ratio = Math.max(...times) / Math.min(...times)
    const shown = times.map((time) => time.toFixed(1)).join(', ')
    console.log(`  ${name.padEnd(14)} ${verdict(ratio, 1.3, 'at most')}   ${shown} µs a call`)
  }
}

function call(method: string, target: string): Call {
  return { method, target, headers: { authorization: 'Bearer test_enterprise' } }
}
