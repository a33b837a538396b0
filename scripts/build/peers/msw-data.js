import { Collection } from '@msw/data'
import { createAnimalStore } from 'animal-store-kit'
import { animalsIn, petSchema } from 'animal-store-kit/data'

const pets = new Collection({ schema: petSchema })
const store = createAnimalStore({ dataset: 'one', animals: animalsIn(pets) })
const headers = { authorization: 'Bearer test_pro', 'content-type': 'application/json' }
await store.fetch('/v1/pets', { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' })
if (pets.count() !== 2) throw new Error(`not kept: ${pets.count()}`)
await pets.update((query) => query.where({ id: 1 }), { data: (draft) => void (draft.status = 'sold') })
const { status } = await (await store.fetch('/v1/pets/1', { headers })).json()
if (status !== 'sold') throw new Error(`not seen: ${status}`)
