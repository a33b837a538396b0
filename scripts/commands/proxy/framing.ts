import type { IncomingMessage } from 'node:http'
import type { Refusal } from './refusals.ts'

/** Headers that end at the proxy: they are about one connection (RFC 9110, section 7.6.1). */
const connectionHeaders = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * The names that `Connection` of a request may list. Servers remove a header that is listed there: without Content-Length a
 * body would be read as the next request, without Authorization the request would mean something else.
 */
const allowedConnectionTokens = new Set([
  '',
  'close',
  ...[...connectionHeaders].filter((name) => name !== 'transfer-encoding'),
])

/** Why a request is not forwarded, if it is not: spec/decisions/0146-what-the-proxy-refuses.md. */
export function refusalOf(request: IncomingMessage): Refusal | undefined {
  const { method, url: target = '', headers, rawHeaders, httpVersion } = request
  if (!/^1\.[01]$/.test(httpVersion)) return [505, 'not_forwarded', `The proxy forwards no HTTP/${httpVersion}.`]
  if (method === 'CONNECT') return [501, 'not_forwarded', 'The proxy opens no tunnels.']
  if (!target.startsWith('/'))
    return [400, 'not_forwarded', 'The proxy forwards to one deployment only: send a path, not a whole address.']
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    return [400, 'malformed_request', `The request must name one host, and names ${hosts}.`]
  const named = namedBy(request).find((name) => !allowedConnectionTokens.has(name))
  if (named !== undefined)
    return [
      400,
      'malformed_request',
      `The proxy refuses Connection: ${JSON.stringify(named)}, because that would remove a header.`,
    ]
  if (!/^(?:100-continue)?$/i.test(headers.expect ?? ''))
    return [417, 'expectation_failed', 'Only "Expect: 100-continue" is understood.']
  // node:http would write those as UTF-8, which it reads as Latin-1.
  if (headers.expect !== undefined && rawHeaders.some((text) => /[\x80-\xff]/.test(text)))
    return [417, 'expectation_failed', 'The proxy cannot forward Expect beside headers beyond ASCII.']
  if (/websocket/i.test(headers.upgrade ?? '')) return [501, 'not_forwarded', 'The proxy does not forward web sockets.']
  const problem = framingProblem(request)
  const status = isCodingUnknown(request) ? 501 : 400
  return problem === undefined
    ? undefined
    : [status, 'malformed_request', `The request cannot be forwarded: ${problem}.`]
}

/** Where servers could differ on where the body of a message ends; `undefined` where none does. */
export function framingProblem(message: IncomingMessage): string | undefined {
  const { headers, httpVersion } = message
  const { 'transfer-encoding': coding, 'content-length': length } = headers
  // Of "gzip, chunked", node:http undoes the second only.
  if (isCodingUnknown(message)) return 'the only transfer coding here is chunked'
  if (coding !== undefined && httpVersion !== '1.1') return `HTTP/${httpVersion} has no transfer codings`
  if (coding !== undefined && length !== undefined) return 'it has both Content-Length and Transfer-Encoding'
  // Some would read 010 as eight.
  return length === undefined || /^(?:0|[1-9]\d{0,15})$/.test(length)
    ? undefined
    : 'its Content-Length is not a plain number'
}

function isCodingUnknown({ headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  return coding !== undefined && coding.toLowerCase() !== 'chunked'
}

/** Whether an answer announces a body that its status does not have: some deployments send one all the same. */
export function isBodyInDoubt({ statusCode, headers }: IncomingMessage): boolean {
  const { 'transfer-encoding': coding, 'content-length': length = '0' } = headers
  return (statusCode === 204 || statusCode === 304) && (coding !== undefined || length !== '0')
}

/**
 * Whether all servers agree on where such a request and its answer end. Some take the body of a GET for the next
 * request. So any other request gets its own connection, and no other client can receive its answer.
 */
export function hasUnambiguousEnd({ method = '', headers }: IncomingMessage): boolean {
  if (headers.expect !== undefined || headers.upgrade !== undefined) return false
  const isFramed = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return (isFramed ? ['POST', 'PUT', 'PATCH'] : ['GET', 'DELETE', 'OPTIONS']).includes(method)
}

/** The headers that a request is forwarded with: its own in their order, behind the host and before how its body ends. */
export function requestHeaders(request: IncomingMessage, host: string): string[] {
  const { method = '', headers } = request
  const isChunked = headers['transfer-encoding'] !== undefined
  const isFramed = isChunked || headers['content-length'] !== undefined
  // node:http sends the body of these as it is, without saying where it ends; to others it adds an empty chunked one.
  const isBodyless = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'].includes(method)
  const framing = isChunked ? ['Transfer-Encoding', 'chunked'] : isFramed || isBodyless ? [] : ['Content-Length', '0']
  return ['Host', host, ...without(request, new Set(['host'])), ...framing]
}

/** The headers that an answer is forwarded with: all but those of the connection. */
export function answerHeaders(answer: IncomingMessage): string[] {
  return without(answer, new Set(namedBy(answer)))
}

function without({ rawHeaders }: IncomingMessage, others: ReadonlySet<string>): string[] {
  const isKept = (name: string): boolean => !connectionHeaders.has(name) && !others.has(name)
  return rawHeaders.filter((_, at) => isKept(rawHeaders[at - (at % 2)]?.toLowerCase() ?? ''))
}

/** The names in `Connection`, in lower case. */
function namedBy({ headers }: IncomingMessage): readonly string[] {
  return (headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
}
