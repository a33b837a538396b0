import { type Pet, parseInt64 } from '../../spec/index.ts'
import type { CallContext } from '../call/overrides.ts'
import { getPet } from '../operations/get-pet.ts'
import { largeIds, withRoundedId } from './create-pet.ts'
import { edit, editPets, headerAs, inTurn, isBodiless, operationOf, refuse, statusAs } from './edit-reply.ts'
import type { Fault } from './fault.ts'

/** Faults of sections 4.3 and 9: getPet and its removal. */
export const getFaults: readonly Fault[] = [
  {
    id: 'get-answers-envelope',
    clause: '4.3/answers-pet',
    summary: 'an animal is wrapped in an object, as {"data":{…}}',
    overrides: editPets('getPet', 200, (data) => ({ data })),
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
    overrides: editPets('getPet', 200, neighbourOf),
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
    overrides: refuse('getPet', 400, 'invalid_id', (context) => typeof petIdOf(context) === 'bigint'),
  },
  {
    id: 'get-wants-body',
    clause: '4.3/no-request-body',
    summary: 'getPet is refused with 411 unless the request has a body',
    overrides: refuse('getPet', 411, 'malformed_request', isBodiless),
  },
  {
    id: 'get-unknown-500',
    clause: '4.3/not-found',
    summary: 'a petId that no animal has is answered with 500',
    overrides: edit('getPet', 404, statusAs(500)),
  },
  {
    id: 'get-unknown-200-null',
    clause: '4.3/not-found',
    summary: 'a petId that no animal has is answered with 200 and null',
    overrides: edit('getPet', 404, (usual) => ({ ...usual, status: 200, body: 'null' })),
  },
  {
    id: 'get-gone-early',
    clause: '9/works-until-removal',
    summary: 'getPet answers 410 already before its removal',
    overrides: refuse('getPet', 410, 'gone'),
  },
  {
    id: 'get-sunset-other-day',
    clause: '9/removal',
    summary: 'the Sunset header of getPet names 12 May 2030',
    // 5 December, written 12/05 or 05/12 and read the wrong way round.
    overrides: edit('getPet', 200, headerAs('Sunset', 'Sun, 12 May 2030 00:00:00 GMT')),
  },
  {
    id: 'get-outlives-removal',
    clause: '9/removal',
    summary: 'getPet still works after 5 December 2030',
    overrides: {
      operate: (usual, context) =>
        operationOf(context) === 'getPet' && petIdOf(context) !== undefined
          ? getPet({ ...context, nowMilliseconds: 0 })
          : usual(),
    },
  },
]

/** The petId of a call, if it is an int64. */
export function petIdOf({ route }: CallContext): Pet['id'] | undefined {
  return route.kind === 'operation' ? parseInt64(route.petId) : undefined
}

/** One of the two oldest animals, and not the given one; the given one if there is no other. */
async function neighbourOf(pet: Pet, { sandbox }: CallContext): Promise<Pet> {
  const { pets: oldest } = await (await sandbox.animals).page({ limit: 2, order: 'oldest-first' })
  return oldest.find((candidate) => candidate.id !== pet.id) ?? pet
}
