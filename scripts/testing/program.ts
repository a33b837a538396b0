import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, vi } from 'vitest'
import { packageFile } from '../commands/shell.ts'
import { atEnd } from './at-end.ts'

const kit = packageFile('scripts/animal-store.ts')

/** A program that runs beside a test. */
export interface Program {
  readonly child: ChildProcess
  /** What it printed so far. */
  readonly out: () => string
  readonly err: () => string
  /** Its exit code and the signal that ended it, once it has printed everything. */
  readonly ended: Promise<[code: number | null, signal: NodeJS.Signals | null]>
  /** Sends a signal. @returns how it ended */
  readonly stop: (signal?: NodeJS.Signals) => Program['ended']
}

/** How a program is started. */
interface Starting {
  /** Beside the variables of this process; `undefined` takes one away. */
  readonly env?: NodeJS.ProcessEnv | undefined
  readonly cwd?: string
  /** Default: this Node. */
  readonly file?: string
}

/** Starts a program that is killed when its test or file ends. */
export function program(args: readonly string[], { env, cwd, file = process.execPath }: Starting = {}): Program {
  const child = spawn(file, args, { env: { ...process.env, ...env }, cwd, stdio: 'pipe' })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const ended = once(child, 'close') as Program['ended']
  atEnd(async () => {
    child.kill('SIGKILL')
    child.stdout.resume()
    await ended
  })
  const stop: Program['stop'] = (signal = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  return { child, out: () => out, err: () => err, ended, stop }
}

/** Starts the command of the kit. */
export function startCommand(args: readonly string[], env?: NodeJS.ProcessEnv): Program {
  return program([kit, ...args], { env })
}

/** Runs a program to its end, as somebody does at a shell who knows nothing of the test around it. */
export async function programRun(args: readonly string[], { env, ...starting }: Starting = {}) {
  const own = { VITEST: undefined, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined, NO_COLOR: '1' }
  const { ended, out, err } = program(args, { ...starting, env: { ...own, ...env } })
  const [code] = await ended
  return { code, out: out(), err: err() }
}

/** Waits until a program has printed an address of the interface. @returns that address */
export async function addressOf({ out, err }: Program): Promise<string> {
  const address = /https?:\/\/127\.[^\s"]+\/v1\b/
  await vi.waitFor(() => expect(out() + err()).toMatch(address), { timeout: 20_000 })
  return address.exec(out())?.[0] ?? ''
}
