import {
  type Int64,
  type NewPet,
  type Pet,
  completed,
  isInt64,
  isObject,
  plainInteger,
  readJsonBytes,
  shapes,
  writeJson,
} from '../../../spec/index.ts'
import { type Edit, editNewPet, editPets, editStatus, edited, replaceReplies } from '../edits.ts'
import { on, type Reply, isReply, jsonReply, refuse } from '../reply.ts'
import { answerInstead, insteadOfRefusal, refuseIf, refuseResultIf } from '../refusals.ts'
import type { BrokenServers } from '../variation.ts'
import type { Call } from '../call.ts'
import { type Hooks, isPetStatus } from '../plain-server.ts'
import type { ServerState } from '../server-state.ts'

const created = on(201)

/** Creations that break sections 1, 2, 3 and 4.2: what is answered, what is kept, what is refused and what is not. */
export const brokenCreations: BrokenServers = {
  '4.2/answers-pet': {
    'created-200': editStatus(200, created),
    'created-503-but-kept': replacing(refuse(503)),
    'category-beyond-double-refused': refusing(({ categoryId }) => !Number.isSafeInteger(Number(categoryId))),
    'creations-once': (state) => ({ accept: (call, usual) => (state.created() === 0 ? usual(call) : refuse(409)) }),
    'creations-closed': answerInstead('createPet', refuse(405)),
  },
  '4.2/assigned-id': {
    'created-id-of-another': editPets({ id: (id) => plainInteger(BigInt(id) + 1_000_000n) }, created),
  },
  '2/pet-id-assigned': {
    'id-from-client-in-secret': ({ keep }) => takingIds((newPet, id) => ({ ...keep(newPet, id), id: 4711 })),
    'id-from-client-counting': ({ keep, animals }) => {
      const ids = takingIds((newPet, id) => keep(newPet, Number(id)))
      const isFull = () => animals.some(({ id }) => typeof id === 'number' && id > Number.MAX_SAFE_INTEGER)
      return { ...ids, accept: (call, usual) => (isFull() ? refuse(500) : ids.accept(call, usual)) }
    },
  },
  '2/pet-id-unique': {
    'id-always-zero': { id: () => 0 },
    'id-taken': ({ animals }) => ({ id: () => animals[0]?.id ?? 1 }),
    'id-every-second-new': (state) => ({ id: () => 10_000 + Math.floor(state.created() / 2) }),
  },
  '4.2/name-as-sent': {
    'name-to-ascii': editName((name) => name.replaceAll(/[^\0-~]/g, '?')),
    'name-cut-short': editName((name) => name.slice(0, 12)),
  },
  '4.2/category-id-as-sent': {
    'category-rounded': editNewPet({ categoryId: (id) => plainInteger(BigInt(Number(id))) }),
    'category-of-32-bits': editNewPet({ categoryId: (id) => Number(BigInt.asIntN(32, BigInt(id))) }),
  },
  '4.2/status-as-sent': {
    'status-sold-made-pending': editNewPet({ status: (status) => (status === 'sold' ? 'pending' : status) }),
  },
  '4.3/same-animal': {
    'name-kept-otherwise': keepingOtherwise({ name: inCapitals }),
    'category-kept-otherwise': keepingOtherwise({ categoryId: 4242 }),
    'status-kept-otherwise': keepingOtherwise({ status: 'available' }),
  },
  '4.2/status-optional': { 'status-needed-at-creation': refusing(({ status }) => status === undefined) },
  '3/status-at-creation': {
    'sold-refused': refusing(({ status }) => status === 'sold'),
    'pending-refused': refusing(({ status }) => status === 'pending'),
    'available-refused': refusing(({ status }) => status === 'available'),
  },
  '4.2/media-type': {
    'json-refused': refuseIf('accept', ({ headers }) => headers['content-type']?.includes('json') ?? false, 415),
  },
  '4.2/body-required': {
    'empty-body-taken': accepting(isEmpty),
  },
  '4.2/body-is-new-pet': {
    'malformed-json-taken': accepting(isMalformed),
    'array-taken': takingBodies(Array.isArray),
    'null-taken': takingBodies((value) => value === null),
    'text-taken': takingBodies((value) => ['string', 'number'].includes(typeof value)),
  },
  '4.2/name-required': {
    'invalid-422': refusingWith(() => refuse(422)),
    'invalid-200': refusingWith((_, { body }) => jsonReply(200, body)),
  },
  '4.2/name-string': {
    'invalid-500': refusingWith((call, refusal) =>
      memberOf(call, 'name') === undefined || memberOf(call, 'categoryId') === undefined ? refusal : refuse(500),
    ),
  },
  '4.2/status-value': {
    'invalid-404': refusingWith((call, refusal) =>
      typeof memberOf(call, 'status') === 'string' ? refuse(404) : refusal,
    ),
  },
  '4.2/invalid-not-added': {
    'invalid-but-added-at-the-end': (state) => addingRefused(state, () => true),
  },
}

