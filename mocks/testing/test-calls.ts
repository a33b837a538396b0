import { type Pet, completed, readJson, shapes, writeJson } from '../../spec/index.ts'
import { registered } from '../all.ts'
import { edited } from '../call/overrides.ts'
import type { AnimalStore, AnimalStoreOptions, Call, Reply } from '../entry.ts'
import type { Registered } from '../store/registered.ts'
import { createAnimalStore } from '../store/store.ts'

/** Friday, 1 January 2027, 00:00:10 UTC: ten seconds into a minute, and into a day. */
export const testInstant = Date.UTC(2027, 0, 1, 0, 0, 10)

const chosen: readonly Partial<Pet>[] = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Tom', categoryId: 2, status: 'pending' },
  { id: 3, name: 'Coco', categoryId: 3, status: 'sold' },
]

export const testPets = chosen.map((pet) => completed<Pet>(shapes.Pet, pet))

/** A fault that tests have, whichever others there are: a success has the status 201. */
export const testFault = 'answers-201'

const { faults } = registered
const withTestFault: Registered = {
  ...registered,
  faults: {
    ids: [...(faults?.ids ?? []), testFault],
    load: async () => [
      ...((await faults?.load()) ?? []),
      { id: testFault, clause: '4.1/status', summary: 'a success has the status 201' },
    ],
    overridesOf: async (id, note) =>
      id === testFault
        ? { reply: edited((made) => (made.status === 200 ? (note(), { ...made, status: 201 }) : made)) }
        : faults?.overridesOf(id, note),
  },
}

/** A store whose clock stands at {@link testInstant}, with the {@link testPets}. */
export function testStore(options: AnimalStoreOptions = {}): AnimalStore {
  return createAnimalStore(
    {
      dataset: testPets,
      clock: { mode: 'frozen', atMilliseconds: testInstant },
      onFailure: (error) => {
        throw error
      },
      ...options,
    },
    withTestFault,
  )
}

/** A GET with a key; `test_enterprise` by default, which no test exhausts by accident. */
export function get(target: string, key: string | null = 'test_enterprise', headers: Call['headers'] = {}): Call {
  return { method: 'GET', target, headers: { ...authorization(key), ...headers } }
}

/** A POST of a value as JSON, or of a text or bytes as they are. */
export function post(body: unknown, key: string | null = 'test_enterprise', headers: Call['headers'] = {}): Call {
  return {
    method: 'POST',
    target: '/v1/pets',
    headers: { 'content-type': 'application/json', ...authorization(key), ...headers },
    body: rawBody(body),
  }
}

/** A body as it is sent: a value as JSON, a text or bytes as they are. */
export function rawBody(body: unknown): Call['body'] {
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  return isRaw ? body : writeJson(body)
}

function authorization(key: string | null): Call['headers'] {
  return key === null ? {} : { authorization: `Bearer ${key}` }
}

/** The body of a reply, read exactly. */
export function bodyOf(reply: Reply): unknown {
  const reading = readJson(String(reply.body))
  if (!reading.ok) throw new Error(`The body is not JSON: ${reading.problem}`)
  return reading.value
}

export function idsOf(reply: Reply): unknown[] {
  return (bodyOf(reply) as { id: unknown }[]).map((pet) => pet.id)
}
