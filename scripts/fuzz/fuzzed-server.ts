import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Starts a server in a process of its own, so that its end is noticed. @param file a module that serves the mock, and sends its port to its parent */
export async function startFuzzed(file: URL) {
  // The mock is compiled once: a start takes half the time then.
  const cache = fileURLToPath(new URL('../../node_modules/.cache/fuzz', import.meta.url))
  const env = { ...process.env, NODE_COMPILE_CACHE: cache }
  const child = fork(fileURLToPath(file), { stdio: ['ignore', 'inherit', 'pipe', 'ipc'], env })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('close', () => reject(new Error(`The server to fuzz did not start:\n${errors}`)))
  })
  /** How the process ended, with `code 0` when all is well; `undefined` as long as it runs. */
  const ending = () => (child.exitCode === null ? (child.signalCode ?? undefined) : `code ${child.exitCode}`)
  /** Waits for the process to end, but not for long. */
  async function seeEnd(milliseconds: number): Promise<void> {
    if (ending() !== undefined) return
    await once(child, 'exit', { signal: AbortSignal.timeout(milliseconds) }).catch(() => undefined)
  }
  return {
    port,
    errors: () => errors,
    ending,
    seeEnd,
    /** Lets the process end by itself; returns whether it did so in time. */
    async stop(milliseconds: number): Promise<boolean> {
      if (child.connected) child.disconnect()
      await seeEnd(milliseconds)
      if (ending() !== undefined) return true
      child.kill('SIGKILL')
      await once(child, 'exit')
      return false
    },
  }
}
