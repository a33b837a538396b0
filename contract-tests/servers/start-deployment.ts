import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Outgoing, Received } from '../client/index.ts'
import { type Reply, bytesOf } from './reply.ts'
import { createState } from './server-state.ts'
import type { Deployment, StartOptions } from './test-server.ts'
import { type Variation, hooksFor } from './variation.ts'
import type { Call } from './call.ts'
import { createPlainServer, route } from './plain-server.ts'

/** A server that has started, but is not reached yet. */
function begin(variation: Variation, options: StartOptions) {
  const state = createState(variation, options)
  const hooks = hooksFor(variation, state)
  const answer = createPlainServer(state, hooks)
  let requests = 0
  const underWay: Pick<Call, 'operation'>[] = []

  /** A request as it arrives: from here on it counts, and is on its way until `leave`. */
  function arrive(method: string, url: string) {
    requests += 1
    const [path = '', ...search] = url.split('?')
    const found = route(method, path)
    const beside = underWay.map(({ operation }) => operation)
    const others = beside.filter((operation) => operation === found.operation).length
    underWay.push(found)
    const leave = (): unknown => underWay.splice(underWay.indexOf(found), 1)
    const head = {
      number: requests,
      method,
      path,
      query: new URLSearchParams(search.join('?')),
      ...found,
      others,
      beside,
    }
    return { head, leave }
  }

  const seen: Pick<Deployment, 'apiKey' | 'plan' | 'requests' | 'created' | 'animals'> = {
    apiKey: state.apiKey,
    plan: state.plan,
    requests: () => requests,
    created: state.created,
    // As they are at this moment: a server may change them later.
    animals: () => structuredClone(state.animals),
  }
  return { state, hooks, answer, arrive, seen }
}

/**
 * Starts a deployment that is reached within this process: a run takes a quarter of the time. One that is special in how it
 * sends is started on a port: spec/decisions/0264-a-ledger-of-the-suite.md.
 */
export async function openDeployment(variation: Variation, options: StartOptions): Promise<Deployment> {
  const { state, hooks, answer, arrive, seen } = begin(variation, options)
  if (hooks.send !== undefined) return startDeployment(variation, options)
  const idle: object[] = []

  async function transport({ method, path, headers, body = '', isOnNewConnection }: Outgoing): Promise<Received> {
    const connection = (isOnNewConnection === true ? undefined : idle.pop()) ?? {}
    const { head, leave } = arrive(method, `/v1${path}`)
    // Requests that are sent at once are all on their way before the first answer.
    await Promise.resolve()
    const reply = answer({ ...head, headers: arrivedHeaders(headers), connection, body: Buffer.from(body) })
    leave()
    if (isOnNewConnection !== true) idle.push(connection)
    const isEmpty = hasNoBody(reply)
    return {
      status: reply.status,
      headers: sentHeaders(reply, (options.now ?? Date.now)()),
      bytes: isEmpty ? new Uint8Array() : bytesOf(reply),
    }
  }

  return { ...seen, url: 'http://127.0.0.1:9/v1', transport, close: async () => state.stop() }
}

/** Headers as HTTP brings them: by lower-case name, without blanks around the values. */
export function arrivedHeaders(headers: Outgoing['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]))
}

/** @param nowMilliseconds the server's clock: Node adds a date where there is none */
function sentHeaders({ headers }: Reply, nowMilliseconds: number): ReadonlyMap<string, readonly string[]> {
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => [name.toLowerCase(), value.trim()] as const),
  )
  const byName = new Map<string, string[]>()
  for (const [name, value] of [...lines, ['date', new Date(nowMilliseconds).toUTCString()] as const])
    if (name !== 'date' || !byName.has(name)) byName.set(name, [...(byName.get(name) ?? []), value])
  return byName
}

export async function startDeployment(variation: Variation, options: StartOptions): Promise<Deployment> {
  const { state, hooks, answer, arrive, seen } = begin(variation, options)
  const failures: unknown[] = []

  const server = createServer((request, response) => {
    const { method = '', url = '', headers, socket } = request
    const { head, leave } = arrive(method, url)
    response.once('close', leave)
    buffer(request).then(
      (body) =>
        respond({ ...head, headers, connection: socket, body }, response).catch((error: unknown) => {
          failures.push(error)
          response.destroy()
        }),
      // The client went away before its request was whole.
      () => {},
    )
  })
  // A client that goes away is no failure of the server.
  server.on('connection', (socket) => socket.on('error', () => socket.destroy()))

  async function respond(call: Call, response: ServerResponse): Promise<void> {
    const reply = answer(call)
    if (hooks.send === undefined) sendReply(reply, response)
    else await hooks.send(reply, call, response, (changed) => sendReply(changed, response))
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo

  return {
    ...seen,
    url: `http://127.0.0.1:${port}/v1`,
    transport: undefined,
    async close() {
      state.stop()
      const closed = once(server.close(), 'close')
      server.closeAllConnections()
      await closed
      if (failures.length > 0) throw new AggregateError(failures, 'The test server failed while it answered.')
    },
  }
}

function hasNoBody({ status }: Reply): boolean {
  return status === 204 || status === 304
}

function sendReply(reply: Reply, response: ServerResponse): void {
  const bytes = bytesOf(reply)
  const length = hasNoBody(reply) ? {} : { 'Content-Length': bytes.length }
  response.writeHead(reply.status, { ...length, ...reply.headers }).end(bytes)
}
