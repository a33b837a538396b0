import { parseInt64, readJsonBytes } from '../../../spec/index.ts'
import type { BrokenVariation } from './broken.ts'
import { editReplies, on } from '../edits.ts'
import { type Reply, isReply, refuse } from '../reply.ts'
import { type Call, type Hooks, notFound, readNewPet, tokenOf } from '../way.ts'
import type { World } from '../world.ts'

/** Keys that break section 5, and the 401 of each operation. */
export const brokenKeys: readonly BrokenVariation[] = [
  accepting('no-key-needed', '5/every-operation', 'Needs no key.', () => true),
  accepting('no-key-needed-to-list', '4.1/unauthorized', 'Needs no key for the list.', isOperation('listPets')),
  accepting('no-key-needed-to-create', '4.2/unauthorized', 'Needs no key for a creation.', isOperation('createPet')),
  accepting('no-key-needed-to-get', '4.3/unauthorized', 'Needs no key for getPet.', isOperation('getPet')),
  accepting('header-left-out', '5/missing-key', 'Checks a key only where there is one.', ({ headers }) => {
    return headers.authorization === undefined
  }),
  accepting('any-key', '5/invalid-key', 'Accepts any bearer token.', ({ headers }) => {
    return tokenOf(headers.authorization) !== undefined
  }),
  accepting('any-key-to-get', '5/invalid-key', 'Accepts any bearer token for getPet.', ({ headers, operation }) => {
    return operation === 'getPet' && tokenOf(headers.authorization) !== undefined
  }),
  accepting('any-header', '5/invalid-key', 'Accepts any Authorization header.', ({ headers }) => {
    return (headers.authorization ?? '') !== ''
  }),
  accepting('empty-key', '5/invalid-key', 'Accepts an empty bearer token.', ({ headers }) => {
    return /^bearer\s*$/i.test(headers.authorization ?? '')
  }),
  accepting(
    'truncated-key',
    '5/invalid-key',
    'Accepts the key without its last characters.',
    ({ headers }, { apiKey }) => {
      const token = tokenOf(headers.authorization) ?? ''
      return token.length > apiKey.length / 2 && apiKey.startsWith(token)
    },
  ),
  accepting('suffixed-key', '5/invalid-key', 'Accepts the key with something after it.', ({ headers }, { apiKey }) => {
    return tokenOf(headers.authorization)?.startsWith(apiKey) ?? false
  }),
  accepting('key-in-any-case', '5/invalid-key', 'Accepts the key in any case.', ({ headers }, { apiKey }) => {
    return tokenOf(headers.authorization)?.toLowerCase() === apiKey.toLowerCase()
  }),
  accepting(
    'key-of-same-length',
    '5/invalid-key',
    'Accepts any token that is as long as the key.',
    ({ headers }, { apiKey }) => {
      return tokenOf(headers.authorization)?.length === apiKey.length
    },
  ),
  accepting('key-under-basic', '5/invalid-key', 'Accepts the key with the scheme Basic.', ({ headers }, { apiKey }) => {
    return headers.authorization === `Basic ${apiKey}`
  }),
  accepting('key-under-any-scheme', '5/invalid-key', 'Accepts the key with any scheme.', ({ headers }, { apiKey }) => {
    return headers.authorization?.split(' ').at(-1) === apiKey
  }),
  accepting('key-without-scheme', '5/invalid-key', 'Accepts the key without a scheme.', ({ headers }, { apiKey }) => {
    return headers.authorization === apiKey
  }),
  refusedWith('missing-key-403', '5/missing-key', 'Answers 403 to a request without a key.', 403, hasNoKey),
  refusedWith('missing-key-400', '5/missing-key', 'Answers 400 to a request without a key.', 400, hasNoKey),
  refusedWith('missing-key-404', '5/missing-key', 'Answers 404 to a request without a key.', 404, hasNoKey),
  refusedWith('invalid-key-403', '5/invalid-key', 'Answers 403 to an invalid key.', 403, (call) => !hasNoKey(call)),
  refusedWith('invalid-key-500', '5/invalid-key', 'Answers 500 to an invalid key.', 500, (call) => !hasNoKey(call)),
  refusedWith(
    'invalid-key-403-to-create',
    '4.2/unauthorized',
    'Answers 403 to a creation without a valid key.',
    403,
    (call) => {
      return call.operation === 'createPet'
    },
  ),
  refusedWith(
    'refused-with-200',
    '5/missing-key',
    'Answers 200 with an Error to a request without a key.',
    200,
    hasNoKey,
  ),
  {
    id: 'refused-with-redirect',
    clause: '5/missing-key',
    summary: 'Redirects a request without a valid key to a page.',
    hooks: () => editReplies(({ headers }) => ({ status: 302, headers: { ...headers, Location: '/login' } }), on(401)),
  },
  before401(
    'lookup-before-key',
    '4.3/unauthorized',
    'Answers 404 to an unknown id without asking for the key.',
    (call, { animals }) => {
      const id = parseInt64(call.petId)
      const isUnknown = call.operation === 'getPet' && animals.every((pet) => pet.id !== id)
      return isUnknown ? notFound() : undefined
    },
  ),
  before401(
    'body-before-key',
    '4.2/unauthorized',
    'Answers 400 to an invalid body without asking for the key.',
    (call) => {
      if (call.operation !== 'createPet') return undefined
      const newPet = readNewPet(call)
      return isReply(newPet) ? newPet : undefined
    },
  ),
  before401(
    'json-before-key',
    '4.2/unauthorized',
    'Answers 400 to a body that is no JSON, whoever sends it.',
    ({ operation, body }) =>
      operation === 'createPet' && !readJsonBytes(body).ok
        ? refuse(400, 'bad_json', 'The body is no JSON.')
        : undefined,
  ),
  before401(
    'known-animal-before-key',
    '4.3/unauthorized',
    'Answers 403 to a known id without a valid key.',
    (call, { animals }) => {
      const id = parseInt64(call.petId)
      return call.operation === 'getPet' && animals.some((pet) => pet.id === id) ? refuse(403, 'no', 'No.') : undefined
    },
  ),
  {
    id: 'refused-but-added',
    clause: '5/refused-does-nothing',
    summary: 'Answers 401 to a creation without a valid key, and adds the animal all the same.',
    hooks: (world) => ({
      decide(counted, usual) {
        const { call, isKey } = counted
        const newPet = call.operation === 'createPet' && !isKey ? readNewPet(call) : undefined
        if (newPet !== undefined && !isReply(newPet)) world.keep(newPet, 300_000 + call.number)
        return usual(counted)
      },
      listed: () => world.animals.toReversed(),
    }),
  },
  {
    id: 'valid-key-refused-to-create',
    clause: '5/bearer-key',
    summary: 'Answers 401 to a creation with the valid key.',
    hooks: () => ({ isKey: (call, usual) => call.operation !== 'createPet' && usual(call) }),
  },
  {
    id: 'valid-key-refused-to-get',
    clause: '5/bearer-key',
    summary: 'Answers 401 to getPet with the valid key.',
    hooks: () => ({ isKey: (call, usual) => call.operation !== 'getPet' && usual(call) }),
  },
  {
    id: 'valid-key-forbidden',
    clause: '5/bearer-key',
    summary: 'Answers 403 to a creation with the valid key.',
    hooks: () => ({
      decide: (counted, usual) =>
        counted.isKey && counted.call.operation === 'createPet'
          ? refuse(403, 'read_only', 'May only read.')
          : usual(counted),
    }),
  },
]

