import { validateNewPet } from '../../spec/index.ts'
import type { CallContext } from '../call/overrides.ts'
import { unknownAnimal } from '../operations/get-pet.ts'
import { newPetOf, sent } from './create-pet.ts'
import { bodiless, edit, editWhere, letIn, operationOf, refuse, statusAs, withOutcome } from './edit-reply.ts'
import type { Fault } from './fault.ts'
import { petIdOf } from './get-pet.ts'

/** Faults of section 5, and of what section 4 says of calls without a valid key. */
export const keyFaults: readonly Fault[] = [
  {
    id: 'list-open',
    clause: '4.1/unauthorized',
    summary: 'listPets answers without any key',
    overrides: letIn((context) => operationOf(context) === 'listPets'),
  },
  {
    id: 'create-open',
    clause: '4.2/unauthorized',
    summary: 'createPet answers without any key',
    overrides: letIn((context) => operationOf(context) === 'createPet'),
  },
  {
    id: 'get-open',
    clause: '4.3/unauthorized',
    summary: 'getPet answers without any key',
    overrides: letIn((context) => operationOf(context) === 'getPet'),
  },
  {
    id: 'get-404-before-401',
    clause: '4.3/unauthorized',
    summary: 'a petId that no animal has is answered with 404 before the key is looked at',
    overrides: edit('getPet', 401, async (usual, context) => {
      const petId = petIdOf(context)
      const pet = petId === undefined ? undefined : await (await context.sandbox.animals).get(petId)
      return pet === undefined ? withOutcome(usual, unknownAnimal(context.rules)) : usual
    }),
  },
  {
    id: 'key-bare-accepted',
    clause: '5/every-operation',
    summary: 'a key in the Authorization header is accepted without "Bearer" before it',
    overrides: {
      identify: (usual, context) =>
        usual.isValid ? usual : context.keys.identify(`Bearer ${authorizationOf(context)}`),
    },
  },
  {
    id: 'get-key-refused',
    clause: '5/bearer-key',
    summary: 'getPet refuses every key',
    overrides: refuse('getPet', 401, 'unauthorized'),
  },
  {
    id: 'key-missing-403',
    clause: '5/missing-key',
    summary: 'a request without a key is refused with 403',
    overrides: editWhere(isKeyMissing, statusAs(403)),
  },
  {
    id: 'key-missing-redirects',
    clause: '5/missing-key',
    summary: 'a request without a key is sent to a page where people sign in',
    overrides: editWhere(isKeyMissing, bodiless(302, { Location: '/login' })),
  },
  {
    id: 'key-any-accepted',
    clause: '5/invalid-key',
    summary: 'any bearer token is accepted as a key',
    overrides: letIn((context) => /^bearer +\S/i.test(authorizationOf(context))),
  },
  {
    id: 'key-invalid-403',
    clause: '5/invalid-key',
    summary: 'an invalid key is refused with 403; a missing one with 401',
    overrides: editWhere((usual, context) => usual.status === 401 && authorizationOf(context) !== '', statusAs(403)),
  },
  {
    id: 'create-401-adds',
    clause: '5/refused-does-nothing',
    summary: 'an animal is added though its key is refused with 401',
    overrides: edit('createPet', 401, async (usual, context) => {
      const given = sent(context)
      if (validateNewPet(given)) await (await context.sandbox.animals).add(newPetOf(given))
      return usual
    }),
  },
]

function isKeyMissing({ status }: { readonly status: number }, context: CallContext): boolean {
  return status === 401 && authorizationOf(context) === ''
}

function authorizationOf({ call }: CallContext): string {
  return call.headers['authorization'] ?? ''
}
