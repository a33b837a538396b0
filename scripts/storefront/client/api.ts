// How a frontend should treat 401, 429 and int64 ids.
import { createGate } from './gate.ts'
import { type NewPet, type PetStatus, newPetText, petFrom, petsFrom } from './pets.ts'
import { ApiError, type Reply, readReply } from './reply.ts'

/** What the last reply says is left of the limit. */
export interface Quota {
  readonly limit: number
  readonly remaining: number
}

export interface ApiOptions {
  /** Ends in `/v1`. */
  readonly baseUrl: string
  readonly key: string
  /** Called after each reply. */
  readonly onQuota?: (quota: Quota) => void
  /** Called with how many milliseconds the service asks to wait, and with `undefined` when nobody waits any more. */
  readonly onWait?: (milliseconds: number | undefined) => void
}

/** What the storefront asks of the interface, for one key. */
export type Api = ReturnType<typeof createApi>

export function createApi({ baseUrl, key, onQuota, onWait }: ApiOptions) {
  const gate = createGate(onWait)
  let isKeyRefused = false

  /** Sends a GET, or a POST if there is a body. */
  async function send(path: string, signal?: AbortSignal, body?: string): Promise<Reply> {
    // A refused key stays refused. More tries use up the limit and look like an attack.
    if (isKeyRefused) throw new ApiError('This key was refused.', 401)
    const timeout = AbortSignal.timeout(10_000)
    const init = {
      ...(body !== undefined && { method: 'POST', body }),
      headers: { Authorization: `Bearer ${key}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      signal: AbortSignal.any(signal === undefined ? [timeout] : [timeout, signal]),
    }
    try {
      const response = await fetch(baseUrl + path, init)
      isKeyRefused = response.status === 401
      const quota = quotaOf(response.headers)
      if (quota !== undefined) onQuota?.(quota)
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch (error) {
      signal?.throwIfAborted()
      if (timeout.aborted) throw new ApiError('The service did not answer in time.')
      if (error instanceof TypeError) throw new ApiError('The service cannot be reached.')
      throw error
    }
  }

  async function call<T>(path: string, reader: (value: unknown) => T, signal?: AbortSignal, body?: string): Promise<T> {
    return readReply(await gate.through(() => send(path, signal, body), signal), reader)
  }

  const listPets = ({ limit, status }: { limit: number; status?: PetStatus | undefined }, signal?: AbortSignal) =>
    call(`/pets?${new URLSearchParams({ limit: String(limit), ...(status && { status }) })}`, petsFrom, signal)

  const createPet = (pet: NewPet, signal?: AbortSignal) => call('/pets', petFrom, signal, newPetText(pet))

  return { listPets, createPet, tryNow: gate.open }
}

function quotaOf(headers: Headers): Quota | undefined {
  const texts = [headers.get('X-RateLimit-Limit') ?? '', headers.get('X-RateLimit-Remaining') ?? '']
  const [limit = 0, remaining = 0] = texts.map(Number)
  return texts.every((text) => /^\d{1,15}$/.test(text)) ? { limit, remaining } : undefined
}
