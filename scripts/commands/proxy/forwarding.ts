import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Agents, MakeAgent } from './agents.ts'
import { type Budget, type Copy, Kept } from './budget.ts'
import { hasBody, isScattered, scatteredMessage } from '../../../mocks/http/request-body.ts'
import { type Refusal, answerHeaders, framingProblem, isBodyInDoubt, requestHeaders } from './framing.ts'

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
  /** What it takes of the budget, which whoever has it gives back. */
  readonly keptBytes: number
}

/** What is forwarded, and where to. */
export interface ForwardOptions {
  /** The base address of the deployment. What clients send below /v1 goes below it. */
  readonly to: string
  readonly makeAgent: MakeAgent
  readonly host: string
  readonly port: number
  /** Says why a request may not ask, if it may not. */
  readonly guard: (request: IncomingMessage) => Refusal | undefined
  /** How many bytes a body may have to be judged. */
  readonly mostBytes: number
  readonly budget: Budget
  /** Called after each exchange, with nothing where it found no room in the budget; what it throws reaches nobody. */
  readonly onExchange: (exchange: Forwarded | undefined) => void
}

export const maxHeaderSize = 65_536
/** node:http drops in silence what comes after so many headers, how a body ends included; the size bounds them already. */
export const allHeaders = 0
/** A deployment may say so often that it is still at work. */
const mostInterim = 100
/** By then a client that has left has said so. */
const feelMilliseconds = 1000

/** One request on its way to the deployment, and its answer on the way back. */
export class Forwarding {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #options: ForwardOptions
  readonly #way: Way
  readonly #path: string
  readonly #sentAtMilliseconds = Date.now()
  readonly #startedAt = performance.now()
  readonly #kept: Kept
  readonly #sent: Copy
  readonly #hasBody: boolean
  #outgoing: ClientRequest | undefined
  #isOver = false

