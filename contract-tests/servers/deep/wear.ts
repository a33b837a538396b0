import type { Pet } from '../../../spec/index.ts'
import { editPets, replaceReplies } from '../edits.ts'
import { refuse, successOf } from '../reply.ts'
import type { ServerState } from '../server-state.ts'
import type { BrokenServers } from '../variation.ts'
import { type Call, notFound, tokenOf } from '../plain-server.ts'

/** Departures that show after many requests, beside other operations, or on animals that only the run has touched. */
export const deepWear: BrokenServers = {
  '1/added-animal-kept': {
    'one-of-three-lost': ({ animals, created }) => ({
      id: () => 1000 + created(),
      add(newPet, usual) {
        const pet = usual(newPet)
        if (created() % 3 === 0) animals.splice(animals.indexOf(pet), 1)
        return pet
      },
    }),
    'not-found-remembered': ({ created }) => {
      const unknown = new Set<unknown>()
      return {
        id: () => 1000 + created(),
        found(id, usual) {
          const pet = unknown.has(id) ? undefined : usual(id)
          if (pet === undefined) unknown.add(id)
          return pet
        },
      }
    },
    'half-lost': ({ animals, created, random }) => ({
      id: () => 1000 + created(),
      add(newPet, usual) {
        const pet = usual(newPet)
        if (random() < 1 / 2) animals.splice(animals.indexOf(pet), 1)
        return pet
      },
    }),
  },
  '4.3/same-animal': {
    'moved-by-the-next-of-its-name': ({ animals }) => ({
      add(newPet, usual) {
        for (const [at, pet] of animals.entries())
          if (pet.name === newPet.name) animals[at] = { ...pet, categoryId: newPet.categoryId }
        return usual(newPet)
      },
    }),
    'status-reset-by-the-next': ({ animals }) => ({
      add(newPet, usual) {
        change(animals, animals.at(-1), { status: 'available' })
        return usual(newPet)
      },
    }),
    'sold-when-fetched': ({ animals }) => ({
      found(id, usual) {
        const pet = usual(id)
        change(animals, pet, { status: 'sold' })
        return pet
      },
    }),
  },
  '4.1/answers-pets': {
    'lists-500-beside-creations': replaceReplies(
      refuse(500),
      (_, call) => call.operation === 'listPets' && isBesideCreation(call),
    ),
  },
  '2/pet-name-present': {
    'lists-torn-beside-creations': editPets(
      { name: undefined },
      (reply, call) => successOf('listPets')(reply, call) && isBesideCreation(call),
    ),
  },
  '4.3/answers-pet': {
    'get-404-after-120': replaceReplies(
      notFound(),
      (reply, call) => successOf('getPet')(reply, call) && call.number > 120,
    ),
  },
  '5/invalid-key': {
    'keys-open-after-200': {
      isKey: (call, usual) => usual(call) || (call.number > 200 && tokenOf(call.headers.authorization) !== undefined),
    },
  },
  '5/bearer-key': {
    'key-refused-now-and-then-after-200': {
      isKey: (call, usual) => usual(call) && !(call.number > 200 && call.number % 7 === 0),
    },
  },
}

function isBesideCreation({ beside }: Call): boolean {
  return beside.includes('createPet')
}

function change(animals: ServerState['animals'], pet: Pet | undefined, members: Partial<Pet>): void {
  const at = pet === undefined ? -1 : animals.indexOf(pet)
  // Only animals that were added: others change those of the start.
  if (pet !== undefined && at >= 150) animals[at] = { ...pet, ...members }
}
