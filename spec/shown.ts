import { writeJson } from './json.ts'

/** A value as a message may show it: on one line, at most 60 characters of it, and nothing that steers a terminal. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'string') {
    const text = JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
    return text.replace(/\p{C}/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
  }
  return typeof value === 'number' || typeof value === 'symbol' ? String(value) : writeJson(value)
}
