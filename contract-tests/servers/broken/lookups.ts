import { editHeaders, editPets, replaceReplies } from '../edits.ts'
import { successOf, type Reply, jsonReply, refuse } from '../reply.ts'
import { answerInstead, refuseResultIf } from '../refusals.ts'
import { type BrokenServers, withAnimals, withSetup } from '../variation.ts'
import type { Call } from '../call.ts'
import { type Hooks, notFound } from '../plain-server.ts'
import { type Pet } from '../../../spec/index.ts'

const found = successOf('getPet')

/** Lookups by id that break sections 4.3 and 9. */
export const brokenLookups: BrokenServers = {
  '4.3/answers-pet': {
    'get-finds-nothing': { found: () => undefined },
    'get-finds-nothing-new': ({ hasBeenFor }) => finding((pet) => (hasBeenFor(pet, 1e12) ? pet : undefined)),
    'get-finds-nothing-sold': finding((pet) => (pet.status === 'sold' ? undefined : pet)),
  },
  '4.3/same-id': {
    // Ids beyond 2^53 that no animal has find a neighbour.
    'get-compares-doubles': withAnimals(
      150,
      (index) => ({ id: 2n ** 60n + 4099n * BigInt(index) }),
      ({ animals }) => ({
        found: (id) => animals.find((pet) => pet.id === id) ?? animals.find((pet) => Number(pet.id) === Number(id)),
      }),
    ),
    'get-first-animal': ({ animals }) => finding(() => animals[0]),
  },
  '4.3/same-animal': {
    'get-other-name': ({ animals }) =>
      editPets({ name: (_, { id }) => animals.find((other) => other.id !== id)?.name ?? '' }, found),
    'get-rounds-categories': editPets(
      { categoryId: (id) => (typeof id === 'bigint' ? BigInt(Number(id)) : id) },
      found,
    ),
    'get-available-always': editPets({ status: 'available' }, found),
  },
  '4.3/not-found': {
    'unknown-id-200-null': unknownWith(jsonReply(200, null)),
  },
  '4.3/pet-id-int64': {
    'id-ends-refused': refuseResultIf('petId', (id) => id > 2n ** 62n || id < -(2n ** 62n)),
    'id-negative-refused': refuseResultIf('petId', (id) => id < 0),
    'id-smallest-fails': refuseResultIf('petId', (id) => id === -(2n ** 63n), 500),
  },
  '9/works-until-removal': { 'removed-early': answerInstead('getPet', refuse(410)) },
  '9/removal': {
    'removed-never': withSetup({ needs: ['after-removal'] }, ({ animals }) => ({
      undocumented(call, usual) {
        if (!isGet(call)) return usual(call)
        const pet = animals.find(({ id }) => String(id) === call.id)
        return pet === undefined ? notFound() : jsonReply(200, pet)
      },
    })),
    'sunset-on-another-day': editHeaders({ Sunset: 'Wed, 05 Dec 2029 00:00:00 GMT' }, (_, call) => isGet(call)),
  },
}

function isGet({ operation }: Call): boolean {
  return operation === 'getPet'
}

/** Answers another animal than the one that was found, or none. */
function finding(other: (pet: Pet) => Pet | undefined): Hooks {
  return {
    found(id, usual) {
      const pet = usual(id)
      return pet && other(pet)
    },
  }
}

function unknownWith(other: Reply): Hooks {
  return replaceReplies(other, (reply, call) => isGet(call) && reply.status === 404)
}
