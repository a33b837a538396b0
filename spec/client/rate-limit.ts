import { type Received, headerOf } from './exchange.ts'

/** What the X-RateLimit headers of a response say (section 8); a part that is missing or no whole number is `undefined`. */
export interface RateLimit {
  readonly limit: number | undefined
  readonly remaining: number | undefined
  /** An instant in seconds since 1970, as far as the service keeps to section 8. */
  readonly reset: number | undefined
}

/** Reads the three headers of section 8. */
export function readRateLimit(response: Pick<Received, 'headers'>): RateLimit {
  return {
    limit: wholeNumber(headerOf(response, 'x-ratelimit-limit')),
    remaining: wholeNumber(headerOf(response, 'x-ratelimit-remaining')),
    reset: wholeNumber(headerOf(response, 'x-ratelimit-reset')),
  }
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,15}$/.test(text.trim()) ? Number(text) : undefined
}

/** The time of the service in milliseconds since 1970, as its Date header tells, to the second; `undefined` without one. */
export function serverTime(response: Pick<Received, 'headers'>): number | undefined {
  const milliseconds = Date.parse(headerOf(response, 'date') ?? '')
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}
