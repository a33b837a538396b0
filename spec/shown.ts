import { writeJson } from './json.ts'

/** A value as a message may show it: on one line, and at most 60 characters of it. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
  return typeof value === 'symbol' ? value.toString() : writeJson(value)
}
