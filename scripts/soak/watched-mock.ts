import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Usage } from './usage.ts'

const program = fileURLToPath(new URL('../animal-store.ts', import.meta.url))
const usageModule = new URL('./usage.ts', import.meta.url).href
// So many calls go out that the usual quota would be used up.
const args = ['mock', '--port', '0', '--quiet', '--choose', 'enterprise=1000000000/1000000000']

/** A mock in a process of its own that tells what it holds. */
export interface WatchedMock {
  readonly origin: string
  measure(): Promise<Usage & { readonly descriptors: number }>
  stop(): Promise<void>
}

/** @param modules what the process loads before the mock, such as a planted leak */
export async function startMock(flags: readonly string[], modules: readonly string[] = []): Promise<WatchedMock> {
  const imports = [usageModule, ...modules].flatMap((module) => ['--import', module])
  const child = spawn(process.execPath, [...imports, program, ...args, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  return { ...(await started(child)), measure: () => settledUsage(child) }
}

/** A server that only answers. */
export function startBareServer() {
  const listen = `listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port) })`
  const source = `require('node:http').createServer((_, response) => response.end('[]')).${listen}`
  return started(spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] }))
}

async function started(child: ChildProcess) {
  const kill = (): void => void child.kill('SIGKILL')
  process.on('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  for await (const address of createInterface({ input: child.stdout as NodeJS.ReadableStream }))
    return { origin: new URL(address).origin, stop: () => stop(child) }
  throw new Error('The server ended before it listened.')
}

/** Measures until two readings agree: connections that were just closed take a moment to go. */
async function settledUsage(child: ChildProcess) {
  let last = await usageOf(child)
  for (let tries = 0; tries < 40; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const next = await usageOf(child)
    if (next.handles === last.handles && next.descriptors === last.descriptors) return next
    last = next
  }
  return last
}

async function usageOf(child: ChildProcess) {
  const answered = once(child, 'message') as Promise<[Usage]>
  child.send('measure')
  const [usage] = await answered
  // The process lists its open files in a folder; only on Linux.
  const descriptors = process.platform === 'linux' ? readdirSync(`/proc/${child.pid}/fd`).length : 0
  return { ...usage, descriptors }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
