import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { printable } from '../../../spec/index.ts'
import { codeOf } from '../files.ts'
import { UsageError } from '../shell.ts'

/** One run of the client's tests. */
export interface ClientRun {
  /** How they failed, such as "exit code 1"; `undefined` if they passed. */
  readonly failure: string | undefined
  /** The last lines that they printed. */
  readonly lastLines: readonly string[]
}

/** How a command is run. */
export interface ClientOptions {
  readonly environment: NodeJS.ProcessEnv
  readonly timeoutSeconds: number
  readonly signal: AbortSignal
}

const keptCharacters = 4000
const keptLines = 8
const killAfterMilliseconds = 2000
const lastWordsMilliseconds = 500

/**
 * Runs a command, and waits for everything that it started. A single word is run as a line of the shell.
 * @throws {UsageError} when it cannot be started
 */
export async function runClient(
  [program = '', ...args]: readonly string[],
  { environment, timeoutSeconds, signal }: ClientOptions,
): Promise<ClientRun> {
  const isGroup = process.platform !== 'win32'
  const child = spawn(program, args, {
    env: environment,
    // A process group of its own can be ended as a whole.
    detached: isGroup,
    shell: args.length === 0 || !isGroup,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = (name: NodeJS.Signals): void => {
    try {
      if (isGroup && child.pid !== undefined) process.kill(-child.pid, name)
      else child.kill(name)
    } catch {
      // It has already ended.
    }
  }
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      // What begins in its middle may be the end of a key, too short for a mask to know it.
      if (output.length > keptCharacters) output = output.slice(-keptCharacters).replace(/^\S*/, '…')
    })
  let isLate = false
  const stop = (): void => {
    end('SIGTERM')
    setTimeout(end, killAfterMilliseconds, 'SIGKILL').unref()
  }
  const timer = setTimeout(() => {
    isLate = true
    stop()
  }, timeoutSeconds * 1000)
  signal.addEventListener('abort', stop)
  try {
    const closed = new Promise((resolve) => child.once('close', resolve))
    const [code, name] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    // A process that it left behind would call the next mock, and keep the output open.
    end('SIGKILL')
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, lastWordsMilliseconds).unref())])
    const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '')
    const ended = isLate ? `no end within ${timeoutSeconds} s` : name === null ? `exit code ${code}` : name
    return { failure: code === 0 && !isLate ? undefined : ended, lastLines: lines.slice(-keptLines).map(printable) }
  } catch (error) {
    const reason = codeOf(error) === 'ENOENT' ? 'there is no such command' : String(error)
    throw new UsageError(`Cannot run ${printable(program)}: ${reason}.`)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}
