import {
  type Int64,
  type NewPet,
  type Pet,
  int64Max,
  isInt64,
  isObject,
  plainInteger,
  readJsonBytes,
} from '../../../spec/index.ts'
import { type Edit, editBodies, editKept, editPets, editStatus, editText, edited, replaceReplies } from '../edits.ts'
import { on, type Reply, isReply, jsonReply, refuse } from '../reply.ts'
import { answerInstead, insteadOfRefusal, refuseIf, refuseResultIf } from '../refusals.ts'
import { type BrokenServers, each } from '../variation.ts'
import { type Call, type Hooks, isPetStatus } from '../way.ts'
import type { ServerState } from '../server-state.ts'

const created = on(201)

/** Creations that break sections 1, 2, 3 and 4.2: what is answered, what is kept, what is refused and what is not. */
export const brokenCreations: BrokenServers = {
  '4.2/answers-pet': {
    'created-200': editStatus(200, created),
    'created-202': editStatus(202, created),
    ...each(replacing, {
      'created-204': { status: 204, headers: {} },
      'created-503-but-kept': refuse(503),
    }),
    'created-without-body': editText(() => '', created),
    'created-in-envelope': editBodies((pet) => ({ pet }), created),
    'created-in-array': editBodies((pet) => [pet], created),
    ...each(refusing, {
      'any-refused': () => true,
      'category-beyond-double-refused': ({ categoryId }) => !Number.isSafeInteger(Number(categoryId)),
    }),
    'creations-once': (state) => ({ accept: (call, usual) => (state.created() === 0 ? usual(call) : refuse(409)) }),
    'creations-closed': answerInstead('createPet', refuse(405)),
  },
  '4.2/assigned-id': {
    ...each((edit: Edit<Pet>) => editPets(edit, created), {
      'created-without-id': { id: undefined },
      'created-id-of-another': { id: (id) => plainInteger(BigInt(id) + 1_000_000n) },
    }),
    'created-id-rounded': ({ animals }) => ({
      id: () => 9007199254741001n + BigInt(animals.length * 2),
      ...editPets({ id: (id) => BigInt(Number(id)) }, created),
    }),
  },
  '2/pet-id-assigned': {
    'id-from-client': ({ keep }) => takingIds(keep),
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
  '1/added-animal-kept': {
    'added-not-kept': { add: (newPet) => ({ id: 77_777, ...newPet }) },
    'added-one-kept': (state) => ({
      add(newPet, usual) {
        if (state.animals.length > 150) state.animals.pop()
        return usual(newPet)
      },
      id: () => 10_000 + state.created(),
    }),
  },
  '4.2/name-as-sent': {
    'name-in-capitals': editPets({ name: inCapitals }, created),
    'created-without-name': editPets({ name: '' }, created),
    ...each(naming, {
      'name-to-ascii': (name) => name.replaceAll(/[^\0-~]/g, '?'),
      'name-mojibake': (name) => Buffer.from(name).toString('latin1'),
      'name-without-emoji': (name) => name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''),
      'name-cut-short': (name) => name.slice(0, 12),
      'name-escaped-for-html': (name) =>
        name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;').replaceAll('"', '&quot;'),
      'name-with-backslashes': (name) => name.replaceAll("'", "\\'"),
    }),
  },
  '4.2/category-id-as-sent': each((categoryId: (sent: Int64) => Int64) => editKept({ categoryId }), {
    'category-rounded': (id) => plainInteger(BigInt(Number(id))),
    'category-of-32-bits': (id) => Number(BigInt.asIntN(32, BigInt(id))),
    'category-always-1': () => 1,
  }),
  '4.2/status-as-sent': {
    'status-always-available': editKept({ status: 'available' }),
    'status-sold-made-pending': editKept({ status: (status) => (status === 'sold' ? 'pending' : status) }),
  },
  '4.3/same-animal': each(keptUnlike, {
    'name-kept-otherwise': { name: inCapitals },
    'category-kept-otherwise': { categoryId: 4242 },
    'status-kept-otherwise': { status: 'available' },
  }),
  '4.2/status-optional': each(refusing, { 'status-needed-at-creation': ({ status }) => status === undefined }),
  '3/status-at-creation': each(refusing, {
    'sold-refused': ({ status }) => status === 'sold',
    'pending-refused': ({ status }) => status === 'pending',
    'available-refused': ({ status }) => status === 'available',
  }),
  '4.2/media-type': {
    'json-refused': refuseIf('accept', ({ headers }) => headers['content-type']?.includes('json') ?? false, 415),
  },
  '4.2/body-required': {
    'empty-body-taken': accepting(isEmpty),
    'empty-body-411': refuseIf('accept', isEmpty, 411),
  },
  '4.2/body-is-new-pet': {
    'malformed-json-taken': accepting(isMalformed),
    'malformed-json-500': refuseIf('accept', isMalformed, 500),
    ...each((isTaken: Test) => accepting((call) => isTaken(valueOf(call))), {
      'array-taken': Array.isArray,
      'null-taken': (value) => value === null,
      'text-taken': (value) => ['string', 'number'].includes(typeof value),
    }),
  },
  '4.2/name-required': {
    ...each(accepting, {
      'empty-object-taken': ({ body }) => /^\s*\{\s*\}\s*$/.test(body.toString()),
      'no-name-taken': (call) => memberOf(call, 'name') === undefined && isInt64(memberOf(call, 'categoryId')),
    }),
    ...each(refusingWith, {
      'invalid-422': () => refuse(422),
      'invalid-200': (_, { body }) => jsonReply(200, body),
    }),
  },
  '4.2/name-string': {
    ...each((isTaken: Test) => taking('name', isTaken), {
      'name-null-taken': (name) => name === null,
      'name-number-taken': (name) => typeof name === 'number',
      'name-boolean-taken': (name) => typeof name === 'boolean',
      'name-list-taken': (name) => typeof name === 'object' && name !== null,
    }),
    'invalid-500': refusingWith((call, refusal) =>
      memberOf(call, 'name') === undefined || memberOf(call, 'categoryId') === undefined ? refusal : refuse(500),
    ),
  },
  '4.2/category-id-required': each(accepting, {
    'no-category-taken': (call) =>
      typeof memberOf(call, 'name') === 'string' && memberOf(call, 'categoryId') === undefined,
  }),
  '4.2/category-id-integer': {
    'category-null-500': refusingWith((call, refusal) =>
      memberOf(call, 'categoryId') === null ? refuse(500) : refusal,
    ),
    ...each((isTaken: Test) => taking('categoryId', isTaken), {
      'category-null-taken': (id) => id === null,
      'category-text-taken': (id) => typeof id === 'string',
      'category-fraction-taken': (id) => typeof id === 'number' && !Number.isInteger(id),
      'category-boolean-taken': (id) => typeof id === 'boolean',
      'category-list-taken': Array.isArray,
    }),
  },
  '4.2/category-id-64-bits': each((isTaken: Test) => taking('categoryId', isTaken), {
    'category-too-large-taken': (id) => typeof id === 'bigint' && id > int64Max,
  }),
  '4.2/status-value': {
    ...each((isTaken: Test) => taking('status', isTaken), {
      'status-unknown-taken': isOtherText,
      'status-number-taken': (status) => typeof status === 'number',
      'status-capitals-taken': (status) => isOtherText(status) && isPetStatus(String(status).toLowerCase()),
    }),
    'invalid-404': refusingWith((call, refusal) =>
      typeof memberOf(call, 'status') === 'string' ? refuse(404) : refusal,
    ),
  },
  '4.2/invalid-not-added': {
    'invalid-but-added': (state) => ({
      ...addingRefused(state, () => true),
      listed: () => state.animals.toReversed(),
    }),
    'invalid-but-added-at-the-end': (state) => addingRefused(state, () => true),
    'invalid-status-but-added': (state) => ({
      ...addingRefused(state, (call) => memberOf(call, 'status') !== undefined),
      listed: () => state.animals.toReversed(),
    }),
  },
}

