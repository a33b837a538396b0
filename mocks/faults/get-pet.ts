import { type Int64, type Pet, parseInt64 } from '../../spec/index.ts'
import { type Outcome, errorOutcome } from '../call/error-reply.ts'
import { getPet, unknownAnimal } from '../operations/get-pet.ts'
import { petText } from '../operations/list-pets.ts'
import type { CallContext, Overrides } from '../call/overrides.ts'
import { largeIds } from './create-pet.ts'
import {
  bodiless,
  edit,
  editJson,
  editPets,
  headerAs,
  inTurn,
  operationOf,
  statusAs,
  withOutcome,
  withPet,
} from './edit-reply.ts'
import type { Fault } from './fault.ts'

/** Faults of section 4.3: getPet. */
export const getFaults = [
  {
    id: 'get-answers-203',
    clause: '4.3/answers-pet',
    summary: 'an animal is answered with 203',
    overrides: edit('getPet', 200, statusAs(203)),
  },
  {
    id: 'get-answers-list',
    clause: '4.3/answers-pet',
    summary: 'an animal comes in an array',
    overrides: editJson('getPet', 200, (pet) => [pet]),
  },
  {
    id: 'get-answers-envelope',
    clause: '4.3/answers-pet',
    summary: 'an animal comes inside of an object, as {"data":{…}}',
    overrides: editJson('getPet', 200, (data) => ({ data })),
  },
  {
    id: 'get-answers-500',
    clause: '4.3/answers-pet',
    summary: 'an animal is answered with 500',
    overrides: edit('getPet', 200, (usual, { rules }) =>
      withOutcome(usual, errorOutcome(rules, 500, 'internal_error', 'The animal could not be read.')),
    ),
  },
  {
    id: 'get-misses-added',
    clause: '4.3/answers-pet',
    summary: 'animals that were added are listed, and getPet never finds them',
    overrides: instead(async (usual, petId, context) => {
      const { own } = await (await context.sandbox.animals).changes()
      return own.some(([, pet]) => pet.id === petId) ? unknownAnimal(context.rules) : usual()
    }),
  },
  {
    id: 'id-rounded-by-list',
    clause: '4.3/answers-pet',
    summary: 'ids of added animals are beyond 2^53, and the list rounds them to a double: getPet knows none of those',
    overrides: inTurn(largeIds, editPets('listPets', 200, withRoundedId)),
  },
  {
    id: 'id-rounded-by-get',
    clause: '4.3/same-id',
    summary: 'ids of added animals are beyond 2^53, and getPet rounds them to a double',
    overrides: inTurn(largeIds, editPets('getPet', 200, withRoundedId)),
  },
  {
    id: 'get-neighbour',
    clause: '4.3/same-id',
    summary: 'getPet gives another animal than the one asked for',
    overrides: withPet('getPet', 200, neighbourOf),
  },
  {
    id: 'get-id-32-bits',
    clause: '4.3/same-id',
    summary: 'only the low 32 bits of a petId are looked at',
    overrides: instead((_usual, petId, context) => lookUp(BigInt.asIntN(32, BigInt(petId)), context)),
  },
  {
    id: 'get-id-negative',
    clause: '4.3/same-id',
    summary: 'the id of a fetched animal has the wrong sign',
    overrides: editPets('getPet', 200, (pet) => ({ ...pet, id: -BigInt(pet.id) })),
  },
  {
    id: 'get-other-animal',
    clause: '4.3/same-animal',
    summary: 'getPet gives the id asked for, with the members of another animal',
    overrides: withPet('getPet', 200, async (pet, context) => ({ ...(await neighbourOf(pet, context)), id: pet.id })),
  },
  {
    id: 'get-name-upper-case',
    clause: '4.3/same-animal',
    summary: 'the name of a fetched animal is in upper case',
    overrides: editPets('getPet', 200, (pet) => ({ ...pet, name: pet.name.toUpperCase() })),
  },
  {
    id: 'get-category-off',
    clause: '4.3/same-animal',
    summary: 'the categoryId of a fetched animal is always 0',
    overrides: editPets('getPet', 200, (pet) => ({ ...pet, categoryId: 0 })),
  },
  {
    id: 'get-category-rounded',
    clause: '4.3/same-animal',
    summary: 'the categoryId of a fetched animal is rounded to a double',
    overrides: editPets('getPet', 200, (pet) => ({ ...pet, categoryId: Number(pet.categoryId) })),
  },
  {
    id: 'get-status-available',
    clause: '4.3/same-animal',
    summary: 'sold and pending animals are available when they are fetched',
    overrides: editPets('getPet', 200, (pet) => (pet.status === undefined ? pet : { ...pet, status: 'available' })),
  },
  {
    id: 'get-large-id-400',
    clause: '4.3/pet-id-int64',
    summary: 'a petId beyond 2^53 is refused with 400',
    overrides: instead((usual, petId, { rules }) =>
      typeof petId === 'bigint' ? errorOutcome(rules, 400, 'invalid_id', 'This petId is too large.') : usual(),
    ),
  },
  {
    id: 'get-large-id-500',
    clause: '4.3/pet-id-int64',
    summary: 'a petId beyond 32 bits is answered with 500',
    overrides: instead((usual, petId, { rules }) =>
      BigInt.asIntN(32, BigInt(petId)) === BigInt(petId)
        ? usual()
        : errorOutcome(rules, 500, 'internal_error', 'The animal could not be looked up.'),
    ),
  },
  {
    id: 'get-negative-id-400',
    clause: '4.3/pet-id-int64',
    summary: 'a negative petId is refused with 400',
    overrides: instead((usual, petId, { rules }) =>
      petId < 0 ? errorOutcome(rules, 400, 'invalid_id', 'petId must not be negative.') : usual(),
    ),
  },
  {
    id: 'get-wants-body',
    clause: '4.3/no-request-body',
    summary: 'getPet is refused with 411 unless the request has a body',
    overrides: instead((usual, _petId, { rules, call }) =>
      (call.body ?? '').length > 0 ? usual() : errorOutcome(rules, 411, 'malformed_request', 'A body is required.'),
    ),
  },
  {
    id: 'get-unknown-400',
    clause: '4.3/not-found',
    summary: 'a petId that no animal has is answered with 400',
    overrides: edit('getPet', 404, statusAs(400)),
  },
  {
    id: 'get-unknown-500',
    clause: '4.3/not-found',
    summary: 'a petId that no animal has is answered with 500',
    overrides: edit('getPet', 404, statusAs(500)),
  },
  {
    id: 'get-unknown-204',
    clause: '4.3/not-found',
    summary: 'a petId that no animal has is answered with 204',
    overrides: edit('getPet', 404, bodiless(204)),
  },
  {
    id: 'get-unknown-200-null',
    clause: '4.3/not-found',
    summary: 'a petId that no animal has is answered with 200 and null',
    overrides: edit('getPet', 404, (usual) => ({ ...usual, status: 200, body: 'null' })),
  },
  {
    id: 'get-unknown-200-error',
    clause: '4.3/not-found',
    summary: 'a petId that no animal has is answered with 200 and an Error',
    overrides: edit('getPet', 404, (usual) => ({ ...usual, status: 200 })),
  },
  {
    id: 'get-unknown-first',
    clause: '4.3/not-found',
    summary: 'a petId that no animal has gives the first animal under that id',
    overrides: instead(async (usual, petId, context) => {
      const outcome = await usual()
      const { pets: first } = await (await context.sandbox.animals).page({ limit: 1, order: 'oldest-first' })
      return outcome.status !== 404 || first[0] === undefined
        ? outcome
        : { status: 200, body: petText({ ...first[0], id: petId }) }
    }),
  },
] as const satisfies readonly Fault[]

