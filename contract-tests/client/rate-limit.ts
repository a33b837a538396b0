import { type Received, headerOf } from './exchange.ts'

/** What the X-RateLimit headers of a response say (section 8); a part that is missing or no whole number is `undefined`. */
export interface RateLimit {
  readonly limit: number | undefined
  readonly remaining: number | undefined
  /** An instant in seconds since 1970, as far as the service keeps to section 8. */
  readonly reset: number | undefined
}

/** Reads the three headers of section 8. One that came several times with the same value counts as having come once. */
export function readRateLimit(response: Pick<Received, 'headers'>): RateLimit {
  return {
    limit: wholeNumber(response, 'x-ratelimit-limit'),
    remaining: wholeNumber(response, 'x-ratelimit-remaining'),
    reset: wholeNumber(response, 'x-ratelimit-reset'),
  }
}

// Custom quotas may be as large as an int64. Nobody counts with more digits.
const mostDigits = /^[0-9]{1,19}$/

function wholeNumber({ headers }: Pick<Received, 'headers'>, name: string): number | undefined {
  const [text, ...others] = new Set((headers.get(name) ?? []).map((value) => value.trim()))
  return text !== undefined && others.length === 0 && mostDigits.test(text) ? Number(text) : undefined
}

/** The time of the service in milliseconds since 1970, from its Date header, to the second; `undefined` without one. */
export function serverTime(response: Pick<Received, 'headers'>): number | undefined {
  const milliseconds = Date.parse(headerOf(response, 'date') ?? '')
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}
