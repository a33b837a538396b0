// How a frontend should treat 401, 429 and int64 ids, in one file that needs no other.

/** An int64 as its decimal digits. A page only shows and compares ids, and text is exact everywhere. */
export type Id = string

export const petStatuses = ['available', 'pending', 'sold'] as const
export type PetStatus = (typeof petStatuses)[number]

export interface NewPet {
  readonly name: string
  readonly categoryId: Id
  readonly status?: PetStatus | undefined
}

export interface Pet extends NewPet {
  readonly id: Id
}

/** Reads an animal; members that this client does not know stay as they are. It throws if the value is not an animal: a page should say so, and not show `undefined`. */
export function petFrom(value: unknown): Pet {
  const { id, name, categoryId, status, ...others } = Object(value) as Record<string, unknown>
  if (typeof name !== 'string') throw new TypeError('The name of an animal is not a text.')
  const known = petStatuses.find((each) => each === status)
  return { ...others, id: idFrom(id), name, categoryId: idFrom(categoryId), status: known }
}

const petsFrom = (value: unknown): readonly Pet[] => (value as unknown[]).map(petFrom)

function idFrom(value: unknown): Id {
  if (typeof value === 'bigint' || Number.isInteger(value)) return String(value)
  throw new TypeError('The id of an animal is not an integer.')
}

/** The body that adds an animal. JSON.stringify refuses a bigint and rounds a number, so the digits go in as they are. */
export function newPetText({ categoryId, ...others }: NewPet): string {
  return JSON.stringify(others).replace(/\}$/, `,"categoryId":${BigInt(categoryId)}}`)
}

export interface ApiOptions {
  /** Ends in `/v1`. */
  readonly baseUrl: string
  readonly key: string
  /** Called with how many milliseconds the service asks to wait, and with `undefined` when nobody waits any more. */
  readonly onWait?: (milliseconds: number | undefined) => void
}

/** What the storefront asks of the interface, for one key. */
export type Api = ReturnType<typeof createApi>

export function createApi({ baseUrl, key, onWait }: ApiOptions) {
  const throughGate = createGate(onWait)
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
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch (error) {
      signal?.throwIfAborted()
      if (timeout.aborted) throw new ApiError('The service did not answer in time.')
      if (error instanceof TypeError) throw new ApiError(`The service at ${baseUrl} cannot be reached.`)
      throw error
    }
  }

  async function call<T>(path: string, reader: (value: unknown) => T, signal?: AbortSignal, body?: string): Promise<T> {
    return readReply(await throughGate(() => send(path, signal, body), signal), reader)
  }

  const listPets = ({ limit, status }: { limit: number; status?: PetStatus | undefined }, signal?: AbortSignal) =>
    call(`/pets?${new URLSearchParams({ limit: String(limit), ...(status && { status }) })}`, petsFrom, signal)

  const createPet = (pet: NewPet, signal?: AbortSignal) => call('/pets', petFrom, signal, newPetText(pet))

  return { listPets, createPet }
}

/** All requests of one key go through its gate: a 429 to one of them closes it for all, as long as Retry-After says. */
function createGate(onWait?: (milliseconds: number | undefined) => void) {
  let opensAt = 0
  let refusalsInARow = 0
  // After a wait one request goes first. The others wait for its answer.
  let first: Promise<void> | undefined
  // performance.now() only grows. A clock that somebody sets must not end a wait early.
  const left = () => opensAt - performance.now()
  const mustWait = () => left() > 0 || first !== undefined
  const leave = () => void (first = undefined)

  async function pass(request: () => Promise<Reply>, signal?: AbortSignal): Promise<Reply> {
    while (mustWait()) {
      // In short steps: a timer can be early, and a timer of more than 24 days ends at once.
      await (left() > 0 ? pause(Math.min(left(), 1000)) : first)
      signal?.throwIfAborted()
    }
    onWait?.(undefined)
    const reply = request().then(note)
    if (refusalsInARow > 0) first = reply.then(leave, leave)
    return reply
  }

  function note(reply: Reply): Reply {
    if (reply.status === 429) close(reply.headers)
    else refusalsInARow = 0
    return reply
  }

  function close(headers: Headers): void {
    // Add a backoff that grows with each refusal, at random: not all clients should return at the same moment.
    const backoff = 1000 * 2 ** Math.min(refusalsInARow++, 6)
    const wait = requestedWait(headers, Date.now()) + (backoff * (1 + Math.random())) / 2
    opensAt = Math.max(opensAt, performance.now() + wait)
    onWait?.(left())
  }

  /** Sends a request, and again after a 429. Even a POST may be sent again: a refused one did nothing. */
  return async (request: () => Promise<Reply>, signal?: AbortSignal): Promise<Reply> => {
    for (;;) {
      const reply = await pass(request, signal)
      if (reply.status !== 429) return reply
    }
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * How long a 429 asks to wait, in milliseconds. Section 8 does not show the format of Retry-After. We take seconds or a
 * date, else the reset of the limit, else a minute.
 */
export function requestedWait(headers: Headers, nowMilliseconds: number): number {
  const asked = headers.get('Retry-After')?.trim() ?? ''
  if (/^\d{1,9}(?:\.\d+)?$/.test(asked)) return Number(asked) * 1000
  // Date.parse alone reads a date out of nearly any text with a number in it.
  const date = /^[A-Z][a-z]+, .* GMT$/.test(asked) ? Date.parse(asked) : Number.NaN
  const instant = date || Number(headers.get('X-RateLimit-Reset') ?? Number.NaN) * 1000
  // The service's clock, if the browser shows it: the visitor's may be wrong.
  const now = Date.parse(headers.get('Date') ?? '') || nowMilliseconds
  return Number.isNaN(instant) ? 60_000 : Math.max(0, instant - now)
}

/** Why a page gets no animals: an Error of the service, or no reply that it can read. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status, if there was a reply that could be read. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The value of a successful reply, as the reader reads it. @throws {ApiError} if there is none */
function readReply<T>({ status, text }: Reply, reader: (value: unknown) => T): T {
  if (status < 200 || status > 299) throw new ApiError(messageOf(text) ?? `The service answered ${status}.`, status)
  try {
    return reader(readExactJson(text))
  } catch {
    throw new ApiError('The answer of the service cannot be read.')
  }
}

/** The message of an Error. A gateway in front of the service may send something else. */
function messageOf(text: string): string | undefined {
  try {
    const { message } = Object(readExactJson(text)) as { message?: unknown }
    return typeof message === 'string' && message !== '' ? message : undefined
  } catch {
    return undefined
  }
}

/** Reads JSON as JSON.parse does, but reads an integer that a number would round as a `bigint`. */
export const readExactJson = (text: string): unknown => JSON.parse(text, exactNumbers)

// Ids are int64, and JSON.parse alone turns 9223372036854775807 into …6000. Browsers give a reviver the digits that were
// sent: Chromium since 2023, Safari since 2024, Firefox since 2025. TypeScript does not know it yet.
function exactNumbers(_member: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value)) return value
  // An older browser must not show the id of another animal.
  if (context?.source === undefined) throw new RangeError(`This browser cannot read the number near ${value} exactly.`)
  return BigInt(context.source)
}
