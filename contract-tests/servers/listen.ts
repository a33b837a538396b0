import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Reply, bytesOf } from './reply.ts'
import { createState } from './server-state.ts'
import type { Deployment, StartOptions } from './test-server.ts'
import { type Variation, hooksFor } from './variation.ts'
import { type Call, createWay, route } from './way.ts'

/** Starts a deployment on a free port of this machine. */
export async function startDeployment(variation: Variation, options: StartOptions): Promise<Deployment> {
  const state = createState(variation, options)
  const hooks = hooksFor(variation, state)
  const answer = createWay(state, hooks)
  const failures: unknown[] = []
  let requests = 0

  const server = createServer((request, response) => {
    requests += 1
    const { method = '', url = '', headers } = request
    const [path = '', ...search] = url.split('?')
    const query = new URLSearchParams(search.join('?'))
    const head = { number: requests, method, path, query, headers, connection: request.socket, ...route(method, path) }
    buffer(request).then(
      (body) =>
        respond({ ...head, body }, response).catch((error: unknown) => {
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
    url: `http://127.0.0.1:${port}/v1`,
    apiKey: state.apiKey,
    plan: state.plan,
    requests: () => requests,
    created: state.created,
    // As they are at this moment: a server may change them later.
    animals: () => structuredClone(state.animals),
    async close() {
      state.stop()
      const closed = once(server.close(), 'close')
      server.closeAllConnections()
      await closed
      if (failures.length > 0) throw new AggregateError(failures, 'The test server failed while it answered.')
    },
  }
}

function sendReply(reply: Reply, response: ServerResponse): void {
  const bytes = bytesOf(reply)
  const length = reply.status === 204 || reply.status === 304 ? {} : { 'Content-Length': bytes.length }
  response.writeHead(reply.status, { ...length, ...reply.headers })
  response.end(bytes)
}