/** Faults of section 9: how getPet is removed. */
export const removalFaults = [
  {
    id: 'get-gone-early',
    clause: '9/works-until-removal',
    summary: 'getPet answers 410 already before its removal',
    overrides: instead((_usual, _petId, { rules }) => errorOutcome(rules, 410, 'gone', 'getPet was removed.')),
  },
  {
    id: 'get-redirects-early',
    clause: '9/works-until-removal',
    summary: 'getPet redirects to the list already before its removal',
    overrides: edit('getPet', 200, bodiless(301, { Location: '/v1/pets' })),
  },
  {
    id: 'get-sunset-other-day',
    clause: '9/removal',
    summary: 'the Sunset header of getPet names 12 May 2030',
    // As who reads 5 December, written 12/05 or 05/12, the wrong way round.
    overrides: edit('getPet', 200, headerAs('Sunset', 'Sun, 12 May 2030 00:00:00 GMT')),
  },
  {
    id: 'get-outlives-removal',
    clause: '9/removal',
    summary: 'getPet still works after 5 December 2030',
    overrides: instead((_usual, _petId, context) => getPet({ ...context, nowMilliseconds: 0 })),
  },
] as const satisfies readonly Fault[]

/** Answers getPet otherwise, where petId is an int64. */
function instead(
  answer: (usual: () => Outcome | Promise<Outcome>, petId: Int64, context: CallContext) => Outcome | Promise<Outcome>,
): Overrides {
  return {
    operate: (usual, context) => {
      const { route } = context
      const petId =
        route.kind === 'operation' && operationOf(context) === 'getPet' ? parseInt64(route.petId) : undefined
      return petId === undefined ? usual() : answer(usual, petId, context)
    },
  }
}

function lookUp(petId: Int64, context: CallContext): Promise<Outcome> {
  const { route } = context
  return getPet({ ...context, route: route.kind === 'operation' ? { ...route, petId: String(petId) } : route })
}

/** One of the two oldest animals, and not the given one; the given one if there is no other. */
async function neighbourOf(pet: Pet, { sandbox }: CallContext): Promise<Pet> {
  const { pets: oldest } = await (await sandbox.animals).page({ limit: 2, order: 'oldest-first' })
  return oldest.find((candidate) => candidate.id !== pet.id) ?? pet
}

function withRoundedId(pet: Pet): Pet {
  return { ...pet, id: Number(pet.id) }
}
