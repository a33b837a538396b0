import type { Overrides } from '../call/overrides.ts'
import { bodyAs, edit, editList, editPets, errorAs, headerAs, jsonAs, lacking } from './edit-reply.ts'
import type { FaultId } from './made/fault-ids.ts'

/** Faults of sections 1, 2 and 7: addresses, media types, and the shapes of bodies. */
export const bodyFaults = {
  'path-prefix-moved': {
    operate: (usual, { route, call }) =>
      route.kind === 'operation'
        ? { status: 308, body: '', headers: { Location: call.target.replace('/v1/', '/v2/') } }
        : usual(),
  },
  'list-media-type-text': edit('listPets 200', headerAs('Content-Type', 'text/plain; charset=utf-8')),
  'list-truncated': edit(
    'listPets 200',
    bodyAs((text) => text.slice(0, Math.ceil(text.length / 2))),
  ),
  'create-body-empty': edit('createPet 201', bodyAs('')),

  'list-name-missing': editPets('listPets 200', lacking('name')),
  'list-name-null': editList((list) =>
    list.map((pet, index) => (index === list.length - 1 ? { ...pet, name: null } : pet)),
  ),
  'list-category-renamed': editPets('listPets 200', ({ categoryId, ...pet }) => ({ ...pet, category_id: categoryId })),
  'list-category-string': editPets('listPets 200', (pet) => ({ ...pet, categoryId: String(pet.categoryId) })),
  'list-status-upper-case': editPets('listPets 200', (pet) => ({ ...pet, status: pet.status?.toUpperCase() })),
  'list-status-unknown': editPets('listPets 200', (pet) =>
    pet.status === 'pending' ? { ...pet, status: 'reserved' } : pet,
  ),
  'list-status-null': editPets('listPets 200', ({ status = null, ...pet }) => ({ ...pet, status })),
  'create-id-missing': editPets('createPet 201', lacking('id')),
  'list-id-string': editPets('listPets 200', (pet) => ({ ...pet, id: String(pet.id) })),
  // In place of the last one, so that the limit holds.
  'list-duplicate': editList((list) => (list.length < 2 ? list : [...list.slice(0, -1), list[0]])),
  'list-envelope': editList((data) => ({ data })),
  'list-empty-null': editList((list) => (list.length === 0 ? null : list)),
  'list-items-null': editList((list) => [...list.slice(0, -1), null]),

  'error-code-missing': edit('errors', errorAs(lacking('code'))),
  'error-message-missing': edit('errors', errorAs(lacking('message'))),
  'error-status-string': edit(
    'errors',
    errorAs((found) => ({ ...found, status: String(found.status) })),
  ),
  'error-status-zero': edit(
    'errors',
    errorAs((found) => ({ ...found, status: 0 })),
  ),
  'error-envelope': edit(
    'errors',
    jsonAs((error) => ({ error })),
  ),
  'error-problem-details': edit(
    'errors',
    errorAs(({ message, status }) => ({ type: 'about:blank', title: 'Error', detail: message, status })),
  ),
  'error-media-type-problem': edit('errors', headerAs('Content-Type', 'application/problem+json')),
  'create-invalid-body-list': edit(
    'createPet 400',
    errorAs(({ message }) => [{ path: '$', message }]),
  ),
  'error-401-body-html': edit(
    401,
    bodyAs(
      '<!doctype html>\n<html lang="en"><title>Sign in</title><h1>Please sign in</h1></html>\n',
      'text/html; charset=utf-8',
    ),
  ),
} satisfies Partial<Record<FaultId, Overrides>>