function inCapitals(name: string): string {
  return name.toUpperCase()
}

/** Edits what is kept, and answers as if it were not edited. */
function keptUnlike(edit: Edit<NewPet>): Hooks {
  return { add: (newPet, usual) => ({ ...usual(edited(newPet, edit) as NewPet), ...newPet }) }
}

/** Adds an animal for some bodies as if they were valid. */
export function accepting(isTaken: (call: Call) => boolean): Hooks {
  return { accept: (call, usual) => (isTaken(call) ? repaired(call) : usual(call)) }
}

type Test = (value: unknown) => boolean

/** Adds an animal for some values of a member as if they were valid. */
export function taking(member: string, isTaken: Test): Hooks {
  return accepting((call) => isTaken(memberOf(call, member)))
}

function isOtherText(status: unknown): boolean {
  return typeof status === 'string' && !isPetStatus(status)
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

/** Keeps another name than the one that was sent. */
export function naming(name: (name: string) => string): Hooks {
  return editKept({ name })
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
  const [name, categoryId, status] = ['name', 'categoryId', 'status'].map((member) => memberOf(call, member))
  return {
    name: typeof name === 'string' ? name : JSON.stringify(name ?? ''),
    categoryId: isInt64(categoryId) ? categoryId : carelessInteger(categoryId),
    ...(isPetStatus(status) && { status }),
  }
}

function carelessInteger(value: unknown): Int64 {
  const integer = Math.trunc(Number(value ?? 0))
  return Number.isSafeInteger(integer) ? integer : 0
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
