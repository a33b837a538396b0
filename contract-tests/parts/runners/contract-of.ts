import { once } from 'node:events'
import http from 'node:http'
import { type Received, type Transport, TransportFailure, baseUrlOf, sendOnce } from '../../client/index.ts'
import type { ContractOptions } from '../../session/options.ts'

/** Answers a request; `undefined` if no handler does, such as `getResponse` of MSW. */
export type FetchLike = (request: Request) => Response | undefined | Promise<Response | undefined>

/** An app in this process: a function like fetch, an object that has one (Hono), or a server of Node (Express, Koa's callback in one). */
export type App = FetchLike | { readonly fetch: FetchLike } | http.Server | ListeningApp

/** A listener of Node that can listen by itself, such as an app of Express. */
export type ListeningApp = http.RequestListener & { readonly listen: unknown }

/** The options of a run on an app in this process: what a run needs, without how it is reached. */
export interface AppOptions extends Omit<ContractOptions, 'baseUrl' | 'transport' | 'caFile' | 'proxy'> {
  /** What stands before the paths, such as the address that MSW handlers are written for. Default: http://localhost/v1. */
  readonly baseUrl?: string | undefined
}

/**
 * The options of a run that calls an app in this process, for `describeContract` and `runContract`: no port is needed.
 * @throws {ContractOptionsError} when `baseUrl` cannot be an address of the service
 */
export function contractOf(app: App, options: AppOptions): ContractOptions {
  const baseUrl = baseUrlOf(options.baseUrl ?? 'http://localhost/v1', options.anyPath)
  const { deadlineMilliseconds = 10_000, maxBodyBytes = 5 * 1_048_576 } = options
  const how = { baseUrl, deadlineMilliseconds, maxBodyBytes }
  return { ...options, baseUrl, transport: 'listen' in app ? overPort(app, how) : inProcess(fetchOf(app), how) }
}

interface How {
  readonly baseUrl: string
  readonly deadlineMilliseconds: number
  readonly maxBodyBytes: number
}

function fetchOf(app: FetchLike | { readonly fetch: FetchLike }): FetchLike {
  return 'fetch' in app ? (request) => app.fetch(request) : app
}

/** Calls a server of Node over a port of its own for each request. */
function overPort(app: http.Server | ListeningApp, { baseUrl, deadlineMilliseconds, maxBodyBytes }: How): Transport {
  const before = new URL(baseUrl).pathname
  return async (outgoing) => {
    const sent = { ...outgoing, path: before + outgoing.path }
    const { response, problem } = await sendOnce(app, sent, new http.Agent(), deadlineMilliseconds, maxBodyBytes)
    if (response === undefined || problem !== undefined)
      throw new TransportFailure(problem ?? { kind: 'reset', message: 'there was no answer' })
    return response
  }
}

function inProcess(fetch: FetchLike, { baseUrl, deadlineMilliseconds, maxBodyBytes }: How): Transport {
  return async ({ method, path, headers, body }) => {
    const signal = AbortSignal.timeout(deadlineMilliseconds)
    // A Request has no body with GET, so an app that is a function never gets one.
    const sent = method === 'GET' || body === undefined ? {} : { body }
    const request = new Request(baseUrl + path, { method, headers, ...sent, redirect: 'manual', signal })
    const late = once(signal, 'abort').then(() => {
      throw new TransportFailure({ kind: 'deadline', message: `no whole answer in ${deadlineMilliseconds} ms` })
    })
    return Promise.race([answerOf(fetch, request, maxBodyBytes), late])
  }
}

async function answerOf(fetch: FetchLike, request: Request, maxBodyBytes: number): Promise<Received> {
  const response = await called(fetch, request)
  if (response === undefined)
    throw new TransportFailure({ kind: 'unreachable', message: `no handler answers ${request.method} ${request.url}` })
  // What Response.error() makes.
  if (response.status === 0)
    throw new TransportFailure({ kind: 'reset', message: 'the app answered with a network error' })
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.byteLength > maxBodyBytes)
    throw new TransportFailure({ kind: 'too-large', message: `the body has ${bytes.byteLength} bytes` })
  const headers = new Map([...response.headers].map(([name, value]) => [name, [value]]))
  return { status: response.status, headers, bytes }
}

async function called(fetch: FetchLike, request: Request): Promise<Response | undefined> {
  try {
    return await fetch(request)
  } catch (error) {
    throw new TransportFailure({ kind: 'reset', message: `the app threw ${String(error)}` })
  }
}
