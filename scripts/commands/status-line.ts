import type { Shell } from './shell.ts'

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
