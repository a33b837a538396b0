import { type Pet, parseInt64 } from '../../spec/index.ts'
import type { CallContext } from '../call/overrides.ts'
import { getPet } from '../operations/get-pet.ts'
import { largeIds, withRoundedId } from './create-pet.ts'
import { edit, editPets, headerAs, inTurn, isBodiless, operationOf, refuse, statusAs } from './edit-reply.ts'
import type { FaultTable } from './fault.ts'

/** Faults of sections 4.3 and 9: getPet and its removal. */
export const getFaults: FaultTable = {
  'get-answers-envelope': [
    '4.3/answers-pet',
    'an animal is wrapped in an object, as {"data":{…}}',
    editPets('getPet', 200, (data) => ({ data })),
  ],
  'id-rounded-by-get': [
    '4.3/same-id',
    'ids of added animals are beyond 2^53, and getPet rounds them to a double',
    inTurn(largeIds, editPets('getPet', 200, withRoundedId)),
  ],
  'get-neighbour': [
    '4.3/same-id',
    'getPet gives another animal than the one asked for',
    editPets('getPet', 200, neighbourOf),
  ],
  'get-status-available': [
    '4.3/same-animal',
    'sold and pending animals are available when they are fetched',
    editPets('getPet', 200, (pet) => (pet.status === undefined ? pet : { ...pet, status: 'available' })),
  ],
  'get-large-id-400': [
    '4.3/pet-id-int64',
    'a petId beyond 2^53 is refused with 400',
    refuse('getPet', 400, 'invalid_id', (context) => typeof petIdOf(context) === 'bigint'),
  ],
  'get-wants-body': [
    '4.3/no-request-body',
    'getPet is refused with 411 unless the request has a body',
    refuse('getPet', 411, 'malformed_request', isBodiless),
  ],
  'get-unknown-500': [
    '4.3/not-found',
    'a petId that no animal has is answered with 500',
    edit('getPet', 404, statusAs(500)),
  ],
  'get-unknown-200-null': [
    '4.3/not-found',
    'a petId that no animal has is answered with 200 and null',
    edit('getPet', 404, (usual) => ({ ...usual, status: 200, body: 'null' })),
  ],
  'get-gone-early': [
    '9/works-until-removal',
    'getPet answers 410 already before its removal',
    refuse('getPet', 410, 'gone'),
  ],
  'get-sunset-other-day': [
    '9/removal',
    'the Sunset header of getPet names 12 May 2030',
    // 5 December, written 12/05 or 05/12 and read the wrong way round.
    edit('getPet', 200, headerAs('Sunset', 'Sun, 12 May 2030 00:00:00 GMT')),
  ],
  'get-outlives-removal': [
    '9/removal',
    'getPet still works after 5 December 2030',
    {
      operate: (usual, context) =>
        operationOf(context) === 'getPet' && petIdOf(context) !== undefined
          ? getPet({ ...context, nowMilliseconds: 0 })
          : usual(),
    },
  ],
}

/** The petId of a call, if it is an int64. */
export function petIdOf({ route }: CallContext): Pet['id'] | undefined {
  return route.kind === 'operation' ? parseInt64(route.petId) : undefined
}

/** One of the two oldest animals, and not the given one; the given one if there is no other. */
async function neighbourOf(pet: Pet, { sandbox }: CallContext): Promise<Pet> {
  const { pets: oldest } = await (await sandbox.animals).page({ limit: 2, order: 'oldest-first' })
  return oldest.find((candidate) => candidate.id !== pet.id) ?? pet
}
