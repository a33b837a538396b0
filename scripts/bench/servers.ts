import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { constants } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createClient } from '@redis/client'
import { ownRedis } from '../../mocks/testing/redis-server.ts'
import type { Usage } from './usage.ts'

/** A server in a process of its own. */
export interface Started {
  readonly origin: string
  readonly port: number
  readonly process: ChildProcess
}

/** What answers constants. */
export const bareScript = fileURLToPath(new URL('./bare.js', import.meta.url))

const usageModule = new URL('./usage.ts', import.meta.url).href
const running = new Set<ChildProcess>()

// Stop the servers whenever this process ends: by a signal, or by a closed output (`| head`).
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => process.exit(128 + constants.signals[name]))
process.stdout.on('error', () => process.exit(1))

/** Starts a server that prints its address once it listens. */
export async function startServer(args: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  running.add(child)
  for await (const address of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const { origin, port } = new URL(address)
    return { origin, port: Number(port), process: child }
  }
  throw new Error('The server ended before it listened.')
}

/** Starts one that {@link usageOf} can ask. @param modules what its process loads first, such as a planted leak */
export function startWatched(args: readonly string[], modules: readonly string[] = []): Promise<Started> {
  return startServer([...[usageModule, ...modules].flatMap((module) => ['--import', module]), ...args])
}

/** Starts a Redis of its own. */
export async function startRedis() {
  const redis = await ownRedis()
  const client = await createClient({ url: redis.url }).connect()
  const numbers = async (section: string, name: RegExp) =>
    [...(await client.info(section)).matchAll(name)].reduce((sum, [, value]) => sum + Number(value), 0)
  return {
    url: redis.url,
    cpuSeconds: () => numbers('cpu', /^used_cpu_(?:user|sys):([\d.]+)/gm),
    memoryBytes: () => numbers('memory', /^used_memory:(\d+)/gm),
    stop() {
      client.destroy()
      return redis.stop()
    },
  }
}

/** Ends every server that was started. */
export async function stopServers(): Promise<void> {
  const ended = [...running].filter((child) => child.kill()).map((child) => once(child, 'exit'))
  running.clear()
  await Promise.all(ended)
}

/** Measures until two readings agree: connections that were just closed take a moment to go. */
export async function usageOf({ process: child }: Started) {
  let last = await readUsage(child)
  for (let tries = 0; tries < 40; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const next = await readUsage(child)
    if (next.handles === last.handles && next.descriptors === last.descriptors) return next
    last = next
  }
  return last
}

async function readUsage(child: ChildProcess) {
  const answered = once(child, 'message') as Promise<[Usage]>
  child.send('measure')
  const [usage] = await answered
  // The process lists its open files in a folder; only on Linux.
  const descriptors = process.platform === 'linux' ? readdirSync(`/proc/${child.pid}/fd`).length : 0
  return { ...usage, descriptors }
}
