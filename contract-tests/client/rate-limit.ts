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
  const values = headers.get(name) ?? []
  const text = values[0]?.trim()
  const isOne = text !== undefined && values.every((value) => value.trim() === text)
  return isOne && mostDigits.test(text) ? Number(text) : undefined
}

/** The time of the service in milliseconds since 1970, from its Date header, to the second; `undefined` without one. */
export function serverTime(response: Pick<Received, 'headers'>): number | undefined {
  const milliseconds = Date.parse(headerOf(response, 'date') ?? '')
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}

/**
 * How many seconds a Retry-After asks to wait; `undefined` when it holds no time (section 8). The format is not stated,
 * so whole or decimal seconds, dates of HTTP and ISO 8601, Unix timestamps, and lengths such as `30s`, `2 minutes` or
 * `PT1M30S` are understood. A date that has passed means no wait.
 * @param nowMilliseconds the time of the service, or the nearest that is known of it
 */
export function readRetryAfter(text: string, nowMilliseconds: number): number | undefined {
  const trimmed = text.trim()
  if (/^[0-9]+(?:\.[0-9]+)?$/.test(trimmed)) return fromNumber(Number(trimmed), nowMilliseconds)
  const length = lengthOfTime(trimmed)
  if (length !== undefined) return length
  // Date.parse reads nearly anything with a digit as a date, so a date must look like one.
  const isDate =
    /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i.test(trimmed) || /^[0-9]{4}-[0-9]{2}-[0-9]{2}/.test(trimmed)
  const milliseconds = isDate ? Date.parse(trimmed) : Number.NaN
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, (milliseconds - nowMilliseconds) / 1000)
}

function fromNumber(value: number, nowMilliseconds: number): number {
  if (value >= 1e11) return Math.max(0, (value - nowMilliseconds) / 1000)
  return value >= 1e9 ? Math.max(0, value - nowMilliseconds / 1000) : value
}

const unitSeconds: Readonly<Record<string, number>> = { ms: 0.001, milli: 0.001, s: 1, m: 60, h: 3600, d: 86_400 }

function lengthOfTime(trimmed: string): number | undefined {
  const [, number, unit = ''] = /^([0-9]+(?:\.[0-9]+)?) ?(milli|ms|s|m|h|d)[a-z]*$/i.exec(trimmed) ?? []
  if (number !== undefined) return Number(number) * (unitSeconds[unit.toLowerCase()] ?? 1)
  const iso = /^P(?:([0-9]+)D)?(?:T(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+(?:\.[0-9]+)?)S)?)?$/.exec(trimmed)
  if (iso === null || !/[0-9]/.test(trimmed)) return undefined
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = iso
  return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
