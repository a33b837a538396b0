import { Collection } from '@msw/data'
import fc from 'fast-check'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Pet, int64Max, int64Min } from '../../../spec/index.ts'
import type { AnimalStore, AnimalStoreOptions } from '../../entry.ts'
import { handlers } from '../msw/index.ts'
import { bodyOf, get, idsOf, post, testStore } from '../../testing/test-calls.ts'
import { animalsIn, petSchema } from './index.ts'

const newPets = () => new Collection({ schema: petSchema })

/** A store whose animals are in the collection, once it has those of the dataset. */
async function storeIn(pets: Collection<typeof petSchema>, options: AnimalStoreOptions = {}): Promise<AnimalStore> {
  const store = testStore({ animals: animalsIn(pets), ...options })
  await store.sandbox().animals
  return store
}

const rex = { id: 1, name: 'Rex', categoryId: 1, status: 'available' }

test('an empty collection gets the animals of the dataset; one that has animals keeps them, also over a reset', async () => {
  const empty = newPets()
  const store = await storeIn(empty)
  expect(empty.all().map(({ id }) => id)).toEqual([1, 2, 3])
  await store.answer(post({ name: 'New', categoryId: 1 }))
  await store.reset()
  expect(empty.all().map(({ id }) => id)).toEqual([1, 2, 3])

  const own = newPets()
  await own.create({ id: 70n, name: 'Own', categoryId: 7 })
  const other = await storeIn(own)
  expect((await other.answer(get('/v1/pets'))).body).toBe('[{"id":70,"name":"Own","categoryId":7}]')
  await other.answer(post({ name: 'New', categoryId: 1 }))
  expect(own.all().map(({ id }) => id)).toEqual([70, 71])
  await other.reset()
  expect(own.all()).toMatchObject([{ id: 70, name: 'Own' }])
})

test('calls see at once what a test changes by @msw/data, and tests what calls change, with every digit', async () => {
  const pets = newPets()
  const store = await storeIn(pets)
  await pets.create({ id: int64Max, name: 'Ünï 🐈', categoryId: int64Min })
  const largest = `{"id":${int64Max},"name":"Ünï 🐈","categoryId":${int64Min}}`
  expect((await store.answer(get(`/v1/pets/${int64Max}`))).body).toBe(largest)
  await pets.update((query) => query.where({ id: 1 }), {
    data(pet) {
      pet.status = 'sold'
    },
  })
  expect(idsOf(await store.answer(get('/v1/pets?status=sold')))).toEqual([1, 3])
  pets.delete((query) => query.where({ id: 2 }))
  expect((await store.answer(get('/v1/pets/2'))).status).toBe(404)

  const created = await store.answer(post('{"name":"New","categoryId":9007199254740993,"status":"pending"}'))
  expect(bodyOf(created)).toMatchObject({ id: 2 })
  expect(pets.findFirst((query) => query.where({ categoryId: 9007199254740993n }))).toMatchObject({ name: 'New' })
})

test('pages go on after one another in both orders, whatever is removed and added between them', async () => {
  const pets = newPets()
  const store = await storeIn(pets, { profile: { paging: 'link' } })
  const follow = async (target: string) => {
    const reply = await store.answer(get(target))
    return { ids: idsOf(reply), next: /<\?(.*)>/.exec(reply.headers['Link'] ?? '')?.[1] }
  }
  const first = await follow('/v1/pets?limit=2')
  expect(first.ids).toEqual([1, 2])
  pets.delete((query) => query.where({ id: 1 }))
  await pets.create({ id: 4, name: 'New', categoryId: 1 })
  expect((await follow(`/v1/pets?${first.next}`)).ids).toEqual([3, 4])
  store.sandbox().set({ profile: { 'list-order': 'newest-first' } })
  const newest = await follow('/v1/pets?limit=1')
  expect(newest.ids).toEqual([4])
  expect((await follow(`/v1/pets?${newest.next}`)).ids).toEqual([3])
})

