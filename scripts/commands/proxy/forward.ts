import { once } from 'node:events'
import http, { type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { listen } from '../../../mocks/http/listen.ts'
import { KnownResponse, answerTunnel, refuseBrokenRequest } from '../../../mocks/http/refusals.ts'
import { Agents } from './agents.ts'
import { Budget, headBytes } from './budget.ts'
import { type ForwardOptions, Forwarding, allHeaders, maxHeaderSize, upstreamOf } from './forwarding.ts'
import { refusalOf } from './framing.ts'
import { type Refusal, errorOf, refuse } from './refusals.ts'

// The judging of the last exchanges takes a moment more.
const stopMilliseconds = 3000
/** The most requests of one connection that may wait for an earlier answer. */
const mostWaiting = 100
/** The most bytes for the headers of all requests without an answer. node:http holds each header twice. */
const mostHeadBytes = 64 * 1_048_576

/**
 * Forwards every request unchanged, and passes each finished exchange to `onExchange`: spec/decisions/0145-own-forwarding.md.
 * @returns its address, and how to stop it: exchanges on their way get up to three seconds to end
 * @throws {ListenError} when it cannot listen there
 */
export async function startForwarder(options: ForwardOptions) {
  const underWay = new Set<Forwarding>()
  const agents = new Agents(options.makeAgent)
  const server = createServer(options, agents, underWay)
  const sockets = socketsOf(server)
  const port = await listen(server, options.host, options.port)
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return { url: `http://${host}:${port}`, close: () => close(server, sockets, agents, underWay) }
}

/** All connections of a server. Its own list lacks those of CONNECT. */
function socketsOf(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

function createServer(options: ForwardOptions, agents: Agents, underWay: Set<Forwarding>): Server {
  const upstream = upstreamOf(options, agents)
  const take = inTurn((request, response) => {
    const refusal = options.guard(request) ?? refusalOf(request)
    if (refusal !== undefined) return refuse(response, refusal)
    // If a request asks for another protocol, node:http does not read the bytes behind it.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
    const forwarding = new Forwarding(request, response, options, upstream)
    underWay.add(forwarding)
    response.once('close', () => underWay.delete(forwarding))
  })
  const times = { requestTimeout: 0, keepAliveTimeout: 60_000 }
  const server = http.createServer(
    { ...times, ServerResponse: KnownResponse, maxHeaderSize, insecureHTTPParser: false, requireHostHeader: false },
    take,
  )
  // A client that has closed its sending side still gets its answers.
  Object.assign(server, { httpAllowHalfOpen: true, maxHeadersCount: allHeaders })
  // The deployment says whether it wants the body.
  server.on('checkContinue', take)
  server.on('checkExpectation', take)
  server.on('connect', (request, socket) => answerTunnel(request, socket as Socket, take))
  server.on('clientError', (error, socket) => refuseBrokenRequest({ refuse: errorOf }, error, socket, {}))
  return server
}

/** The requests of one connection that have no answer yet. */
class WaitingRequests {
  waiting = 0
  #bytes = 0
  readonly #heads: Budget

  constructor(socket: Socket, heads: Budget) {
    this.#heads = heads
    // node:http emits "close" only on the first of the open answers.
    socket.once('close', () => this.#give(this.#bytes))
  }

  /** Takes room for the headers of a request until it is answered. */
  take(request: IncomingMessage, response: ServerResponse): boolean {
    const bytes = 2 * headBytes(request)
    if (!this.#heads.take(bytes)) return false
    this.#bytes += bytes
    response.once('finish', () => this.#give(bytes))
    return true
  }

  #give(bytes: number): void {
    // An answer can finish after its connection has closed.
    const left = Math.min(bytes, this.#bytes)
    this.#bytes -= left
    this.#heads.give(left)
  }
}

/** Forwards the requests of one connection one after the other: the second may depend on the first. */
function inTurn(forward: (request: IncomingMessage, response: ServerResponse) => void): RequestListener {
  const heads = new Budget(mostHeadBytes)
  const lines = new WeakMap<Socket, WaitingRequests>()
  return (request, response) => {
    const { socket } = request
    // After the last answer of a connection, node:http still parses requests that came with it.
    if (!socket.writable) return
    const line = lines.get(socket) ?? new WaitingRequests(socket, heads)
    lines.set(socket, line)
    if (!line.take(request, response)) return refuse(response, noRoom)
    if (response.socket !== null) return forward(request, response)
    if (++line.waiting > mostWaiting) return void socket.destroy()
    response.once('socket', () => {
      line.waiting--
      forward(request, response)
    })
  }
}

const noRoom: Refusal = [503, 'no_room', 'Too many requests with large headers are on their way. Send it again later.']

async function close(
  server: Server,
  sockets: ReadonlySet<Socket>,
  agents: Agents,
  underWay: ReadonlySet<Forwarding>,
): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), stopMilliseconds)
  await closed
  clearTimeout(timer)
  // The exchanges of cut connections hear of it only after the server has closed.
  for (const forwarding of underWay) forwarding.leave()
  agents.destroy()
}
