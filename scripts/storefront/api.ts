// The showpiece of this shop: how a frontend should treat 401, 429 and int64 ids.
import { ApiError } from './api-error.ts'
import { readExactJson } from './exact-json.ts'
import { type Id, type NewPet, type Pet, type PetStatus, newPetText, petFrom } from './pets.ts'
import { waitAsTold } from './retry-after.ts'

/** What is left of the limit, as the last reply told. */
export interface Quota {
  readonly limit: number
  readonly remaining: number
}

export interface ApiOptions {
  /** Ends in `/v1`. */
  readonly baseUrl: string
  readonly key: string
  /** Told of what is left after each reply. */
  readonly onQuota?: (quota: Quota) => void
  /** Told how long the service asks to wait, in milliseconds, and with `undefined` that the wait is over. */
  readonly onWait?: (milliseconds: number | undefined) => void
  readonly fetch?: typeof fetch
  /** Milliseconds that only grow: a clock that somebody sets must not end a wait early. */
  readonly now?: () => number
  readonly sleep?: (milliseconds: number) => Promise<void>
  readonly random?: () => number
  /** How long a reply may take. Default: ten seconds. */
  readonly replyMilliseconds?: number
}

/** The three operations, for one key. */
export interface Api {
  listPets(query: { limit: number; status?: PetStatus | undefined }, signal?: AbortSignal): Promise<readonly Pet[]>
  createPet(pet: NewPet, signal?: AbortSignal): Promise<Pet>
  /** By getPet while there is one, and then by what replaces it; `isFromList` tells which it was. */
  findPet(id: Id, status?: PetStatus, signal?: AbortSignal): Promise<{ pet: Pet; isFromList: boolean }>
}

type Init = { method: 'POST'; headers: Record<string, string>; body: string } | { headers?: undefined }

const mostRetries = 3
const longestWaitMilliseconds = 600_000
const longestPage = 100

export function createApi(options: ApiOptions): Api {
  const { baseUrl, key, onQuota, onWait, fetch: send = (...request) => fetch(...request) } = options
  const { now = () => performance.now(), sleep = pause, random = Math.random, replyMilliseconds = 10_000 } = options
  let isKeyRefused = false
  let refusalsInARow = 0
  // One gate for all calls: while one of them was told to wait, the others must not knock either.
  let gateOpensAt = 0

  async function waitAtGate(signal?: AbortSignal): Promise<void> {
    while (now() < gateOpensAt) {
      const left = gateOpensAt - now()
      if (left > longestWaitMilliseconds) throw waitError(left)
      // In short steps: a timer can be early, and one of more than 24 days ends at once.
      await sleep(Math.min(left, 1000))
      signal?.throwIfAborted()
    }
    onWait?.(undefined)
  }

  /** Waits at least as long as told; longer with each refusal in a row, and never all clients at the same moment. */
  function closeGate(headers: Headers): void {
    const backoff = 1000 * 2 ** Math.min(refusalsInARow++, 6)
    const wait = waitAsTold(headers, Date.now()) + (backoff * (1 + random())) / 2
    gateOpensAt = Math.max(gateOpensAt, now() + wait)
    if (gateOpensAt - now() <= longestWaitMilliseconds) onWait?.(gateOpensAt - now())
  }

  async function call(path: string, init: Init, signal?: AbortSignal): Promise<unknown> {
    for (let retries = 0; ; retries++) {
      await waitAtGate(signal)
      // A refused key stays refused. Trying on costs the limit and looks like an attack.
      if (isKeyRefused) throw new ApiError('key', 'This key was refused.', { status: 401 })
      const { response, text } = await exchange(path, init, signal)
      if (response.status !== 429) {
        refusalsInARow = 0
        isKeyRefused = response.status === 401
        return read(response, text)
      }
      // Nothing was done, so that even a POST may be sent again.
      closeGate(response.headers)
      if (retries < mostRetries) continue
      onWait?.(undefined)
      throw waitError(gateOpensAt - now())
    }
  }

  async function exchange(path: string, init: Init, signal?: AbortSignal) {
    const timeout = AbortSignal.timeout(replyMilliseconds)
    const signals = signal === undefined ? [timeout] : [timeout, signal]
    const headers = { ...init.headers, Authorization: `Bearer ${key}` }
    try {
      const response = await send(baseUrl + path, { ...init, headers, signal: AbortSignal.any(signals) })
      tellQuota(response.headers)
      return { response, text: await response.text() }
    } catch (error) {
      signal?.throwIfAborted()
      if (timeout.aborted) throw new ApiError('slow', 'The service did not answer in time.')
      if (error instanceof TypeError) throw new ApiError('offline', 'The service cannot be reached.')
      throw error
    }
  }

  function tellQuota(headers: Headers): void {
    const limit = headers.get('X-RateLimit-Limit')
    const remaining = headers.get('X-RateLimit-Remaining')
    if (limit && remaining) onQuota?.({ limit: Number(limit), remaining: Number(remaining) })
  }

  const api: Api = {
    async listPets({ limit, status }, signal) {
      const query = new URLSearchParams({ limit: String(limit), ...(status && { status }) })
      return readAs(await call(`/pets?${query}`, {}, signal), (pets) => (pets as unknown[]).map(petFrom))
    },
    async createPet(pet, signal) {
      const headers = { 'Content-Type': 'application/json' }
      return readAs(await call('/pets', { method: 'POST', headers, body: newPetText(pet) }, signal), petFrom)
    },
    async findPet(id, status, signal) {
      try {
        // Deprecated: to be removed on 5 December 2030 (section 9).
        return { pet: readAs(await call(`/pets/${id}`, {}, signal), petFrom), isFromList: false }
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== 'missing') throw error
        // The animal is gone, or the operation is: the list, which replaces it, tells.
        const pet = (await api.listPets({ limit: longestPage, status }, signal)).find((other) => other.id === id)
        if (pet === undefined) throw error
        return { pet, isFromList: true }
      }
    },
  }
  return api
}

function read(response: Response, text: string): unknown {
  if (response.ok) return readAs(text, readExactJson)
  const { status } = response
  const message = messageOf(text) ?? `The service answered ${status}.`
  if (status === 401) throw new ApiError('key', message, { status })
  if (status === 404 || status === 410) throw new ApiError('missing', message, { status })
  throw new ApiError(status < 500 ? 'refused' : 'failed', message, { status })
}

/** What the Error says to people; a gateway before the service may send something else than an Error. */
function messageOf(text: string): string | undefined {
  try {
    const { message } = Object(readExactJson(text)) as { message?: unknown }
    return typeof message === 'string' && message !== '' ? message : undefined
  } catch {
    return undefined
  }
}

function readAs<From, To>(value: From, reader: (value: From) => To): To {
  try {
    return reader(value)
  } catch {
    throw new ApiError('garbled', 'The answer of the service cannot be read.')
  }
}

function waitError(waitMilliseconds: number): ApiError {
  return new ApiError('wait', 'The limit of this key is used up.', { status: 429, waitMilliseconds })
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
}
