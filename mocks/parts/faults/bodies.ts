import { bodyAs, editList, errorAs, headerAs } from './edit-reply.ts'
import { type WrittenFault, breaks } from './written-fault.ts'

/** Faults of sections 1, 2 and 7: addresses, media types, and the shapes of bodies. */
export const bodyFaults = {
  'path-prefix-moved': breaks('1/path-prefix', 'every operation below /v1 redirects to /v2').by({
    operate: (usual, { route, call }) =>
      route.kind === 'operation'
        ? { status: 308, body: '', headers: { Location: call.target.replace('/v1/', '/v2/') } }
        : usual(),
  }),
  'list-media-type-text': breaks('1/response-media-type', 'the list is labelled text/plain').on(
    'listPets 200',
    headerAs('Content-Type', 'text/plain; charset=utf-8'),
  ),
  'list-truncated': breaks('1/response-is-json', 'the list breaks off in the middle').on(
    'listPets 200',
    bodyAs((text) => text.slice(0, Math.ceil(text.length / 2))),
  ),
  // In place of the last one, so that the limit holds.
  'list-duplicate': breaks('2/pet-id-unique', 'the first animal is in the list twice').by(
    editList((list) => (list.length < 2 ? list : [...list.slice(0, -1), list[0]])),
  ),
  'list-empty-null': breaks('2/pets-array', 'an empty list is null').by(
    editList((list) => (list.length === 0 ? null : list)),
  ),

  'error-status-zero': breaks('2/error-status-equals', 'the status of every Error is 0').on(
    'errors',
    errorAs((found) => ({ ...found, status: 0 })),
  ),
  'error-problem-details': breaks(
    '7/error-shape',
    'errors have type, title and detail in place of code and message',
  ).on(
    'errors',
    errorAs(({ message, status }) => ({ type: 'about:blank', title: 'Error', detail: message, status })),
  ),
  'error-media-type-problem': breaks('7/error-media-type', 'an Error is labelled application/problem+json').on(
    'errors',
    headerAs('Content-Type', 'application/problem+json'),
  ),
  'error-401-body-html': breaks('5/error-body', 'the body of a 401 is an HTML page').on(
    401,
    bodyAs(
      '<!doctype html>\n<html lang="en"><title>Sign in</title><h1>Please sign in</h1></html>\n',
      'text/html; charset=utf-8',
    ),
  ),
} satisfies Readonly<Record<string, WrittenFault>>
