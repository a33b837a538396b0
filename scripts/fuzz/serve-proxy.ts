import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { agentMaker } from '../../contract-tests/client/index.ts'
import { startJudgingThread } from '../commands/proxy/judging-thread.ts'
import { Budget } from '../commands/proxy/budget.ts'
import { startForwarder } from '../commands/proxy/forward.ts'
import type { ForwardOptions, Forwarded } from '../commands/proxy/forwarding.ts'
import { createProxyGuard } from '../commands/proxy/proxy-guard.ts'
import { type WireRequest, startRawDeployment } from '../testing/raw-deployment.ts'

// The proxy under fuzzing, and the deployment behind it, in a process of their own. The process ends as soon as the
// deployment sees anything but the requests that the proxy counted.

const mostBytes = 64 * 1_048_576
/** More waits to be judged only in a fuzzer. */
const mostWaitingBytes = 16 * 1_048_576

function fail(problem: string): void {
  console.error(problem)
  process.exit(1)
}

/** How often each request was seen, was answered, and was given up. */
const counts = new Map<string, { seen: number; answered: number; leftAlone: number }>()

function count(key: string, what: 'seen' | 'answered' | 'leftAlone') {
  const found = counts.get(key) ?? { seen: 0, answered: 0, leftAlone: 0 }
  found[what]++
  counts.set(key, found)
  return found
}

// Typed in again: a mistake in the proxy must not hide here.
const ownToConnections =
  /^(?:host|connection|http2-settings|keep-alive|proxy-.*|te|trailer|transfer-encoding|content-length|upgrade)$/i

function keyOf(method: string, target: string, headers: readonly (readonly [string, string])[], body: string): string {
  const valueOf = (name: string) => headers.find(([found]) => found.toLowerCase() === name)?.[1]
  const framing = valueOf('transfer-encoding')?.toLowerCase() ?? valueOf('content-length') ?? '0'
  const others = headers.filter(([name]) => !ownToConnections.test(name)).map((pair) => pair.join(': '))
  const shown = body.length < 1000 ? body : createHash('sha256').update(body, 'latin1').digest('hex')
  return JSON.stringify([method, target, framing, others, shown])
}

function keyOfSeen({ method, target, lines, body }: WireRequest): string {
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const
  })
  return keyOf(method, target, headers, body)
}

function keyOfForwarded({ method, target, requestHeaders, requestBody }: Forwarded): string {
  const headers = requestHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name, (requestHeaders[at + 1] ?? '').trim()] as const] : [],
  )
  return keyOf(method, target, headers, Buffer.from(requestBody ?? []).toString('latin1'))
}

/**
 * Serves a proxy before that deployment, and sends its port to the parent.
 * @param start what starts the proxy
 */
export async function serveProxy(start: (options: ForwardOptions) => ReturnType<typeof startForwarder>): Promise<void> {
  const deployment = await startRawDeployment({
    onProblem: (problem) => fail(`the deployment read ${problem}`),
    onRequest(request) {
      count(keyOfSeen(request), 'seen')
      deployment.seen.length = 0
    },
  })
  const to = `http://127.0.0.1:${deployment.port}/v1`
  const budget = new Budget(256 * 1_048_576)
  const beside = startJudgingThread({ url: to, mostBytes }, budget, (line) => {
    if (/could not be judged|Nothing is judged/.test(line)) fail(line)
  })
  await beside.ready
  const { url, close } = await start({
    to,
    makeAgent: agentMaker(to, {}),
    host: '127.0.0.1',
    port: 0,
    guard: createProxyGuard([], () => undefined),
    mostBytes,
    budget,
    onExchange(exchange) {
      if (exchange === undefined) return fail('there was no room for an exchange')
      const key = keyOfForwarded(exchange)
      const { seen, answered, leftAlone } = count(key, exchange.status === undefined ? 'leftAlone' : 'answered')
      if (answered > seen) fail(`the proxy counted an answer to a request that the deployment did not see: ${key}`)
      if (answered === seen && leftAlone === 0) counts.delete(key)
      if (budget.usedBytes < mostWaitingBytes) beside.add(exchange)
      else budget.give(exchange.keptBytes)
    },
  })
  process.once('disconnect', async () => {
    const left = () => [...counts].find(([, { seen, answered, leftAlone }]) => seen > answered + leftAlone)?.[0]
    // An answer that is on its way is not counted yet.
    for (let tries = 0; left() !== undefined && tries < 50; tries++) await setTimeout(100)
    if (left() !== undefined) fail(`the deployment saw a request that the proxy did not count: ${left()}`)
    await close()
    await beside.stop()
    deployment.close()
  })
  process.send?.(Number(new URL(url).port))
}

if (import.meta.main) await serveProxy(startForwarder)
