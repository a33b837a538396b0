import { once } from 'node:events'
import http, { type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { listen } from '../../../mocks/http/listen.ts'
import { KnownResponse, answerTunnel, refuseBrokenRequest } from '../../../mocks/http/refusals.ts'
import { Agents } from './agents.ts'
import { type ForwardOptions, Forwarding, allHeaders, maxHeaderSize, upstreamOf } from './forwarding.ts'
import { refusalOf } from './framing.ts'
import { errorOf, refuse, refused } from './refusals.ts'

// The judging of the last exchanges takes a moment more.
const stopMilliseconds = 3000

/**
 * Forwards every request unchanged, and passes each finished exchange to `onExchange`: spec/decisions/0146-what-the-proxy-refuses.md.
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
  const take: RequestListener = (request, response) => {
    // After the last answer of a connection, node:http still parses requests that came with it.
    if (!request.socket.writable || refused.has(request.socket)) return
    const refusal = options.guard(request) ?? refusalOf(request)
    if (refusal !== undefined) return refuse(response, refusal)
    // If a request asks for another protocol, node:http does not read the bytes behind it.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
    const forwarding = new Forwarding(request, response, options, upstream)
    underWay.add(forwarding)
    response.once('close', () => underWay.delete(forwarding))
  }
  const times = { requestTimeout: 0, keepAliveTimeout: 60_000 }
  const server = http.createServer(
    { ...times, ServerResponse: KnownResponse, maxHeaderSize, insecureHTTPParser: false, requireHostHeader: false },
    take,
  )
  server.maxHeadersCount = allHeaders
  // The deployment says whether it wants the body.
  server.on('checkContinue', take)
  server.on('checkExpectation', take)
  server.on('connect', (request, socket) => answerTunnel(request, socket as Socket, take))
  server.on('clientError', (error, socket) => refuseBrokenRequest({ refuse: errorOf }, error, socket, {}))
  return server
}

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
