import type { Int64 } from './made/types.ts'

/** The smallest int64, -(2^63). Identifiers and categories of the interface are int64 (section 2). */
export const int64Min = -(2n ** 63n)

/** The largest int64, 2^63 - 1. */
export const int64Max = 2n ** 63n - 1n

/**
 * Whether a value is an int64 as this project writes it: a safe integer, or a `bigint` up to the ends of int64.
 * A larger number is not, because its last digits are already lost (section 2).
 */
export function isInt64(value: unknown): value is Int64 {
  if (typeof value === 'bigint') return value >= int64Min && value <= int64Max
  return Number.isSafeInteger(value)
}

/** An integer as a number if that is exact, else as a `bigint`. So `5` and `5n` are the same key of a map. */
export function plainInteger(value: Int64): Int64 {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

const decimal = /^(?:0|-?[1-9][0-9]{0,18})$/

/**
 * Reads an int64 from text, as in a path or a column: decimal digits with an optional minus sign, no leading zero.
 * Gives `undefined` for anything else, and for what lies beyond the ends of int64 (section 4.3).
 */
export function parseInt64(text: string): Int64 | undefined {
  if (!decimal.test(text)) return undefined
  if (text.length <= 15) return Number(text)
  const value = BigInt(text)
  return isInt64(value) ? plainInteger(value) : undefined
}
