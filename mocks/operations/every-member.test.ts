import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPets } from '../../fixtures/files/read-pets.ts'
import type { PetFormat } from '../../fixtures/files/format.ts'
import { writePets } from '../../fixtures/files/write-pets.ts'
import { tempFolder } from '../../scripts/testing/temp-folder.ts'
import { newPetText, petFrom } from '../../scripts/storefront/client/api.ts'
import { goodBody } from '../../spec/good-body.ts'
import { type Pet, readJson, shapes, writeJson } from '../../spec/index.ts'
import { openAnimalFile } from '../parts/animal-file/index.ts'
import { type AnimalStore, createAnimalStore } from '../entry.ts'
import { bodyOf, get, post } from '../testing/test-calls.ts'

/** A body with every member of NewPet, as the description has them. */
const sent = goodBody('createPet') as unknown as Pet
const added = { ...sent, id: 61 }

async function storeWithAnimal(): Promise<AnimalStore> {
  const store = createAnimalStore()
  expect(bodyOf(await store.answer(post(writeJson(sent))))).toEqual(added)
  return store
}

// What drops a member anywhere is named here at once, also a member that comes with the next version.
test('every member of NewPet is sent', () => {
  expect(Object.keys(sent).toSorted()).toEqual(shapes.NewPet.members.map(({ name }) => name).toSorted())
})

test('every member comes back from createPet, getPet and listPets', async () => {
  const store = await storeWithAnimal()
  expect(bodyOf(await store.answer(get('/v1/pets/61')))).toEqual(added)
  expect(bodyOf(await store.answer(get('/v1/pets?limit=100')))).toContainEqual(added)
})

test.each<PetFormat>(['json', 'ndjson', 'csv'])('every member comes back from a file of %s', async (format) => {
  let text = ''
  for await (const piece of writePets([added], format)) text += piece
  expect(readPets('animals', text, format)).toEqual([added])
})

test('every member comes back from a snapshot', async () => {
  const store = await storeWithAnimal()
  const sandbox = store.sandbox()
  await sandbox.snapshot('full')
  await sandbox.reset()
  expect((await store.answer(get('/v1/pets/61'))).status).toBe(404)
  await sandbox.restore('full')
  expect(bodyOf(await store.answer(get('/v1/pets/61')))).toEqual(added)
})

test('every member comes back from an animal file', async () => {
  const folder = tempFolder()
  const origin = { dataset: 'none', seed: 1, pets: [] }
  for (const isNew of [true, false]) {
    const file = await openAnimalFile(join(folder, 'animals.db'), origin)
    const store = createAnimalStore({ dataset: [], animals: file })
    if (isNew) await store.answer(post(writeJson(sent)))
    expect(bodyOf(await store.answer(get('/v1/pets/1')))).toEqual({ ...sent, id: 1 })
    await file.close()
  }
})

test('every member comes back from the client of the shop', () => {
  const client = petFrom(added)
  const text = newPetText(client)
  const reading = readJson(text)
  expect(reading).toMatchObject({ ok: true, value: sent })
})
