import { type Pet, type Profile, completed, petStatuses, shapes } from '../../spec/index.ts'
import { callsTable } from './calls-table.ts'
import { testInstant, testPets } from './test-calls.ts'
import { type AnimalStore, type AnimalStoreOptions, type Call, type Reply, createAnimalStore } from '../entry.ts'

/** A reply as a client sees it, without the headers that belong to a connection. */
export interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Send = (call: Call) => Promise<Seen>

/** A store as each adapter gets it. */
export const newStore = (profile: Partial<Profile> = {}) => createAnimalStore(storeOptions(profile))

export function storeOptions(profile: Partial<Profile>): AnimalStoreOptions {
  return {
    profile,
    keys: { own_key: 'pro', 'own~key/+=': 'free', own_revoked: { standing: 'revoked' } },
    dataset: [
      ...testPets,
      { id: 9007199254740993n, name: 'Atlas', categoryId: 9007199254740995n },
      { id: 9223372036854775807n, name: 'Omega', categoryId: 9223372036854775807n },
      { id: -9223372036854775808n, name: 'Alpha', categoryId: 0 },
      // More than a page holds.
      ...Array.from({ length: 120 }, (_, index) => ({
        id: 1000 + index,
        name: `Animal ${index} 🐘`,
        categoryId: index % 7,
        status: petStatuses[index % 3] ?? 'sold',
      })),
    ].map((pet) => completed<Pet>(shapes.Pet, pet)),
    clock: { mode: 'frozen', atMilliseconds: testInstant },
  }
}

function seenInCore({ status, headers, body }: Reply, { method }: Call): Seen {
  const bytes = bytesOf(body)
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return {
    status,
    headers: status === 204 ? lower : { ...lower, 'content-length': String(bytes.length) },
    body: method === 'HEAD' ? '' : latin1(bytes),
  }
}

/** A response of the web platform as a client sees it. */
export async function seenInFetch(response: Response): Promise<Seen> {
  const body = latin1(new Uint8Array(await response.arrayBuffer()))
  return { status: response.status, headers: Object.fromEntries(response.headers), body }
}

/** A call as a request of the web platform, below an address. */
export function requestFor(base: string, { method, target, headers, body }: Call): Request {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined) as [string, string][]
  const bytes = body === undefined ? null : bytesOf(body)
  return new Request(/^https?:/.test(target) ? target : base + target, { method, headers: given, body: bytes })
}

/** Plays the whole table. A call that could not be sent has an error in place of a reply. */
export async function play(send: Send): Promise<(Seen | Error)[]> {
  const story: (Seen | Error)[] = []
  for (const { call } of callsTable) {
    story.push(await send(call).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error)))))
  }
  return story
}

function bytesOf(body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
}

/** Bytes as a text that is equal only for equal bytes. */
function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096))
  return text
}

/** Plays the table to the core, with which adapters are compared. */
export async function tellCore(store: AnimalStore): Promise<(Seen | Error)[]> {
  return play(async (call) => seenInCore(await store.answer(call), call))
}
