import { once } from 'node:events'
import http, {
  type Agent,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { ListenError } from '../../../mocks/http/listen-error.ts'
import { hasBody } from '../../../mocks/http/request-body.ts'

/** One exchange as it went through. Headers are as they came: name, value, name, value. */
export interface Forwarded {
  readonly method: string
  /** As the client sent it. */
  readonly target: string
  /** Where it was forwarded to. */
  readonly url: string
  readonly sentAtMilliseconds: number
  readonly tookMilliseconds: number
  readonly requestHeaders: readonly string[]
  /** `null` for a body that is larger than what is judged. */
  readonly requestBody: Uint8Array<ArrayBuffer> | null | undefined
  /** `undefined` where no answer came. */
  readonly status: number | undefined
  readonly responseHeaders: readonly string[]
  readonly body: Uint8Array<ArrayBuffer> | null
  /** Why the answer is not whole. */
  readonly problem: string | undefined
}

/** What is forwarded, and where to. */
export interface ForwardOptions {
  /** The base address of the deployment. What clients send below /v1 goes below it. */
  readonly to: string
  readonly agent: Agent
  readonly host: string
  readonly port: number
  /** How many bytes of a body are kept to be judged. */
  readonly mostBytes: number
  /** Called after each exchange; what it throws reaches nobody. */
  readonly onExchange: (exchange: Forwarded) => void
}

const stopMilliseconds = 4000
const maxHeaderSize = 65_536

/** Headers of a connection, and not of what goes over it (RFC 9110, section 7.6.1). */
const ofConnection = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/**
 * Forwards every request unchanged, and shows each exchange once it is over.
 * @returns its address, and how to stop it: exchanges on their way get up to four seconds to end
 * @throws {ListenError} when it cannot listen there
 */
export async function startForwarder(options: ForwardOptions) {
  const way = wayTo(options)
  const take: RequestListener = (request, response) => forward(request, response, options, way)
  const server = http.createServer({ maxHeaderSize, requestTimeout: 0, keepAliveTimeout: 60_000 }, take)
  // The deployment says whether it wants the body.
  server.on('checkContinue', take)
  server.listen(options.port, options.host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new ListenError(error, options.host, options.port)
  })
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return { url: `http://${host}:${port}`, close: () => close(server, options.agent) }
}

async function close(server: Server, agent: Agent): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), stopMilliseconds)
  await closed
  clearTimeout(timer)
  agent.destroy()
}

/** How the deployment is asked. */
function wayTo({ to, agent }: ForwardOptions) {
  const { protocol, origin, host, hostname, port, pathname } = new URL(to)
  const { request } = protocol === 'https:' ? https : http
  // Those of IPv6 stand in brackets in an address.
  return { origin, host, pathname, request, to: { agent, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port } }
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  options: ForwardOptions,
  way: ReturnType<typeof wayTo>,
): void {
  const { method = 'GET', url: target = '/' } = request
  if (!target.startsWith('/'))
    return refuse(response, 400, 'not_forwarded', 'The proxy stands for one deployment: ask for a path.')
  if (/websocket/i.test(request.headers.upgrade ?? ''))
    return refuse(response, 501, 'not_forwarded', 'The proxy does not forward web sockets.')
  // Below /v1 is below the base address; everything else goes to the same host. Nothing in it is put in order.
  const path = /^\/v1(?=[/?]|$)/.test(target) ? way.pathname + target.slice('/v1'.length) : target
  const sentAtMilliseconds = Date.now()
  const startedAt = performance.now()
  const sent = hasBody(request) ? keep(request, options.mostBytes) : undefined
  let isOver = false
  const over = (answer?: IncomingMessage, received?: () => Uint8Array<ArrayBuffer> | null, problem?: string): void => {
    if (isOver) return
    isOver = true
    try {
      options.onExchange({
        method,
        target,
        url: way.origin + path,
        sentAtMilliseconds,
        tookMilliseconds: performance.now() - startedAt,
        requestHeaders: request.rawHeaders,
        requestBody: sent?.(),
        status: answer?.statusCode,
        responseHeaders: answer?.rawHeaders ?? [],
        body: received?.() ?? null,
        problem,
      })
    } catch {
      // Whoever watches must not change what a client gets.
    }
  }

  const send = (isFirst: boolean): void => {
    // Not every method has a body unless it is said.
    const coding = request.headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked']
    const headers = ['Host', way.host, ...forwarded(request, 'host'), ...coding]
    const outgoing = way.request({ ...way.to, method, path, headers, maxHeaderSize })
    // A client that leaves takes its request along.
    const leave = (): void => {
      if (response.writableFinished) return
      over()
      outgoing.destroy()
    }
    response.on('close', leave)
    outgoing.on('continue', () => response.writeContinue())
    outgoing.on('response', (answer) => {
      const received = keep(answer, options.mostBytes)
      answer.on('end', () => over(answer, received))
      answer.on('close', () => {
        if (answer.complete) return
        over(answer, received, 'The connection was cut in the middle of the body.')
        response.destroy()
      })
      response.sendDate = false
      try {
        response.writeHead(answer.statusCode ?? 0, answer.statusMessage, forwarded(answer))
        answer.pipe(response)
      } catch (error) {
        // As with the status 000, which HTTP does not have.
        outgoing.destroy()
        refuse(response, 502, 'not_forwarded', `The answer of the deployment cannot be sent: ${String(error)}.`)
      }
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (isOver || response.headersSent) return
      // A connection that was kept may have been closed by now; what changes nothing may be sent again.
      const isStale = isFirst && outgoing.reusedSocket && error.code === 'ECONNRESET'
      if (isStale && (method === 'GET' || method === 'HEAD') && sent === undefined) {
        response.off('close', leave)
        return send(false)
      }
      over()
      // What is cut before its answer is cut for the client, too.
      if (error.code === 'ECONNRESET') request.socket.resetAndDestroy()
      else refuse(response, 502, 'not_reached', `The deployment cannot be reached: ${error.code ?? error.message}.`)
    })
    if (request.headers.expect !== undefined) outgoing.flushHeaders()
    if (sent === undefined) outgoing.end()
    else request.pipe(outgoing)
  }
  send(true)
}

/** The headers of a message that are forwarded: all but those of the connection, and another one. */
function forwarded({ rawHeaders, headers }: IncomingMessage, other = ''): string[] {
  const named = headers.connection?.toLowerCase().split(/\s*,\s*/) ?? []
  const left = [...ofConnection, ...named, other]
  return rawHeaders.filter((_, at) => !left.includes(rawHeaders[at - (at % 2)]?.toLowerCase() ?? ''))
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  const body = JSON.stringify({ code, message, status })
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

/** Keeps what flows by. @returns a copy, which may go to another thread; `null` when there was more than is judged */
function keep(stream: IncomingMessage, mostBytes: number): () => Uint8Array<ArrayBuffer> | null {
  let chunks: Uint8Array[] | undefined = []
  let size = 0
  stream.on('data', (chunk: Uint8Array) => {
    size += chunk.byteLength
    if (size > mostBytes) chunks = undefined
    chunks?.push(chunk)
  })
  return () => (chunks === undefined ? null : new Uint8Array(Buffer.concat(chunks)))
}
