import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { withoutGivenKeys } from './given-keys.ts'

/** The outputs of a command, and the width of the terminal. */
export interface Shell {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** How many characters a line of the terminal has; `undefined` if the output is not a terminal. */
  readonly columns: number | undefined
}

/** How a text for a person looks there: NO_COLOR is what people set who want no colours (no-color.org). */
export function looksOf({ columns }: Shell) {
  const { NO_COLOR = '' } = process.env
  return { hasColour: columns !== undefined && NO_COLOR === '', width: columns }
}

/** The same shell with all given keys masked. */
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
    // A terminal of unknown width says 0.
    return process.stdout.isTTY ? process.stdout.columns || 80 : undefined
  },
}

// The terminal sends Ctrl-C to all processes, and npm passes it on, so one key press may arrive twice.
const samePressMilliseconds = 300

/**
 * Calls back at the first of these signals. A second one ends the process at once, with 128 and its number.
 * @returns a function that removes the listeners
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

/** The state of a task. */
export type StatusLine = ReturnType<typeof statusLine>

/**
 * A status line in the terminal.
 * @param now gives the time in milliseconds, from any origin
 */
export function statusLine(shell: Pick<Shell, 'err' | 'columns'>, now = () => performance.now()) {
  let nextAt = now() + firstAfterMilliseconds
  let isShown = false
  const line = {
    isTerminal: shell.columns !== undefined,
    /**
     * Replaces the status, from the first second on, at most five times a second. Prints nothing if the output is not a terminal.
     */
    show(text: () => string): void {
      if (shell.columns === undefined || now() < nextAt) return
      nextAt = now() + everyMilliseconds
      shell.err(`${emptyLine}${text().slice(0, Math.max(10, shell.columns - 1))}`)
      isShown = true
    },
    /** Prints a permanent line. */
    say(text: string): void {
      line.clear()
      shell.err(`${text}\n`)
    },
    /** Clears the status line. */
    clear(): void {
      if (isShown) shell.err(emptyLine)
      isShown = false
    },
  }
  return line
}

/**
 * Runs a long task with a status line. Ctrl-C and SIGTERM abort the signal; a second one ends the process. The line is
 * cleared at the end.
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

/** The task failed; the message says why. The exit code is 1. */
export class Failure extends Error {
  override readonly name = 'Failure'
}

/** The command line, or a file that it names, is wrong. The exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