function isOperation(operation: Call['operation']): (call: Call) => boolean {
  return (call) => call.operation === operation
}

function hasNoKey({ headers }: Call): boolean {
  return headers.authorization === undefined
}

function accepting(
  id: string,
  clause: BrokenVariation['clause'],
  summary: string,
  isAccepted: (call: Call, world: World) => boolean,
): BrokenVariation {
  const hooks = (world: World): Hooks => ({ isKey: (call, usual) => usual(call) || isAccepted(call, world) })
  return { id, clause, summary, hooks }
}

function refusedWith(
  id: string,
  clause: BrokenVariation['clause'],
  summary: string,
  status: number,
  isMeant: (call: Call) => boolean,
): BrokenVariation {
  const hooks = (): Hooks => ({
    decide(counted, usual) {
      const reply = usual(counted)
      return reply.status === 401 && isMeant(counted.call) ? refuse(status, 'refused', 'A key is needed.') : reply
    },
  })
  return { id, clause, summary, hooks }
}

function before401(
  id: string,
  clause: BrokenVariation['clause'],
  summary: string,
  early: (call: Call, world: World) => Reply | undefined,
): BrokenVariation {
  const hooks = (world: World): Hooks => ({
    decide: (counted, usual) => (counted.isKey ? undefined : early(counted.call, world)) ?? usual(counted),
  })
  return { id, clause, summary, hooks }
}
