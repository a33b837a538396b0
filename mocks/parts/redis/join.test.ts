import { expect, test } from 'vitest'
import type { BaseAnimals } from '../../animals/animals.ts'
import { MemoryLimit } from '../../animals/memory-limit.ts'
import { createAnimalStore } from '../../entry.ts'
import { limitsOf } from '../../store/store.ts'
import { laterAnimals } from '../../testing/later-animals.ts'
import { testPets } from '../../testing/test-calls.ts'
import { usualSettings } from '../../world/settings.ts'
import { ItemLog, readItemLine } from './item-log.ts'
import { commonOptionsOf, join } from './join.ts'

/** Joins a state as a replica with these animals does. */
async function joinWith(kept: Map<string, string>, base?: BaseAnimals): Promise<unknown> {
  const store = createAnimalStore({ dataset: testPets })
  const replica = base === undefined ? store : { ...store, baseAnimals: base }
  const common = await commonOptionsOf(replica, usualSettings, limitsOf())
  const send = async (...[, key = '', text = '']: readonly string[]) => {
    const found = kept.get(key) ?? null
    if (found === null) kept.set(key, text)
    return found
  }
  return join(send, 'test', common)
}

test('a member that comes later refuses no state: old animals get a sample of it where it is required', async () => {
  const kept = new Map<string, string>()
  await joinWith(kept)
  expect(kept.get('test:dataset')).toMatch(/^animals of its own \(3 animals, seed 1\) [0-9a-f]{8}/)
  const later = laterAnimals(testPets)
  await joinWith(kept, later)
  await expect(joinWith(kept, laterAnimals(testPets.slice(1)))).rejects.toThrow('(3 animals, seed 1), and this start')
  await expect(joinWith(kept, laterAnimals(testPets.toReversed()))).rejects.toThrow('Start with the same animals')

  const log = new ItemLog(later, new MemoryLimit(1e6, { usedBytes: 0, mostBytes: 1e6 }))
  const rex = { name: 'Rex', categoryId: 1 }
  const own = [[3, { ...rex, id: 9 }]] as const
  const lines = [
    { begin: { own, hidden: [0, 1, 2], nextPosition: 4, nextId: 10 } },
    { add: rex },
    { addAll: [rex] },
    { put: { ...rex, id: 20 } },
  ]
  log.follow(
    4,
    lines.map((line) => readItemLine(JSON.stringify({ of: 'Pet', ...line }))),
  )
  const { items } = log.memoryOf('Pet').page({ limit: 9, order: 'oldest-first' })
  expect(items).toEqual([9, 10, 11, 20].map((id) => ({ ...rex, id, chip: 'text' })))
})

test('a state that knew more members is of another version, and of the same one for all that know them', async () => {
  const kept = new Map<string, string>()
  await joinWith(kept, laterAnimals(testPets))
  expect(kept.get('test:dataset')).toMatch(/ [0-9a-f]{8} id,\S+,chip,weight$/)
  await joinWith(kept, laterAnimals(testPets))
  await expect(joinWith(kept)).rejects.toThrow(
    'it holds sandboxes that begin with animals of its own (3 animals, seed 1)',
  )
})
