import {
  type NewPet,
  type Pet,
  completed,
  isInt64,
  isObject,
  newPetOf,
  shapes,
  validateNewPet,
} from '../../../spec/index.ts'
import type { CallContext, NewItemReading, Overrides } from '../../call/overrides.ts'
import { readBody } from '../../call/body.ts'
import type { Animals } from '../../animals/animals.ts'
import { type EditedReply, editPets, inTurn, isBodiless, operationOf } from './edit-reply.ts'
import { type WrittenFault, breaks } from './written-fault.ts'

/** Gives new animals odd ids beyond 2^53, which no double holds. That alone breaks nothing. */
export const largeIds = added((pet, animals) => {
  const id = BigInt(pet.id)
  return moved(pet, (id > 2n ** 53n ? id : id + 2n ** 53n) | 1n, animals)
})

/** Faults of sections 3 and 4.2: createPet, with what sections 1 and 2 say of added animals. */
export const createFaults = {
  'create-id-given': breaks('2/pet-id-assigned', 'an id in the body becomes the id of the new animal').by(
    added((pet, animals, context) => {
      const { id } = sentMembers(context)
      return isInt64(id) ? moved(pet, id, animals) : pet
    }),
  ),
  'create-status-sold-refused': breaks('3/status-at-creation', 'a new animal that is sold is refused with 400').by(
    refusing(({ status }) => status === 'sold'),
  ),
  'create-name-trimmed': breaks('4.2/name-as-sent', 'spaces around a name are lost').by(
    changing((pet) => ({ ...pet, name: pet.name.trim() })),
  ),
  'create-adds-twice': breaks('4.2/answers-pet', 'each animal is added twice, under two ids').by(
    added(async (pet, animals) => {
      await animals.add(newPetOf(pet))
      return pet
    }),
  ),
  'create-json-refused': breaks('4.2/media-type', 'a body that is labelled application/json is refused with 415').by(
    reading((usual, _body, { call }) =>
      /^application\/json/i.test(call.headers['content-type'] ?? '') ? refusal(415) : usual,
    ),
  ),
  'id-rounded-by-create': breaks('4.2/assigned-id', 'ids are beyond 2^53, and a 201 rounds them to a double').by(
    inTurn(largeIds, editPets('createPet 201', withRoundedId)),
  ),
  'create-category-id-rounded': breaks('4.2/category-id-as-sent', 'the categoryId of a 201 is rounded to a double').by(
    editPets('createPet 201', (pet) => ({ ...pet, categoryId: Number(pet.categoryId) })),
  ),
  'create-body-empty-500': breaks('4.2/body-required', 'a request without a body is answered with 500').by(
    refusingWith(500, (_body, context) => isBodiless(context)),
  ),
  'create-malformed-500': breaks('4.2/body-is-new-pet', 'a body that is not JSON is answered with 500').by(
    refusingWith(500, (body, context) => body === undefined && !isBodiless(context)),
  ),
  'create-invalid-added': breaks(
    '4.2/invalid-not-added',
    'a NewPet that is refused with 400 is added all the same, as far as it goes',
  ).on('createPet 400', async (usual, context) => {
    const { name, categoryId } = sentMembers(context)
    if (!isObject(sent(context))) return usual
    const animals = await context.sandbox.animals
    const known = { name: typeof name === 'string' ? name : '', categoryId: isInt64(categoryId) ? categoryId : 0 }
    await animals.add(completed<NewPet>(shapes.NewPet, known))
    return { ...usual }
  }),
} satisfies Readonly<Record<string, WrittenFault>>

/** Changes an animal that was just added. */
function added(change: (pet: Pet, animals: Animals, context: CallContext) => Pet | Promise<Pet>): EditedReply {
  return editPets('createPet 201', async (pet, context) => change(pet, await context.sandbox.animals, context))
}

async function moved(pet: Pet, id: Pet['id'], animals: Animals): Promise<Pet> {
  const there = { ...pet, id }
  await animals.remove(pet.id)
  await animals.put(there)
  return there
}

type PetReading = NewItemReading<NewPet>

/** Reads what is sent to createPet in another way. */
function reading(change: (usual: PetReading, body: unknown, context: CallContext) => PetReading): Overrides {
  return {
    async accept(usual, context) {
      // What createPet adds is a NewPet.
      const made = (await usual()) as PetReading
      return operationOf(context) === 'createPet' ? change(made, sent(context), context) : made
    },
  }
}

/** Refuses some NewPets with 400. */
export function refusing(isRefused: (pet: NewPet) => boolean): Overrides {
  return reading((usual) => (usual.ok && isRefused(usual.item) ? refusal(400) : usual))
}

function refusal(status: number): PetReading {
  return { ok: false, status, code: 'invalid_body', message: 'This animal cannot be added.' }
}

/** Refuses some invalid bodies with another status than 400. */
function refusingWith(status: number, isMeant: (body: unknown, context: CallContext) => boolean): Overrides {
  return reading((usual, body, context) =>
    !usual.ok && usual.status === 400 && isMeant(body, context) ? { ...usual, status } : usual,
  )
}

/** Adds another animal than the NewPet. */
export function changing(change: (pet: NewPet) => NewPet): Overrides {
  return reading((usual) => (usual.ok ? { ok: true, item: change(usual.item) } : usual))
}

type Members = Readonly<Record<string, unknown>>

/** Repairs some invalid bodies and accepts them. What is a NewPet already stays refused, if a choice refuses it. */
export function accepting(repair: (body: Members) => unknown): Overrides {
  return reading((usual, body) => {
    if (usual.ok || validateNewPet(body) || !isObject(body)) return usual
    const repaired = repair(body)
    return validateNewPet(repaired) ? { ok: true, item: newPetOf(repaired) } : usual
  })
}

/** What the client sent, read as JSON; `undefined` if it cannot be. */
export function sent({ call }: CallContext): unknown {
  const body = readBody(call)
  return body?.ok === true ? body.value : undefined
}

function sentMembers(context: CallContext): Members {
  const body = sent(context)
  return isObject(body) ? body : {}
}

/** An animal with its id rounded to a double. */
export function withRoundedId(pet: Pet): Pet {
  return { ...pet, id: Number(pet.id) }
}
