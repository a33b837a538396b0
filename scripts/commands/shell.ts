import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { withoutGivenKeys } from './given-keys.ts'

/** Where a command writes to, and what it knows of the terminal. */
export interface Shell {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** How many characters a line of the terminal has; `undefined` where the output is no terminal. */
  readonly columns: number | undefined
}

/** The same shell, which prints no key that the command was given. */
export function guardedShell(shell: Shell): Shell {
  return {
    out: (text) => shell.out(withoutGivenKeys(text)),
    err: (text) => shell.err(withoutGivenKeys(text)),
    get columns() {
      return shell.columns
    },
  }
}

/** The shell of this process. */
export const processShell: Shell = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  get columns() {
    // A terminal that does not know its width says 0.
    return process.stdout.isTTY && process.stdout.columns > 0 ? process.stdout.columns : undefined
  },
}

// npm passes a Ctrl-C on that the terminal sent to everybody already, so one key press may come twice.
const samePressMilliseconds = 300

/**
 * Calls back at the first of these signals. A second one ends the process at once, with 128 and its number.
 * @returns a function that leaves the signals alone again
 */
export function onSignal(names: readonly NodeJS.Signals[], heard: (name: NodeJS.Signals) => void): () => void {
  let firstAt: number | undefined
  const listener = (name: NodeJS.Signals) => {
    if (firstAt === undefined) {
      firstAt = performance.now()
      heard(name)
    } else if (performance.now() - firstAt > samePressMilliseconds) process.exit(128 + constants.signals[name])
  }
  for (const name of names) process.on(name, listener)
  return () => {
    for (const name of names) process.off(name, listener)
  }
}

/** Waits for Ctrl-C or SIGTERM. */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => onSignal(['SIGINT', 'SIGTERM'], resolve))
}

const emptyLine = '\r\u001B[K'
const firstAfterMilliseconds = 1000
const everyMilliseconds = 200

/** How things stand. */
export type StatusLine = ReturnType<typeof statusLine>

/**
 * One line of a terminal that changes.
 * @param now the time in milliseconds, from any beginning
 */
export function statusLine(shell: Pick<Shell, 'err' | 'columns'>, now = () => performance.now()) {
  let nextAt = now() + firstAfterMilliseconds
  let isShown = false
  const line = {
    isTerminal: shell.columns !== undefined,
    /** After the first second, takes the place of what was shown before, at most five times a second; nothing in a log. */
    show(text: () => string): void {
      if (shell.columns === undefined || now() < nextAt) return
      nextAt = now() + everyMilliseconds
      shell.err(`${emptyLine}${text().slice(0, Math.max(10, shell.columns - 1))}`)
      isShown = true
    },
    /** Prints a line that stays. */
    say(text: string): void {
      line.clear()
      shell.err(`${text}\n`)
    },
    /** Leaves the line of the terminal empty. */
    clear(): void {
      if (isShown) shell.err(emptyLine)
      isShown = false
    },
  }
  return line
}

/**
 * Does what takes its time and shows how far it is. Ctrl-C and the like abort the signal; a second one ends the process.
 * The line is empty in the end.
 */
export async function whileShown<T>(
  shell: Shell,
  work: (line: StatusLine, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const line = statusLine(shell)
  const stopping = new AbortController()
  const release = onSignal(['SIGINT', 'SIGTERM', 'SIGHUP'], (name) => stopping.abort(name))
  return work(line, stopping.signal).finally(() => {
    release()
    line.clear()
  })
}

/** The path of a file of this package, run from its sources or as it is published. */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(path, import.meta.resolve('animal-store-kit/package.json')))
}

/** The version of this package. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }
  return version
}

/** A command has printed everything and ends with this exit code. */
export class ExitWith extends Error {
  override readonly name = 'ExitWith'
  readonly exitCode: number

  constructor(exitCode: number) {
    super(`The command ends with ${exitCode}.`)
    this.exitCode = exitCode
  }
}

/** What was asked for failed, for the reason that the message says. The command ends with 1. */
export class Failure extends Error {
  override readonly name = 'Failure'
}

/** The command line, or a file that it names, asks for something that cannot be. The command ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Loads what stands on a package that is no dependency. @throws {UsageError} when it is missing */
export async function loadWith<T>(name: string, load: () => Promise<T>, purpose: string): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
    throw new UsageError(`Cannot ${purpose}: the package ${name} is missing. Run: npm install ${name}`)
  }
}
