import { type Pet, writeJson } from '../../spec/index.ts'
import { editJson, editPets, lacking } from './edit-reply.ts'
import type { Fault } from './fault.ts'

/** Faults of section 2: Pet and Pets. */
export const shapeFaults = [
  {
    id: 'list-envelope',
    clause: '2/pets-array',
    summary: 'the list stands inside of an object, as {"data":[…]}',
    overrides: editJson('listPets', 200, (data) => ({ data })),
  },
  {
    id: 'list-object-by-id',
    clause: '2/pets-array',
    summary: 'the list is an object with the ids as member names',
    overrides: editJson('listPets', 200, (list) => Object.fromEntries((list as Pet[]).map((pet) => [pet.id, pet]))),
  },
  {
    id: 'list-single-bare',
    clause: '2/pets-array',
    summary: 'a list of one animal is that animal, with no array around it',
    overrides: editJson('listPets', 200, (list) => (Array.isArray(list) && list.length === 1 ? list[0] : list)),
  },
  {
    id: 'list-empty-null',
    clause: '2/pets-array',
    summary: 'a list of no animals is null',
    overrides: editJson('listPets', 200, (list) => (Array.isArray(list) && list.length === 0 ? null : list)),
  },
  {
    id: 'list-in-string',
    clause: '2/pets-array',
    summary: 'the list is JSON inside of a JSON string',
    overrides: editJson('listPets', 200, (list) => writeJson(list)),
  },
  {
    id: 'list-items-ids',
    clause: '2/pets-items',
    summary: 'the list holds ids in place of animals',
    overrides: editPets('listPets', 200, ({ id }) => id),
  },
  {
    id: 'list-items-wrapped',
    clause: '2/pets-items',
    summary: 'each animal of the list stands inside of an object, as {"pet":{…}}',
    overrides: editPets('listPets', 200, (pet) => ({ pet })),
  },
  {
    id: 'list-items-null',
    clause: '2/pets-items',
    summary: 'the last item of the list is null',
    overrides: editJson('listPets', 200, (list) => [...(list as Pet[]).slice(0, -1), null]),
  },
  {
    id: 'list-id-missing',
    clause: '2/pet-id-present',
    summary: 'listed animals have no id',
    overrides: editPets('listPets', 200, lacking('id')),
  },
  {
    id: 'list-id-renamed',
    clause: '2/pet-id-present',
    summary: 'listed animals have petId in place of id',
    overrides: editPets('listPets', 200, ({ id, ...pet }) => ({ petId: id, ...pet })),
  },
  {
    id: 'list-id-string',
    clause: '2/pet-id-int64',
    summary: 'the id of listed animals is a string',
    overrides: editPets('listPets', 200, (pet) => ({ ...pet, id: String(pet.id) })),
  },
  {
    id: 'list-id-fraction',
    clause: '2/pet-id-int64',
    summary: 'the id of listed animals has a half to it',
    overrides: editPets('listPets', 200, (pet) => ({ ...pet, id: Number(pet.id) + 0.5 })),
  },
  {
    id: 'list-name-missing',
    clause: '2/pet-name-present',
    summary: 'listed animals have no name',
    overrides: editPets('listPets', 200, lacking('name')),
  },
  {
    id: 'list-name-null',
    clause: '2/pet-name-string',
    summary: 'the name of the last listed animal is null',
    overrides: editJson('listPets', 200, (list) => lastOf(list, (pet) => ({ ...pet, name: null }))),
  },
  {
    id: 'list-name-object',
    clause: '2/pet-name-string',
    summary: 'the name of listed animals is an object of languages',
    overrides: editPets('listPets', 200, (pet) => ({ ...pet, name: { en: pet.name } })),
  },
  {
    id: 'list-category-missing',
    clause: '2/pet-category-id-present',
    summary: 'listed animals have no categoryId',
    overrides: editPets('listPets', 200, lacking('categoryId')),
  },
  {
    id: 'list-category-renamed',
    clause: '2/pet-category-id-present',
    summary: 'listed animals have category_id in place of categoryId',
    overrides: editPets('listPets', 200, ({ categoryId, ...pet }) => ({ ...pet, category_id: categoryId })),
  },
  {
    id: 'list-category-string',
    clause: '2/pet-category-id-int64',
    summary: 'the categoryId of listed animals is a string',
    overrides: editPets('listPets', 200, (pet) => ({ ...pet, categoryId: String(pet.categoryId) })),
  },
  {
    id: 'list-category-null',
    clause: '2/pet-category-id-int64',
    summary: 'the categoryId of listed animals is null',
    overrides: editPets('listPets', 200, (pet) => ({ ...pet, categoryId: null })),
  },
  {
    id: 'list-category-object',
    clause: '2/pet-category-id-int64',
    summary: 'the categoryId of listed animals is a whole category',
    overrides: editPets('listPets', 200, (pet) => ({ ...pet, categoryId: { id: pet.categoryId } })),
  },
  {
    id: 'list-status-upper-case',
    clause: '2/pet-status-value',
    summary: 'the status of listed animals is in upper case',
    overrides: editPets('listPets', 200, ({ status, ...pet }) => ({ ...pet, status: status?.toUpperCase() })),
  },
  {
    id: 'list-status-unknown',
    clause: '2/pet-status-value',
    summary: 'pending animals of the list are "reserved"',
    overrides: editPets('listPets', 200, (pet) => (pet.status === 'pending' ? { ...pet, status: 'reserved' } : pet)),
  },
  {
    id: 'list-status-number',
    clause: '2/pet-status-value',
    summary: 'the status of listed animals is a number',
    overrides: editPets('listPets', 200, (pet) => ({ ...pet, status: pet.status === 'available' ? 0 : 1 })),
  },
  {
    id: 'list-status-null',
    clause: '2/pet-status-value',
    summary: 'listed animals without a status have the status null',
    overrides: editPets('listPets', 200, ({ status = null, ...pet }) => ({ ...pet, status })),
  },
  {
    id: 'create-id-missing',
    clause: '2/pet-id-present',
    summary: 'the Pet of a 201 has no id',
    overrides: editPets('createPet', 201, lacking('id')),
  },
  {
    id: 'create-id-string',
    clause: '2/pet-id-int64',
    summary: 'the id of a 201 is a string',
    overrides: editPets('createPet', 201, (pet) => ({ ...pet, id: String(pet.id) })),
  },
  {
    id: 'create-id-beyond-int64',
    clause: '2/pet-id-int64',
    summary: 'the id of a 201 is beyond 64 bits',
    overrides: editPets('createPet', 201, (pet) => ({ ...pet, id: BigInt(pet.id) + 2n ** 63n })),
  },
  {
    id: 'create-name-missing',
    clause: '2/pet-name-present',
    summary: 'the Pet of a 201 has no name',
    overrides: editPets('createPet', 201, lacking('name')),
  },
  {
    id: 'create-category-missing',
    clause: '2/pet-category-id-present',
    summary: 'the Pet of a 201 has no categoryId',
    overrides: editPets('createPet', 201, lacking('categoryId')),
  },
  {
    id: 'create-status-upper-case',
    clause: '2/pet-status-value',
    summary: 'the status of a 201 is in upper case',
    overrides: editPets('createPet', 201, ({ status, ...pet }) => ({ ...pet, status: status?.toUpperCase() })),
  },
  {
    id: 'get-id-missing',
    clause: '2/pet-id-present',
    summary: 'an animal has no id when it is fetched',
    overrides: editPets('getPet', 200, lacking('id')),
  },
  {
    id: 'get-id-string',
    clause: '2/pet-id-int64',
    summary: 'the id of a fetched animal is a string',
    overrides: editPets('getPet', 200, (pet) => ({ ...pet, id: String(pet.id) })),
  },
  {
    id: 'get-name-renamed',
    clause: '2/pet-name-present',
    summary: 'a fetched animal has Name in place of name',
    overrides: editPets('getPet', 200, ({ name, ...pet }) => ({ ...pet, Name: name })),
  },
  {
    id: 'get-category-string',
    clause: '2/pet-category-id-int64',
    summary: 'the categoryId of a fetched animal is a string',
    overrides: editPets('getPet', 200, (pet) => ({ ...pet, categoryId: String(pet.categoryId) })),
  },
  {
    id: 'get-status-unknown',
    clause: '2/pet-status-value',
    summary: 'a sold animal is "adopted" when it is fetched',
    overrides: editPets('getPet', 200, (pet) => (pet.status === 'sold' ? { ...pet, status: 'adopted' } : pet)),
  },
] as const satisfies readonly Fault[]

function lastOf(list: unknown, change: (pet: Pet) => unknown): unknown {
  // The body is the mock's own, so it is a list of Pets.
  const animals = list as readonly Pet[]
  return animals.map((pet, index) => (index === animals.length - 1 ? change(pet) : pet))
}
