import { type OperationId, operationIds, operations, validateNewPet } from '../../spec/index.ts'
import type { CallContext } from '../call/overrides.ts'
import { unknownAnimal } from '../operations/pet-id.ts'
import { newPetOf, sent } from './create-pet.ts'
import { bodiless, edit, editWhere, letIn, operationOf, refuse, statusAs, withOutcome } from './edit-reply.ts'
import type { FaultTable } from './fault.ts'
import type { FaultId } from './made/fault-ids.ts'
import { petIdOf } from './get-pet.ts'

/** Faults of section 5, and of what section 4 says of calls without a valid key. */
export const keyFaults: FaultTable = {
  ...Object.fromEntries(operationIds.map(openTo)),
  'get-404-before-401': [
    '4.3/unauthorized',
    'a petId that no animal has is answered with 404 before the key is looked at',
    edit('getPet', 401, async (usual, context) => {
      const petId = petIdOf(context)
      const pet = petId === undefined ? undefined : await (await context.sandbox.animals).get(petId)
      return pet === undefined ? withOutcome(usual, unknownAnimal(context.rules)) : usual
    }),
  ],
  'key-bare-accepted': [
    '5/every-operation',
    'a key in the Authorization header is accepted without "Bearer" before it',
    {
      identify: (usual, context) =>
        usual.isValid ? usual : context.keys.identify(`Bearer ${authorizationOf(context)}`),
    },
  ],
  'get-key-refused': ['5/bearer-key', 'getPet refuses every key', refuse('getPet', 401, 'unauthorized')],
  'key-missing-403': [
    '5/missing-key',
    'a request without a key is refused with 403',
    editWhere(isKeyMissing, statusAs(403)),
  ],
  'key-missing-redirects': [
    '5/missing-key',
    'a request without a key is sent to a page where people sign in',
    editWhere(isKeyMissing, bodiless(302, { Location: '/login' })),
  ],
  'key-any-accepted': [
    '5/invalid-key',
    'any bearer token is accepted as a key',
    letIn((context) => /^bearer +\S/i.test(authorizationOf(context))),
  ],
  'key-invalid-403': [
    '5/invalid-key',
    'an invalid key is refused with 403; a missing one with 401',
    editWhere((usual, context) => usual.status === 401 && authorizationOf(context) !== '', statusAs(403)),
  ],
  'create-401-adds': [
    '5/refused-does-nothing',
    'an animal is added though its key is refused with 401',
    edit('createPet', 401, async (usual, context) => {
      const given = sent(context)
      if (validateNewPet(given)) await (await context.sandbox.animals).add(newPetOf(given))
      return usual
    }),
  ],
}

function openTo(operation: OperationId): readonly [id: string, FaultTable[FaultId]] {
  const about = `${operation} answers without any key`
  const fault = letIn((context) => operationOf(context) === operation)
  return [`${operation.replace(/[A-Z].*/, '')}-open`, [`${operations[operation].section}/unauthorized`, about, fault]]
}

function isKeyMissing({ status }: { readonly status: number }, context: CallContext): boolean {
  return status === 401 && authorizationOf(context) === ''
}

function authorizationOf({ call }: CallContext): string {
  return call.headers['authorization'] ?? ''
}
