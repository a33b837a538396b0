import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Starts a server in a process of its own, so that its end is noticed. @param file a module that serves the mock, and sends its port to its parent */
export async function startFuzzed(file: URL) {
  // The mock is compiled once: a start takes half the time then.
  const cache = fileURLToPath(new URL('../../node_modules/.cache/fuzz', import.meta.url))
  const env = { ...process.env, NODE_COMPILE_CACHE: cache }
  const child = fork(fileURLToPath(file), { stdio: ['ignore', 'inherit', 'pipe', 'ipc'], env })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text))
  let ending: string | undefined
  const ended = once(child, 'exit').then(([code, signal]) => (ending = String(signal ?? `code ${code}`)))
  const closed = once(child, 'close').then(() => undefined)
  const port = await Promise.race([once(child, 'message').then(([message]) => Number(message)), closed])
  if (port === undefined) throw new Error(`The server to fuzz did not start:\n${errors}`)
  /** Waits for the process to end, but not for long. */
  const seeEnd = (milliseconds: number) => Promise.race([ended, setTimeout(milliseconds, undefined, { ref: false })])
  return {
    port,
    errors: () => errors,
    /** How the process ended, with `code 0` when all is well; `undefined` as long as it runs. */
    ending: () => ending,
    seeEnd,
    /** Lets the process end by itself; returns whether it did so in time. */
    async stop(milliseconds: number): Promise<boolean> {
      if (child.connected) child.disconnect()
      if ((await seeEnd(milliseconds)) !== undefined) return true
      child.kill('SIGKILL')
      await ended
      return false
    },
  }
}
