import type { Overrides } from '../call/overrides.ts'
import { bodyAs, edit, editList, editPets, errorAs, headerAs, jsonAs } from './edit-reply.ts'
import type { WrittenId } from './catalogue.ts'

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

  'list-last-name-null': editList((list) =>
    list.map((pet, index) => (index === list.length - 1 ? { ...pet, name: null } : pet)),
  ),
  'list-category-id-renamed': editPets('listPets 200', ({ categoryId, ...pet }) => ({
    ...pet,
    category_id: categoryId,
  })),
  // In place of the last one, so that the limit holds.
  'list-duplicate': editList((list) => (list.length < 2 ? list : [...list.slice(0, -1), list[0]])),
  'list-empty-null': editList((list) => (list.length === 0 ? null : list)),

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
} satisfies Partial<Record<WrittenId, Overrides>>
