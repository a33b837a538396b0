import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Pet, type PetStatus, int64Max, petStatuses } from '../../spec/index.ts'
import { BaseAnimals } from './animals.ts'
import { MemoryItems } from './memory-items.ts'

function pet(id: number | bigint, status?: PetStatus): Pet {
  return { id, name: `Pet ${id}`, categoryId: 1, ...(status === undefined ? {} : { status }) }
}

const base = new BaseAnimals([pet(5, 'available'), pet(2, 'sold'), pet(9), pet(int64Max - 5n, 'available')])
const everything = { limit: 100, order: 'oldest-first' } as const

test('goes on at 1 from the end of int64, round the ids that are taken', () => {
  const animals = new MemoryItems(new BaseAnimals([pet(int64Max), pet(1), pet(3)]))
  const ids = [animals.add({ name: 'x', categoryId: 1 }), animals.add({ name: 'x', categoryId: 1 })].map(({ id }) => id)
  expect(ids).toEqual([2, 4])
})

test('changes that do not fit together are refused, for an animal with two places would be shown twice', () => {
  const place = (position: number, id: number): readonly [number, Pet] => [position, pet(id)]
  const fine = { own: [place(4, 50), place(1, 2)], hidden: [1], nextPosition: 5, nextId: 51 }
  expect(new MemoryItems(base, fine).count()).toBe(5)
  const wrong: Readonly<Record<string, object>> = {
    'an id twice': { own: [place(4, 50), place(5, 50)], nextPosition: 6 },
    'a place twice': { own: [place(4, 50), place(4, 51)] },
    'an id of the dataset': { own: [place(4, 5)] },
    'a place of the dataset': { own: [place(0, 50)] },
    'a place that comes next': { own: [place(5, 50)] },
    'no place': { own: [place(4.5, 50)] },
    'a place below 0': { own: [place(-1, 50)] },
    'what is hidden is not there': { own: [], hidden: [7] },
    'no id comes next': { nextId: 'x' },
  }
  for (const [what, changes] of Object.entries(wrong))
    expect(() => new MemoryItems(base, { ...fine, ...changes }), what).toThrow('ids or positions clash')
})

test('an id that was put and removed, or removed before a restore, is not given again', () => {
  const animals = new MemoryItems(new BaseAnimals([pet(1)]))
  animals.put(pet(70))
  animals.put(pet(71))
  animals.remove(71)
  const { id } = animals.add({ name: 'x', categoryId: 1 })
  expect(id).toBe(72)
  animals.remove(72)
  const restored = new MemoryItems(new BaseAnimals([pet(1)]), animals.difference())
  expect(restored.add({ name: 'x', categoryId: 1 }).id).toBe(73)
  expect(restored.page(everything).items.map((animal) => animal.id)).toEqual([1, 70, 73])
})

test('an animal that is no Pet replaces nothing', () => {
  const animals = new MemoryItems(base)
  const wrong = { name: 7, categoryId: 1 } as never
  expect(() => animals.put({ id: 5, ...(wrong as object) } as never)).toThrow('not a Pet of the interface')
  expect(() => animals.add(wrong)).toThrow('not a Pet of the interface')
  expect(() => animals.addAll([{ name: 'x', categoryId: 1 }, wrong])).toThrow('not a Pet of the interface')
  expect(animals.count()).toBe(4)
  expect(animals.get(5)).toEqual(pet(5, 'available'))
})

test('an id is the same one as a number and as a bigint', () => {
  const animals = new MemoryItems(base)
  animals.put(pet(70n))
  expect([animals.get(70), animals.get(70n), animals.get(5n)]).toMatchObject([{ id: 70 }, { id: 70 }, { id: 5 }])
  expect(animals.addAll([pet(5n), pet(80n)])).toMatchObject({ renumbered: 1 })
  expect(animals.get(5)).toEqual(pet(5, 'available'))
  expect([animals.remove(70n), animals.remove(80n), animals.remove(5n), animals.count()]).toEqual([true, true, true, 4])
})

type Step = { add: PetStatus | undefined } | { remove: number } | { put: number; status: PetStatus | undefined }

const anyStatus = fc.constantFrom<PetStatus | undefined>(...petStatuses, undefined)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ add: anyStatus }),
  fc.record({ remove: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ put: fc.integer({ min: 1, max: 20 }), status: anyStatus }),
)

test('after any changes, pages in both orders show what a plain list would, also after a restore', () => {
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 30 }),
      anyStatus,
      fc.integer({ min: 1, max: 7 }),
      (steps, status, limit) => {
        const animalsAtStart = new BaseAnimals([1, 2, 3, 4, 5, 6].map((id) => pet(id, petStatuses[id % 4])))
        const animals = new MemoryItems(animalsAtStart)
        const model: Model = { pets: [...animalsAtStart.items] }
        for (const step of steps) applyStep(step, animals, model)
        const restored = new MemoryItems(animalsAtStart, animals.difference())
        for (const one of [animals, restored]) {
          expect(one.count()).toBe(model.pets.length)
          for (const order of ['oldest-first', 'newest-first'] as const) {
            const wanted = model.pets.filter((candidate) => status === undefined || candidate.status === status)
            if (order === 'newest-first') wanted.reverse()
            expect(everyPage(one, { limit, order, status })).toEqual(wanted)
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})

interface Model {
  readonly pets: Pet[]
  /** The one that was removed last has this place if it is put back. */
  gone?: { readonly id: Pet['id']; readonly index: number } | undefined
}

function applyStep(step: Step, animals: MemoryItems<Pet>, model: Model): void {
  const { pets, gone } = model
  const indexOf = (wanted: number) => pets.findIndex(({ id }) => id === wanted)
  if ('add' in step) {
    const { add: status } = step
    pets.push(animals.add(status === undefined ? { name: 'x', categoryId: 1 } : { name: 'x', categoryId: 1, status }))
  } else if ('remove' in step) {
    const index = indexOf(step.remove)
    expect(animals.remove(step.remove)).toBe(index !== -1)
    if (index === -1) return
    pets.splice(index, 1)
    model.gone = { id: step.remove, index }
  } else {
    const index = indexOf(step.put)
    const place = gone?.id === step.put ? gone.index : pets.length
    animals.put(pet(step.put, step.status))
    pets.splice(index === -1 ? place : index, index === -1 ? 0 : 1, pet(step.put, step.status))
    if (gone?.id === step.put) model.gone = undefined
  }
}

function everyPage(
  animals: MemoryItems<Pet>,
  query: { limit: number; order: 'oldest-first' | 'newest-first'; status: PetStatus | undefined },
) {
  const pets: Pet[] = []
  let after: number | undefined
  do {
    const page = animals.page({ ...query, after })
    expect(page.items.length).toBeLessThanOrEqual(query.limit)
    pets.push(...page.items)
    after = page.next
  } while (after !== undefined)
  return pets
}
