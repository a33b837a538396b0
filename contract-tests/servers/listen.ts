import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Reply, bytesOf } from './reply.ts'
import type { Deployment, Need, StartOptions } from './test-server.ts'
import { type Call, type Hooks, createWay, route } from './way.ts'
import { type WorldTraits, type World, createWorld } from './world.ts'

/** What makes a deployment differ from the plain one. */
export interface Variation extends WorldTraits {
  readonly id: string
  /** What the deployment does, in one sentence. */
  readonly summary: string
  readonly needs?: readonly Need[]
  readonly hooks?: (world: World) => Hooks
}

/** Starts a deployment on a free port of this machine. */
export async function startDeployment(variation: Variation, options: StartOptions): Promise<Deployment> {
  const world = createWorld(variation, options)
  const hooks = variation.hooks?.(world) ?? {}
  const answer = createWay(world, hooks)
  const sockets = new Set<Socket>()
  const failures: unknown[] = []
  let requests = 0

  const server = createServer((request, response) => {
    requests += 1
    const { method = '', url = '', headers } = request
    const [path = '', ...search] = url.split('?')
    const query = new URLSearchParams(search.join('?'))
    const head = { number: requests, method, path, query, headers, ...route(method, path) }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      respond({ ...head, body: Buffer.concat(chunks) }, response).catch((error: unknown) => {
        failures.push(error)
        response.destroy()
      })
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    // A client that goes away is no failure of the server.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })

  async function respond(call: Call, response: ServerResponse): Promise<void> {
    const reply = answer(call)
    if (hooks.send === undefined) sendReply(reply, response)
    else await hooks.send(reply, call, response, (changed) => sendReply(changed, response))
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}/v1`,
    apiKey: world.apiKey,
    plan: world.plan,
    requests: () => requests,
    created: world.created,
    async close() {
      world.stop()
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
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
