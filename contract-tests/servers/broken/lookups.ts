import { isInt64 } from '../../../spec/index.ts'
import { manyAnimals } from '../animals.ts'
import type { BrokenVariation } from './broken.ts'
import { editBodies, editHeaders, editReplies, successOf } from '../edits.ts'
import { type Reply, isReply, jsonReply, refuse } from '../reply.ts'
import { type Hooks, notFound } from '../way.ts'

/** Lookups by id that break sections 4.3 and 9. */
export const brokenLookups: readonly BrokenVariation[] = [
  {
    id: 'get-in-envelope',
    clause: '4.3/answers-pet',
    summary: 'Answers getPet with the animal in an object.',
    hooks: () => editBodies((pet) => ({ pet }), successOf('getPet')),
  },
  {
    id: 'get-in-array',
    clause: '4.3/answers-pet',
    summary: 'Answers getPet with an array of one animal.',
    hooks: () => editBodies((pet) => [pet], successOf('getPet')),
  },
  {
    id: 'get-203',
    clause: '4.3/answers-pet',
    summary: 'Answers 203 to getPet.',
    hooks: () => editReplies((reply) => ({ ...reply, status: 203 }), successOf('getPet')),
  },
  {
    id: 'get-redirects',
    clause: '4.3/answers-pet',
    summary: 'Redirects getPet to the list.',
    hooks: () =>
      editReplies(
        ({ headers }) => ({ status: 302, headers: { ...headers, Location: '/v1/pets' } }),
        successOf('getPet'),
      ),
  },
  {
    id: 'get-finds-nothing',
    clause: '4.3/answers-pet',
    summary: 'Answers 404 to every id.',
    hooks: () => ({ found: () => undefined }),
  },
  {
    id: 'get-finds-nothing-new',
    clause: '4.3/answers-pet',
    summary: 'Answers 404 to the id of every animal that a request added, though the list has it.',
    hooks: ({ hasBeenFor }) => ({
      found(id, usual) {
        const pet = usual(id)
        return pet !== undefined && hasBeenFor(pet, 1e12) ? pet : undefined
      },
    }),
  },
  {
    id: 'get-compares-doubles',
    clause: '4.3/same-id',
    summary: 'Finds animals by their ids as doubles, so that ids beyond 2^53 that none has find a neighbour.',
    animals: () => manyAnimals(150, (pet, index) => ({ ...pet, id: 2n ** 60n + 4099n * BigInt(index) })),
    hooks: ({ animals }) => ({
      found: (id) => animals.find((pet) => pet.id === id) ?? animals.find((pet) => Number(pet.id) === Number(id)),
    }),
  },
  unknownWith(
    'unknown-id-403',
    '4.3/not-found',
    'Answers 403 to an id that no animal has.',
    refuse(403, 'forbidden', 'This animal is not yours.'),
  ),
  {
    id: 'get-finds-nothing-large',
    clause: '4.3/answers-pet',
    summary: 'Answers 404 to ids beyond 2^53, though the list has them.',
    hooks: () => ({ found: (id, usual) => (typeof id === 'bigint' ? undefined : usual(id)) }),
  },
  {
    id: 'get-finds-nothing-sold',
    clause: '4.3/answers-pet',
    summary: 'Answers 404 to the ids of sold animals.',
    hooks: () => ({
      found(id, usual) {
        const pet = usual(id)
        return pet?.status === 'sold' ? undefined : pet
      },
    }),
  },
  {
    id: 'get-next-animal',
    clause: '4.3/same-id',
    summary: 'Answers with the animal after the one that was asked for.',
    hooks: ({ animals }) => ({
      found(id, usual) {
        const pet = usual(id)
        return pet && (animals[(animals.indexOf(pet) + 1) % animals.length] ?? pet)
      },
    }),
  },
  {
    id: 'get-first-animal',
    clause: '4.3/same-id',
    summary: 'Answers with the first animal, whatever the id.',
    hooks: ({ animals }) => ({ found: (id, usual) => usual(id) && animals[0] }),
  },
  {
    id: 'get-rounds-ids',
    clause: '4.3/same-id',
    summary: 'Answers with a neighbour where the id is beyond 2^53.',
    animals: () => manyAnimals(150, (pet, index) => (index === 4 ? { ...pet, id: 9007199254740992n } : pet)),
    hooks: () => ({ found: (id, usual) => usual(typeof id === 'bigint' ? BigInt(Number(id)) : id) ?? usual(id) }),
  },
  {
    id: 'get-writes-ids-rounded',
    clause: '4.3/same-id',
    summary: 'Writes zeros for the last bits of ids beyond 2^53 in getPet.',
    hooks: () =>
      editBodies((body) => {
        const pet = body as { id: number | bigint }
        return typeof pet.id === 'bigint' ? { ...pet, id: pet.id - (pet.id % 1024n) } : pet
      }, successOf('getPet')),
  },
  {
    id: 'get-other-name',
    clause: '4.3/same-animal',
    summary: 'Shows the name of another animal in getPet.',
    hooks: ({ animals }) => ({
      found(id, usual) {
        const pet = usual(id)
        return pet && { ...pet, name: animals.find((other) => other.id !== pet.id)?.name ?? '' }
      },
    }),
  },
  {
    id: 'get-rounds-categories',
    clause: '4.3/same-animal',
    summary: 'Rounds categoryId beyond 2^53 in getPet.',
    hooks: () => ({
      found(id, usual) {
        const pet = usual(id)
        return pet && typeof pet.categoryId === 'bigint' ? { ...pet, categoryId: BigInt(Number(pet.categoryId)) } : pet
      },
    }),
  },
  {
    id: 'get-available-always',
    clause: '4.3/same-animal',
    summary: 'Shows every animal as available in getPet.',
    hooks: () => ({
      found(id, usual) {
        const pet = usual(id)
        return pet && { ...pet, status: 'available' }
      },
    }),
  },
  {
    id: 'get-without-status',
    clause: '4.3/same-animal',
    summary: 'Leaves out the status in getPet.',
    hooks: () => editBodies((pet) => ({ ...(pet as object), status: undefined }), successOf('getPet')),
  },
  {
    id: 'get-needs-body',
    clause: '4.3/no-request-body',
    summary: 'Answers 400 to a getPet without a body.',
    hooks: () => ({
      decide(counted, usual) {
        const reply = usual(counted)
        const isMissing = counted.call.operation === 'getPet' && reply.status === 200 && counted.call.body.length === 0
        return isMissing ? refuse(400, 'no_body', 'Send a body.') : reply
      },
    }),
  },
  unknownWith(
    'unknown-id-200-null',
    '4.3/not-found',
    'Answers 200 with null to an id that no animal has.',
    jsonReply(200, null),
  ),
  unknownWith(
    'unknown-id-200-object',
    '4.3/not-found',
    'Answers 200 with an empty object to an id that no animal has.',
    jsonReply(200, {}),
  ),
  unknownWith('unknown-id-204', '4.3/not-found', 'Answers 204 to an id that no animal has.', {
    status: 204,
    headers: {},
  }),
  unknownWith(
    'unknown-id-400',
    '4.3/not-found',
    'Answers 400 to an id that no animal has.',
    refuse(400, 'bad_id', 'No such id.'),
  ),
  unknownWith(
    'unknown-id-410',
    '4.3/not-found',
    'Answers 410 to an id that no animal has.',
    refuse(410, 'gone', 'Gone.'),
  ),
  unknownWith(
    'unknown-id-500',
    '4.3/not-found',
    'Answers 500 to an id that no animal has.',
    refuse(500, 'internal', 'Null.'),
  ),
  {
    id: 'unknown-id-made-up',
    clause: '4.3/not-found',
    summary: 'Makes up an animal for an id that no animal has.',
    hooks: () => ({ found: (id, usual) => usual(id) ?? { id, name: 'Nobody', categoryId: 1, status: 'sold' } }),
  },
  idRefused('id-ends-refused', 'Answers 400 to both ends of int64.', (id) => id > 2n ** 62n || id < -(2n ** 62n)),
  idRefused('id-ends-fail', 'Answers 500 to ids beyond 2^53.', (id) => typeof id === 'bigint', 500),
  idRefused('id-of-32-bits', 'Answers 400 to ids beyond 32 bits.', (id) => id >= 2 ** 31 || id < -(2 ** 31)),
  idRefused('id-negative-refused', 'Answers 400 to negative ids.', (id) => id < 0),
  idRefused('id-smallest-fails', 'Answers 500 to the smallest int64.', (id) => id === -(2n ** 63n), 500),
  {
    id: 'removed-early',
    clause: '9/works-until-removal',
    summary: 'Answers 410 to getPet before its removal.',
    hooks: () => ({
      decide: (counted, usual) =>
        counted.call.operation === 'getPet' && counted.isKey
          ? refuse(410, 'gone', 'This was removed.')
          : usual(counted),
    }),
  },
  {
    id: 'removed-never',
    clause: '9/removal',
    summary: 'Answers getPet after its removal as before.',
    needs: ['after-removal'],
    hooks: ({ animals }) => ({
      undocumented: (call, usual) =>
        call.operation === 'getPet' ? jsonFound(animals.find(({ id }) => String(id) === call.petId)) : usual(call),
    }),
  },
  {
    id: 'sunset-on-another-day',
    clause: '9/removal',
    summary: 'Names 5 December 2029 in the Sunset of getPet.',
    hooks: () => editHeaders({ Sunset: 'Wed, 05 Dec 2029 00:00:00 GMT' }, (_, { operation }) => operation === 'getPet'),
  },
  {
    id: 'sunset-in-another-month',
    clause: '9/removal',
    summary: 'Names 12 May 2030 in the Sunset of getPet, with day and month mixed up.',
    hooks: () => editHeaders({ Sunset: 'Sun, 12 May 2030 00:00:00 GMT' }, (_, { operation }) => operation === 'getPet'),
  },
]

function unknownWith(id: string, clause: BrokenVariation['clause'], summary: string, other: Reply): BrokenVariation {
  const hooks = (): Hooks => ({
    decide(counted, usual) {
      const reply = usual(counted)
      return counted.call.operation === 'getPet' && reply.status === 404 ? other : reply
    },
  })
  return { id, clause, summary, hooks }
}

function idRefused(
  id: string,
  summary: string,
  isRefused: (id: number | bigint) => boolean,
  status = 400,
): BrokenVariation {
  const hooks = (): Hooks => ({
    petId(text, usual) {
      const petId = usual(text)
      return isReply(petId) || !isInt64(petId) || !isRefused(petId)
        ? petId
        : refuse(status, 'bad_id', 'Not such an id.')
    },
  })
  return { id, clause: '4.3/pet-id-int64', summary, hooks }
}

function jsonFound(pet: unknown): Reply {
  return pet === undefined ? notFound() : jsonReply(200, pet)
}
