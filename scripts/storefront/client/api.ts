// The showpiece of this shop: how a frontend should treat 401, 429 and int64 ids.
import { type GateOptions, createGate } from './gate.ts'
import { type Id, type NewPet, type Pet, type PetStatus, newPetText, petFrom } from './pets.ts'
import { ApiError, readAs, readReply } from './reply.ts'

/** What is left of the limit, by the last reply. */
export interface Quota {
  readonly limit: number
  readonly remaining: number
}

export interface ApiOptions extends GateOptions {
  /** Ends in `/v1`. */
  readonly baseUrl: string
  readonly key: string
  /** Called after each reply with what is left. */
  readonly onQuota?: (quota: Quota) => void
  readonly fetch?: typeof fetch
  /** How long a reply may take. Default: ten seconds. */
  readonly replyMilliseconds?: number
}

/** What the storefront asks of the interface, for one key. */
export type Api = ReturnType<typeof createApi>

type Init = { method: 'POST'; headers: Record<string, string>; body: string } | { headers?: undefined }

const mostRetries = 3
const longestPage = 100

export function createApi(options: ApiOptions) {
  const { baseUrl, key, onQuota, replyMilliseconds = 10_000 } = options
  const send: typeof fetch = options.fetch ?? ((...request) => fetch(...request))
  const gate = createGate(options)
  let isKeyRefused = false

  async function call(path: string, init: Init, signal?: AbortSignal): Promise<unknown> {
    for (let retries = 0; ; retries++) {
      const leaveGate = await gate.pass(signal)
      try {
        // A refused key stays refused. More tries use up the limit and look like an attack.
        if (isKeyRefused) throw new ApiError('key', 'This key was refused.', 401)
        const { response, text } = await exchange(path, init, signal)
        if (response.status !== 429) {
          gate.open()
          isKeyRefused = response.status === 401
          return readReply(response, text)
        }
        // Nothing was done, so that even a POST may be sent again.
        gate.close(response.headers)
        if (retries === mostRetries) throw gate.giveUp()
      } finally {
        leaveGate()
      }
    }
  }

  async function exchange(path: string, init: Init, signal?: AbortSignal) {
    const timeout = AbortSignal.timeout(replyMilliseconds)
    const signals = signal === undefined ? [timeout] : [timeout, signal]
    const headers = { ...init.headers, Authorization: `Bearer ${key}` }
    try {
      const response = await send(baseUrl + path, { ...init, headers, signal: AbortSignal.any(signals) })
      reportQuota(response.headers)
      return { response, text: await response.text() }
    } catch (error) {
      signal?.throwIfAborted()
      if (timeout.aborted) throw new ApiError('failed', 'The service did not answer in time.')
      if (error instanceof TypeError) throw new ApiError('failed', 'The service cannot be reached.')
      throw error
    }
  }

  function reportQuota(headers: Headers): void {
    const limit = headers.get('X-RateLimit-Limit')
    const remaining = headers.get('X-RateLimit-Remaining')
    if (isCount(limit) && isCount(remaining)) onQuota?.({ limit: Number(limit), remaining: Number(remaining) })
  }

  const api = {
    async listPets(
      { limit, status }: { limit: number; status?: PetStatus | undefined },
      signal?: AbortSignal,
    ): Promise<readonly Pet[]> {
      const query = new URLSearchParams({ limit: String(limit), ...(status && { status }) })
      return readAs(await call(`/pets?${query}`, {}, signal), (pets) => (pets as unknown[]).map(petFrom))
    },
    async createPet(pet: NewPet, signal?: AbortSignal): Promise<Pet> {
      const headers = { 'Content-Type': 'application/json' }
      return readAs(await call('/pets', { method: 'POST', headers, body: newPetText(pet) }, signal), petFrom)
    },
    /** By getPet, or by the list once getPet is removed; `isFromList` says which it was. */
    async findPet(id: Id, status?: PetStatus, signal?: AbortSignal): Promise<{ pet: Pet; isFromList: boolean }> {
      try {
        // Deprecated: to be removed on 5 December 2030 (section 9).
        return { pet: readAs(await call(`/pets/${id}`, {}, signal), petFrom), isFromList: false }
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== 'missing') throw error
        // Either the animal is gone or the operation is. The list, which replaces it, knows.
        const pet = (await api.listPets({ limit: longestPage, status }, signal)).find((other) => other.id === id)
        if (pet === undefined) throw error
        return { pet, isFromList: true }
      }
    },
  }
  return api
}

function isCount(text: string | null): boolean {
  return text !== null && /^[0-9]{1,15}$/.test(text)
}
