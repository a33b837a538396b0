import {
  type Int64,
  type NewPet,
  type Pet,
  int64Max,
  isInt64,
  plainInteger,
  readJsonBytes,
} from '../../../spec/index.ts'
import type { BrokenVariation } from './broken.ts'
import { editBodies, editReplies, insteadOfRefusal, on } from '../edits.ts'
import { type Reply, isReply, jsonReply, refuse } from '../reply.ts'
import { type Call, type Hooks, isPetStatus, isRecord } from '../way.ts'

/** Creations that break sections 1, 2, 3 and 4.2: what is answered, what is kept, what is refused and what is not. */
export const brokenCreations: readonly BrokenVariation[] = [
  createdWith('created-200', 'Answers 200 to a creation.', (reply) => ({ ...reply, status: 200 })),
  createdWith('created-202', 'Answers 202 to a creation.', (reply) => ({ ...reply, status: 202 })),
  createdWith('created-204', 'Answers 204 to a creation.', ({ headers }) => ({ status: 204, headers })),
  createdWith('created-without-body', 'Answers 201 without a body.', (reply) => ({ ...reply, bytes: '' })),
  createdWith('created-in-envelope', 'Answers 201 with the animal in an object.', (reply) => ({
    ...reply,
    body: { pet: reply.body },
  })),
  createdWith('created-in-array', 'Answers 201 with the animal in an array.', (reply) => ({
    ...reply,
    body: [reply.body],
  })),
  createdWith(
    'created-503-but-kept',
    'Answers 503 to a creation and keeps the animal all the same.',
    ({ headers }) => ({
      ...refuse(503, 'unavailable', 'Not now.'),
      headers,
    }),
  ),
  {
    id: 'created-without-id',
    clause: '4.2/assigned-id',
    summary: 'Answers 201 without the id.',
    hooks: () => editBodies((body) => ({ ...(body as Pet), id: undefined }), on(201)),
  },
  {
    id: 'created-id-of-another',
    clause: '4.2/assigned-id',
    summary: 'Answers 201 with an id that the animal does not have.',
    hooks: () => ({ add: (newPet, usual) => shifted(usual(newPet), 1_000_000n) }),
  },
  {
    id: 'created-id-rounded',
    clause: '4.2/assigned-id',
    summary: 'Gives ids beyond 2^53 and answers 201 with the id rounded.',
    hooks: ({ animals }) => ({
      id: () => 9007199254741001n + BigInt(animals.length * 2),
      add(newPet, usual) {
        const pet = usual(newPet)
        return { ...pet, id: BigInt(Number(pet.id)) }
      },
    }),
  },
  {
    id: 'id-from-client',
    clause: '2/pet-id-assigned',
    summary: 'Takes the id of a new animal from the body, if there is one.',
    hooks: (world) => ({
      accept(call, usual) {
        const newPet = usual(call)
        const id = memberOf(call, 'id')
        return isReply(newPet) || !isInt64(id) ? newPet : { ...newPet, id }
      },
      // What was read above may hold an id that NewPet does not have.
      add: (newPet, usual) => (isInt64((newPet as Pet).id) ? world.keep(newPet, (newPet as Pet).id) : usual(newPet)),
    }),
  },
  {
    id: 'id-always-zero',
    clause: '2/pet-id-unique',
    summary: 'Gives every new animal the id 0.',
    hooks: () => ({ id: () => 0 }),
  },
  {
    id: 'id-taken',
    clause: '2/pet-id-unique',
    summary: 'Gives a new animal the id of the first animal.',
    hooks: ({ animals }) => ({ id: () => animals[0]?.id ?? 1 }),
  },
  {
    id: 'id-every-second-new',
    clause: '2/pet-id-unique',
    summary: 'Gives every two new animals the same id.',
    hooks: ({ created }) => ({ id: () => 10_000 + Math.floor(created() / 2) }),
  },
  {
    id: 'added-not-kept',
    clause: '1/added-animal-kept',
    summary: 'Answers 201 and keeps nothing.',
    hooks: () => ({ add: (newPet) => ({ id: 77_777, ...newPet }) }),
  },
  {
    id: 'added-one-kept',
    clause: '1/added-animal-kept',
    summary: 'Keeps only the latest of the new animals.',
    hooks: ({ animals, created }) => ({
      add(newPet, usual) {
        if (animals.length > 150) animals.pop()
        return usual(newPet)
      },
      id: () => 10_000 + created(),
    }),
  },
  answered('name-in-capitals', '4.2/name-as-sent', 'Answers 201 with the name in capitals.', (pet) => ({
    ...pet,
    name: pet.name.toUpperCase(),
  })),
  answered('created-without-name', '4.2/name-as-sent', 'Answers 201 with an empty name.', (pet) => ({
    ...pet,
    name: '',
  })),
  changed('name-normalised', '4.2/name-as-sent', 'Keeps names in Unicode normal form C.', (pet) => ({
    ...pet,
    name: pet.name.normalize('NFC'),
  })),
  changed(
    'name-to-ascii',
    '4.2/name-as-sent',
    'Keeps a question mark for every character outside of ASCII.',
    (pet) => ({
      ...pet,
      name: pet.name.replaceAll(/[^\0-~]/g, '?'),
    }),
  ),
  changed('name-mojibake', '4.2/name-as-sent', 'Reads the UTF-8 of names as Latin-1.', (pet) => ({
    ...pet,
    name: Buffer.from(pet.name).toString('latin1'),
  })),
  changed('name-without-emoji', '4.2/name-as-sent', 'Drops characters beyond the basic plane from names.', (pet) => ({
    ...pet,
    name: pet.name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''),
  })),
  changed('name-cut-short', '4.2/name-as-sent', 'Keeps the first twelve characters of names.', (pet) => ({
    ...pet,
    name: pet.name.slice(0, 12),
  })),
  changed('name-escaped-for-html', '4.2/name-as-sent', 'Keeps names escaped for HTML.', (pet) => ({
    ...pet,
    name: pet.name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;').replaceAll('"', '&quot;'),
  })),
  changed('name-with-backslashes', '4.2/name-as-sent', 'Puts a backslash before apostrophes in names.', (pet) => ({
    ...pet,
    name: pet.name.replaceAll("'", "\\'"),
  })),
  changed('category-rounded', '4.2/category-id-as-sent', 'Rounds categoryId beyond 2^53.', (pet) => ({
    ...pet,
    categoryId: plainInteger(BigInt(Number(pet.categoryId))),
  })),
  changed('category-of-32-bits', '4.2/category-id-as-sent', 'Keeps the lower 32 bits of categoryId.', (pet) => ({
    ...pet,
    categoryId: Number(BigInt.asIntN(32, BigInt(pet.categoryId))),
  })),
  changed('category-always-1', '4.2/category-id-as-sent', 'Keeps 1 for every categoryId.', (pet) => ({
    ...pet,
    categoryId: 1,
  })),
  changed('status-always-available', '4.2/status-as-sent', 'Makes every new animal available.', (pet) => ({
    ...pet,
    status: 'available',
  })),
  changed('status-sold-made-pending', '4.2/status-as-sent', 'Makes a new animal pending that is sold.', (pet) =>
    pet.status === 'sold' ? { ...pet, status: 'pending' } : pet,
  ),
  answered(
    'status-not-answered',
    '4.2/status-as-sent',
    'Answers 201 without the status.',
    ({ id, name, categoryId }) => ({ id, name, categoryId }),
  ),
  kept('name-kept-otherwise', '4.3/same-animal', 'Answers 201 with the name, and keeps it in capitals.', (pet) => ({
    ...pet,
    name: pet.name.toUpperCase(),
  })),
  kept('category-kept-otherwise', '4.3/same-animal', 'Answers 201 with the categoryId, and keeps 1.', (pet) => ({
    ...pet,
    categoryId: 4242,
  })),
  kept('status-kept-otherwise', '4.3/same-animal', 'Answers 201 with the status, and keeps available.', (pet) => ({
    ...pet,
    status: 'available',
  })),
  refusing('status-needed-at-creation', '4.2/status-optional', 'Refuses an animal without a status.', (pet) => {
    return pet.status === undefined
  }),
  refusing(
    'sold-refused',
    '3/status-at-creation',
    'Refuses a new animal that is sold.',
    ({ status }) => status === 'sold',
  ),
  refusing('pending-refused', '3/status-at-creation', 'Refuses a new animal that is pending.', ({ status }) => {
    return status === 'pending'
  }),
  refusing('available-refused', '3/status-at-creation', 'Refuses a new animal that is available.', ({ status }) => {
    return status === 'available'
  }),
  refusing('any-refused', '4.2/answers-pet', 'Refuses every new animal.', () => true),
  {
    id: 'json-refused',
    clause: '4.2/media-type',
    summary: 'Answers 415 to a body that is labelled application/json.',
    hooks: () => ({
      accept: (call, usual) =>
        call.headers['content-type']?.includes('json') ? refuse(415, 'media_type', 'Send a form.') : usual(call),
    }),
  },
  accepting(
    'empty-body-taken',
    '4.2/body-required',
    'Adds an animal for an empty body.',
    ({ body }) => body.length === 0,
  ),
  accepting('malformed-json-taken', '4.2/body-is-new-pet', 'Adds an animal for a body that is not JSON.', (call) => {
    return call.body.length > 0 && !readJsonBytes(call.body).ok
  }),
  accepting('array-taken', '4.2/body-is-new-pet', 'Adds an animal for an array.', (call) =>
    Array.isArray(valueOf(call)),
  ),
  accepting('null-taken', '4.2/body-is-new-pet', 'Adds an animal for null.', (call) => valueOf(call) === null),
  accepting('text-taken', '4.2/body-is-new-pet', 'Adds an animal for a JSON text or number.', (call) =>
    ['string', 'number'].includes(typeof valueOf(call)),
  ),
  accepting('empty-object-taken', '4.2/name-required', 'Adds an animal for an empty object.', (call) => {
    const value = valueOf(call)
    return isRecord(value) && Object.keys(value).length === 0
  }),
  accepting('no-name-taken', '4.2/name-required', 'Adds an animal without a name.', (call) => {
    return isRecord(valueOf(call)) && memberOf(call, 'name') === undefined && isInt64(memberOf(call, 'categoryId'))
  }),
  accepting('name-null-taken', '4.2/name-string', 'Adds an animal whose name is null.', (call) => {
    return memberOf(call, 'name') === null
  }),
  accepting('name-number-taken', '4.2/name-string', 'Adds an animal whose name is a number.', (call) => {
    return typeof memberOf(call, 'name') === 'number'
  }),
  accepting('name-boolean-taken', '4.2/name-string', 'Adds an animal whose name is true.', (call) => {
    return typeof memberOf(call, 'name') === 'boolean'
  }),
  accepting('name-list-taken', '4.2/name-string', 'Adds an animal whose name is an array or object.', (call) => {
    const name = memberOf(call, 'name')
    return typeof name === 'object' && name !== null
  }),
  accepting('no-category-taken', '4.2/category-id-required', 'Adds an animal without a categoryId.', (call) => {
    return typeof memberOf(call, 'name') === 'string' && memberOf(call, 'categoryId') === undefined
  }),
  accepting('category-null-taken', '4.2/category-id-integer', 'Adds an animal whose categoryId is null.', (call) => {
    return memberOf(call, 'categoryId') === null
  }),
  accepting(
    'category-text-taken',
    '4.2/category-id-integer',
    'Adds an animal whose categoryId is in quotes.',
    (call) => {
      return typeof memberOf(call, 'categoryId') === 'string'
    },
  ),
  accepting('category-fraction-taken', '4.2/category-id-integer', 'Cuts the fraction off a categoryId.', (call) => {
    const categoryId = memberOf(call, 'categoryId')
    return typeof categoryId === 'number' && !Number.isInteger(categoryId)
  }),
  accepting('category-boolean-taken', '4.2/category-id-integer', 'Adds an animal whose categoryId is true.', (call) => {
    return typeof memberOf(call, 'categoryId') === 'boolean'
  }),
  accepting(
    'category-list-taken',
    '4.2/category-id-integer',
    'Adds an animal whose categoryId is an array.',
    (call) => {
      return Array.isArray(memberOf(call, 'categoryId'))
    },
  ),
  accepting(
    'category-too-large-taken',
    '4.2/category-id-64-bits',
    'Adds an animal whose categoryId is beyond 2^63.',
    (call) => {
      const categoryId = memberOf(call, 'categoryId')
      return typeof categoryId === 'bigint' && categoryId > int64Max
    },
  ),
  accepting('status-unknown-taken', '4.2/status-value', 'Adds an animal whose status is unknown.', (call) => {
    const status = memberOf(call, 'status')
    return typeof status === 'string' && !isPetStatus(status)
  }),
  accepting('status-null-taken', '4.2/status-value', 'Adds an animal whose status is null.', (call) => {
    return memberOf(call, 'status') === null
  }),
  accepting('status-number-taken', '4.2/status-value', 'Adds an animal whose status is a number.', (call) => {
    return typeof memberOf(call, 'status') === 'number'
  }),
  accepting('status-capitals-taken', '4.2/status-value', 'Adds an animal whose status is in capitals.', (call) => {
    const status = memberOf(call, 'status')
    return typeof status === 'string' && !isPetStatus(status) && isPetStatus(status.toLowerCase())
  }),
  {
    id: 'invalid-422',
    clause: '4.2/name-required',
    summary: 'Answers 422 to every body that it refuses.',
    hooks: () => ({ accept: insteadOfRefusal<Call, NewPet>(() => refuse(422, 'invalid', 'The body is not valid.')) }),
  },
  {
    id: 'invalid-200',
    clause: '4.2/name-required',
    summary: 'Answers 200 with an Error to every body that it refuses.',
    hooks: () => ({ accept: insteadOfRefusal<Call, NewPet>((_, { body }) => jsonReply(200, body)) }),
  },
  {
    id: 'invalid-500',
    clause: '4.2/name-string',
    summary: 'Answers 500 to a member of a wrong type.',
    hooks: () => ({
      accept: insteadOfRefusal<Call, NewPet>((call, refusal) =>
        memberOf(call, 'name') === undefined || memberOf(call, 'categoryId') === undefined
          ? refusal
          : refuse(500, 'internal', 'Something broke.'),
      ),
    }),
  },
  {
    id: 'malformed-json-500',
    clause: '4.2/body-is-new-pet',
    summary: 'Answers 500 to a body that is not JSON.',
    hooks: () => ({
      accept: (call, usual) =>
        readJsonBytes(call.body).ok || call.body.length === 0
          ? usual(call)
          : refuse(500, 'internal', 'Unexpected token.'),
    }),
  },
  {
    id: 'empty-body-411',
    clause: '4.2/body-required',
    summary: 'Answers 411 to a creation without a body.',
    hooks: () => ({
      accept: (call, usual) => (call.body.length === 0 ? refuse(411, 'length', 'Send a body.') : usual(call)),
    }),
  },
  {
    id: 'category-null-500',
    clause: '4.2/category-id-integer',
    summary: 'Answers 500 to a categoryId of null.',
    hooks: () => ({
      accept: (call, usual) => (memberOf(call, 'categoryId') === null ? refuse(500, 'internal', 'Null.') : usual(call)),
    }),
  },
  {
    id: 'invalid-404',
    clause: '4.2/status-value',
    summary: 'Answers 404 to an animal whose status is unknown.',
    hooks: () => ({
      accept: insteadOfRefusal<Call, NewPet>((call, refusal) =>
        typeof memberOf(call, 'status') === 'string' ? refuse(404, 'no_such_status', 'No such status.') : refusal,
      ),
    }),
  },
  {
    id: 'creations-closed',
    clause: '4.2/answers-pet',
    summary: 'Answers 405 to every creation, whatever its body is.',
    hooks: () => ({
      decide: (counted, usual) =>
        counted.isKey && counted.call.operation === 'createPet'
          ? refuse(405, 'read_only', 'Animals are added elsewhere.')
          : usual(counted),
    }),
  },
  {
    id: 'invalid-but-added',
    clause: '4.2/invalid-not-added',
    summary: 'Answers 400 to a body that it refuses, and adds an animal all the same.',
    hooks: (world) => ({
      accept: insteadOfRefusal<Call, NewPet>((call, refusal) => {
        world.keep(repaired(call), 200_000 + call.number)
        return refusal
      }),
      listed: () => world.animals.toReversed(),
    }),
  },
  {
    id: 'invalid-but-added-at-the-end',
    clause: '4.2/invalid-not-added',
    summary: 'Answers 400 to a body that it refuses, and adds an animal all the same, beyond the first page.',
    hooks: (world) => ({
      accept: insteadOfRefusal<Call, NewPet>((call, refusal) => {
        world.keep({ status: 'available', ...repaired(call) }, 200_000 + call.number)
        return refusal
      }),
    }),
  },
  {
    id: 'invalid-status-but-added',
    clause: '4.2/invalid-not-added',
    summary: 'Answers 400 to an unknown status, and adds the animal without it.',
    hooks: (world) => ({
      accept: insteadOfRefusal<Call, NewPet>((call, refusal) => {
        if (memberOf(call, 'status') !== undefined) world.keep(repaired(call), 200_000 + call.number)
        return refusal
      }),
      listed: () => world.animals.toReversed(),
    }),
  },
]

