import { maxBodyBytes } from '../../spec/json.ts'
import { type Call, type Reply, hasNoBody } from './call.ts'

type AnswerCall = (call: Call) => Promise<Reply>

/**
 * Answers a `Request`, and waits for the delay of the reply.
 * @throws {TypeError} if the reply cuts the connection, as `fetch` does when the network fails
 * @throws the reason of the request's signal, if it is aborted
 */
export async function answerFetch(answer: AnswerCall, request: Request): Promise<Response> {
  const response = await getResponse(answer, request)
  if (response === 'reset') throw new TypeError('Failed to fetch')
  return response
}

/**
 * As {@link answerFetch}, but returns `reset` if the reply cuts the connection.
 * @param target the path and query of the call; default: those of the request
 */
export async function getResponse(answer: AnswerCall, request: Request, target?: string): Promise<Response | 'reset'> {
  request.signal.throwIfAborted()
  const made = await answer(await callFrom(request, target))
  const waitHere = (milliseconds?: number) =>
    wait(milliseconds, request.signal).catch((reason: unknown) => {
      made.whenLeft?.()
      throw reason
    })
  if (made.delayMilliseconds !== undefined) await waitHere(made.delayMilliseconds)
  const reply = (await made.whenReleased?.(made, request.signal)) ?? made
  if (reply.effect === 'reset') return 'reset'
  if (reply.effect === 'hang') await waitHere()
  return responseFrom(reply, request.method)
}

async function callFrom(request: Request, target?: string): Promise<Call> {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    target: target ?? pathname + search,
    headers: headersOf(request),
    ...(request.method === 'GET' || request.method === 'HEAD' ? {} : await bodyOf(request)),
  }
}

/** The headers by lower-case name: happy-dom gives them as they were written. */
function headersOf({ method, headers }: Request): Call['headers'] {
  const given = Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]))
  if (typeof location === 'undefined' || globalThis.process?.versions?.node === undefined) return given
  if (new Request('http://a.test', { headers: { origin: 'http://b.test' } }).headers.has('origin')) return given
  // happy-dom enforces CORS, but its requests have no Origin header.
  const asked = method === 'OPTIONS' ? { 'access-control-request-method': 'GET, POST, PUT, PATCH, DELETE' } : {}
  return { origin: location.origin, ...asked, ...given }
}

/** The bytes of a body, unless they are too many. */
async function bodyOf(request: Request): Promise<Pick<Call, 'body' | 'isBodyTooLarge'>> {
  // Firefox has no stream here.
  if (!(request.body instanceof ReadableStream)) return { body: new Uint8Array(await request.arrayBuffer()) }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const reader = request.body.getReader()
  // Not awaited: a cloned request ends its cancellation only when both copies are cancelled.
  const cancel = () => void reader.cancel().catch(() => undefined)
  request.signal.addEventListener('abort', cancel, { once: true })
  for (let part = await reader.read(); !part.done && length <= maxBodyBytes; part = await reader.read()) {
    chunks.push(part.value)
    length += part.value.length
  }
  request.signal.removeEventListener('abort', cancel)
  request.signal.throwIfAborted()
  if (length <= maxBodyBytes) return { body: new Uint8Array(await new Blob(chunks).arrayBuffer()) }
  cancel()
  return { isBodyTooLarge: true }
}

function responseFrom({ status, headers, body }: Reply, method: string): Response {
  if (hasNoBody(status)) return new Response(null, { status, headers })
  // Bytes, because a text would get a Content-Type of its own where the reply has none.
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const init = { status, headers: { ...headers, 'Content-Length': String(bytes.length) } }
  return new Response(method === 'HEAD' ? null : bytes, init)
}

/** Waits so many milliseconds; forever if `undefined`. Rejects with the signal's reason when it is aborted. */
async function wait(milliseconds: number | undefined, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const done = () => resolve(undefined)
  // Even without an end there is a timer: without one, Node would exit before the client gives up.
  const timer = milliseconds === undefined ? setInterval(() => undefined, 60_000) : setTimeout(done, milliseconds)
  const abort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  await promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  })
}
