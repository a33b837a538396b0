import { type NewPet, type Pet, isInt64, isObject, validateNewPet } from '../../spec/index.ts'
import type { CallContext, NewPetReading, Overrides } from '../call/overrides.ts'
import { readBody } from '../call/body.ts'
import type { Animals } from '../world/animals.ts'
import { type EditedReply, bodiless, edit, editPets, inTurn, isBodiless, statusAs } from './edit-reply.ts'
import type { FaultTable } from './fault.ts'

/** A service that gives ids beyond 2^53, each of them odd, so that no double holds it. That alone breaks nothing. */
export const largeIds = added((pet, animals) => {
  const id = BigInt(pet.id)
  return moved(pet, (id > 2n ** 53n ? id : id + 2n ** 53n) | 1n, animals)
})

/** Faults of sections 3 and 4.2: createPet, with what sections 1 and 2 say of added animals. */
export const createFaults: FaultTable = {
  'create-not-kept': [
    '1/added-animal-kept',
    'a 201 is answered, and nothing is added',
    added(async (pet, animals) => {
      await animals.remove(pet.id)
      return pet
    }),
  ],
  'create-id-reused': [
    '2/pet-id-unique',
    'a new animal takes the id of the latest one, which is lost',
    added(async (pet, animals) => {
      const { pets: latest } = await animals.page({ limit: 2, order: 'newest-first' })
      return moved(pet, latest[1]?.id ?? pet.id, animals)
    }),
  ],
  'create-id-given': [
    '2/pet-id-assigned',
    'an id in the body becomes the id of the new animal',
    added((pet, animals, context) => {
      const given = sent(context)
      return isObject(given) && isInt64(given['id']) ? moved(pet, given['id'], animals) : pet
    }),
  ],
  'create-status-sold-refused': [
    '3/status-at-creation',
    'a new animal that is sold is refused with 400',
    refusing(({ status }) => status === 'sold'),
  ],
  'create-answers-200': [
    '4.2/answers-pet',
    'an added animal is answered with 200',
    edit('createPet', 201, statusAs(200)),
  ],
  'create-answers-204': [
    '4.2/answers-pet',
    'an added animal is answered with 204 and no body',
    edit('createPet', 201, bodiless(204)),
  ],
  'create-adds-twice': [
    '4.2/answers-pet',
    'each animal is added twice, under two ids',
    added(async (pet, animals) => {
      const { id: _, ...animal } = pet
      await animals.add(animal)
      return pet
    }),
  ],
  'create-non-ascii-refused': [
    '4.2/answers-pet',
    'a name with letters beyond ASCII is refused with 400',
    refusing(({ name }) => /[^\p{ASCII}]/u.test(name)),
  ],
  'create-json-refused': [
    '4.2/media-type',
    'a body that is labelled application/json is refused with 415',
    {
      accept: (usual, _body, { call }) =>
        /^application\/json/i.test(call.headers['content-type'] ?? '') ? refusal(415) : usual,
    },
  ],
  'id-rounded-by-create': [
    '4.2/assigned-id',
    'ids are beyond 2^53, and a 201 rounds them to a double',
    inTurn(largeIds, editPets('createPet', 201, withRoundedId)),
  ],
  'create-name-trimmed': ['4.2/name-as-sent', 'spaces around a name are lost', renaming((name) => name.trim())],
  'create-name-latin-1': [
    '4.2/name-as-sent',
    'the UTF-8 of names is read as Latin-1, so that "é" becomes "Ã©"',
    renaming((name) => new TextDecoder('windows-1252').decode(new TextEncoder().encode(name))),
  ],
  'create-name-escaped': [
    '4.2/name-as-sent',
    'names are escaped for HTML, so that "&" becomes "&amp;"',
    renaming((name) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  ],
  'create-category-rounded': [
    '4.2/category-id-as-sent',
    'the categoryId of a 201 is rounded to a double',
    editPets('createPet', 201, (pet) => ({ ...pet, categoryId: Number(pet.categoryId) })),
  ],
  'create-status-dropped': [
    '4.2/status-as-sent',
    'the status of a new animal is dropped',
    changing(({ name, categoryId }) => ({ name, categoryId })),
  ],
  'create-status-required': [
    '4.2/status-optional',
    'a NewPet without a status is refused with 400',
    refusing(({ status }) => status === undefined),
  ],
  'create-body-empty-500': [
    '4.2/body-required',
    'a request without a body is answered with 500',
    refusingWith(500, (_body, context) => isBodiless(context)),
  ],
  'create-malformed-500': [
    '4.2/body-is-new-pet',
    'a body that is not JSON is answered with 500',
    refusingWith(500, (body, context) => body === undefined && !isBodiless(context)),
  ],
  'create-name-missing-accepted': [
    '4.2/name-required',
    'a NewPet without a name is added with an empty one',
    accepting((body) => (isObject(body) ? { name: '', ...body } : body)),
  ],
  'create-name-missing-422': [
    '4.2/name-required',
    'a NewPet without a name is refused with 422',
    refusingWith(422, (body) => isObject(body) && !('name' in body)),
  ],
  'create-name-number-accepted': [
    '4.2/name-string',
    'a number as name is turned into a string',
    accepting((body) =>
      isObject(body) && typeof body['name'] === 'number' ? { ...body, name: String(body['name']) } : body,
    ),
  ],
  'create-category-missing-accepted': [
    '4.2/category-id-required',
    'a NewPet without a categoryId is added in the category 0',
    accepting((body) => (isObject(body) ? { categoryId: 0, ...body } : body)),
  ],
  'create-category-string-accepted': [
    '4.2/category-id-integer',
    'a string of digits as categoryId is turned into a number',
    accepting((body) =>
      isObject(body) && typeof body['categoryId'] === 'string'
        ? { ...body, categoryId: Number(body['categoryId']) }
        : body,
    ),
  ],
  'create-category-beyond-500': [
    '4.2/category-id-64-bits',
    'a categoryId beyond 64 bits is answered with 500',
    // Such numbers are read as bigint (up to 40 digits).
    refusingWith(
      500,
      (body) => isObject(body) && typeof body['categoryId'] === 'bigint' && !isInt64(body['categoryId']),
    ),
  ],
  'create-status-unknown-accepted': [
    '4.2/status-value',
    'an unknown status is left out',
    accepting((body) => {
      if (!isObject(body) || typeof body['status'] !== 'string') return body
      const { status: _, ...known } = body
      return known
    }),
  ],
  'create-invalid-added': [
    '4.2/invalid-not-added',
    'a NewPet that is refused with 400 is added all the same, as far as it goes',
    edit('createPet', 400, async (usual, context) => {
      const given = sent(context)
      if (isObject(given)) {
        const { name, categoryId } = given
        await (
          await context.sandbox.animals
        ).add({
          name: typeof name === 'string' ? name : '',
          categoryId: isInt64(categoryId) ? categoryId : 0,
        })
      }
      return usual
    }),
  ],
}

/** Does something else with an animal that was just added. */
function added(change: (pet: Pet, animals: Animals, context: CallContext) => Pet | Promise<Pet>): EditedReply {
  return editPets('createPet', 201, async (pet, context) => change(pet, await context.sandbox.animals, context))
}

async function moved(pet: Pet, id: Pet['id'], animals: Animals): Promise<Pet> {
  const there = { ...pet, id }
  await animals.remove(pet.id)
  await animals.put(there)
  return there
}

/** Refuses some NewPets with 400. */
function refusing(isRefused: (animal: NewPet) => boolean): Overrides {
  return { accept: (usual) => (usual.ok && isRefused(usual.animal) ? refusal(400) : usual) }
}

function refusal(status: number): NewPetReading {
  return { ok: false, status, code: 'invalid_body', message: 'This animal cannot be added.' }
}

/** Refuses some invalid bodies with another status than 400. */
function refusingWith(status: number, isMeant: (body: unknown, context: CallContext) => boolean): Overrides {
  return {
    accept: (usual, body, context) =>
      !usual.ok && usual.status === 400 && isMeant(body, context) ? { ...usual, status } : usual,
  }
}

/** Adds another animal than the NewPet. */
function changing(change: (animal: NewPet) => NewPet): Overrides {
  return { accept: (usual) => (usual.ok ? { ok: true, animal: change(usual.animal) } : usual) }
}

function renaming(change: (name: string) => string): Overrides {
  return changing((animal) => ({ ...animal, name: change(animal.name) }))
}

/** Turns some invalid bodies into NewPets. What a silence refuses stays refused: it is a NewPet without any repair. */
function accepting(repair: (body: unknown) => unknown): Overrides {
  return {
    accept: (usual, body) => {
      if (usual.ok || validateNewPet(body)) return usual
      const repaired = repair(body)
      return validateNewPet(repaired) ? { ok: true, animal: newPetOf(repaired) } : usual
    },
  }
}

/** An animal with the members of the interface and no others. */
export function newPetOf({ name, categoryId, status }: NewPet): NewPet {
  return status === undefined ? { name, categoryId } : { name, categoryId, status }
}

/** What the client sent, read as JSON; `undefined` if it cannot be. */
export function sent({ call }: CallContext): unknown {
  const body = readBody(call)
  return body?.ok === true ? body.value : undefined
}

/** An animal with its id rounded to a double. */
export function withRoundedId(pet: Pet): Pet {
  return { ...pet, id: Number(pet.id) }
}
