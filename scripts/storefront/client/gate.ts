import { ApiError, type Reply } from './reply.ts'

const mostRetries = 3
const longestWaitMilliseconds = 600_000

/**
 * What all requests of one key go through: a 429 to one of them closes it for all, as long as Retry-After says.
 * @param onWait called with how long the service asks to wait, in milliseconds, and with `undefined` once nobody waits
 */
export function createGate(onWait?: (milliseconds: number | undefined) => void) {
  let opensAt = 0
  let refusalsInARow = 0
  // After a wait one request goes first, and the others wait for what that one meets.
  let first: Promise<void> | undefined
  // By a clock that only grows: one that somebody sets must not end a wait early.
  const left = () => opensAt - performance.now()
  const mustWait = () => left() > 0 || first !== undefined
  const leave = () => void (first = undefined)

  async function pass(request: () => Promise<Reply>, signal?: AbortSignal): Promise<Reply> {
    while (mustWait()) {
      if (left() > longestWaitMilliseconds) throw giveUp()
      // In short steps: a timer can be early, and one of more than 24 days ends at once.
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
    // At least as long as the service asks; longer with each refusal in a row, and never all clients at the same moment.
    const backoff = 1000 * 2 ** Math.min(refusalsInARow++, 6)
    const wait = requestedWait(headers, Date.now()) + (backoff * (1 + Math.random())) / 2
    opensAt = Math.max(opensAt, performance.now() + wait)
    onWait?.(left() > longestWaitMilliseconds ? undefined : left())
  }

  function giveUp(): ApiError {
    onWait?.(undefined)
    return new ApiError(`The limit of this key is used up for ${Math.ceil(left() / 60_000)} min.`, 429)
  }

  /** Sends a request, and again after a 429: nothing was done then, so that even a POST may be sent again. */
  return async (request: () => Promise<Reply>, signal?: AbortSignal): Promise<Reply> => {
    for (let retries = 0; retries <= mostRetries; retries++) {
      const reply = await pass(request, signal)
      if (reply.status !== 429) return reply
    }
    throw giveUp()
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * How long a 429 asks to wait, in milliseconds. Section 8 does not show the format of Retry-After, so a client takes
 * seconds and a date; where it says something else, the limit's own reset counts, or else a minute.
 */
export function requestedWait(headers: Headers, nowMilliseconds: number): number {
  const asked = headers.get('Retry-After')?.trim() ?? ''
  if (/^\d{1,9}(?:\.\d+)?$/.test(asked)) return Number(asked) * 1000
  // Date.parse alone makes an instant of nearly any text with a number in it.
  const date = /^[A-Z][a-z]+, .* GMT$/.test(asked) ? Date.parse(asked) : Number.NaN
  const instant = Number.isNaN(date) ? Number(headers.get('X-RateLimit-Reset') ?? Number.NaN) * 1000 : date
  // By the service's own clock, where the browser shows it: the visitor's may be wrong.
  const now = Date.parse(headers.get('Date') ?? '') || nowMilliseconds
  return Number.isNaN(instant) ? 60_000 : Math.max(0, instant - now)
}
