import { bodyAs, edit, headerAs } from './edit-reply.ts'
import type { FaultTable } from './fault.ts'

/** Faults of section 1: addresses, media types, and bodies that are not JSON. */
export const bodyFaults: FaultTable = {
  'path-prefix-moved': [
    '1/path-prefix',
    'every operation below /v1 redirects to /v2',
    {
      operate: (usual, { route, call }) =>
        route.kind === 'operation'
          ? { status: 308, body: '', headers: { Location: call.target.replace('/v1/', '/v2/') } }
          : usual(),
    },
  ],
  'list-media-type-text': [
    '1/response-media-type',
    'the list is labelled text/plain',
    edit('listPets', 200, headerAs('Content-Type', 'text/plain; charset=utf-8')),
  ],
  'list-truncated': [
    '1/response-is-json',
    'the list breaks off in the middle',
    edit('listPets', 200, bodyAs(firstHalf)),
  ],
  'create-body-empty': ['1/response-is-json', 'a 201 has no body', edit('createPet', 201, bodyAs(''))],
}

function firstHalf(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2))
}
