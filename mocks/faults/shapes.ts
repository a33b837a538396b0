import { editList, editPets, lacking } from './edit-reply.ts'
import type { FaultTable } from './fault.ts'

/** Faults of section 2: Pet and Pets. */
export const shapeFaults: FaultTable = {
  'list-name-missing': [
    '2/pet-name-present',
    'listed animals have no name',
    editPets('listPets', 200, lacking('name')),
  ],
  'list-name-null': [
    '2/pet-name-string',
    'the name of the last listed animal is null',
    editList((list) => list.map((pet, index) => (index === list.length - 1 ? { ...pet, name: null } : pet))),
  ],
  'list-category-renamed': [
    '2/pet-category-id-present',
    'listed animals have category_id in place of categoryId',
    editPets('listPets', 200, ({ categoryId, ...pet }) => ({ ...pet, category_id: categoryId })),
  ],
  'list-category-string': [
    '2/pet-category-id-int64',
    'the categoryId of listed animals is a string',
    editPets('listPets', 200, (pet) => ({ ...pet, categoryId: String(pet.categoryId) })),
  ],
  'list-status-upper-case': [
    '2/pet-status-value',
    'the status of listed animals is in upper case',
    editPets('listPets', 200, ({ status, ...pet }) => ({ ...pet, status: status?.toUpperCase() })),
  ],
  'list-status-unknown': [
    '2/pet-status-value',
    'pending animals of the list are "reserved"',
    editPets('listPets', 200, (pet) => (pet.status === 'pending' ? { ...pet, status: 'reserved' } : pet)),
  ],
  'list-status-null': [
    '2/pet-status-value',
    'listed animals without a status have the status null',
    editPets('listPets', 200, ({ status = null, ...pet }) => ({ ...pet, status })),
  ],
  'create-id-missing': ['2/pet-id-present', 'the Pet of a 201 has no id', editPets('createPet', 201, lacking('id'))],
  'list-id-string': [
    '2/pet-id-int64',
    'the id of listed animals is a string',
    editPets('listPets', 200, (pet) => ({ ...pet, id: String(pet.id) })),
  ],
  'list-duplicate': [
    '2/pet-id-unique',
    'the first animal is in the list twice',
    // In place of the last one, so that the limit holds.
    editList((list) => (list.length < 2 ? list : [...list.slice(0, -1), list[0]])),
  ],
  'list-envelope': [
    '2/pets-array',
    'the list is wrapped in an object, as {"data":[…]}',
    editList((data) => ({ data })),
  ],
  'list-empty-null': ['2/pets-array', 'an empty list is null', editList((list) => (list.length === 0 ? null : list))],
  'list-items-null': [
    '2/pets-items',
    'the last item of the list is null',
    editList((list) => [...list.slice(0, -1), null]),
  ],
}
