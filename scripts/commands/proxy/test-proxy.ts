import { type RequestListener, createServer } from 'node:http'
import { type Server, connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { afterEach } from 'vitest'
import { agentMaker } from '../../../contract-tests/client/index.ts'
import { listen as listenOn } from '../../../mocks/http/listen.ts'
import { type RawOptions, startRawDeployment } from '../../testing/raw-deployment.ts'
import { Budget } from './budget.ts'
import { startForwarder } from './forward.ts'
import type { ForwardOptions, Forwarded } from './forwarding.ts'

/** What is closed after a test. */
export const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

export async function listen(server: Server): Promise<number> {
  closing.push(() => void server.close())
  return listenOn(server, '127.0.0.1', 0)
}

/** A proxy before a server, and what it saw. */
export async function proxyTo(upstream: RequestListener | number, options: Partial<ForwardOptions> = {}) {
  const server = typeof upstream === 'number' ? undefined : createServer(upstream)
  const port = server === undefined ? Number(upstream) : await listen(server)
  const to = options.to ?? `http://127.0.0.1:${port}/v1`
  const seen: Forwarded[] = []
  const forwarder = await startForwarder({
    makeAgent: agentMaker(to, {}),
    host: '127.0.0.1',
    port: 0,
    guard: () => undefined,
    mostBytes: 1_000_000,
    budget: new Budget(10_000_000),
    onExchange: (exchange) => void (exchange && seen.push(exchange)),
    ...options,
    to,
  })
  closing.push(() => server?.closeAllConnections(), forwarder.close)
  return { url: forwarder.url, port: Number(new URL(forwarder.url).port), upstream: port, seen, close: forwarder.close }
}

/** A proxy before a server that reads the wire by itself. */
export async function proxyToRaw(options: RawOptions = {}) {
  const problems: string[] = []
  const deployment = await startRawDeployment({ onProblem: (problem) => void problems.push(problem), ...options })
  closing.push(deployment.close)
  return { ...(await proxyTo(deployment.port)), deployment, problems }
}

/** Sends bytes as they are, and gives what came back until the connection ended. */
export async function raw(port: number, sent: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.write(sent, 'latin1')
  return text(socket).finally(() => socket.destroy())
}

/** The request as a server got it. */
export const echo: RequestListener = (request, response) => {
  const { method, url, rawHeaders } = request
  const answer = (body: Buffer) => JSON.stringify({ method, url, rawHeaders, body: body.toString('latin1') })
  void buffer(request).then((body) => response.end(answer(body)))
}
