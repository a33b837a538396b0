import { expect, test } from 'vitest'
import { BaseAnimals, MemoryAnimals } from '../index.ts'
import { DurableAnimals } from './durable-animals.ts'

test('what is being recorded is part of the changes, and seen by nobody before', async () => {
  const records: PromiseWithResolvers<void>[] = []
  const record = (): Promise<void> => {
    const recorded = Promise.withResolvers<void>()
    records.push(recorded)
    return recorded.promise
  }
  const animals = new DurableAnimals(
    new MemoryAnimals(new BaseAnimals([{ id: 1, name: 'Rex', categoryId: 1 }])),
    record,
  )
  const added = animals.add({ name: 'Bo', categoryId: 1 })
  const alsoAdded = animals.add({ name: 'Mia', categoryId: 1 })
  let isTold = false
  const changes = animals.changes().finally(() => (isTold = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect([animals.count(), isTold]).toEqual([1, false])
  records[1]?.resolve()
  await new Promise((resolve) => setImmediate(resolve))
  expect([animals.count(), isTold]).toEqual([1, false])
  records[0]?.resolve()
  expect((await changes).own.map(([, pet]) => pet.name)).toEqual(['Bo', 'Mia'])
  expect([await added, await alsoAdded].map(({ id }) => id)).toEqual([2, 3])
})
