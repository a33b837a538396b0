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

/** Starts a program, by default this Node, that is killed when its test or file ends. @param env beside that of this process */
export function program(args: readonly string[], env: NodeJS.ProcessEnv = {}, file = process.execPath): Program {
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: 'pipe' })
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
  return program([kit, ...args], env)
}

/** Waits until a program has printed an address of the interface. @returns that address */
export async function addressOf({ out, err }: Program): Promise<string> {
  const address = /https?:\/\/127\.[^\s"]+\/v1\b/
  await vi.waitFor(() => expect(out() + err()).toMatch(address), { timeout: 20_000 })
  return address.exec(out())?.[0] ?? ''
}
