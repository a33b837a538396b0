import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Where a command writes to, and what it knows of the terminal. */
export interface Shell {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** How many characters a line of the terminal has; `undefined` where the output is no terminal. */
  readonly columns: number | undefined
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
const everyMilliseconds = { terminal: 200, log: 5000 }

/** How things stand: one line of a terminal that changes, or lines of a log. */
export class StatusLine {
  readonly #shell: Pick<Shell, 'err' | 'columns'>
  readonly #now: () => number
  #nextAt: number
  #isShown = false

  /** @param now the time in milliseconds, from any beginning */
  constructor(shell: Pick<Shell, 'err' | 'columns'>, now = () => performance.now()) {
    this.#shell = shell
    this.#now = now
    this.#nextAt = now() + firstAfterMilliseconds
  }

  get isTerminal(): boolean {
    return this.#shell.columns !== undefined
  }

  /**
   * After the first second, takes the place of what was shown before, at most five times a second. A log keeps what
   * was shown, and gets a line every five seconds.
   */
  show(text: () => string): void {
    const now = this.#now()
    if (now < this.#nextAt) return
    const { err, columns } = this.#shell
    if (columns === undefined) return this.say(text())
    this.#nextAt = now + everyMilliseconds.terminal
    err(`${emptyLine}${text().slice(0, Math.max(10, columns - 1))}`)
    this.#isShown = true
  }

  /** Prints a line that stays. */
  say(text: string): void {
    this.clear()
    this.#shell.err(`${text}\n`)
    if (!this.isTerminal) this.#nextAt = this.#now() + everyMilliseconds.log
  }

  /** Leaves the line of the terminal empty. */
  clear(): void {
    if (this.#isShown) this.#shell.err(emptyLine)
    this.#isShown = false
  }
}

/** The version of this package. */
export function packageVersion(): string {
  const file = fileURLToPath(import.meta.resolve('animal-store-kit/package.json'))
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return version
}
