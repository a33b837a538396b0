import { type Socket, createServer } from 'node:net'
import { listen } from '../../mocks/http/listen.ts'

/** A request as it came over the wire. */
export interface WireRequest {
  /** Counts from 1. */
  readonly connection: number
  readonly method: string
  readonly target: string
  /** The lines of its head, without the first. */
  readonly lines: readonly string[]
  readonly body: string
}

/** How a raw deployment reads, and what it does with a request. */
export interface RawOptions {
  /** Reads what comes after the head of a GET, HEAD, DELETE, OPTIONS or TRACE as the next request, as some servers do. */
  readonly isBlind?: boolean
  /** Bytes in place of the answer that repeats the request; or nothing, if it is answered later. */
  readonly answer?: ((request: WireRequest, socket: Socket) => string | undefined) | undefined
  /** Called for each request, before its answer. */
  readonly onRequest?: (request: WireRequest) => void
  /** Called for bytes that are no request. */
  readonly onProblem?: (problem: string) => void
}

/** A server that reads requests by itself, strictly by RFC 9112. It shares no mistake with node:http. */
export async function startRawDeployment({ isBlind = false, answer = answerTo, ...on }: RawOptions = {}) {
  const seen: WireRequest[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    const connection = ++connections
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    let text = ''
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1')
      for (let read = readRequest(text, isBlind); read !== undefined; read = readRequest(text, isBlind)) {
        if (typeof read === 'string') {
          on.onProblem?.(`${read}: ${JSON.stringify(text.slice(0, 500))}`)
          return void socket.destroy()
        }
        text = text.slice(read.length)
        const request = { connection, ...read.request }
        seen.push(request)
        on.onRequest?.(request)
        const given = answer(request, socket)
        if (given !== undefined) socket.write(given, 'latin1')
      }
    })
  })
  const port = await listen(server, '127.0.0.1', 0)
  const close = (): void => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port, seen, sockets, close }
}

/** An answer that repeats the request. */
export function answerTo({ method, target, body }: WireRequest): string {
  // Its length is that of its bytes.
  const text = JSON.stringify({ method, target, body }).replaceAll(
    /[\x80-\xff]/g,
    (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`,
  )
  return `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${method === 'HEAD' ? '' : text}`
}

interface Read {
  readonly request: Omit<WireRequest, 'connection'>
  /** How many characters it took. */
  readonly length: number
}

/** The first request of a text; `undefined` if more must come; or what is wrong with it. */
function readRequest(text: string, isBlind: boolean): Read | string | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const [, method, target] = /^([\w!#$%&'*+.^`|~-]+) (\/[!-\xff]*) HTTP\/1\.1$/.exec(first) ?? []
  if (method === undefined || target === undefined) return 'no request line'
  const wrong = lines.find((line) => !/^[\w!#$%&'*+.^`|~-]+:[\t -~\x80-\xff]*$/.test(line))
  if (wrong !== undefined) return 'no header'
  const isBodyless = isBlind && ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'].includes(method)
  const body = isBodyless ? { body: '', length: 0 } : readBody(text.slice(end + 4), lines)
  if (body === undefined || typeof body === 'string') return body
  return { request: { method, target, lines, body: body.body }, length: end + 4 + body.length }
}

function readBody(text: string, lines: readonly string[]) {
  const valuesOf = (name: string) =>
    lines.flatMap((line) => (line.toLowerCase().startsWith(`${name}:`) ? [line.slice(name.length + 1).trim()] : []))
  const [lengths, codings] = [valuesOf('content-length'), valuesOf('transfer-encoding')]
  if (lengths.length + codings.length > 1) return 'more than one framing'
  if (codings.length > 0) return codings[0] === 'chunked' ? readChunks(text) : 'an unknown coding'
  const [length = '0'] = lengths
  if (!/^(?:0|[1-9]\d*)$/.test(length)) return 'no length'
  return text.length < Number(length) ? undefined : { body: text.slice(0, Number(length)), length: Number(length) }
}

function readChunks(text: string) {
  let body = ''
  for (let at = 0; ;) {
    const end = text.indexOf('\r\n', at)
    if (end === -1) return undefined
    const line = text.slice(at, end)
    if (!/^[\da-f]{1,8}$/i.test(line)) return 'no size of a chunk'
    const size = Number.parseInt(line, 16)
    const next = end + 2 + size + 2
    if (text.length < next) return undefined
    if (text.slice(next - 2, next) !== '\r\n') return 'no end of a chunk'
    body += text.slice(end + 2, next - 2)
    at = next
    if (size === 0) return { body, length: at }
  }
}
