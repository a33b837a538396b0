import { once } from 'node:events'
import http, { type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { ListenError } from '../../../mocks/http/listen-error.ts'
import { answerTunnel, refuseBrokenRequest } from '../../../mocks/http/refusals.ts'
import { type ForwardOptions, Forwarding, maxHeaderSize, refuse, wayTo } from './forwarding.ts'
import { refusalOf } from './framing.ts'

const stopMilliseconds = 4000
/** So many requests of one connection may wait for the answer to the one before. */
const mostWaiting = 100

/**
 * Forwards every request unchanged, and shows each exchange once it is over: spec/decisions/0145-own-forwarding.md.
 * @returns its address, and how to stop it: exchanges on their way get up to four seconds to end
 * @throws {ListenError} when it cannot listen there
 */
export async function startForwarder(options: ForwardOptions) {
  const server = createServer(options)
  server.listen(options.port, options.host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new ListenError(error, options.host, options.port)
  })
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return { url: `http://${host}:${port}`, close: () => close(server, options) }
}

function createServer(options: ForwardOptions): Server {
  const way = wayTo(options)
  const take = inTurn((request, response) => {
    const refusal = options.guard(request) ?? refusalOf(request)
    if (refusal !== undefined) return refuse(response, refusal)
    // node:http reads nothing of what came with a request that asks for another protocol.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
    return void new Forwarding(request, response, options, way)
  })
  const times = { requestTimeout: 0, keepAliveTimeout: 60_000 }
  const server = http.createServer(
    { ...times, maxHeaderSize, insecureHTTPParser: false, requireHostHeader: false },
    take,
  )
  // A client that has sent all that it will gets its answer all the same.
  Object.assign(server, { httpAllowHalfOpen: true })
  // The deployment says whether it wants the body.
  server.on('checkContinue', take)
  server.on('checkExpectation', take)
  server.on('connect', (request, socket) => answerTunnel(request, socket as Socket, take))
  server.on('clientError', (error, socket) => refuseBrokenRequest({ refuse: errorOf }, error, socket, {}))
  return server
}

function errorOf(status: number, code: string, message: string) {
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ code, message, status }) }
}

/** Has requests of one connection forwarded one after the other: the second may be about what the first changes. */
function inTurn(forward: (request: IncomingMessage, response: ServerResponse) => void): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  const wait = (socket: Socket, change: 1 | -1): number => {
    const count = (waiting.get(socket) ?? 0) + change
    waiting.set(socket, count)
    return count
  }
  return (request, response) => {
    const { socket } = request
    // node:http goes on reading what came with a request whose answer was the last one.
    if (!socket.writable) return
    if (response.socket !== null) return forward(request, response)
    if (wait(socket, 1) > mostWaiting) return void socket.destroy()
    response.once('socket', () => {
      wait(socket, -1)
      forward(request, response)
    })
  }
}

async function close(server: Server, { agent, agentOfOne }: ForwardOptions): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), stopMilliseconds)
  await closed
  clearTimeout(timer)
  agent.destroy()
  agentOfOne.destroy()
}
