import { expect, test } from 'vitest'
import type { PetStatus } from '../../spec/index.ts'
import type { SeenPet } from '../checks/pets.ts'
import { catalogueOn } from '../servers/catalogue-on.ts'
import { openDeployment } from '../servers/start-deployment.ts'
import { withAnimals } from '../servers/variation.ts'
import { filteredLists, lastList, listFilter, skipped } from './list-filter.ts'

/** Animals with rising ids from 1 on, without some of them, each with the status at its place. */
function list(statuses: readonly PetStatus[], without: readonly number[] = []): readonly SeenPet[] {
  return statuses
    .map((status, at) => ({ id: at + 1, name: `${at}`, categoryId: 1, status, lacks: [] }))
    .filter(({ id }) => !without.includes(id))
}

const [a, p, s] = ['available', 'pending', 'sold'] as const
const gap = [6, 7, 8]

/** What the list of all lacks of a filtered list that has the animals of the gap. */
function lacks(statuses: readonly PetStatus[]): SeenPet | undefined {
  return skipped(
    list(statuses).filter(({ id }) => gap.includes(Number(id))),
    list(statuses, gap),
  )
}

test('a list in the order of ids must have what lies between them', () => {
  expect(lacks([a, p, s, a, p, s, s, s, a, p, s, a, p, s])?.id).toBe(6)
  expect(lacks([a, p, s, a, p, s, s, s, a, p, s, a, p, s].toReversed())?.id).toBe(6)
})

test('in a list that is grouped by status, ids rise by chance within each group', () => {
  expect(lacks([a, a, a, a, p, p, p, p, p, s, s, s, s, s])).toBeUndefined()
  // Three changes are few, four are not.
  expect(lacks([a, a, a, p, p, p, p, p, s, s, s, s, a, a])).toBeUndefined()
  expect(lacks([a, a, a, p, p, p, p, p, s, s, s, a, a, p])?.id).toBe(6)
})

test('a gap of two, one between sparse ids, or one in a short list shows no order', () => {
  const mixed = [a, p, s, a, p, s, s, s, a, p, s, a, p, s]
  expect(skipped(list(mixed).slice(5, 7), list(mixed, [6, 7]))).toBeUndefined()
  expect(lacks(mixed.slice(0, 12))).toBeUndefined()
  const sparse = (pets: readonly SeenPet[]) => pets.map((pet) => ({ ...pet, id: Number(pet.id) * 2 }))
  expect(skipped(sparse(list(mixed).slice(5, 8)), sparse(list(mixed, gap)))).toBeUndefined()
})

test('a list is not blamed for lacking what another probe added after it came', async () => {
  const server = await openDeployment(
    withAnimals(20, () => ({ status: a })),
    {},
  )
  const catalogue = catalogueOn(server)
  const { session } = catalogue
  await session.once('created animals', async () => [])
  for (let at = 0; at < 3; at++) await catalogue.add({ categoryId: 1, status: p })
  await lastList(session)
  const lengths = (await filteredLists(catalogue)).map(({ json }) => (json as readonly unknown[]).length)
  expect(lengths).toEqual([0, 2, 20])

  await catalogue.add({ categoryId: 1, status: s })
  await listFilter.run(session, catalogue)
  const { notes } = session
  expect(notes.filter((note) => 'seen' in note)).toEqual([])
  const shown = notes.filter((note) => 'held' in note && note.held.includes('4.1/status-optional'))
  expect(shown).toHaveLength(2)
  await server.close()
})
