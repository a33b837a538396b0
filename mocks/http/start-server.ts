import type {
  IncomingMessage,
  RequestListener,
  Server,
  ServerResponse,
  ServerOptions as NodeServerOptions,
} from 'node:http'
import type { Socket } from 'node:net'
import {
  type Awaitable,
  type OptionKinds,
  aFunction,
  aStore,
  aText,
  aWholeNumber,
  checkOptions,
  having,
  isObject,
  maxBodyBytes,
  texts,
} from '../../spec/index.ts'
import { knownError } from '../animals/storage-error.ts'
import type { Call, Reply } from '../call/call.ts'
import { withCors } from '../call/cors.ts'
import { type Certificate, checkCertificate } from './certificate.ts'
import { Connection } from './connection.ts'
import { type Control, type ControlReply, type PanelFiles, maxControlBodyBytes } from '../control/index.ts'
import { failureReply } from '../store/entry-points.ts'
import { type AnimalStore, failurePrinter } from '../store/store.ts'
import { answerPanel, hardenedControl, isControl, isPanel, publicReply } from './static-files.ts'
import { type GuardOptions, createGuard } from './guard.ts'
import { listen } from './listen.ts'
import { bodyOf, hasBody, isBodyTooLarge } from './request-body.ts'
import { KnownResponse, answerTunnel, nodeHttp, pendingReply, refuseBrokenRequest } from './refusals.ts'
import { sendReply, untilClosed } from './send-reply.ts'

/** Where and what to serve, and who may use the control API and the panel. */
export interface ServerOptions extends GuardOptions {
  readonly store: AnimalStore
  /** 0 takes any free port. Default: 4010. */
  readonly port?: number | undefined
  /** Default: 127.0.0.1, which only this machine reaches. */
  readonly host?: string | undefined
  /** Speaks TLS with this certificate. Default: plain HTTP. */
  readonly tls?: Certificate | undefined
  /** Answers below `/_mock`. Default: nothing does. */
  readonly control?: Control | undefined
  /** The files of the panel, served at `/` and below `/panel`. Default: none. */
  readonly panel?: PanelFiles | undefined
  /** How long the headers of a request may take, in milliseconds. Default: 10,000. */
  readonly headersTimeoutMilliseconds?: number | undefined
  /** How long a request may take as a whole, in milliseconds. Default: 30,000. */
  readonly requestTimeoutMilliseconds?: number | undefined
}

const optionKinds: OptionKinds<ServerOptions> = {
  store: aStore,
  // A ListenError names the address too, so it checks the range.
  port: { expected: 'a whole number from 0 to 65535', accepts: (value) => typeof value === 'number' },
  host: aText,
  tls: {
    expected: '{ cert, key } as texts in PEM',
    accepts: (value) => isObject(value) && typeof value['cert'] === 'string' && typeof value['key'] === 'string',
  },
  control: having('answer', 'what createControl returns'),
  panel: aFunction,
  token: aText,
  hosts: texts,
  headersTimeoutMilliseconds: aWholeNumber(1),
  requestTimeoutMilliseconds: aWholeNumber(1),
}

/** A server that listens. */
export interface RunningServer {
  /** Scheme, host and port; the interface is at `/v1` below it. */
  readonly url: string
  readonly port: number
  /** Stops. Open calls get up to four seconds to end; hanging ones are cut at once. */
  close: () => Promise<void>
}

