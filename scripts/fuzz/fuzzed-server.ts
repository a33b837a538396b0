import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A server in a process of its own, so that its end is noticed. */
export class FuzzedServer {
  readonly #process: ChildProcess
  #port = 0
  #errors = ''

  private constructor(process: ChildProcess) {
    this.#process = process
    process.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#errors += text))
  }

  /** @param file a module that serves the mock, and sends its port to its parent */
  static async start(file: URL): Promise<FuzzedServer> {
    // The mock is compiled once: a start takes half the time then.
    const env = {
      ...process.env,
      NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/fuzz', import.meta.url)),
    }
    const child = fork(fileURLToPath(file), { stdio: ['ignore', 'inherit', 'pipe', 'ipc'], env })
    const server = new FuzzedServer(child)
    server.#port = await new Promise<number>((resolve, reject) => {
      child.once('message', (message) => resolve(Number(message)))
      child.once('close', () => reject(new Error(`The server to fuzz did not start:\n${server.errors}`)))
    })
    return server
  }

  get port(): number {
    return this.#port
  }

  get errors(): string {
    return this.#errors
  }

  /** How the process ended, with `code 0` when all is well; `undefined` as long as it runs. */
  get ending(): string | undefined {
    const { exitCode, signalCode } = this.#process
    return exitCode === null ? (signalCode ?? undefined) : `code ${exitCode}`
  }

  /** Waits for the process to end, but not for long. */
  async seeEnd(milliseconds: number): Promise<void> {
    if (this.ending !== undefined) return
    await once(this.#process, 'exit', { signal: AbortSignal.timeout(milliseconds) }).catch(() => undefined)
  }

  /** Lets the process end by itself; returns whether it did so in time. */
  async stop(milliseconds: number): Promise<boolean> {
    if (this.ending !== undefined) return true
    this.#process.disconnect()
    await this.seeEnd(milliseconds)
    if (this.ending !== undefined) return true
    this.#process.kill('SIGKILL')
    await once(this.#process, 'exit')
    return false
  }
}
