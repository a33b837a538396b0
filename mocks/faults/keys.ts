import { parseInt64, validateNewPet } from '../../spec/index.ts'
import { errorOutcome } from '../call/error-reply.ts'
import { unknownAnimal } from '../operations/get-pet.ts'
import { type Identity, sandboxNameOf, testKeys } from '../world/keys.ts'
import type { CallContext, Overrides } from '../call/overrides.ts'
import { newPetOf } from './create-pet.ts'
import {
  type ReplyEdit,
  bodiless,
  bodyOfCall,
  edit,
  editUnauthorized,
  operationOf,
  statusAs,
  withOutcome,
} from './edit-reply.ts'
import type { Fault } from './fault.ts'

/** Faults of section 5, and of what section 4 says of calls without a valid key. */
export const keyFaults = [
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
    id: 'create-400-before-401',
    clause: '4.2/unauthorized',
    summary: 'a body that is no NewPet is refused with 400 before the key is looked at',
    overrides: edit('createPet', 401, (usual, { call, rules }) =>
      validateNewPet(bodyOfCall(call))
        ? usual
        : withOutcome(usual, errorOutcome(rules, 400, 'invalid_body', 'The body is not a NewPet.')),
    ),
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
    overrides: edit('getPet', 401, async (usual, { route, sandbox, rules }) => {
      const petId = route.kind === 'operation' ? parseInt64(route.petId) : undefined
      const pet = petId === undefined ? undefined : await (await sandbox.animals).get(petId)
      return pet === undefined ? withOutcome(usual, unknownAnimal(rules)) : usual
    }),
  },
  {
    id: 'key-bare-accepted',
    clause: '5/every-operation',
    summary: 'a key is accepted that stands in the Authorization header without "Bearer"',
    overrides: accept((authorization) => `Bearer ${authorization}`),
  },
  {
    id: 'key-basic-accepted',
    clause: '5/every-operation',
    summary: 'a key is accepted under the scheme Basic',
    overrides: accept((authorization) => authorization.replace(/^basic /i, 'Bearer ')),
  },
  {
    id: 'key-any-scheme-accepted',
    clause: '5/every-operation',
    summary: 'a key is accepted under any scheme',
    overrides: accept((authorization) => authorization.replace(/^\S+ /, 'Bearer ')),
  },
  {
    id: 'get-key-refused',
    clause: '5/bearer-key',
    summary: 'getPet refuses every key',
    overrides: {
      operate: (usual, context) =>
        operationOf(context) === 'getPet'
          ? errorOutcome(context.rules, 401, 'unauthorized', 'Missing or invalid API key.')
          : usual(),
    },
  },
  {
    id: 'key-missing-accepted',
    clause: '5/missing-key',
    summary: 'a request without an Authorization header is accepted; a wrong key is not',
    overrides: letIn(({ call }) => isMissing(call.headers['authorization'])),
  },
  {
    id: 'key-empty-accepted',
    clause: '5/missing-key',
    summary: 'an Authorization header with "Bearer" and no key is accepted',
    overrides: letIn(({ call }) => /^bearer *$/i.test(call.headers['authorization'] ?? '')),
  },
  {
    id: 'key-missing-400',
    clause: '5/missing-key',
    summary: 'a request without a key is refused with 400',
    overrides: edit401(isMissing, statusAs(400)),
  },
  {
    id: 'key-missing-403',
    clause: '5/missing-key',
    summary: 'a request without a key is refused with 403',
    overrides: edit401(isMissing, statusAs(403)),
  },
  {
    id: 'key-missing-redirects',
    clause: '5/missing-key',
    summary: 'a request without a key is sent to a page where people sign in',
    overrides: edit401(isMissing, bodiless(302, { Location: '/login' })),
  },
  {
    id: 'key-missing-500',
    clause: '5/missing-key',
    summary: 'a request without a key is answered with 500',
    overrides: edit401(isMissing, statusAs(500)),
  },
  {
    id: 'key-any-accepted',
    clause: '5/invalid-key',
    summary: 'any bearer token is accepted as a key',
    overrides: letIn(({ call }) => /^bearer +\S/i.test(call.headers['authorization'] ?? '')),
  },
  {
    id: 'key-truncated-accepted',
    clause: '5/invalid-key',
    summary: 'the beginning of a key is accepted',
    overrides: acceptLike((sent, known) => sent.length > 3 && known.startsWith(sent)),
  },
  {
    id: 'key-suffixed-accepted',
    clause: '5/invalid-key',
    summary: 'a key is accepted that goes on after its end',
    overrides: acceptLike((sent, known) => sent.startsWith(known)),
  },
  {
    id: 'key-prefixed-accepted',
    clause: '5/invalid-key',
    summary: 'a key is accepted with something before it',
    overrides: acceptLike((sent, known) => sent.endsWith(known)),
  },
  {
    id: 'key-invalid-403',
    clause: '5/invalid-key',
    summary: 'an invalid key is refused with 403; a missing one with 401',
    overrides: edit401((authorization) => !isMissing(authorization), statusAs(403)),
  },
  {
    id: 'key-invalid-404',
    clause: '5/invalid-key',
    summary: 'with an invalid key there is nothing: 404',
    overrides: edit401((authorization) => !isMissing(authorization), statusAs(404)),
  },
  {
    id: 'key-invalid-200',
    clause: '5/invalid-key',
    summary: 'an invalid key is refused with 200 and an Error',
    overrides: edit401(
      (authorization) => !isMissing(authorization),
      (usual) => ({ ...usual, status: 200 }),
    ),
  },
  {
    id: 'create-401-adds',
    clause: '5/refused-does-nothing',
    summary: 'an animal is added though its key is refused with 401',
    overrides: edit('createPet', 401, async (usual, { call, sandbox }) => {
      const given = bodyOfCall(call)
      if (validateNewPet(given)) await (await sandbox.animals).add(newPetOf(given))
      return usual
    }),
  },
] as const satisfies readonly Fault[]

