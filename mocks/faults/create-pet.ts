import {
  type NewPet,
  type Pet,
  int64Max,
  isInt64,
  normalized,
  petStatuses,
  validateNewPet,
  validatePetStatus,
} from '../../spec/index.ts'
import type { Animals } from '../world/animals.ts'
import type { Call } from '../call/call.ts'
import type { NewPetReading } from '../operations/create-pet.ts'
import type { Overrides } from '../call/overrides.ts'
import {
  type EditedReply,
  bodiless,
  bodyOfCall,
  edit,
  editJson,
  editPets,
  inTurn,
  statusAs,
  withPet,
} from './edit-reply.ts'
import type { Fault } from './fault.ts'

/** A service that gives ids beyond 2^53, each of them odd, so that no double holds it. That alone breaks nothing. */
export const largeIds = added((pet, animals) => {
  const id = BigInt(pet.id)
  return moved(pet, (id > 2n ** 53n ? id : id + 2n ** 53n) | 1n, animals)
})

/** Faults of sections 3 and 4.2: createPet, with what sections 1 and 2 say of added animals. */
export const createFaults = [
  {
    id: 'create-not-kept',
    clause: '1/added-animal-kept',
    summary: 'a 201 is answered, and nothing is added',
    overrides: added(async (pet, animals) => {
      await animals.remove(pet.id)
      return pet
    }),
  },
  {
    id: 'create-id-reused',
    clause: '2/pet-id-unique',
    summary: 'a new animal takes the id of the latest one, which is lost',
    overrides: added(async (pet, animals) => {
      const { pets: latest } = await animals.page({ limit: 2, order: 'newest-first' })
      return moved(pet, latest[1]?.id ?? pet.id, animals)
    }),
  },
  {
    id: 'create-id-constant',
    clause: '2/pet-id-unique',
    summary: 'each 201 has the id 0, though the animals are added under others',
    overrides: editPets('createPet', 201, (pet) => ({ ...pet, id: 0 })),
  },
  {
    id: 'create-id-given',
    clause: '2/pet-id-assigned',
    summary: 'an id in the body becomes the id of the new animal',
    overrides: added((pet, animals, given) => (isInt64(given['id']) ? moved(pet, given['id'], animals) : pet)),
  },
  {
    id: 'create-status-sold-refused',
    clause: '3/status-at-creation',
    summary: 'a new animal that is sold is refused with 400',
    overrides: refusing((animal) => animal.status === 'sold'),
  },
  {
    id: 'create-status-pending-refused',
    clause: '3/status-at-creation',
    summary: 'a new animal that is pending is refused with 400',
    overrides: refusing((animal) => animal.status === 'pending'),
  },
  {
    id: 'create-status-available-refused',
    clause: '3/status-at-creation',
    summary: 'a new animal that is available is refused with 400',
    overrides: refusing((animal) => animal.status === 'available'),
  },
  {
    id: 'create-answers-200',
    clause: '4.2/answers-pet',
    summary: 'an added animal is answered with 200',
    overrides: edit('createPet', 201, statusAs(200)),
  },
  {
    id: 'create-answers-202',
    clause: '4.2/answers-pet',
    summary: 'an added animal is answered with 202',
    overrides: edit('createPet', 201, statusAs(202)),
  },
  {
    id: 'create-answers-204',
    clause: '4.2/answers-pet',
    summary: 'an added animal is answered with 204 and no body',
    overrides: edit('createPet', 201, bodiless(204)),
  },
  {
    id: 'create-redirects',
    clause: '4.2/answers-pet',
    summary: 'an added animal is answered with 303 and the address of the list',
    overrides: edit('createPet', 201, bodiless(303, { Location: '/v1/pets' })),
  },
  {
    id: 'create-answers-500',
    clause: '4.2/answers-pet',
    summary: 'a NewPet is answered with 500',
    overrides: refusing(() => true, 500),
  },
  {
    id: 'create-answers-list',
    clause: '4.2/answers-pet',
    summary: 'an added animal comes back in an array',
    overrides: editJson('createPet', 201, (pet) => [pet]),
  },
  {
    id: 'create-answers-envelope',
    clause: '4.2/answers-pet',
    summary: 'an added animal comes back inside of an object, as {"pet":{…}}',
    overrides: editJson('createPet', 201, (pet) => ({ pet })),
  },
  {
    id: 'create-adds-twice',
    clause: '4.2/answers-pet',
    summary: 'each animal is added twice, under two ids',
    overrides: added(async (pet, animals) => {
      const { id: _, ...animal } = pet
      await animals.add(animal)
      return pet
    }),
  },
  {
    id: 'create-non-ascii-refused',
    clause: '4.2/answers-pet',
    summary: 'a name with letters beyond ASCII is refused with 400',
    overrides: refusing(({ name }) => /[^\p{ASCII}]/u.test(name)),
  },
  {
    id: 'create-large-category-fails',
    clause: '4.2/answers-pet',
    summary: 'a categoryId beyond 32 bits is answered with 500',
    overrides: refusing(({ categoryId }) => BigInt.asIntN(32, BigInt(categoryId)) !== BigInt(categoryId), 500),
  },
  {
    id: 'create-json-refused',
    clause: '4.2/media-type',
    summary: 'a body that is labelled application/json is refused with 415',
    overrides: {
      accept: (usual, _body, { call }) =>
        /^application\/json/i.test(call.headers['content-type'] ?? '') ? refusal(415) : usual,
    },
  },
  {
    id: 'create-id-off-by-one',
    clause: '4.2/assigned-id',
    summary: 'the id of a 201 is that of the animal to be added next',
    overrides: editPets('createPet', 201, (pet) => ({ ...pet, id: BigInt(pet.id) + 1n })),
  },
  {
    id: 'id-rounded-by-create',
    clause: '4.2/assigned-id',
    summary: 'ids are beyond 2^53, and a 201 rounds them to a double',
    overrides: inTurn(
      largeIds,
      editPets('createPet', 201, (pet) => ({ ...pet, id: Number(pet.id) })),
    ),
  },
  {
    id: 'create-name-trimmed',
    clause: '4.2/name-as-sent',
    summary: 'spaces around a name are lost',
    overrides: renaming((name) => name.trim()),
  },
  {
    id: 'create-name-upper-case',
    clause: '4.2/name-as-sent',
    summary: 'names become upper case',
    overrides: renaming((name) => name.toUpperCase()),
  },
  {
    id: 'create-name-cut',
    clause: '4.2/name-as-sent',
    summary: 'names are cut after 12 characters',
    overrides: renaming((name) => name.slice(0, 12)),
  },
  {
    id: 'create-name-ascii',
    clause: '4.2/name-as-sent',
    summary: 'accents are taken from names, and "?" takes the place of other letters beyond ASCII',
    overrides: renaming((name) =>
      normalized(name, 'NFD')
        .replace(/\p{M}/gu, '')
        .replace(/[^\p{ASCII}]/gu, '?'),
    ),
  },
  {
    id: 'create-name-latin-1',
    clause: '4.2/name-as-sent',
    summary: 'the UTF-8 of names is read as Latin-1, so that "é" becomes "Ã©"',
    overrides: renaming((name) => new TextDecoder('windows-1252').decode(new TextEncoder().encode(name))),
  },
  {
    id: 'create-name-no-emoji',
    clause: '4.2/name-as-sent',
    summary: 'characters beyond 16 bits become "?", emoji among them',
    overrides: renaming((name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  },
  {
    id: 'create-name-escaped',
    clause: '4.2/name-as-sent',
    summary: 'names are escaped for HTML, so that "&" becomes "&amp;"',
    overrides: renaming((name) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  },
  {
    id: 'create-category-rounded',
    clause: '4.2/category-id-as-sent',
    summary: 'the categoryId of a 201 is rounded to a double',
    overrides: editPets('createPet', 201, (pet) => ({ ...pet, categoryId: Number(pet.categoryId) })),
  },
  {
    id: 'create-category-32-bits',
    clause: '4.2/category-id-as-sent',
    summary: 'only the low 32 bits of a categoryId are kept',
    overrides: changing(({ categoryId, ...animal }) => ({
      ...animal,
      categoryId: Number(BigInt.asIntN(32, BigInt(categoryId))),
    })),
  },
  {
    id: 'create-category-constant',
    clause: '4.2/category-id-as-sent',
    summary: 'each new animal is put in the category 0',
    overrides: changing((animal) => ({ ...animal, categoryId: 0 })),
  },
  {
    id: 'create-status-dropped',
    clause: '4.2/status-as-sent',
    summary: 'the status of a new animal is dropped',
    overrides: changing(({ name, categoryId }) => ({ name, categoryId })),
  },
  {
    id: 'create-status-available',
    clause: '4.2/status-as-sent',
    summary: 'a new animal is available, whatever status was sent',
    overrides: changing((animal) => (animal.status === undefined ? animal : { ...animal, status: 'available' })),
  },
  {
    id: 'create-status-required',
    clause: '4.2/status-optional',
    summary: 'a NewPet without a status is refused with 400',
    overrides: refusing((animal) => animal.status === undefined),
  },
  {
    id: 'create-body-empty-accepted',
    clause: '4.2/body-required',
    summary: 'without a body an animal of no name is added',
    overrides: accepting((body, isEmpty) => (isEmpty ? { name: '', categoryId: 0 } : body)),
  },
  {
    id: 'create-body-empty-500',
    clause: '4.2/body-required',
    summary: 'a request without a body is answered with 500',
    overrides: answering(500, (_body, isEmpty) => isEmpty),
  },
  {
    id: 'create-array-accepted',
    clause: '4.2/body-is-new-pet',
    summary: 'of an array of NewPets the first is added',
    overrides: accepting((body) => (Array.isArray(body) ? body[0] : body)),
  },
  {
    id: 'create-string-accepted',
    clause: '4.2/body-is-new-pet',
    summary: 'a JSON string is taken for a name, and added in the category 0',
    overrides: accepting((body) => (typeof body === 'string' ? { name: body, categoryId: 0 } : body)),
  },
  {
    id: 'create-malformed-accepted',
    clause: '4.2/body-is-new-pet',
    summary: 'a body that is no JSON adds an animal of no name',
    overrides: accepting((body, isEmpty) => (body === undefined && !isEmpty ? { name: '', categoryId: 0 } : body)),
  },
  {
    id: 'create-malformed-500',
    clause: '4.2/body-is-new-pet',
    summary: 'a body that is no JSON is answered with 500',
    overrides: answering(500, (body, isEmpty) => body === undefined && !isEmpty),
  },
  {
    id: 'create-name-missing-accepted',
    clause: '4.2/name-required',
    summary: 'a NewPet without a name is added under an empty one',
    overrides: accepting(members((given) => ('name' in given ? given : { ...given, name: '' }))),
  },
  {
    id: 'create-name-missing-422',
    clause: '4.2/name-required',
    summary: 'a NewPet without a name is refused with 422',
    overrides: answering(422, (body) => isObject(body) && !('name' in body)),
  },
  {
    id: 'create-name-null-accepted',
    clause: '4.2/name-string',
    summary: 'a name that is null is taken for an empty one',
    overrides: accepting(members((given) => (given['name'] === null ? { ...given, name: '' } : given))),
  },
  {
    id: 'create-name-number-accepted',
    clause: '4.2/name-string',
    summary: 'a name that is a number is taken for its digits',
    overrides: accepting(
      members((given) => (typeof given['name'] === 'number' ? { ...given, name: String(given['name']) } : given)),
    ),
  },
  {
    id: 'create-name-invalid-500',
    clause: '4.2/name-string',
    summary: 'a name that is no string is answered with 500',
    overrides: answering(500, (body) => isObject(body) && 'name' in body && typeof body['name'] !== 'string'),
  },
  {
    id: 'create-category-missing-accepted',
    clause: '4.2/category-id-required',
    summary: 'a NewPet without a categoryId is added in the category 0',
    overrides: accepting(members((given) => ('categoryId' in given ? given : { ...given, categoryId: 0 }))),
  },
  {
    id: 'create-category-missing-500',
    clause: '4.2/category-id-required',
    summary: 'a NewPet without a categoryId is answered with 500',
    overrides: answering(500, (body) => isObject(body) && !('categoryId' in body)),
  },
  {
    id: 'create-category-string-accepted',
    clause: '4.2/category-id-integer',
    summary: 'a categoryId that is a string of digits is taken for the number',
    overrides: accepting(category((found) => (typeof found === 'string' ? Number(found) : found))),
  },
  {
    id: 'create-category-fraction-accepted',
    clause: '4.2/category-id-integer',
    summary: 'a categoryId loses what stands behind its point',
    overrides: accepting(category((found) => (typeof found === 'number' ? Math.trunc(found) : found))),
  },
  {
    id: 'create-category-null-accepted',
    clause: '4.2/category-id-integer',
    summary: 'a categoryId that is null is taken for 0',
    overrides: accepting(category((found) => (found === null ? 0 : found))),
  },
  {
    id: 'create-category-invalid-200',
    clause: '4.2/category-id-integer',
    summary: 'a categoryId that is no integer is refused with 200 and an Error',
    overrides: answering(200, (body) => isObject(body) && 'categoryId' in body && !isInt64(body['categoryId'])),
  },
  {
    id: 'create-category-beyond-accepted',
    clause: '4.2/category-id-64-bits',
    summary: 'a categoryId beyond 64 bits becomes the largest one',
    overrides: accepting(category((found) => (isBeyondInt64(found) ? int64Max : found))),
  },
  {
    id: 'create-category-beyond-500',
    clause: '4.2/category-id-64-bits',
    summary: 'a categoryId beyond 64 bits is answered with 500',
    overrides: answering(500, (body) => isObject(body) && isBeyondInt64(body['categoryId'])),
  },
  {
    id: 'create-status-unknown-accepted',
    clause: '4.2/status-value',
    summary: 'a status that is none is left out',
    overrides: accepting(
      members(({ status: found, ...given }) => (typeof found === 'string' ? given : { ...given, status: found })),
    ),
  },
  {
    id: 'create-status-case-accepted',
    clause: '4.2/status-value',
    summary: 'a status in upper case is taken for the one in lower case',
    overrides: accepting(members((given) => ({ ...given, status: inLowerCase(given['status']) }))),
  },
  {
    id: 'create-status-number-accepted',
    clause: '4.2/status-value',
    summary: 'a status that is a number is taken for the one in that place',
    overrides: accepting(
      members((given) =>
        typeof given['status'] === 'number' ? { ...given, status: petStatuses[given['status']] ?? null } : given,
      ),
    ),
  },
  {
    id: 'create-status-unknown-422',
    clause: '4.2/status-value',
    summary: 'a status that is none is refused with 422',
    overrides: answering(
      422,
      (body) => isObject(body) && typeof body['status'] === 'string' && !validatePetStatus(body['status']),
    ),
  },
  {
    id: 'create-invalid-added',
    clause: '4.2/invalid-not-added',
    summary: 'a NewPet that is refused with 400 is added all the same, as far as it goes',
    overrides: edit('createPet', 400, async (usual, { call, sandbox }) => {
      const given = bodyOfCall(call)
      if (isObject(given)) await (await sandbox.animals).add(asFarAsItGoes(given))
      return usual
    }),
  },
] as const satisfies readonly Fault[]

/** Does something else with an animal that was just added. `given` is the body, which is a NewPet. */
function added(
  change: (pet: Pet, animals: Animals, given: Readonly<Record<string, unknown>>) => Pet | Promise<Pet>,
): EditedReply {
  return withPet('createPet', 201, async (pet, { sandbox, call }) => {
    const given = bodyOfCall(call)
    return change(pet, await sandbox.animals, isObject(given) ? given : {})
  })
}

async function moved(pet: Pet, id: Pet['id'], animals: Animals): Promise<Pet> {
  const there = { ...pet, id }
  await animals.remove(pet.id)
  await animals.put(there)
  return there
}

/** Refuses some NewPets. */
function refusing(isRefused: (animal: NewPet) => boolean, status: 400 | 500 = 400): Overrides {
  return { accept: (usual) => (usual.ok && isRefused(usual.animal) ? refusal(status) : usual) }
}

function refusal(status: number): NewPetReading {
  return { ok: false, status, code: 'invalid_body', message: 'This animal cannot be added.' }
}

/** Refuses some bodies that are no NewPet with another status than 400. */
function answering(status: number, isMeant: (body: unknown, isEmpty: boolean) => boolean): Overrides {
  return {
    accept: (usual, body, { call }) =>
      !usual.ok && usual.status === 400 && isMeant(body, isEmptyBody(call)) ? { ...usual, status } : usual,
  }
}

/** Adds other animals than NewPet says. */
function changing(change: (animal: NewPet) => NewPet): Overrides {
  return { accept: (usual) => (usual.ok ? { ok: true, animal: change(usual.animal) } : usual) }
}

function renaming(change: (name: string) => string): Overrides {
  return changing((animal) => ({ ...animal, name: change(animal.name) }))
}

/** Makes NewPets of some bodies that are none. What a silence refuses stays refused: it is a NewPet without any repair. */
function accepting(repair: (body: unknown, isEmpty: boolean) => unknown): Overrides {
  return {
    accept: (usual, body, { call }) => {
      if (usual.ok || validateNewPet(body)) return usual
      const repaired = repair(body, isEmptyBody(call))
      return validateNewPet(repaired) ? { ok: true, animal: newPetOf(repaired) } : usual
    },
  }
}

/** An animal with the members of the interface and no others. */
export function newPetOf({ name, categoryId, status: wanted }: NewPet): NewPet {
  return wanted === undefined ? { name, categoryId } : { name, categoryId, status: wanted }
}

function members(repair: (given: Readonly<Record<string, unknown>>) => unknown): (body: unknown) => unknown {
  return (body) => (isObject(body) ? repair(body) : body)
}

function category(repair: (found: unknown) => unknown): (body: unknown) => unknown {
  return members((given) => ({ ...given, categoryId: repair(given['categoryId']) }))
}

function inLowerCase(found: unknown): unknown {
  return typeof found === 'string' ? found.toLowerCase() : found
}

function asFarAsItGoes({ name, categoryId }: Readonly<Record<string, unknown>>): NewPet {
  return { name: typeof name === 'string' ? name : '', categoryId: isInt64(categoryId) ? categoryId : 0 }
}

// Numbers beyond int64 are read as bigint (up to 40 digits).
function isBeyondInt64(found: unknown): boolean {
  return typeof found === 'bigint' && !isInt64(found)
}

function isEmptyBody({ body }: Call): boolean {
  return body === undefined || body.length === 0
}

function isObject(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}
