import { bodyAs, edit, headerAs } from './edit-reply.ts'
import type { Fault } from './fault.ts'

/** Faults of section 1: addresses, media types, and bodies that are no JSON. */
export const bodyFaults = [
  {
    id: 'path-prefix-moved',
    clause: '1/path-prefix',
    summary: 'every operation below /v1 redirects to /v2',
    overrides: {
      operate: (usual, { route, call }) =>
        route.kind === 'operation'
          ? { status: 308, body: '', headers: { Location: call.target.replace('/v1/', '/v2/') } }
          : usual(),
    },
  },
  {
    id: 'list-media-type-text',
    clause: '1/response-media-type',
    summary: 'the list is labelled text/plain',
    overrides: edit('listPets', 200, headerAs('Content-Type', 'text/plain; charset=utf-8')),
  },
  {
    id: 'list-media-type-vendor',
    clause: '1/response-media-type',
    summary: 'the list is labelled application/vnd.api+json',
    overrides: edit('listPets', 200, headerAs('Content-Type', 'application/vnd.api+json')),
  },
  {
    id: 'create-media-type-missing',
    clause: '1/response-media-type',
    summary: 'a 201 has no Content-Type',
    overrides: edit('createPet', 201, headerAs('Content-Type', undefined)),
  },
  {
    id: 'get-media-type-html',
    clause: '1/response-media-type',
    summary: 'an animal is labelled text/html',
    overrides: edit('getPet', 200, headerAs('Content-Type', 'text/html; charset=utf-8')),
  },
  {
    id: 'list-trailing-comma',
    clause: '1/response-is-json',
    summary: 'the list has a comma before its closing bracket',
    overrides: edit(
      'listPets',
      200,
      bodyAs((text) => text.replace(/\]$/, ',]')),
    ),
  },
  {
    id: 'list-truncated',
    clause: '1/response-is-json',
    summary: 'the list breaks off in the middle',
    overrides: edit(
      'listPets',
      200,
      bodyAs((text) => text.slice(0, Math.ceil(text.length / 2))),
    ),
  },
  {
    id: 'list-lines',
    clause: '1/response-is-json',
    summary: 'the list is one animal a line, with no array around them',
    overrides: edit(
      'listPets',
      200,
      bodyAs((text) => text.slice(1, -1).replaceAll('},{', '}\n{')),
    ),
  },
  {
    id: 'list-guarded',
    clause: '1/response-is-json',
    summary: "the list begins with )]}', as a guard against scripts",
    overrides: edit(
      'listPets',
      200,
      bodyAs((text) => `)]}',\n${text}`),
    ),
  },
  {
    id: 'list-latin-1',
    clause: '1/response-is-json',
    summary: 'the list has a byte that is no UTF-8',
    // A further member is allowed; its "é" as Latin-1 is not.
    overrides: edit(
      'listPets',
      200,
      bodyAs((text) => latin1(text.replaceAll('}', ',"note":"café"}'))),
    ),
  },
  {
    id: 'create-invalid-json',
    clause: '1/response-is-json',
    summary: 'the Pet of a 201 is written with single quotes',
    overrides: edit(
      'createPet',
      201,
      bodyAs((text) => text.replaceAll('"', "'")),
    ),
  },
  {
    id: 'create-body-empty',
    clause: '1/response-is-json',
    summary: 'a 201 has no body',
    overrides: edit('createPet', 201, bodyAs('')),
  },
  {
    id: 'get-truncated',
    clause: '1/response-is-json',
    summary: 'an animal breaks off before its last brace',
    overrides: edit(
      'getPet',
      200,
      bodyAs((text) => text.slice(0, -1)),
    ),
  },
  {
    id: 'get-body-empty',
    clause: '1/response-is-json',
    summary: 'the 200 of an animal has no body',
    overrides: edit('getPet', 200, bodyAs('')),
  },
] as const satisfies readonly Fault[]

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
