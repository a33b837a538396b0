import { X509Certificate } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import supertest from 'supertest'
import { readNamedFile } from '../../spec/index.ts'
import { ContractOptionsError, baseUrlOf } from './base-url.ts'
import type { Exchange, Method, Outgoing, Received, TransportProblem } from './exchange.ts'
import { problemOf } from './transport-problem.ts'

/** How a client reaches a deployment, and its limits. */
export interface ClientOptions {
  /** Ends in /v1, as section 1 has it, unless `anyPath` is set. */
  readonly baseUrl: string
  /** Takes an address that does not end in /v1, such as one behind the gateway that adds it. */
  readonly anyPath?: boolean | undefined
  /** For the whole exchange, from the first try to connect to the last byte. Default 10 s. */
  readonly deadlineMilliseconds?: number | undefined
  /** After decompression. Default 5 MiB. */
  readonly maxBodyBytes?: number | undefined
  /** A PEM file of certificate authorities that are trusted in the place of the usual ones. */
  readonly caFile?: string | undefined
  /** The address of a proxy. Variables such as HTTPS_PROXY are ignored. */
  readonly proxy?: string | undefined
  /** Used in place of HTTP, for example if the server is a function in this process. It enforces deadline and size itself. */
  readonly transport?: Transport | undefined
}

/** Brings a request to a server, and its answer back. It throws a {@link TransportFailure} when no whole answer came. */
export type Transport = (outgoing: Outgoing) => Promise<Received>

/** A transport brought no whole answer. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure'
  readonly problem: TransportProblem
  constructor(problem: TransportProblem) {
    super(problem.message)
    this.problem = problem
  }
}

/** Sends requests to one deployment, over connections that are kept. */
export interface Client {
  readonly baseUrl: string
  /** Sends one request. Follows no redirect, and whatever comes back ends as a value. */
  send(outgoing: Outgoing): Promise<Exchange>
  /** Closes all connections. A request on its way ends as a problem. */
  close(): void
}

const mostOfTooLarge = 65_536

// A server may close a kept connection at any time, also just as a request is sent; one that was just used is seldom stale.
const freshMilliseconds = 1000

/**
 * Makes a client.
 * @throws {ContractOptionsError} when the address cannot be one of the service, `caFile` cannot be read or holds no certificate, or `proxy` is not a valid address
 */
export function createClient(options: ClientOptions): Client {
  const baseUrl = baseUrlOf(options.baseUrl, options.anyPath)
  const makeAgent = agentMaker(baseUrl, options, freshMilliseconds)
  const [agent, agentOfOne] = [makeAgent(true), makeAgent(false)]
  const { transport, deadlineMilliseconds: deadline = 10_000, maxBodyBytes: maxBytes = 5 * 1_048_576 } = options
  const sendOut = (outgoing: Outgoing): Promise<Outcome> =>
    transport === undefined
      ? sendOnce(baseUrl, outgoing, outgoing.isOnNewConnection === true ? agentOfOne : agent, deadline, maxBytes)
      : sendBy(transport, outgoing)

  async function send(outgoing: Outgoing): Promise<Exchange> {
    const request = { ...outgoing, url: baseUrl + outgoing.path }
    const sentAtMilliseconds = Date.now()
    const startedAt = performance.now()
    const { response, problem } = await sendOut(outgoing)
    return { request, sentAtMilliseconds, tookMilliseconds: performance.now() - startedAt, response, problem }
  }

  function close(): void {
    agent.destroy()
    agentOfOne.destroy()
  }

  return { baseUrl, send, close }
}

/** Closes a client two seconds after the signal is aborted, so that the answer on its way may still come. */
export function closeAfterAbort(client: Pick<Client, 'close'>, signal: AbortSignal | undefined): void {
  signal?.addEventListener('abort', () => setTimeout(client.close, 2000).unref())
}

/**
 * Makes what opens connections to a deployment.
 * @param unusedMilliseconds after which a kept connection without a request is closed; an answer may take longer
 * @throws {ContractOptionsError} when `caFile` cannot be read or holds no certificate, or `proxy` is not a valid address
 */