function inCapitals(name: string): string {
  return name.toUpperCase()
}

/** Edits what is kept, and answers as if it were not edited. */
function keepingOtherwise(edit: Edit<NewPet>): Hooks {
  return { add: (newPet, usual) => ({ ...usual(edited(newPet, edit) as NewPet), ...newPet }) }
}

/** Adds an animal for some bodies as if they were valid. */
function accepting(isTaken: (call: Call) => boolean): Hooks {
  return { accept: (call, usual) => (isTaken(call) ? repaired(call) : usual(call)) }
}

/** Takes some bodies that are no NewPet as if they were one. */
export function takingBodies(isTaken: (body: unknown) => boolean): Hooks {
  return accepting((call) => isTaken(valueOf(call)))
}

function addingRefused({ keep }: ServerState, isAdded: (call: Call) => boolean): Hooks {
  return refusingWith((call, refusal) => {
    if (isAdded(call)) keep(repaired(call), 200_000 + call.number)
    return refusal
  })
}

function replacing(reply: Reply): Hooks {
  return replaceReplies(reply, created)
}

function refusing(isRefused: (newPet: NewPet) => boolean): Hooks {
  return refuseResultIf('accept', isRefused)
}

function refusingWith(other: (call: Call, refusal: Reply) => Reply): Hooks {
  return insteadOfRefusal('accept', other)
}

export function editName(name: (name: string) => string): Hooks {
  return editNewPet({ name })
}

function isEmpty({ body }: Call): boolean {
  return body.length === 0
}

function isMalformed({ body }: Call): boolean {
  return body.length > 0 && !readJsonBytes(body).ok
}

function valueOf({ body }: Call): unknown {
  const reading = readJsonBytes(body)
  return reading.ok ? reading.value : undefined
}

function memberOf(call: Call, member: string): unknown {
  const value = valueOf(call)
  return isObject(value) ? value[member] : undefined
}

/** What a careless server makes of a body. */
function repaired(call: Call): NewPet {
  const [name, status] = ['name', 'status'].map((member) => memberOf(call, member))
  return completed<NewPet>(shapes.NewPet, {
    name: typeof name === 'string' ? name : writeJson(name ?? ''),
    categoryId: 1,
    ...(isPetStatus(status) && { status }),
  })
}

/** Takes the id of a new animal from the body, if there is one. */
function takingIds(keep: (newPet: NewPet, id: Int64) => Pet) {
  return {
    accept(call, usual) {
      const newPet = usual(call)
      const id = memberOf(call, 'id')
      return isReply(newPet) || !isInt64(id) ? newPet : { ...newPet, id }
    },
    add(newPet, usual) {
      // What was read above may hold an id that NewPet does not have.
      const { id, ...sent } = newPet as Pet
      return isInt64(id) ? keep(sent, id) : usual(newPet)
    },
  } satisfies Hooks
}
