import { type Pet, operations } from '../../spec/index.ts'
import type { CallContext, Overrides } from '../call/overrides.ts'
import { readItem } from '../operations/read-item.ts'
import { largeIds, withRoundedId } from './create-pet.ts'
import { edit, editPets, headerAs, idOf, inTurn, operationOf, refuse } from './edit-reply.ts'
import type { WrittenId } from './catalogue.ts'

/** Faults of sections 4.3 and 9: getPet and its removal. */
export const getFaults = {
  'get-answers-envelope': editPets('getPet 200', (data) => ({ data })),
  'id-rounded-by-get': inTurn(largeIds, editPets('getPet 200', withRoundedId)),
  'get-neighbour': editPets('getPet 200', neighbourOf),
  'get-status-available': editPets('getPet 200', (pet) =>
    pet.status === undefined ? pet : { ...pet, status: 'available' },
  ),
  'get-unknown-200-null': edit('getPet 404', (usual) => ({ ...usual, status: 200, body: 'null' })),
  'get-gone-early': refuse('getPet', 410, 'gone'),
  // 5 December, written 12/05 or 05/12 and read the wrong way round.
  'get-sunset-other-day': edit('getPet 200', headerAs('Sunset', 'Sun, 12 May 2030 00:00:00 GMT')),
  'get-outlives-removal': {
    operate: (usual, context) =>
      operationOf(context) === 'getPet' && idOf(context) !== undefined
        ? readItem(operations.getPet, { ...context, nowMilliseconds: 0 })
        : usual(),
  },
} satisfies Partial<Record<WrittenId, Overrides>>

/** Another animal than the given one, if there is one. */
async function neighbourOf(pet: Pet, { sandbox }: CallContext): Promise<Pet> {
  const { items: oldest } = await (await sandbox.animals).page({ limit: 2, order: 'oldest-first' })
  return oldest.find((candidate) => candidate.id !== pet.id) ?? pet
}