/** Lets some calls in that have no valid key, on the Free plan. */
function letIn(isLetIn: (context: CallContext) => boolean): Overrides {
  return { identify: (usual, context) => (usual.isValid || !isLetIn(context) ? usual : stranger(usual)) }
}

function stranger(refused: Identity): Identity {
  const sandbox = sandboxNameOf(refused)
  // No key has this name, because a key has no spaces, so that strangers share one quota.
  return {
    isValid: true,
    key: 'calls let in by a fault',
    record: { plan: 'free', standing: 'valid', start: 'full', sandbox },
  }
}

/** Accepts a refused Authorization header as another one would be. */
function accept(read: (authorization: string) => string): Overrides {
  return {
    identify: (usual, { call, keys }) =>
      usual.isValid ? usual : keys.identify(read(call.headers['authorization'] ?? '')),
  }
}

/** Accepts a wrong key that is like one of the known ones. */
function acceptLike(isLike: (sent: string, known: string) => boolean): Overrides {
  return {
    identify: (usual, { call, keys }) => {
      const sent = /^bearer +(\S+)$/i.exec(call.headers['authorization'] ?? '')?.[1]
      if (usual.isValid || sent === undefined) return usual
      const like = [...keys.own.keys(), ...Object.keys(testKeys)].find((known) => isLike(sent, known))
      return like === undefined ? usual : keys.identify(`Bearer ${like}`)
    },
  }
}

function edit401(isMeant: (authorization: string | undefined) => boolean, change: ReplyEdit): Overrides {
  return editUnauthorized((usual, context) =>
    isMeant(context.call.headers['authorization']) ? change(usual, context) : usual,
  )
}

function isMissing(authorization: string | undefined): boolean {
  return authorization === undefined || authorization === ''
}
