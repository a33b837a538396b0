// The showpiece of this shop: how a frontend should treat 401, 429 and int64 ids.
import { createGate } from './gate.ts'
import { type Id, type NewPet, type Pet, type PetStatus, newPetText, petFrom, petsFrom } from './pets.ts'
import { ApiError, type Reply, readReply } from './reply.ts'

/** What is left of the limit, by the last reply. */
export interface Quota {
  readonly limit: number
  readonly remaining: number
}

export interface ApiOptions {
  /** Ends in `/v1`. */
  readonly baseUrl: string
  readonly key: string
  /** Called after each reply with what is left. */
  readonly onQuota?: (quota: Quota) => void
  /** Called with how long the service asks to wait, in milliseconds, and with `undefined` once nobody waits. */
  readonly onWait?: (milliseconds: number | undefined) => void
}

const longestReplyMilliseconds = 10_000

/** What the storefront asks of the interface, for one key. */
export type Api = ReturnType<typeof createApi>

export function createApi({ baseUrl, key, onQuota, onWait }: ApiOptions) {
  const throughGate = createGate(onWait)
  let isKeyRefused = false

  /** Sends a GET, or a POST where there is a body. */
  async function ask(path: string, signal?: AbortSignal, body?: string): Promise<Reply> {
    // A refused key stays refused. More tries use up the limit and look like an attack.
    if (isKeyRefused) throw new ApiError('This key was refused.', 401)
    const timeout = AbortSignal.timeout(longestReplyMilliseconds)
    const init = {
      ...(body !== undefined && { method: 'POST', body }),
      headers: { Authorization: `Bearer ${key}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      signal: AbortSignal.any(signal === undefined ? [timeout] : [timeout, signal]),
    }
    try {
      const response = await fetch(baseUrl + path, init)
      isKeyRefused = response.status === 401
      reportQuota(response.headers)
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch (error) {
      signal?.throwIfAborted()
      if (timeout.aborted) throw new ApiError('The service did not answer in time.')
      if (error instanceof TypeError) throw new ApiError('The service cannot be reached.')
      throw error
    }
  }

  function reportQuota(headers: Headers): void {
    const limit = headers.get('X-RateLimit-Limit')
    const remaining = headers.get('X-RateLimit-Remaining')
    if (isCount(limit) && isCount(remaining)) onQuota?.({ limit: Number(limit), remaining: Number(remaining) })
  }

  async function call<T>(path: string, reader: (value: unknown) => T, signal?: AbortSignal, body?: string): Promise<T> {
    return readReply(await throughGate(() => ask(path, signal, body), signal), reader)
  }

  async function listPets({ limit, status }: { limit: number; status?: PetStatus | undefined }, signal?: AbortSignal) {
    const query = new URLSearchParams({ limit: String(limit), ...(status && { status }) })
    return call(`/pets?${query}`, petsFrom, signal)
  }

  async function createPet(pet: NewPet, signal?: AbortSignal): Promise<Pet> {
    return call('/pets', petFrom, signal, newPetText(pet))
  }

  /** By getPet, or by the list once getPet is removed; `isFromList` says which it was. */
  async function findPet(id: Id, status?: PetStatus, signal?: AbortSignal): Promise<{ pet: Pet; isFromList: boolean }> {
    try {
      // Deprecated: to be removed on 5 December 2030 (section 9).
      return { pet: await call(`/pets/${id}`, petFrom, signal), isFromList: false }
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'missing') throw error
      // Either the animal is gone or the operation is. The list, which replaces it, knows.
      const pet = (await listPets({ limit: 100, status }, signal)).find((other) => other.id === id)
      if (pet === undefined) throw error
      return { pet, isFromList: true }
    }
  }

  return { listPets, createPet, findPet }
}

function isCount(text: string | null): boolean {
  return text !== null && /^[0-9]{1,15}$/.test(text)
}
