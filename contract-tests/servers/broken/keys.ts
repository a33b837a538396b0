import { replaceReplies } from '../edits.ts'
import { answerInstead } from '../refusals.ts'
import { type Reply, isReply, refuse } from '../reply.ts'
import type { ServerState } from '../server-state.ts'
import { type Behaviour, type BrokenServers, each } from '../variation.ts'
import { type Call, type Hooks, notFound, readNewPet, tokenOf } from '../way.ts'
import { on } from '../when.ts'
import { type OperationId, parseInt64, readJsonBytes } from '../../../spec/index.ts'

/** Keys that break section 5, and the 401 of each operation. */
export const brokenKeys: BrokenServers = {
  '5/every-operation': { 'no-key-needed: Needs no key.': accepting(() => true) },
  '5/missing-key': {
    'header-left-out: Checks a key only where there is one.': accepting((header) => header === undefined),
    ...each((status: number) => refusedWith(status, hasNoKey), {
      'missing-key-403: Answers 403 to a request without a key.': 403,
      'missing-key-400: Answers 400 to a request without a key.': 400,
      'missing-key-404: Answers 404 to a request without a key.': 404,
      'refused-with-200: Answers 200 with an Error to a request without a key.': 200,
    }),
    'refused-with-redirect: Redirects a request without a valid key to a page.': replaceReplies(
      { status: 302, headers: { Location: '/login' } },
      on(401),
    ),
  },
  '5/invalid-key': {
    ...each(accepting, {
      'any-key: Accepts any bearer token.': (header) => tokenOf(header) !== undefined,
      'any-key-to-get: Accepts any bearer token for getPet.': (header, _, { operation }) =>
        operation === 'getPet' && tokenOf(header) !== undefined,
      'any-header: Accepts any Authorization header.': (header = '') => header !== '',
      'empty-key: Accepts an empty bearer token.': (header = '') => /^bearer\s*$/i.test(header),
      'truncated-key: Accepts the key without its last characters.': (header, key) => {
        const token = tokenOf(header) ?? ''
        return token.length > key.length / 2 && key.startsWith(token)
      },
      'suffixed-key: Accepts the key with something after it.': (header, key) =>
        tokenOf(header)?.startsWith(key) ?? false,
      'key-in-any-case: Accepts the key in any case.': (header, key) =>
        tokenOf(header)?.toLowerCase() === key.toLowerCase(),
      'key-of-same-length: Accepts any token that is as long as the key.': (header, key) =>
        tokenOf(header)?.length === key.length,
      'key-under-basic: Accepts the key with the scheme Basic.': (header, key) => header === `Basic ${key}`,
      'key-under-any-scheme: Accepts the key with any scheme.': (header, key) => header?.split(' ').at(-1) === key,
      'key-without-scheme: Accepts the key without a scheme.': (header, key) => header === key,
    }),
    'invalid-key-403: Answers 403 to an invalid key.': refusedWith(403, (call) => !hasNoKey(call)),
    'invalid-key-500: Answers 500 to an invalid key.': refusedWith(500, (call) => !hasNoKey(call)),
  },
  '5/refused-does-nothing': {
    'refused-but-added: Answers 401 to a creation without a valid key, and adds the animal all the same.': ({
      keep,
      animals,
    }) => ({
      decide(counted, usual) {
        const { call, isKey } = counted
        const newPet = call.operation === 'createPet' && !isKey ? readNewPet(call) : undefined
        if (newPet !== undefined && !isReply(newPet)) keep(newPet, 300_000 + call.number)
        return usual(counted)
      },
      listed: () => animals.toReversed(),
    }),
  },
  '5/bearer-key': {
    'valid-key-refused-to-create: Answers 401 to a creation with the valid key.': keyIsNoKeyFor('createPet'),
    'valid-key-refused-to-get: Answers 401 to getPet with the valid key.': keyIsNoKeyFor('getPet'),
    'valid-key-forbidden: Answers 403 to a creation with the valid key.': answerInstead('createPet', refuse(403)),
  },
  '4.1/unauthorized': { 'no-key-needed-to-list: Needs no key for the list.': needsNoKeyFor('listPets') },
  '4.2/unauthorized': {
    'no-key-needed-to-create: Needs no key for a creation.': needsNoKeyFor('createPet'),
    'invalid-key-403-to-create: Answers 403 to a creation without a valid key.': refusedWith(
      403,
      ({ operation }) => operation === 'createPet',
    ),
    ...each((early: Early) => beforeKey('createPet', early), {
      'body-before-key: Answers 400 to an invalid body without asking for the key.': (call) => {
        const newPet = readNewPet(call)
        return isReply(newPet) ? newPet : undefined
      },
      'json-before-key: Answers 400 to a body that is no JSON, whoever sends it.': ({ body }) =>
        readJsonBytes(body).ok ? undefined : refuse(400),
    }),
  },
  '4.3/unauthorized': {
    'no-key-needed-to-get: Needs no key for getPet.': needsNoKeyFor('getPet'),
    ...each((early: Early) => beforeKey('getPet', early), {
      'lookup-before-key: Answers 404 to an unknown id without asking for the key.': (call, state) =>
        isKnown(call, state) ? undefined : notFound(),
      'known-animal-before-key: Answers 403 to a known id without a valid key.': (call, state) =>
        isKnown(call, state) ? refuse(403) : undefined,
    }),
  },
}

function accepting(isAccepted: (header: string | undefined, apiKey: string, call: Call) => boolean): Behaviour {
  return ({ apiKey }) => ({
    isKey: (call, usual) => usual(call) || isAccepted(call.headers.authorization, apiKey, call),
  })
}

function needsNoKeyFor(operation: OperationId): Hooks {
  return { isKey: (call, usual) => call.operation === operation || usual(call) }
}

function keyIsNoKeyFor(operation: OperationId): Hooks {
  return { isKey: (call, usual) => call.operation !== operation && usual(call) }
}

function hasNoKey({ headers }: Call): boolean {
  return headers.authorization === undefined
}

function isKnown({ petId }: Call, { animals }: ServerState): boolean {
  const id = parseInt64(petId)
  return animals.some((pet) => pet.id === id)
}

function refusedWith(status: number, isMeant: (call: Call) => boolean): Hooks {
  return replaceReplies(refuse(status), (reply, call) => reply.status === 401 && isMeant(call))
}

type Early = (call: Call, state: ServerState) => Reply | undefined

/** Answers calls of an operation early, before it looks for the key. */
function beforeKey(operation: OperationId, early: Early): Behaviour {
  return (state) => ({
    decide(counted, usual) {
      const { isKey, call } = counted
      return (isKey || call.operation !== operation ? undefined : early(call, state)) ?? usual(counted)
    },
  })
}