export function agentMaker(
  baseUrl: string,
  { caFile, proxy }: Pick<ClientOptions, 'caFile' | 'proxy'>,
  unusedMilliseconds?: number,
): (keepAlive: boolean) => http.Agent {
  const ca = caFile === undefined ? {} : { ca: authoritiesIn(caFile) }
  const through = proxy === undefined ? {} : { proxyEnv: proxyVariables(proxy) }
  const kept = { ...through, timeout: unusedMilliseconds }
  if (!baseUrl.startsWith('https:')) return (keepAlive) => new http.Agent({ ...kept, keepAlive })
  // An option of the agent wins over NODE_TLS_REJECT_UNAUTHORIZED, which therefore cannot switch the check off.
  return (keepAlive) => new https.Agent({ ...kept, ...ca, keepAlive, rejectUnauthorized: true })
}

function proxyVariables(proxy: string) {
  // The address is not repeated: it may hold a password.
  if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol))
    throw new ContractOptionsError('Cannot use the proxy: expected an address such as http://proxy.example:3128.')
  return { HTTP_PROXY: proxy, HTTPS_PROXY: proxy }
}

/** Certificates of a PEM file. Node would take any text, and then trust nobody. */
function authoritiesIn(file: string): string {
  try {
    const text = readNamedFile(file, true).toString()
    const found = text.match(/-----BEGIN [A-Z0-9 ]*CERTIFICATE-----[^-]+-----END [A-Z0-9 ]*CERTIFICATE-----/g)
    if (found === null) throw new TypeError('found none')
    for (const pem of found) void new X509Certificate(pem)
    return text
  } catch (error) {
    throw new ContractOptionsError(
      `Cannot trust ${file}: expected certificates in PEM, each between BEGIN CERTIFICATE and END CERTIFICATE; ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

interface Outcome {
  readonly response: Received | undefined
  readonly problem: TransportProblem | undefined
}

async function sendBy(transport: Transport, outgoing: Outgoing): Promise<Outcome> {
  try {
    return { response: await transport(outgoing), problem: undefined }
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error
    return { response: undefined, problem: error.problem }
  }
}

type Incoming = http.IncomingMessage

/** @param server its address, or a server or listener of this process, which is called at a port of its own */
export function sendOnce(
  server: string | http.Server | http.RequestListener,
  { method, path, headers, body }: Outgoing,
  agent: http.Agent,
  deadline: number,
  maxBytes: number,
): Promise<Outcome> {
  let head: Incoming | undefined
  const chunks: Uint8Array[] = []
  const collect = (incoming: Incoming, done: (error: Error | null, body: unknown) => void): void => {
    head = incoming
    let size = 0
    incoming.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength
      if (size <= maxBytes) chunks.push(chunk)
    })
    incoming.on('end', () => done(null, undefined))
  }
  const test = supertest(server)[method.toLowerCase() as Lowercase<Method>](path)
  for (const [name, value] of Object.entries(headers)) test.set(name, value)
  test
    .agent(agent)
    .redirects(0)
    .ok(() => true)
    .timeout({ deadline })
    .maxResponseSize(maxBytes)
    .buffer(true)
    // The types want a parser of text; what is handed over is the message itself.
    .parse(collect as unknown as Parameters<typeof test.parse>[0])
  if (body !== undefined) test.send(body)
  return new Promise((resolve) => {
    test.end((error: Error | null) => {
      // A broken body has several errors. Superagent prints a warning at each after the first.
      Object.assign(test, { callback: () => undefined })
      const problem = error === null ? undefined : problemOf(error, head !== undefined)
      // Of a body that is too large, the beginning shows what it is.
      const most = problem?.kind === 'too-large' ? mostOfTooLarge : maxBytes
      const response = head === undefined ? undefined : received(head, chunks, most)
      chunks.length = 0
      resolve({ response, problem })
    })
  })
}

function received(head: Incoming, chunks: readonly Uint8Array[], most: number): Received {
  const headers = new Map(Object.entries(head.headersDistinct).map(([name, values = []]) => [name, values]))
  // A copy, so that the rest can be let go.
  return { status: head.statusCode ?? 0, headers, bytes: new Uint8Array(Buffer.concat(chunks).subarray(0, most)) }
}
