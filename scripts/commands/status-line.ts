import type { Shell } from './shell.ts'

const emptyLine = '\r\u001B[K'

/** How things stand: one line of a terminal that changes, or lines of a log. */
export class StatusLine {
  readonly #print: (text: string) => void
  readonly #columns: number | undefined
  #isShown = false

  constructor({ err, columns }: Pick<Shell, 'err' | 'columns'>) {
    this.#print = err
    this.#columns = columns
  }

  get isTerminal(): boolean {
    return this.#columns !== undefined
  }

  /** Takes the place of what was shown before; a log keeps both. */
  show(text: string): void {
    if (this.#columns === undefined) return this.say(text)
    this.#print(`${emptyLine}${text.slice(0, Math.max(10, this.#columns - 1))}`)
    this.#isShown = true
  }

  /** Prints a line that stays. */
  say(text: string): void {
    this.clear()
    this.#print(`${text}\n`)
  }

  /** Leaves the line of the terminal empty. */
  clear(): void {
    if (this.#isShown) this.#print(emptyLine)
    this.#isShown = false
  }
}
