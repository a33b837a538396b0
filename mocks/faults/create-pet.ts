import { type NewPet, type Pet, isInt64, isObject, validateNewPet } from '../../spec/index.ts'
import type { CallContext, NewPetReading, Overrides } from '../call/overrides.ts'
import { readBody } from '../call/body.ts'
import type { Animals } from '../world/animals.ts'
import { type EditedReply, bodiless, edit, editPets, inTurn, isBodiless, statusAs } from './edit-reply.ts'
import type { Fault } from './fault.ts'

/** A service that gives ids beyond 2^53, each of them odd, so that no double holds it. That alone breaks nothing. */
export const largeIds = added((pet, animals) => {
  const id = BigInt(pet.id)
  return moved(pet, (id > 2n ** 53n ? id : id + 2n ** 53n) | 1n, animals)
})

/** Faults of sections 3 and 4.2: createPet, with what sections 1 and 2 say of added animals. */
export const createFaults: readonly Fault[] = [
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
    id: 'create-id-given',
    clause: '2/pet-id-assigned',
    summary: 'an id in the body becomes the id of the new animal',
    overrides: added((pet, animals, context) => {
      const given = sent(context)
      return isObject(given) && isInt64(given['id']) ? moved(pet, given['id'], animals) : pet
    }),
  },
  {
    id: 'create-status-sold-refused',
    clause: '3/status-at-creation',
    summary: 'a new animal that is sold is refused with 400',
    overrides: refusing(({ status }) => status === 'sold'),
  },
  {
    id: 'create-answers-200',
    clause: '4.2/answers-pet',
    summary: 'an added animal is answered with 200',
    overrides: edit('createPet', 201, statusAs(200)),
  },
  {
    id: 'create-answers-204',
    clause: '4.2/answers-pet',
    summary: 'an added animal is answered with 204 and no body',
    overrides: edit('createPet', 201, bodiless(204)),
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
    id: 'create-json-refused',
    clause: '4.2/media-type',
    summary: 'a body that is labelled application/json is refused with 415',
    overrides: {
      accept: (usual, _body, { call }) =>
        /^application\/json/i.test(call.headers['content-type'] ?? '') ? refusal(415) : usual,
    },
  },
  {
    id: 'id-rounded-by-create',
    clause: '4.2/assigned-id',
    summary: 'ids are beyond 2^53, and a 201 rounds them to a double',
    overrides: inTurn(largeIds, editPets('createPet', 201, withRoundedId)),
  },
  {
    id: 'create-name-trimmed',
    clause: '4.2/name-as-sent',
    summary: 'spaces around a name are lost',
    overrides: renaming((name) => name.trim()),
  },
  {
    id: 'create-name-latin-1',
    clause: '4.2/name-as-sent',
    summary: 'the UTF-8 of names is read as Latin-1, so that "é" becomes "Ã©"',
    overrides: renaming((name) => new TextDecoder('windows-1252').decode(new TextEncoder().encode(name))),
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
    id: 'create-status-dropped',
    clause: '4.2/status-as-sent',
    summary: 'the status of a new animal is dropped',
    overrides: changing(({ name, categoryId }) => ({ name, categoryId })),
  },
  {
    id: 'create-status-required',
    clause: '4.2/status-optional',
    summary: 'a NewPet without a status is refused with 400',
    overrides: refusing(({ status }) => status === undefined),
  },
  {
    id: 'create-body-empty-500',
    clause: '4.2/body-required',
    summary: 'a request without a body is answered with 500',
    overrides: refusingWith(500, (_body, context) => isBodiless(context)),
  },
  {
    id: 'create-malformed-500',
    clause: '4.2/body-is-new-pet',
    summary: 'a body that is not JSON is answered with 500',
    overrides: refusingWith(500, (body, context) => body === undefined && !isBodiless(context)),
  },
  {
    id: 'create-name-missing-accepted',
    clause: '4.2/name-required',
    summary: 'a NewPet without a name is added with an empty one',
    overrides: accepting((body) => (isObject(body) ? { name: '', ...body } : body)),
  },
  {
    id: 'create-name-missing-422',
    clause: '4.2/name-required',
    summary: 'a NewPet without a name is refused with 422',
    overrides: refusingWith(422, (body) => isObject(body) && !('name' in body)),
  },
  {
    id: 'create-name-number-accepted',
    clause: '4.2/name-string',
    summary: 'a number as name is turned into a string',
    overrides: accepting((body) =>
      isObject(body) && typeof body['name'] === 'number' ? { ...body, name: String(body['name']) } : body,
    ),
  },
  {
    id: 'create-category-missing-accepted',
    clause: '4.2/category-id-required',
    summary: 'a NewPet without a categoryId is added in the category 0',
    overrides: accepting((body) => (isObject(body) ? { categoryId: 0, ...body } : body)),
  },
  {
    id: 'create-category-string-accepted',
    clause: '4.2/category-id-integer',
    summary: 'a string of digits as categoryId is turned into a number',
    overrides: accepting((body) =>
      isObject(body) && typeof body['categoryId'] === 'string'
        ? { ...body, categoryId: Number(body['categoryId']) }
        : body,
    ),
  },
  {
    id: 'create-category-beyond-500',
    clause: '4.2/category-id-64-bits',
    summary: 'a categoryId beyond 64 bits is answered with 500',
    // Such numbers are read as bigint (up to 40 digits).
    overrides: refusingWith(
      500,
      (body) => isObject(body) && typeof body['categoryId'] === 'bigint' && !isInt64(body['categoryId']),
    ),
  },
  {
    id: 'create-status-unknown-accepted',
    clause: '4.2/status-value',
    summary: 'an unknown status is left out',
    overrides: accepting((body) => {
      if (!isObject(body) || typeof body['status'] !== 'string') return body
      const { status: _, ...known } = body
      return known
    }),
  },
  {
    id: 'create-invalid-added',
    clause: '4.2/invalid-not-added',
    summary: 'a NewPet that is refused with 400 is added all the same, as far as it goes',
    overrides: edit('createPet', 400, async (usual, context) => {
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
  },
]

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
