import { editList, editPets, lacking } from './edit-reply.ts'
import type { Fault } from './fault.ts'

/** Faults of section 2: Pet and Pets. */
export const shapeFaults: readonly Fault[] = [
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
    overrides: editList((list) => list.map((pet, index) => (index === list.length - 1 ? { ...pet, name: null } : pet))),
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
    id: 'list-id-string',
    clause: '2/pet-id-int64',
    summary: 'the id of listed animals is a string',
    overrides: editPets('listPets', 200, (pet) => ({ ...pet, id: String(pet.id) })),
  },
  {
    id: 'list-duplicate',
    clause: '2/pet-id-unique',
    summary: 'the first animal is in the list twice',
    // In place of the last one, so that the limit holds.
    overrides: editList((list) => (list.length < 2 ? list : [...list.slice(0, -1), list[0]])),
  },
  {
    id: 'list-envelope',
    clause: '2/pets-array',
    summary: 'the list is wrapped in an object, as {"data":[…]}',
    overrides: editList((data) => ({ data })),
  },
  {
    id: 'list-empty-null',
    clause: '2/pets-array',
    summary: 'an empty list is null',
    overrides: editList((list) => (list.length === 0 ? null : list)),
  },
  {
    id: 'list-items-null',
    clause: '2/pets-items',
    summary: 'the last item of the list is null',
    overrides: editList((list) => [...list.slice(0, -1), null]),
  },
]
