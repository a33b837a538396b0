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
import { answerInstead, insteadOfRefusal, refuseIf, refuseResultIf } from '../refusals.ts'
import { on } from '../when.ts'
import { type Reply, isReply, jsonReply, refuse } from '../reply.ts'
import { type BrokenServers, each } from '../variation.ts'
import { type Call, type Hooks, isPetStatus } from '../way.ts'
import type { ServerState } from '../server-state.ts'

const created = on(201)

/** Creations that break sections 1, 2, 3 and 4.2: what is answered, what is kept, what is refused and what is not. */
export const brokenCreations: BrokenServers = {
  '4.2/answers-pet': {
    'created-200: Answers 200 to a creation.': editStatus(200, created),
    'created-202: Answers 202 to a creation.': editStatus(202, created),
    ...each(replacing, {
      'created-204: Answers 204 to a creation.': { status: 204, headers: {} },
      'created-503-but-kept: Answers 503 to a creation and keeps the animal all the same.': refuse(503),
    }),
    'created-without-body: Answers 201 without a body.': editText(() => '', created),
    'created-in-envelope: Answers 201 with the animal in an object.': editBodies((pet) => ({ pet }), created),
    'created-in-array: Answers 201 with the animal in an array.': editBodies((pet) => [pet], created),
    ...each(refusing, {
      'any-refused: Refuses every new animal.': () => true,
      'category-beyond-double-refused: Answers 400 to a categoryId that a double cannot hold.': ({ categoryId }) =>
        !Number.isSafeInteger(Number(categoryId)),
    }),
    'creations-once: Answers 409 to every creation but the first, whatever its body is.': (state) => ({
      accept: (call, usual) => (state.created() === 0 ? usual(call) : refuse(409)),
    }),
    'creations-closed: Answers 405 to every creation, whatever its body is.': answerInstead('createPet', refuse(405)),
  },
  '4.2/assigned-id': {
    ...each((edit: Edit<Pet>) => editPets(edit, created), {
      'created-without-id: Answers 201 without the id.': { id: undefined },
      'created-id-of-another: Answers 201 with an id that the animal does not have.': {
        id: (id) => plainInteger(BigInt(id) + 1_000_000n),
      },
    }),
    'created-id-rounded: Gives ids beyond 2^53 and answers 201 with the id rounded.': ({ animals }) => ({
      id: () => 9007199254741001n + BigInt(animals.length * 2),
      ...editPets({ id: (id) => BigInt(Number(id)) }, created),
    }),
  },
  '2/pet-id-assigned': {
    'id-from-client: Takes the id of a new animal from the body, if there is one.': ({ keep }) => takingIds(keep),
    'id-from-client-in-secret: Takes the id of a new animal from the body, and answers with another one.': ({ keep }) =>
      takingIds((newPet, id) => ({ ...keep(newPet, id), id: 4711 })),
    'id-from-client-counting: Takes the id of a new animal from the body as a double, counts on from it, and answers 500 beyond 2^53.':
      ({ keep, animals }) => {
        const ids = takingIds((newPet, id) => keep(newPet, Number(id)))
        const isFull = () => animals.some(({ id }) => typeof id === 'number' && id > Number.MAX_SAFE_INTEGER)
        return { ...ids, accept: (call, usual) => (isFull() ? refuse(500) : ids.accept(call, usual)) }
      },
  },
  '2/pet-id-unique': {
    'id-always-zero: Gives every new animal the id 0.': { id: () => 0 },
    'id-taken: Gives a new animal the id of the first animal.': ({ animals }) => ({ id: () => animals[0]?.id ?? 1 }),
    'id-every-second-new: Gives every two new animals the same id.': (state) => ({
      id: () => 10_000 + Math.floor(state.created() / 2),
    }),
  },
  '1/added-animal-kept': {
    'added-not-kept: Answers 201 and keeps nothing.': { add: (newPet) => ({ id: 77_777, ...newPet }) },
    'added-one-kept: Keeps only the latest of the new animals.': (state) => ({
      add(newPet, usual) {
        if (state.animals.length > 150) state.animals.pop()
        return usual(newPet)
      },
      id: () => 10_000 + state.created(),
    }),
  },
  '4.2/name-as-sent': {
    'name-in-capitals: Answers 201 with the name in capitals.': editPets({ name: inCapitals }, created),
    'created-without-name: Answers 201 with an empty name.': editPets({ name: '' }, created),
    ...each(naming, {
      'name-to-ascii: Keeps a question mark for every character outside of ASCII.': (name) =>
        name.replaceAll(/[^\0-~]/g, '?'),
      'name-mojibake: Reads the UTF-8 of names as Latin-1.': (name) => Buffer.from(name).toString('latin1'),
      'name-without-emoji: Drops characters beyond the basic plane from names.': (name) =>
        name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''),
      'name-cut-short: Keeps the first twelve characters of names.': (name) => name.slice(0, 12),
      'name-escaped-for-html: Keeps names escaped for HTML.': (name) =>
        name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;').replaceAll('"', '&quot;'),
      'name-with-backslashes: Puts a backslash before apostrophes in names.': (name) => name.replaceAll("'", "\\'"),
    }),
  },
  '4.2/category-id-as-sent': each((categoryId: (sent: Int64) => Int64) => editKept({ categoryId }), {
    'category-rounded: Rounds categoryId beyond 2^53.': (id) => plainInteger(BigInt(Number(id))),
    'category-of-32-bits: Keeps the lower 32 bits of categoryId.': (id) => Number(BigInt.asIntN(32, BigInt(id))),
    'category-always-1: Keeps 1 for every categoryId.': () => 1,
  }),
  '4.2/status-as-sent': {
    'status-always-available: Makes every new animal available.': editKept({ status: 'available' }),
    'status-sold-made-pending: Makes a new animal pending that is sold.': editKept({
      status: (status) => (status === 'sold' ? 'pending' : status),
    }),
  },
  '4.3/same-animal': each(keptUnlike, {
    'name-kept-otherwise: Answers 201 with the name, and keeps it in capitals.': { name: inCapitals },
    'category-kept-otherwise: Answers 201 with the categoryId, and keeps another.': { categoryId: 4242 },
    'status-kept-otherwise: Answers 201 with the status, and keeps available.': { status: 'available' },
  }),
  '4.2/status-optional': each(refusing, {
    'status-needed-at-creation: Refuses an animal without a status.': ({ status }) => status === undefined,
  }),
  '3/status-at-creation': each(refusing, {
    'sold-refused: Refuses a new animal that is sold.': ({ status }) => status === 'sold',
    'pending-refused: Refuses a new animal that is pending.': ({ status }) => status === 'pending',
    'available-refused: Refuses a new animal that is available.': ({ status }) => status === 'available',
  }),
  '4.2/media-type': {
    'json-refused: Answers 415 to a body that is labelled application/json.': refuseIf(
      'accept',
      ({ headers }) => headers['content-type']?.includes('json') ?? false,
      415,
    ),
  },
  '4.2/body-required': {
    'empty-body-taken: Adds an animal for an empty body.': accepting(isEmpty),
    'empty-body-411: Answers 411 to a creation without a body.': refuseIf('accept', isEmpty, 411),
  },
  '4.2/body-is-new-pet': {
    'malformed-json-taken: Adds an animal for a body that is not JSON.': accepting(isMalformed),
    'malformed-json-500: Answers 500 to a body that is not JSON.': refuseIf('accept', isMalformed, 500),
    ...each((isTaken: Test) => accepting((call) => isTaken(valueOf(call))), {
      'array-taken: Adds an animal for an array.': Array.isArray,
      'null-taken: Adds an animal for null.': (value) => value === null,
      'text-taken: Adds an animal for a JSON text or number.': (value) => ['string', 'number'].includes(typeof value),
    }),
  },
  '4.2/name-required': {
    ...each(accepting, {
      'empty-object-taken: Adds an animal for an empty object.': ({ body }) => /^\s*\{\s*\}\s*$/.test(body.toString()),
      'no-name-taken: Adds an animal without a name.': (call) =>
        memberOf(call, 'name') === undefined && isInt64(memberOf(call, 'categoryId')),
    }),
    ...each(refusingWith, {
      'invalid-422: Answers 422 to every body that it refuses.': () => refuse(422),
      'invalid-200: Answers 200 with an Error to every body that it refuses.': (_, { body }) => jsonReply(200, body),
    }),
  },
  '4.2/name-string': {
    ...each((isTaken: Test) => taking('name', isTaken), {
      'name-null-taken: Adds an animal whose name is null.': (name) => name === null,
      'name-number-taken: Adds an animal whose name is a number.': (name) => typeof name === 'number',
      'name-boolean-taken: Adds an animal whose name is true.': (name) => typeof name === 'boolean',
      'name-list-taken: Adds an animal whose name is an array or object.': (name) =>
        typeof name === 'object' && name !== null,
    }),
    'invalid-500: Answers 500 to a member of a wrong type.': refusingWith((call, refusal) =>
      memberOf(call, 'name') === undefined || memberOf(call, 'categoryId') === undefined ? refusal : refuse(500),
    ),
  },
  '4.2/category-id-required': each(accepting, {
    'no-category-taken: Adds an animal without a categoryId.': (call) =>
      typeof memberOf(call, 'name') === 'string' && memberOf(call, 'categoryId') === undefined,
  }),
  '4.2/category-id-integer': {
    'category-null-500: Answers 500 to a categoryId of null.': refusingWith((call, refusal) =>
      memberOf(call, 'categoryId') === null ? refuse(500) : refusal,
    ),
    ...each((isTaken: Test) => taking('categoryId', isTaken), {
      'category-null-taken: Adds an animal whose categoryId is null.': (id) => id === null,
      'category-text-taken: Adds an animal whose categoryId is in quotes.': (id) => typeof id === 'string',
      'category-fraction-taken: Cuts the fraction off a categoryId.': (id) =>
        typeof id === 'number' && !Number.isInteger(id),
      'category-boolean-taken: Adds an animal whose categoryId is true.': (id) => typeof id === 'boolean',
      'category-list-taken: Adds an animal whose categoryId is an array.': Array.isArray,
    }),
  },
  '4.2/category-id-64-bits': each((isTaken: Test) => taking('categoryId', isTaken), {
    'category-too-large-taken: Adds an animal whose categoryId is beyond 2^63.': (id) =>
      typeof id === 'bigint' && id > int64Max,
  }),
  '4.2/status-value': {
    ...each((isTaken: Test) => taking('status', isTaken), {
      'status-unknown-taken: Adds an animal whose status is unknown.': isOtherText,
      'status-number-taken: Adds an animal whose status is a number.': (status) => typeof status === 'number',
      'status-capitals-taken: Adds an animal whose status is in capitals.': (status) =>
        isOtherText(status) && isPetStatus(String(status).toLowerCase()),
    }),
    'invalid-404: Answers 404 to an animal whose status is unknown.': refusingWith((call, refusal) =>
      typeof memberOf(call, 'status') === 'string' ? refuse(404) : refusal,
    ),
  },
  '4.2/invalid-not-added': {
    'invalid-but-added: Answers 400 to a body that it refuses, and adds an animal all the same.': (state) => ({
      ...addingRefused(state, () => true),
      listed: () => state.animals.toReversed(),
    }),
    'invalid-but-added-at-the-end: Answers 400 to a body that it refuses, and adds an animal all the same, beyond the first page.':
      (state) => addingRefused(state, () => true),
    'invalid-status-but-added: Answers 400 to an unknown status, and adds the animal without it.': (state) => ({
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