test('gives no id twice, also to calls at the same time and after removals', async () => {
  const pets = newPets()
  const store = await storeIn(pets)
  const added = await Promise.all(Array.from({ length: 20 }, () => store.answer(post({ name: 'x', categoryId: 1 }))))
  expect(new Set(added.map((reply) => (bodyOf(reply) as Pet).id)).size).toBe(20)
  await pets.create({ id: 100, name: 'x', categoryId: 1 })
  pets.delete((query) => query.where({ id: 100 }))
  expect(bodyOf(await store.answer(post({ name: 'x', categoryId: 1 })))).toMatchObject({ id: 101 })
  const animals = await store.sandbox().animals
  await Promise.all(['one', 'two', 'three'].map(async (name) => animals.put({ id: 77, name, categoryId: 1 })))
  expect(pets.findMany((query) => query.where({ id: 77 }))).toMatchObject([{ name: 'three' }])
  const { items: loaded, renumbered } = await animals.addAll([
    { ...rex, id: 1, status: 'sold' },
    { ...rex, id: 200, status: 'sold' },
  ])
  expect([loaded.map(({ id }) => id), renumbered]).toEqual([[201, 200], 1])
  await pets.create({ id: 1, name: 'Other', categoryId: 1 })
  expect(pets.findMany((query) => query.where({ id: 1 }))).toMatchObject([{ name: 'Other' }])
})

const status = fc.constantFrom<Pet['status']>('available', 'pending', 'sold', undefined)
const anyChange = fc.oneof(
  fc.record({ remove: fc.integer({ min: 1, max: 8 }) }),
  fc.record({ put: fc.integer({ min: 1, max: 8 }), status }),
)

test('a snapshot and a reset bring back the animals and their order; records that stayed are the same ones', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { maxLength: 12 }), fc.nat(12), async (changes, cut) => {
      const pets = newPets()
      const store = await storeIn(pets)
      const sandbox = store.sandbox()
      const list = async () => (await store.answer(get('/v1/pets?limit=100'))).body
      const start = await list()
      const [first] = pets.all()
      const isFirstKept = changes.every((change) => !('remove' in change && change.remove === 1))
      const apply = async (some: typeof changes) => {
        const animals = await sandbox.animals
        for (const change of some) {
          if ('remove' in change) await animals.remove(change.remove)
          else {
            const pet = { id: change.put, name: `Pet ${change.put}`, categoryId: 1 }
            await animals.put(change.status === undefined ? pet : { ...pet, status: change.status })
          }
        }
      }
      await apply(changes.slice(0, cut))
      const before = await list()
      await sandbox.snapshot('cut')
      await apply(changes.slice(cut))
      await sandbox.restore('cut')
      expect(await list()).toBe(before)
      await store.reset()
      expect(await list()).toBe(start)
      const orders = new Collection({ schema: z.object({ pet: z.custom<Pet>().optional() }) })
      orders.defineRelations(({ one }) => ({ pet: one(pets) }))
      // A record that was changed is another object of the same key, and what relates to it finds it by that.
      if (isFirstKept && first !== undefined) expect((await orders.create({ pet: first })).pet).toEqual(pets.all()[0])
    }),
    { numRuns: 40 },
  )
})

test('orders of a user relate to the animals, and survive a reset', async () => {
  const baseUrl = 'https://api.example.com/v1'
  const pets = newPets()
  const orders = new Collection({ schema: z.object({ id: z.number(), pet: z.custom<Pet>().optional() }) })
  orders.defineRelations(({ one }) => ({ pet: one(pets) }))
  const store = await storeIn(pets)
  const server = setupServer(
    http.post(`${baseUrl}/orders`, async ({ request }) => {
      const { petId } = (await request.json()) as { petId: number }
      const pet = await pets.update((query) => query.where({ id: petId }), {
        data(draft) {
          draft.status = 'sold'
        },
      })
      if (pet === undefined) return new HttpResponse(null, { status: 404 })
      const order = await orders.create({ id: orders.count() + 1, pet })
      return HttpResponse.json({ id: order.id, petId }, { status: 201 })
    }),
    ...handlers(store, { baseUrl }),
  )
  server.listen()
  try {
    const headers = { authorization: 'Bearer test_pro' }
    const ordered = await fetch(`${baseUrl}/orders`, { method: 'POST', headers, body: '{"petId":2}' })
    expect([ordered.status, await ordered.json()]).toEqual([201, { id: 1, petId: 2 }])
    const sold = await fetch(`${baseUrl}/pets?status=sold`, { headers })
    expect(((await sold.json()) as Pet[]).map(({ id }) => id)).toEqual([2, 3])
    const animals = await store.sandbox().animals
    await animals.put({ id: 2, name: 'Tiger', categoryId: 2 })
    expect(orders.findFirst()?.pet).toMatchObject({ name: 'Tiger' })
    await store.reset()
    expect(orders.findFirst()?.pet).toMatchObject({ id: 2, name: 'Tom', status: 'pending' })
    await animals.remove(2)
    expect(orders.findFirst()?.pet).toBeUndefined()
  } finally {
    server.close()
  }
})
