import { type Pet, operations } from '../../spec/index.ts'
import type { CallContext } from '../call/overrides.ts'
import { readItem } from '../operations/read-item.ts'
import { largeIds, withRoundedId } from './create-pet.ts'
import { editPets, headerAs, idOf, inTurn, operationOf, refuse } from './edit-reply.ts'
import { type WrittenFault, breaks } from './written-fault.ts'

/** Faults of sections 4.3 and 9: getPet and its removal. */
export const getFaults = {
  'get-answers-envelope': breaks('4.3/answers-pet', 'an animal is wrapped in an object, as {"data":{…}}').by(
    editPets('getPet 200', (data) => ({ data })),
  ),
  'id-rounded-by-get': breaks(
    '4.3/same-id',
    'ids of added animals are beyond 2^53, and getPet rounds them to a double',
  ).by(inTurn(largeIds, editPets('getPet 200', withRoundedId))),
  'get-neighbour': breaks('4.3/same-id', 'getPet gives another animal than the one asked for').by(
    editPets('getPet 200', neighbourOf),
  ),
  'get-status-available': breaks('4.3/same-animal', 'sold and pending animals are available when they are fetched').by(
    editPets('getPet 200', (pet) => (pet.status === undefined ? pet : { ...pet, status: 'available' })),
  ),
  'get-unknown-200-null': breaks('4.3/not-found', 'a petId that no animal has is answered with 200 and null').on(
    'getPet 404',
    (usual) => ({ ...usual, status: 200, body: 'null' }),
  ),
  'get-gone-early': breaks('9/works-until-removal', 'getPet answers 410 already before its removal').by(
    refuse('getPet', 410, 'gone'),
  ),
  // 5 December, written 12/05 or 05/12 and read the wrong way round.
  'get-sunset-other-day': breaks('9/removal', 'the Sunset header of getPet names 12 May 2030').on(
    'getPet 200',
    headerAs('Sunset', 'Sun, 12 May 2030 00:00:00 GMT'),
  ),
  'get-outlives-removal': breaks('9/removal', 'getPet still works after 5 December 2030').by({
    operate: (usual, context) =>
      operationOf(context) === 'getPet' && idOf(context) !== undefined
        ? readItem(operations.getPet, { ...context, nowMilliseconds: 0 })
        : usual(),
  }),
} satisfies Readonly<Record<string, WrittenFault>>

/** Another animal than the given one, if there is one. */
async function neighbourOf(pet: Pet, { sandbox }: CallContext): Promise<Pet> {
  const { items: oldest } = await (await sandbox.animals).page({ limit: 2, order: 'oldest-first' })
  return oldest.find((candidate) => candidate.id !== pet.id) ?? pet
}
