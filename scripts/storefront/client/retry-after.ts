const minute = 60_000

/**
 * How long a 429 asks to wait, in milliseconds. Section 8 does not show the format of Retry-After, so a client takes
 * seconds, a date and a Unix timestamp; where it says something else, the limit's own reset counts, or else a minute.
 */
export function requestedWait(headers: Headers, nowMilliseconds: number): number {
  // By the service's own clock, where the browser shows it: the visitor's may be wrong.
  const now = instantOf(headers.get('Date')) ?? nowMilliseconds
  const asked = headers.get('Retry-After')?.trim() ?? ''
  const number = numberOf(asked)
  if (number !== undefined) return number < leastTimestamp ? number * 1000 : until(number * 1000, now)
  const instant = instantOf(asked)
  if (instant !== undefined) return until(instant, now)
  const reset = numberOf(headers.get('X-RateLimit-Reset') ?? '')
  return reset === undefined ? minute : until(reset * 1000, now)
}

// Nobody waits for thirty years: so large a number is an instant in seconds since 1970.
const leastTimestamp = 1_000_000_000

function numberOf(text: string): number | undefined {
  return /^\d{1,12}(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined
}

/** An HTTP-date or an ISO date. Date.parse alone makes an instant of nearly any text with a number in it. */
function instantOf(text: string | null): number | undefined {
  if (text === null || !/^(?:[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT)/.test(text)) return undefined
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? undefined : instant
}

function until(instant: number, now: number): number {
  return Math.max(0, instant - now)
}
