import { operations } from '../../../spec/index.ts'
import { readItem } from '../../operations/read-item.ts'
import { largeIds, withRoundedId } from './create-pet.ts'
import { editPets, idOf, inTurn, operationOf, refuse } from './edit-reply.ts'
import { type WrittenFault, breaks } from './written-fault.ts'

/** Faults of sections 4.3 and 9: getPet and its removal. */
export const getFaults = {
  'id-rounded-by-get': breaks(
    '4.3/same-id',
    'ids of added animals are beyond 2^53, and getPet rounds them to a double',
  ).by(inTurn(largeIds, editPets('getPet 200', withRoundedId))),
  'get-status-available': breaks('4.3/same-animal', 'sold and pending animals are available when they are fetched').by(
    editPets('getPet 200', (pet) => (pet.status === undefined ? pet : { ...pet, status: 'available' })),
  ),
  'get-gone-early': breaks('9/works-until-removal', 'getPet answers 410 already before its removal').by(
    refuse('getPet', 410, 'gone'),
  ),
  'get-outlives-removal': breaks('9/removal', 'getPet still works after 5 December 2030').by({
    operate: (usual, context) =>
      operationOf(context) === 'getPet' && idOf(context) !== undefined
        ? readItem(operations.getPet, { ...context, nowMilliseconds: 0 })
        : usual(),
  }),
} satisfies Readonly<Record<string, WrittenFault>>
