import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Agents, MakeAgent } from './agents.ts'
import { type Budget, type Copy, Kept } from './budget.ts'
import { hasBody } from '../../../mocks/http/request-body.ts'
import { answerHeaders, framingProblem, isBodyInDoubt, requestHeaders } from './framing.ts'
import { type Refusal, refuse } from './refusals.ts'

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
  /** How many bytes of the budget it holds. Whoever receives the exchange gives them back. */
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
  /** Called after each exchange; with `undefined` if the budget had no room for it. Errors are ignored. */
  readonly onExchange: (exchange: Forwarded | undefined) => void
}

export const maxHeaderSize = 65_536
/** No limit: beyond one, node:http drops headers in silence, framing included. `maxHeaderSize` bounds them already. */
export const allHeaders = 0

/** One request on its way to the deployment, and its answer on the way back. */
export class Forwarding {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #options: ForwardOptions
  readonly #upstream: Upstream
  readonly #path: string
  readonly #sentAtMilliseconds = Date.now()
  readonly #startedAt = performance.now()
  readonly #kept: Kept
  readonly #sent: Copy
  readonly #hasBody: boolean
  #outgoing: ClientRequest | undefined
  #isOver = false

  constructor(request: IncomingMessage, response: ServerResponse, options: ForwardOptions, upstream: Upstream) {
    this.#request = request
    this.#response = response
    this.#options = options
    this.#upstream = upstream
    const { url: target = '/' } = request
    // A path below /v1 goes below the base address, any other to the same host. Paths are not normalised.
    this.#path = /^\/v1(?=[/?]|$)/.test(target) ? upstream.pathname + target.slice('/v1'.length) : target
    this.#kept = new Kept(options.budget, options.mostBytes)
    this.#sent = this.#kept.message(request)
    this.#hasBody = hasBody(request)
    if (this.#hasBody) request.on('data', (chunk: Uint8Array) => this.#sent.add(chunk))
    response.once('close', () => this.leave())
    this.#send(true)
  }

  /** Cuts the request to the deployment once the client has left. */
  leave(): void {
    this.#over()
    if (!this.#response.writableFinished) this.#outgoing?.destroy()
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
    // The client may still be sending. Its bytes are read and dropped.
    outgoing.on('close', () => request.resume())
    if (this.#hasBody) request.pipe(outgoing)
    else outgoing.end()
  }

  #begin(): ClientRequest | undefined {
    const { method } = this.#request
    const { request, host, to, agents } = this.#upstream
    const headers = requestHeaders(this.#request, host)
    const by = { ...to, agent: agents.agentFor(this.#request), maxHeaderSize, insecureHTTPParser: false }
    try {
      return request({ ...by, method, path: this.#path, headers })
    } catch (error) {
      // node:http parses some characters that it refuses to send.
      this.#refuse(400, 'malformed_request', `The request cannot be forwarded: ${String(error)}.`)
      return undefined
    }
  }

  #watchInterim(outgoing: ClientRequest): void {
    const isAwaited = this.#request.headers.expect !== undefined
    if (isAwaited) outgoing.once('continue', () => this.#response.writeContinue())
    outgoing.on('upgrade', (_answer, socket) => {
      socket.destroy()
      this.#refuse(502, 'not_forwarded', 'The deployment changes to another protocol, which nobody asked for.')
    })
  }

  #answer(answer: IncomingMessage, outgoing: ClientRequest): void {
    const problem = framingProblem(answer)
    if (problem !== undefined) return this.#refuseAnswer(problem)
    // This status has no body. If one came all the same, it would be read as the next answer.
    if (isBodyInDoubt(answer)) outgoing.shouldKeepAlive = false
    const response = this.#response
    const received = this.#kept.message(answer)
    answer.on('data', (chunk: Uint8Array) => received.add(chunk))
    answer.on('end', () => {
      this.#over(answer, received)
      // The deployment could read the rest of this request as the next one.
      if (!outgoing.writableFinished) outgoing.destroy()
    })
    answer.on('close', () => {
      if (answer.complete) return
      this.#over(answer, received, 'The connection was cut in the middle of the body.')
      response.destroy()
    })
    response.sendDate = false
    try {
      response.writeHead(answer.statusCode ?? 0, answer.statusMessage, answerHeaders(answer))
      answer.pipe(response)
    } catch (error) {
      // For example, HTTP has no status 000.
      this.#refuseAnswer(String(error))
    }
  }

  #refuseAnswer(problem: string): void {
    this.#refuse(502, 'not_forwarded', `The answer of the deployment cannot be forwarded: ${problem}.`)
  }

  #fail(error: NodeJS.ErrnoException, outgoing: ClientRequest, isFirst: boolean): void {
    if (this.#isOver || this.#response.headersSent) return
    const { code = error.message } = error
    const { method, socket } = this.#request
    // A kept connection may have been closed meanwhile. Only a request that changes nothing is sent again.
    const isStale = isFirst && outgoing.reusedSocket && code === 'ECONNRESET'
    if (isStale && method === 'GET' && !this.#hasBody) return this.#send(false)
    if (code.startsWith('HPE_')) return this.#refuseAnswer(`it is no HTTP/1.1 (${code})`)
    this.#over()
    // If the deployment cuts the connection, the proxy cuts that of the client.
    if (code === 'ECONNRESET') socket.resetAndDestroy()
    else this.#refuse(502, 'not_reached', `The deployment cannot be reached: ${code}.`)
  }

  #refuse(...refusal: Refusal): void {
    this.#outgoing?.destroy()
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
      // A failing check must not change what a client gets.
    }
  }

  #exchange(answer: IncomingMessage | undefined, received: Copy | undefined, problem: string | undefined): Forwarded {
    const { method = 'GET', url: target = '/', rawHeaders } = this.#request
    return {
      method,
      target,
      url: this.#upstream.origin + this.#path,
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

/** How the deployment is reached. */
type Upstream = ReturnType<typeof upstreamOf>

export function upstreamOf({ to }: ForwardOptions, agents: Agents) {
  const { protocol, origin, host, hostname, port, pathname } = new URL(to)
  const { request } = protocol === 'https:' ? https : http
  // A URL has brackets around an IPv6 address.
  const address = { hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port }
  return { origin, host, pathname, request, agents, to: address }
}
