import { isObject } from '../../../spec/index.ts'
import { type Received, type TransportProblem, headerOf } from '../../client/exchange.ts'

/** One exchange as somebody recorded it, and what was not recorded of it. */
export interface Recorded {
  readonly method: string
  readonly url: string
  readonly sentAtMilliseconds: number
  readonly tookMilliseconds: number
  /** By lower-case name. */
  readonly requestHeaders: ReadonlyMap<string, readonly string[]>
  /** `null` where there was a body that was not recorded. */
  readonly requestBody: string | undefined | null
  readonly response: Received | undefined
  readonly problem?: TransportProblem | undefined
  /** Whether the body of the response was recorded. */
  readonly hasBody: boolean
}

/** Why an entry is not judged. */
type LeftOut = 'without an answer' | 'from a cache' | 'unreadable'

/** The entries of a recording, to be read by `readEntry`: those of a HAR file or of an array, else one a line. */
export function entriesIn(recording: string): readonly unknown[] {
  const text = recording.replace(/^\uFEFF/, '')
  try {
    // Bodies are texts in it, so no integer of a body is rounded here.
    const whole: unknown = JSON.parse(text)
    const entries = isObject(whole) && isObject(whole['log']) ? whole['log']['entries'] : whole
    return Array.isArray(entries) ? (entries as unknown[]) : [entries]
  } catch {
    return text.split('\n').filter((line) => line.trim() !== '')
  }
}

/** Reads an entry of a HAR file, as text or parsed. */
export function readEntry(given: unknown): Recorded | LeftOut {
  let entry = given
  try {
    if (typeof given === 'string') entry = JSON.parse(given)
  } catch {
    return 'unreadable'
  }
  if (!isObject(entry) || !isObject(entry['request']) || !isObject(entry['response'])) return 'unreadable'
  const { request, response } = entry
  const { method, url } = request
  const { status } = response
  const sentAtMilliseconds = Date.parse(textOf(entry['startedDateTime']))
  const isValid = typeof method === 'string' && typeof status === 'number' && !Number.isNaN(sentAtMilliseconds)
  if (!isValid || !URL.canParse(textOf(url))) return 'unreadable'
  const headers = harHeaders(response['headers'])
  // A browser answers by itself from its cache, and with a redirect to https.
  if (entry['_fromCache'] !== undefined || isFromCache(response) || headers.has('non-authoritative-reason'))
    return 'from a cache'
  // The request was blocked, or the client gave it up.
  const message = textOf(response['_error'])
  if (status <= 0 || /abort/i.test(message)) return 'without an answer'
  const requestHeaders = harHeaders(request['headers'])
  const content = bodyIn(response['content'], contentLength(headers))
  const size = Math.max(numberOf(request['bodySize']), contentLength(requestHeaders))
  const post = bodyIn(request['postData'], size)
  const mayHaveBody = size > 0 || isObject(request['postData']) || requestHeaders.has('transfer-encoding')
  return {
    method,
    url: textOf(url),
    sentAtMilliseconds,
    tookMilliseconds: Math.max(0, numberOf(entry['time'])),
    requestHeaders,
    requestBody: post?.toString() ?? (mayHaveBody ? null : undefined),
    response: { status, headers, bytes: content ?? new Uint8Array() },
    problem: message === '' ? undefined : { kind: 'truncated', message },
    hasBody: content !== undefined,
  }
}

/** Whether there is a body though none was sent. Playwright writes a 304 so: status 200, the headers of the 304, the body from the cache. */
function isFromCache({ bodySize, content }: Readonly<Record<string, unknown>>): boolean {
  return bodySize === 0 && isObject(content) && numberOf(content['size']) > 0
}

/** 0 also where there is no such header. */
function contentLength(headers: Recorded['requestHeaders']): number {
  return Number(headerOf({ headers }, 'content-length') ?? 0) || 0
}

/** The bytes of a body; `undefined` where it was not recorded: recorders then leave it empty, or out. */
function bodyIn(part: unknown, sentBytes: number): Buffer | undefined {
  if (!isObject(part)) return undefined
  const { text, encoding, size } = part
  const isEmpty = sentBytes === 0 && (size === undefined || size === 0)
  if (typeof text !== 'string') return size === 0 && isEmpty ? Buffer.alloc(0) : undefined
  if (text === '' && !isEmpty) return undefined
  return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8')
}

/** Headers by lower-case name, without the pseudo-headers of HTTP/2 (`:path`). */
function harHeaders(list: unknown): Map<string, readonly string[]> {
  const headers = new Map<string, string[]>()
  for (const header of Array.isArray(list) ? (list as unknown[]) : []) {
    if (!isObject(header) || typeof header['name'] !== 'string' || typeof header['value'] !== 'string') continue
    const name = header['name'].toLowerCase()
    // Chrome joins the values of a repeated header by line breaks.
    if (name.startsWith(':')) continue
    const values = headers.get(name) ?? []
    headers.set(name, values)
    for (const value of header['value'].split('\n')) values.push(value)
  }
  return headers
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
