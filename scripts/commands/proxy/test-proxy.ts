import type { RequestListener } from 'node:http'
import { type Server, connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { agentMaker } from '../../../contract-tests/client/index.ts'
import { atEnd } from '../../testing/at-end.ts'
import { type RawOptions, startRawDeployment } from '../../testing/raw-deployment.ts'
import { serve } from '../../testing/serve.ts'
import { ExitWith } from '../shell.ts'
import { Budget } from './budget.ts'
import { startForwarder } from './forward.ts'
import type { ForwardOptions, Forwarded } from './forwarding.ts'
import { type ProxyFlags, runProxyCommand } from './proxy-command.ts'

export const listen = async (server: Server): Promise<number> => (await serve(server)).port

/** A proxy before a server, and what it saw. */
export async function proxyTo(upstream: RequestListener | number, options: Partial<ForwardOptions> = {}) {
  const port = typeof upstream === 'number' ? upstream : (await serve(upstream)).port
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
  atEnd(forwarder.close)
  return { url: forwarder.url, port: Number(new URL(forwarder.url).port), upstream: port, seen, close: forwarder.close }
}

/** A proxy before a server that reads the wire by itself. */
export async function proxyToRaw(options: RawOptions = {}) {
  const problems: string[] = []
  const deployment = await startRawDeployment({ onProblem: (problem) => void problems.push(problem), ...options })
  atEnd(deployment.close)
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

/** Runs the command before a deployment, by its listener or its address, while something is done with it. */
export async function proxied(
  deployment: RequestListener | string,
  flags: Partial<ProxyFlags>,
  use: (url: string, panel: string | undefined, lines: () => string) => Promise<unknown>,
) {
  const to = typeof deployment === 'string' ? deployment : (await serve(deployment)).url
  let [out, err] = ['', '']
  const shell = {
    out: (more: string) => void (out += more),
    err: (more: string) => void (err += more),
    columns: undefined,
  }
  const until = async () => {
    // The address is printed right after it begins to wait.
    await expect.poll(() => out + err).toContain(' forwards to ')
    const [, url = '', panel] = /^(\S+)\/v1 forwards to .*\n(?:The panel is at (\S+)\n)?/.exec(out) ?? []
    await use(url, panel, () => err)
  }
  const code = await runProxyCommand({ to, port: 0, host: '127.0.0.1', ...flags }, shell, until).then(
    () => 0,
    (error: unknown) => (error instanceof ExitWith ? error.exitCode : Promise.reject(error)),
  )
  return { code, out, err }
}