/**
 * Serves a store over HTTP: the interface under `/v1`, its description at `/openapi.json`, and if given, the control API under `/_mock` and the panel at `/`.
 * @throws {OptionsError} when an option does not fit
 * @throws {ListenError} when it cannot listen there
 * @throws {CertificateError} when it cannot speak TLS with this certificate
 * @throws {GuardError} when one of `hosts` is not a valid host, or the token could not be sent
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  checkOptions('startServer', options, optionKinds, ['store'])
  const { store, control, panel, host = '127.0.0.1', port = 4010 } = options
  const guard = createGuard(options)
  const server = makeServer(options)
  // Without it, node:http closes a connection as soon as its client has closed its side.
  Object.assign(server, { httpAllowHalfOpen: true })
  const connections = new Set<Connection>()
  const answer: RequestListener = (request, response) =>
    Connection.of(request.socket)?.answerInTurn(response, () => answerNow(request, response))
  const answerNow: RequestListener = (request, response) => {
    // node:http does not read on after a request with an Upgrade header.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
    const send = (reply: ControlReply) => sendReply(reply, request, response)
    void Promise.resolve(replyTo(request, response)).then(send, (error) => send(replyToFailure(error)))
  }
  const report = failurePrinter()
  function replyToFailure(caught: unknown): Reply {
    const error = knownError(caught)
    report(error)
    return failureReply(error, store)
  }
  function replyTo(request: IncomingMessage, response: ServerResponse): Awaitable<ControlReply> {
    let call = callOf(request)
    if (isHostWrong(request)) return store.refuse(400, 'malformed_request', 'The request must name one host.')
    if (isCodingUnknown(request)) {
      response.shouldKeepAlive = false
      return store.refuse(501, 'malformed_request', 'The only transfer coding here is chunked.')
    }
    // Nearly all calls end here.
    if (call.target.startsWith('/v1')) return answerInterface(call, request)
    if ('encrypted' in request.socket) call = { ...call, isEncrypted: true }
    const open = publicReply(call)
    if (open !== undefined) return open
    if (control !== undefined && isControl(call.target)) {
      const refusal = guard.control(call)
      if (refusal !== undefined) return hardenedControl(refusal)
      return answerWithBody(call, request, async (whole) => {
        return hardenedControl(await control.answer(whole, untilClosed(response)))
      })
    }
    if (panel === undefined || !isPanel(call.target)) return answerInterface(call, request)
    return guard.panel(call) ?? answerPanel(panel, call).then((reply) => reply ?? answerInterface(call, request))
  }
  function bodyLimit({ target }: Call): number {
    return isControl(target) && control !== undefined ? maxControlBodyBytes : maxBodyBytes
  }
  async function answerWithBody(
    call: Call,
    request: IncomingMessage,
    answerWhole: (whole: Call) => Promise<ControlReply>,
  ): Promise<ControlReply> {
    const body = await bodyOf(request, bodyLimit(call))
    return answerWhole({ ...call, ...body })
  }
  function answerInterface(call: Call, request: IncomingMessage): Promise<ControlReply> {
    const isWhole = request.method === 'GET' || !hasBody(request)
    return isWhole ? store.answer(call) : answerWithBody(call, request, store.answer)
  }
  server.on('request', answer)
  server.on('checkContinue', (request, response) => {
    if (!isBodyTooLarge(request, bodyLimit(callOf(request)))) response.writeContinue()
    answer(request, response)
  })
  // spec/decisions/0190-where-the-time-of-a-call-goes.md
  server.keepAliveTimeout = 0
  server.on('checkExpectation', (request, response) => {
    const reply = store.refuse(417, 'expectation_failed', 'Only "Expect: 100-continue" is understood.')
    const readable = withCors(reply, callOf(request))
    Connection.of(request.socket)?.answerInTurn(response, () => sendReply(readable, request, response))
  })
  server.on('connect', (request, socket) => answerTunnel(request, socket as Socket, answer))
  server.on('clientError', (error, socket) => {
    // Without a connection, its handshake failed, and its client reads no reply.
    if (Connection.of(socket as Socket) === undefined) socket.destroy()
    else refuseBrokenRequest(store, error, socket)
  })
  server.on(options.tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    const connection = new Connection(socket)
    connections.add(connection)
    socket.once('close', () => connections.delete(connection))
  })
  const boundPort = await listen(server, host, port)
  const look = setInterval(() => connections.forEach((connection) => connection.cutStill()), 1000).unref()
  server.once('close', () => clearInterval(look))
  return {
    url: `${options.tls === undefined ? 'http' : 'https'}://${urlHost(host)}:${boundPort}`,
    port: boundPort,
    close: () => close(server, connections),
  }
}

function makeServer(options: ServerOptions): Server {
  const { tls } = options
  if (tls === undefined) return nodeHttp.createServer(nodeOptions(options))
  checkCertificate(tls)
  const { createServer } = process.getBuiltinModule('node:https')
  // A handshake that does not end must not keep the server from closing.
  return createServer({ ...nodeOptions(options), ...tls, handshakeTimeout: graceMilliseconds })
}

const usualHeadersTimeout = 10_000

function nodeOptions(options: ServerOptions): NodeServerOptions {
  const headersTimeout = options.headersTimeoutMilliseconds ?? usualHeadersTimeout
  const requestTimeout = options.requestTimeoutMilliseconds ?? 30_000
  return {
    ServerResponse: KnownResponse,
    // Two Authorization headers become one value, which is no key; node:http would drop the second.
    joinDuplicateHeaders: true,
    // A request without a body needs no stream: spec/decisions/0190-where-the-time-of-a-call-goes.md. Node before 24.12 does
    // not know this option.
    optimizeEmptyRequests: true,
    // node:http would answer a missing Host itself, without an Error.
    requireHostHeader: false,
    headersTimeout: Math.min(headersTimeout, requestTimeout),
    requestTimeout,
    connectionsCheckingInterval: Math.min(1000, headersTimeout, requestTimeout),
  }
}

function callOf(request: IncomingMessage): Call {
  const { headers } = request
  const cookies = headers['set-cookie']
  // node:http gives this header alone as a list.
  const given = cookies === undefined ? headers : { ...headers, 'set-cookie': cookies.join(', ') }
  return { method: request.method ?? '', target: request.url ?? '', headers: given as Call['headers'] }
}

/** RFC 9112, 3.2: an HTTP/1.1 request names exactly one host. */
function isHostWrong({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined ? httpVersion === '1.1' : headers.host.includes(',')
}

/** RFC 9112, 6.1: of "gzip, chunked", node:http undoes the second only. */
function isCodingUnknown({ headers }: IncomingMessage): boolean {
  return !/^(?:chunked)?$/i.test(headers['transfer-encoding'] ?? '')
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

const graceMilliseconds = 4000

async function close(server: Server, connections: ReadonlySet<Connection>): Promise<void> {
  for (const connection of connections) connection.cutEndless()
  const cutIdle = () => {
    // server.closeIdleConnections() does not close a connection without any request yet.
    for (const { socket } of connections) if (pendingReply(socket) === undefined) socket.destroy()
  }
  await new Promise<void>((resolve) => {
    const idle = setInterval(cutIdle, 20)
    // server.closeAllConnections() does not know the connections of CONNECT.
    const cut = setTimeout(() => connections.forEach(({ socket }) => socket.destroy()), graceMilliseconds)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(cut)
      resolve()
    })
    cutIdle()
  })
}
