import { newPetOf, validateNewPet } from '../../../spec/index.ts'
import type { CallContext, Overrides } from '../../call/overrides.ts'
import { sandboxNameOf } from '../../keys/keys.ts'
import { sent } from './create-pet.ts'
import { refuse, statusAs } from './edit-reply.ts'
import { type WrittenFault, breaks } from './written-fault.ts'

/** Faults of section 5, and of what section 4 says of calls without a valid key. */
export const keyFaults = {
  'key-bare-accepted': breaks(
    '5/every-operation',
    'a key in the Authorization header is accepted without "Bearer" before it',
  ).by({
    identify(usual, context) {
      const identity = usual()
      return identity.isValid ? identity : context.keys.identify(`Bearer ${authorizationOf(context)}`)
    },
  }),
  'get-key-refused': breaks('5/bearer-key', 'getPet refuses every key').by(refuse('getPet', 401, 'unauthorized')),
  'key-missing-403': breaks('5/missing-key', 'a request without a key is refused with 403').on(
    isKeyMissing,
    statusAs(403),
  ),
  'key-any-accepted': breaks('5/invalid-key', 'any bearer token is accepted as a key').by(
    letIn((context) => /^bearer +\S/i.test(authorizationOf(context))),
  ),
  'create-401-adds': breaks('5/refused-does-nothing', 'an animal is added though its key is refused with 401').on(
    'createPet 401',
    async (usual, context) => {
      const given = sent(context)
      if (validateNewPet(given)) await (await context.sandbox.animals).add(newPetOf(given))
      return usual
    },
  ),
} satisfies Readonly<Record<string, WrittenFault>>

/** Accepts some calls without a valid key, on the Free plan. */
export function letIn(isLetIn: (context: CallContext) => boolean): Overrides {
  return {
    identify: (usual, context) => {
      const identity = usual()
      if (identity.isValid || !isLetIn(context)) return identity
      const sandbox = sandboxNameOf(identity)
      // All such calls share one quota. No key has this name, because a key has no spaces.
      const key = 'calls let in by a fault'
      return { isValid: true, key, known: { plan: 'free', standing: 'valid', start: 'full', sandbox } }
    },
  }
}

function isKeyMissing({ status }: { readonly status: number }, context: CallContext): boolean {
  return status === 401 && authorizationOf(context) === ''
}

function authorizationOf({ call }: CallContext): string {
  return call.headers['authorization'] ?? ''
}
