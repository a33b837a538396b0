import { type JsonProblem, type JsonReading, maxBodyBytes, readJson, readJsonBytes } from '../../spec/json.ts'
import type { Call } from './call.ts'

/**
 * Reads the body of a call, be it bytes or text; `undefined` if it has none. Never throws.
 * @param mostBytes how large it may be
 */
export function readBody({ body, isBodyTooLarge }: Call, mostBytes: number = maxBodyBytes): JsonReading | undefined {
  if (isBodyTooLarge === true) return { ok: false, problem: 'too-large' }
  if (body === undefined || body.length === 0) return undefined
  if (typeof body !== 'string') return readJsonBytes(body, mostBytes)
  // A UTF-16 unit takes at most 3 bytes, so a short text need not be counted.
  const isLarge = body.length > mostBytes / 3 && new TextEncoder().encode(body).length > mostBytes
  return isLarge ? { ok: false, problem: 'too-large' } : readJson(body)
}

export function isLabelledJson({ headers }: Call): boolean {
  return /^\s*application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')
}

/** The code and the message of the Error for a body that is not valid JSON. */
export function jsonError(problem: JsonProblem, mostBytes: number = maxBodyBytes) {
  const [code, what] = jsonErrors[problem]
  return { code, message: `The body ${what ?? `has more than ${mostBytes} bytes`}.` }
}

const jsonErrors = {
  'malformed-json': ['malformed_json', 'is not well-formed JSON'],
  'invalid-utf8': ['invalid_utf8', 'is not valid UTF-8'],
  'too-deep': ['json_too_deep', 'is nested deeper than 64 levels'],
  'too-large': ['body_too_large'],
  'too-many-values': ['body_too_large', 'has too many parts, names or long numbers'],
} as const satisfies Readonly<Record<JsonProblem, readonly [code: string, what?: string]>>