function valueOf({ body }: Call): unknown {
  const reading = readJsonBytes(body)
  return reading.ok ? reading.value : undefined
}

function memberOf(call: Call, member: string): unknown {
  const value = valueOf(call)
  return isRecord(value) ? value[member] : undefined
}

/** What a careless server makes of a body. */
function repaired(call: Call): NewPet {
  const name = memberOf(call, 'name')
  const categoryId = memberOf(call, 'categoryId')
  const status = memberOf(call, 'status')
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

function shifted(pet: Pet, by: bigint): Pet {
  return { ...pet, id: plainInteger(BigInt(pet.id) + by) }
}

function createdWith(id: string, summary: string, edit: (reply: Reply) => Reply): BrokenVariation {
  return { id, clause: '4.2/answers-pet', summary, hooks: () => editReplies(edit, on(201)) }
}

/** Changes what is answered. */
function answered(
  id: string,
  clause: BrokenVariation['clause'],
  summary: string,
  edit: (pet: Pet) => Pet,
): BrokenVariation {
  return { id, clause, summary, hooks: () => ({ add: (newPet, usual) => edit(usual(newPet)) }) }
}

/** Changes what is answered and kept. */
function changed(
  id: string,
  clause: BrokenVariation['clause'],
  summary: string,
  edit: (newPet: NewPet) => NewPet,
): BrokenVariation {
  return { id, clause, summary, hooks: () => ({ add: (newPet, usual) => usual(edit(newPet)) }) }
}

/** Changes what is kept. */
function kept(
  id: string,
  clause: BrokenVariation['clause'],
  summary: string,
  edit: (newPet: NewPet) => NewPet,
): BrokenVariation {
  return { id, clause, summary, hooks: () => ({ add: (newPet, usual) => ({ ...usual(edit(newPet)), ...newPet }) }) }
}

function refusing(
  id: string,
  clause: BrokenVariation['clause'],
  summary: string,
  isRefused: (pet: NewPet) => boolean,
): BrokenVariation {
  const hooks = (): Hooks => ({
    accept(call, usual) {
      const newPet = usual(call)
      return isReply(newPet) || !isRefused(newPet) ? newPet : refuse(400, 'refused', 'Not such an animal.')
    },
  })
  return { id, clause, summary, hooks }
}

function accepting(
  id: string,
  clause: BrokenVariation['clause'],
  summary: string,
  isTaken: (call: Call) => boolean,
): BrokenVariation {
  return {
    id,
    clause,
    summary,
    hooks: () => ({ accept: (call, usual) => (isTaken(call) ? repaired(call) : usual(call)) }),
  }
}
