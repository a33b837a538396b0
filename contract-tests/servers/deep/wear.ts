import { editPets, replaceReplies } from '../edits.ts'
import { refuse, successOf } from '../reply.ts'
import type { BrokenServers } from '../variation.ts'
import type { Call } from '../call.ts'
import { notFound, tokenOf } from '../plain-server.ts'
import { losing } from './sequences.ts'

/** Departures that show after many requests, beside other operations, or on animals that only the run has touched. */
export const deepWear: BrokenServers = {
  '1/added-animal-kept': {
    'one-of-three-lost': losing(({ created }) => created() % 3 === 0),
    'not-found-remembered': ({ answered, created }) => ({
      id: () => 1000 + created(),
      found: (id, usual) =>
        answered.some(({ call, reply }) => call.id === String(id) && reply.status === 404) ? undefined : usual(id),
    }),
  },
  '4.3/same-animal': {
    'moved-by-the-next-of-its-name': ({ animals, change }) => ({
      add(newPet, usual) {
        for (const pet of animals.filter(({ name }) => name === newPet.name))
          change(pet, { categoryId: newPet.categoryId })
        return usual(newPet)
      },
    }),
    'status-reset-by-the-next': ({ animals, change }) => ({
      add(newPet, usual) {
        change(animals.at(-1), { status: 'available' })
        return usual(newPet)
      },
    }),
    // Only animals that were added: others change those of the start.
    'sold-when-fetched': ({ hasBeenFor, change }) => ({
      found(id, usual) {
        const pet = usual(id)
        if (pet !== undefined && !hasBeenFor(pet, 1e12)) change(pet, { status: 'sold' })
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
    'sixth-get-404': ({ answered }) => ({
      found(id, usual) {
        const reads = answered.filter(({ call, reply }) => call.id === String(id) && reply.status === 200)
        return reads.length < 5 ? usual(id) : undefined
      },
    }),
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