  constructor(request: IncomingMessage, response: ServerResponse, options: ForwardOptions, way: Way) {
    this.#request = request
    this.#response = response
    this.#options = options
    this.#way = way
    const { url: target = '/' } = request
    // Below /v1 is below the base address; everything else goes to the same host. Nothing in it is put in order.
    this.#path = /^\/v1(?=[/?]|$)/.test(target) ? way.pathname + target.slice('/v1'.length) : target
    this.#kept = new Kept(options.budget, options.mostBytes)
    this.#sent = this.#kept.message(request)
    this.#hasBody = hasBody(request)
    if (this.#hasBody) request.on('data', (chunk: Uint8Array) => this.#sent.add(chunk))
    response.once('close', () => this.leave())
    this.#feelForClient()
    this.#send(true)
  }

  /** A client that leaves takes its request along. */
  leave(): void {
    this.#over()
    if (!this.#response.writableFinished) this.#outgoing?.destroy()
  }

  /** Whoever sends nothing more may still read, or has left: then the second of two writes ends the connection. */
  #feelForClient(): void {
    const { socket, httpVersion } = this.#request
    const response = this.#response
    let timer: NodeJS.Timeout | undefined
    const feel = (): void => {
      // Beside Upgrade, node:http waits for the length that a trailer names.
      if (!this.#request.complete) return void socket.destroy()
      if (httpVersion === '1.1' && !response.headersSent) response.writeContinue()
      timer ??= setTimeout(feel, feelMilliseconds)
    }
    response.once('close', () => {
      socket.off('end', feel)
      clearTimeout(timer)
    })
    if (socket.readableEnded) feel()
    else socket.once('end', feel)
  }

  #send(isFirst: boolean): void {
    const request = this.#request
    const outgoing = this.#begin()
    if (outgoing === undefined) return
    this.#outgoing = outgoing
    outgoing.maxHeadersCount = allHeaders
    this.#watchInterim(outgoing)
    outgoing.on('response', (answer) => this.#answer(answer, outgoing))
    outgoing.on('error', (error: NodeJS.ErrnoException) => this.#fail(error, outgoing, isFirst))
    // The client may still be sending what nobody wants any more.
    outgoing.on('close', () => request.resume())
    onScattered(request, () => this.#refuseScattered(outgoing))
    if (this.#hasBody) pour(request, outgoing)
    else outgoing.end()
  }

  #begin(): ClientRequest | undefined {
    const { method } = this.#request
    const { request, host, to, agents } = this.#way
    const headers = requestHeaders(this.#request, host)
    const by = { ...to, agent: agents.agentFor(this.#request), maxHeaderSize, insecureHTTPParser: false }
    try {
      return request({ ...by, method, path: this.#path, headers })
    } catch (error) {
      // A character that the server takes and the client does not send.
      this.#refuse(400, 'malformed_request', `The request cannot be forwarded: ${String(error)}.`)
      return undefined
    }
  }

  #watchInterim(outgoing: ClientRequest): void {
    let count = 0
    const isAwaited = this.#request.headers.expect !== undefined
    if (isAwaited) outgoing.once('continue', () => this.#response.writeContinue())
    outgoing.on('information', () => {
      if (++count <= mostInterim) return
      outgoing.destroy()
      this.#refuse(502, 'not_forwarded', `The deployment sent more than ${mostInterim} interim answers, and no other.`)
    })
    outgoing.on('upgrade', (_answer, socket) => {
      socket.destroy()
      this.#refuse(502, 'not_forwarded', 'The deployment changes to another protocol, which nobody asked for.')
    })
  }

  #answer(answer: IncomingMessage, outgoing: ClientRequest): void {
    const problem = framingProblem(answer)
    if (problem !== undefined) return this.#refuseAnswer(problem, outgoing)
    // A body that it must not have may still come, and would be taken for the next answer.
    if (isBodyInDoubt(answer)) outgoing.shouldKeepAlive = false
    const response = this.#response
    const received = this.#kept.message(answer)
    answer.on('data', (chunk: Uint8Array) => received.add(chunk))
    const cut = (reason: string): void => {
      this.#over(answer, received, reason)
      answer.destroy()
      response.destroy()
    }
    onScattered(answer, () => cut(scatteredMessage))
    answer.on('end', () => {
      this.#over(answer, received)
      // What is left of the request may be taken for the next one, and node:http does not say when there is room for it.
      if (!outgoing.writableFinished) outgoing.destroy()
    })
    answer.on('close', () => {
      if (!answer.complete) cut('The connection was cut in the middle of the body.')
    })
    response.sendDate = false
    try {
      response.writeHead(answer.statusCode ?? 0, answer.statusMessage, answerHeaders(answer))
      pour(answer, response)
    } catch (error) {
      // As with the status 000, which HTTP does not have.
      this.#refuseAnswer(String(error), outgoing)
    }
  }

  #refuseAnswer(problem: string, outgoing: ClientRequest): void {
    outgoing.destroy()
    this.#refuse(502, 'not_forwarded', `The answer of the deployment cannot be forwarded: ${problem}.`)
  }

  #refuseScattered(outgoing: ClientRequest): void {
    outgoing.destroy()
    this.#refuse(413, 'body_too_large', scatteredMessage)
  }

  #fail(error: NodeJS.ErrnoException, outgoing: ClientRequest, isFirst: boolean): void {
    if (this.#isOver || this.#response.headersSent) return
    const { code = error.message } = error
    const { method, socket } = this.#request
    // A connection that was kept may have been closed by now; what changes nothing may be sent again.
    const isStale = isFirst && outgoing.reusedSocket && code === 'ECONNRESET'
    if (isStale && method === 'GET' && !this.#hasBody) return this.#send(false)
    if (code.startsWith('HPE_')) return this.#refuseAnswer(`it is no HTTP/1.1 (${code})`, outgoing)
    this.#over()
    // What is cut before its answer is cut for the client, too.
    if (code === 'ECONNRESET') socket.resetAndDestroy()
    else this.#refuse(502, 'not_reached', `The deployment cannot be reached: ${code}.`)
  }

  #refuse(...refusal: Refusal): void {
    this.#over()
    refuse(this.#response, refusal)
  }

  #over(answer?: IncomingMessage, received?: Copy, problem?: string): void {
    if (this.#isOver) return
    this.#isOver = true
    const exchange = this.#kept.isLost ? undefined : this.#exchange(answer, received, problem)
    this.#kept.end()
    try {
      this.#options.onExchange(exchange)
    } catch {
      // Whoever watches must not change what a client gets.
    }
  }

  #exchange(answer: IncomingMessage | undefined, received: Copy | undefined, problem: string | undefined): Forwarded {
    const { method = 'GET', url: target = '/', rawHeaders } = this.#request
    return {
      method,
      target,
      url: this.#way.origin + this.#path,
      sentAtMilliseconds: this.#sentAtMilliseconds,
      tookMilliseconds: performance.now() - this.#startedAt,
      requestHeaders: rawHeaders,
      requestBody: this.#hasBody ? this.#sent.whole : undefined,
      status: answer?.statusCode,
      responseHeaders: answer?.rawHeaders ?? [],
      body: received?.whole ?? null,
      problem,
      keptBytes: this.#kept.bytes,
    }
  }
}

/** Pipes a body. Pieces that came together go on as one: one of a single byte takes 2 kB in what node:http sends. */
function pour(from: IncomingMessage, to: ClientRequest | ServerResponse): void {
  let isComing = false
  const flow = (): void => {
    isComing = false
    const pieces: unknown = to.writableNeedDrain ? null : from.read()
    if (pieces !== null) to.write(pieces)
  }
  const gather = (): void => {
    // Each piece is a turn of its own for process.nextTick, and so for the event.
    if (!isComing) setImmediate(flow)
    isComing = true
  }
  const end = (): void => void to.end()
  from.on('readable', gather).once('end', end)
  to.on('drain', flow).once('close', () => from.off('readable', gather).off('end', end))
}

/** Calls back once a body came in too many small pieces, and takes nothing more of it. */
function onScattered(message: IncomingMessage, stop: () => void): void {
  let [pieces, bytes] = [0, 0]
  let isStopped = false
  const push = message.push.bind(message)
  // The parser hands each piece over here. What comes out of the stream is several of them in one.
  message.push = (piece: Buffer | null) => {
    if (isStopped) return false
    bytes += piece?.length ?? 0
    if (piece === null || !isScattered(++pieces, bytes)) return push(piece)
    isStopped = true
    // Not while the parser is at work.
    setImmediate(stop)
    return false
  }
}

/** Answers a request that is not forwarded, and reads nothing more of its connection. */
export function refuse(response: ServerResponse, refusal: Refusal): void {
  if (response.headersSent) return void response.destroy()
  const { status, headers, body } = errorOf(...refusal)
  response.shouldKeepAlive = false
  // Without a reason, writeHead would take again that of an answer that could not be forwarded.
  const reason = http.STATUS_CODES[status] ?? ''
  response.writeHead(status, reason, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

/** The Error of a refusal. */
export function errorOf(...[status, code, message]: Refusal) {
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ code, message, status }) }
}

/** How the deployment is asked. */
type Way = ReturnType<typeof wayTo>

export function wayTo({ to }: ForwardOptions, agents: Agents) {
  const { protocol, origin, host, hostname, port, pathname } = new URL(to)
  const { request } = protocol === 'https:' ? https : http
  // Those of IPv6 stand in brackets in an address.
  const address = { hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port }
  return { origin, host, pathname, request, agents, to: address }
}
