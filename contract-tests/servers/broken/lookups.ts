import { editHeaders, editPets, replaceReplies } from '../edits.ts'
import { successOf, type Reply, jsonReply, refuse } from '../reply.ts'
import { answerInstead, refuseResultIf } from '../refusals.ts'
import { type BrokenServers, withAnimals, withSetup } from '../variation.ts'
import type { Call } from '../call.ts'
import { type Hooks, notFound } from '../plain-server.ts'
import { type Pet, completed, shapes } from '../../../spec/index.ts'

const found = successOf('getPet')

/** Lookups by id that break sections 4.3 and 9. */
export const brokenLookups: BrokenServers = {
  '4.3/answers-pet': {
    'get-redirects': replaceReplies({ status: 302, headers: { Location: '/v1/pets' } }, found),
    'get-finds-nothing': { found: () => undefined },
    'get-finds-nothing-new': ({ hasBeenFor }) => finding((pet) => (hasBeenFor(pet, 1e12) ? pet : undefined)),
    'get-finds-nothing-large': finding((pet) => (typeof pet.id === 'bigint' ? undefined : pet)),
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
    'get-rounds-ids': withAnimals(150, (index) => (index === 4 ? { id: 9007199254740992n } : {}), {
      found: (id, usual) => usual(typeof id === 'bigint' ? BigInt(Number(id)) : id) ?? usual(id),
    }),
    'get-writes-ids-rounded': editPets({ id: (id) => (typeof id === 'bigint' ? id - (id % 1024n) : id) }, found),
  },
  '4.3/same-animal': {
    'get-other-name': ({ animals }) =>
      editPets({ name: (_, { id }) => animals.find((other) => other.id !== id)?.name ?? '' }, found),
    'get-rounds-categories': editPets(
      { categoryId: (id) => (typeof id === 'bigint' ? BigInt(Number(id)) : id) },
      found,
    ),
    'get-available-always': editPets({ status: 'available' }, found),
    'get-without-status': editPets({ status: undefined }, found),
  },
  '4.3/not-found': {
    'unknown-id-200-null': unknownWith(jsonReply(200, null)),
    'unknown-id-200-object': unknownWith(jsonReply(200, {})),
    'unknown-id-204': unknownWith({ status: 204, headers: {} }),
    'unknown-id-500': unknownWith(refuse(500)),
    'unknown-id-made-up': {
      found: (id, usual) =>
        usual(id) ?? completed<Pet>(shapes.Pet, { id, name: 'Nobody', categoryId: 1, status: 'sold' }),
    },
  },
  '4.3/pet-id-int64': {
    'id-ends-refused': refuseResultIf('petId', (id) => id > 2n ** 62n || id < -(2n ** 62n)),
    'id-negative-refused': refuseResultIf('petId', (id) => id < 0),
    'id-ends-fail': refuseResultIf('petId', (id) => typeof id === 'bigint', 500),
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
    'sunset-in-another-month': editHeaders({ Sunset: 'Sun, 12 May 2030 00:00:00 GMT' }, (_, call) => isGet(call)),
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
