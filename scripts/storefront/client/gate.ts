import { ApiError, type Reply } from './reply.ts'

const mostRetries = 3
const longestWaitMilliseconds = 600_000

/** All requests of one key go through its gate: a 429 to one of them closes it for all, as long as Retry-After says. */
export function createGate(onWait?: (milliseconds: number | undefined) => void) {
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
      if (left() > longestWaitMilliseconds) throw giveUp()
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
    onWait?.(left() > longestWaitMilliseconds ? undefined : left())
  }

  function giveUp(): ApiError {
    onWait?.(undefined)
    return new ApiError(`The limit of this key is used up for ${Math.ceil(left() / 60_000)} min.`, 429)
  }

  /** Sends a request, and again after a 429. Even a POST may be sent again: a refused one did nothing. */
  const through = async (request: () => Promise<Reply>, signal?: AbortSignal): Promise<Reply> => {
    for (let retries = 0; retries <= mostRetries; retries++) {
      const reply = await pass(request, signal)
      if (reply.status !== 429) return reply
    }
    throw giveUp()
  }

  /** Ends the wait: a visitor may know that the limit is gone. One request goes first, as after any wait. */
  const open = () => void (opensAt = 0)

  return { through, open }
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
