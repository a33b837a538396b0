import { replaceReplies } from '../edits.ts'
import { on, type Reply, isReply, refuse } from '../reply.ts'
import type { ServerState } from '../server-state.ts'
import { type Behaviour, type BrokenServers, withSetup } from '../variation.ts'
import type { Call } from '../call.ts'
import { type Hooks, notFound, readNewPet, tokenOf } from '../plain-server.ts'
import { type OperationId, parseInt64 } from '../../../spec/index.ts'

const dotted = { apiKey: 'sk.live.8Hd7sKq2xYz' }

/** Keys that break section 5, and the 401 of each operation. */
export const brokenKeys: BrokenServers = {
  '5/every-operation': { 'no-key-needed': accepting(() => true) },
  '5/missing-key': {
    'header-left-out': accepting((header) => header === undefined),
    'missing-key-403': refusedWith(403, hasNoKey),
    'refused-with-redirect': replaceReplies({ status: 302, headers: { Location: '/login' } }, on(401)),
  },
  '5/invalid-key': {
    'any-key': accepting((header) => tokenOf(header) !== undefined),
    'any-key-to-get': accepting((header, _, { operation }) => operation === 'getPet' && tokenOf(header) !== undefined),
    'empty-key': accepting((header = '') => /^bearer\s*$/i.test(header)),
    'truncated-key': accepting((header, key) => {
      const token = tokenOf(header) ?? ''
      return token.length > key.length / 2 && key.startsWith(token)
    }),
    'suffixed-key-with-dots': withSetup(
      dotted,
      accepting((header, key) => tokenOf(header)?.startsWith(key) ?? false),
    ),
    'key-in-any-case': accepting((header, key) => tokenOf(header)?.toLowerCase() === key.toLowerCase()),
    'key-of-same-length': accepting((header, key) => tokenOf(header)?.length === key.length),
    'key-under-basic': accepting((header, key) => header === `Basic ${key}`),
    'invalid-key-403': refusedWith(403, (call) => !hasNoKey(call)),
    'invalid-key-500': refusedWith(500, (call) => !hasNoKey(call)),
  },
  '5/refused-does-nothing': {
    'refused-but-added': ({ keep, animals }) => ({
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
    'valid-key-refused-to-create': keyIsNoKeyFor('createPet'),
  },
  '4.2/unauthorized': {
    'invalid-key-403-to-create': refusedWith(403, ({ operation }) => operation === 'createPet'),
  },
  '4.3/unauthorized': {
    'lookup-before-key': beforeKey('getPet', (call, state) => (isKnown(call, state) ? undefined : notFound())),
    'known-animal-before-key': beforeKey('getPet', (call, state) => (isKnown(call, state) ? refuse(403) : undefined)),
  },
}

function accepting(isAccepted: (header: string | undefined, apiKey: string, call: Call) => boolean): Behaviour {
  return ({ apiKey }) => ({
    isKey: (call, usual) => usual(call) || isAccepted(call.headers.authorization, apiKey, call),
  })
}

function keyIsNoKeyFor(operation: OperationId): Hooks {
  return { isKey: (call, usual) => call.operation !== operation && usual(call) }
}

function hasNoKey({ headers }: Call): boolean {
  return headers.authorization === undefined
}

function isKnown({ id: text }: Call, { animals }: ServerState): boolean {
  const id = parseInt64(text)
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
