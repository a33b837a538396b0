import { editBodies, editHeaders, editPets, editStatus, replaceReplies } from '../edits.ts'
import { answerInstead, refuseResultIf } from '../refusals.ts'
import { type Reply, jsonReply, refuse } from '../reply.ts'
import { type BrokenServers, each, having, starting } from '../variation.ts'
import { type Call, type Hooks, notFound } from '../way.ts'
import { successOf } from '../when.ts'
import type { Int64, Pet } from '../../../spec/index.ts'

const found = successOf('getPet')

/** Lookups by id that break sections 4.3 and 9. */
export const brokenLookups: BrokenServers = {
  '4.3/answers-pet': {
    'get-in-envelope: Answers getPet with the animal in an object.': editBodies((pet) => ({ pet }), found),
    'get-in-array: Answers getPet with an array of one animal.': editBodies((pet) => [pet], found),
    'get-203: Answers 203 to getPet.': editStatus(203, found),
    'get-redirects: Redirects getPet to the list.': replaceReplies(
      { status: 302, headers: { Location: '/v1/pets' } },
      found,
    ),
    'get-finds-nothing: Answers 404 to every id.': { found: () => undefined },
    'get-finds-nothing-new: Answers 404 to the id of every animal that a request added, though the list has it.': ({
      hasBeenFor,
    }) => finding((pet) => (hasBeenFor(pet, 1e12) ? pet : undefined)),
    ...each(finding, {
      'get-finds-nothing-large: Answers 404 to ids beyond 2^53, though the list has them.': (pet) =>
        typeof pet.id === 'bigint' ? undefined : pet,
      'get-finds-nothing-sold: Answers 404 to the ids of sold animals.': (pet) =>
        pet.status === 'sold' ? undefined : pet,
    }),
  },
  '4.3/same-id': {
    'get-compares-doubles: Finds animals by their ids as doubles, so that ids beyond 2^53 that none has find a neighbour.':
      having(
        150,
        (index) => ({ id: 2n ** 60n + 4099n * BigInt(index) }),
        ({ animals }) => ({
          found: (id) => animals.find((pet) => pet.id === id) ?? animals.find((pet) => Number(pet.id) === Number(id)),
        }),
      ),
    'get-next-animal: Answers with the animal after the one that was asked for.': ({ animals }) =>
      finding((pet) => animals[(animals.indexOf(pet) + 1) % animals.length]),
    'get-first-animal: Answers with the first animal, whatever the id.': ({ animals }) => finding(() => animals[0]),
    'get-rounds-ids: Answers with a neighbour where the id is beyond 2^53.': having(
      150,
      (index) => (index === 4 ? { id: 9007199254740992n } : {}),
      {
        found: (id, usual) => usual(typeof id === 'bigint' ? BigInt(Number(id)) : id) ?? usual(id),
      },
    ),
    'get-writes-ids-rounded: Writes zeros for the last bits of ids beyond 2^53 in getPet.': editPets(
      { id: (id) => (typeof id === 'bigint' ? id - (id % 1024n) : id) },
      found,
    ),
  },
  '4.3/same-animal': {
    'get-other-name: Shows the name of another animal in getPet.': ({ animals }) =>
      editPets({ name: (_, { id }) => animals.find((other) => other.id !== id)?.name ?? '' }, found),
    'get-rounds-categories: Rounds categoryId beyond 2^53 in getPet.': editPets(
      { categoryId: (id) => (typeof id === 'bigint' ? BigInt(Number(id)) : id) },
      found,
    ),
    'get-available-always: Shows every animal as available in getPet.': editPets({ status: 'available' }, found),
    'get-without-status: Leaves out the status in getPet.': editPets({ status: undefined }, found),
  },
  '4.3/no-request-body': {
    'get-needs-body: Answers 400 to a getPet without a body.': replaceReplies(
      refuse(400),
      (reply, call) => found(reply, call) && call.body.length === 0,
    ),
  },
  '4.3/not-found': {
    ...each(unknownWith, {
      'unknown-id-200-null: Answers 200 with null to an id that no animal has.': jsonReply(200, null),
      'unknown-id-200-object: Answers 200 with an empty object to an id that no animal has.': jsonReply(200, {}),
      'unknown-id-204: Answers 204 to an id that no animal has.': { status: 204, headers: {} },
      'unknown-id-400: Answers 400 to an id that no animal has.': refuse(400),
      'unknown-id-403: Answers 403 to an id that no animal has.': refuse(403),
      'unknown-id-410: Answers 410 to an id that no animal has.': refuse(410),
      'unknown-id-500: Answers 500 to an id that no animal has.': refuse(500),
    }),
    'unknown-id-made-up: Makes up an animal for an id that no animal has.': {
      found: (id, usual) => usual(id) ?? { id, name: 'Nobody', categoryId: 1, status: 'sold' },
    },
  },
  '4.3/pet-id-int64': {
    ...each((isRefused: (id: Int64) => boolean) => refuseResultIf('petId', isRefused), {
      'id-ends-refused: Answers 400 to both ends of int64.': (id) => id > 2n ** 62n || id < -(2n ** 62n),
      'id-of-32-bits: Answers 400 to ids beyond 32 bits.': (id) => id >= 2 ** 31 || id < -(2 ** 31),
      'id-negative-refused: Answers 400 to negative ids.': (id) => id < 0,
    }),
    'id-ends-fail: Answers 500 to ids beyond 2^53.': refuseResultIf('petId', (id) => typeof id === 'bigint', 500),
    'id-smallest-fails: Answers 500 to the smallest int64.': refuseResultIf('petId', (id) => id === -(2n ** 63n), 500),
  },
  '9/works-until-removal': {
    'removed-early: Answers 410 to getPet before its removal.': answerInstead('getPet', refuse(410)),
  },
  '9/removal': {
    'removed-never: Answers getPet after its removal as before.': starting(
      { needs: ['after-removal'] },
      ({ animals }) => ({
        undocumented(call, usual) {
          if (!isGet(call)) return usual(call)
          const pet = animals.find(({ id }) => String(id) === call.petId)
          return pet === undefined ? notFound() : jsonReply(200, pet)
        },
      }),
    ),
    ...each((Sunset: string) => editHeaders({ Sunset }, (_, call) => isGet(call)), {
      'sunset-on-another-day: Names 5 December 2029 in the Sunset of getPet.': 'Wed, 05 Dec 2029 00:00:00 GMT',
      'sunset-in-another-month: Names 12 May 2030 in the Sunset of getPet, with day and month mixed up.':
        'Sun, 12 May 2030 00:00:00 GMT',
    }),
  },
}

function isGet({ operation }: Call): boolean {
  return operation === 'getPet'
}

/** Gives another animal in the place of the one that was found, or none. */
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
