import { bodyAs, edit, headerAs } from './edit-reply.ts'
import type { Fault } from './fault.ts'

/** Faults of section 1: addresses, media types, and bodies that are not JSON. */
export const bodyFaults: readonly Fault[] = [
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
    id: 'list-truncated',
    clause: '1/response-is-json',
    summary: 'the list breaks off in the middle',
    overrides: edit('listPets', 200, bodyAs(firstHalf)),
  },
  {
    id: 'create-body-empty',
    clause: '1/response-is-json',
    summary: 'a 201 has no body',
    overrides: edit('createPet', 201, bodyAs('')),
  },
]

function firstHalf(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2))
}
