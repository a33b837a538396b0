import type { StatusLine } from './status-line.ts'

const firstAfterMilliseconds = 1000
const everyMilliseconds = { terminal: 200, log: 5000 }
// Asking for the time costs more than making an animal.
const animalsBetweenLooks = 1000

/** Shows how many animals are done, after the first second: in one line of a terminal, or now and then in a log. */
export class Progress {
  /** How many there were so far. */
  count = 0
  readonly #line: StatusLine
  readonly #total: number | undefined
  readonly #now: () => number
  #nextAt: number

  /** @param now the time in milliseconds, from any beginning */
  constructor(line: StatusLine, total: number | undefined, now = () => performance.now()) {
    this.#line = line
    this.#total = total
    this.#now = now
    this.#nextAt = now() + firstAfterMilliseconds
  }

  /** One more. */
  advance(): void {
    if (++this.count % animalsBetweenLooks !== 0) return
    const now = this.#now()
    if (now < this.#nextAt) return
    this.#nextAt = now + everyMilliseconds[this.#line.isTerminal ? 'terminal' : 'log']
    this.#line.show(this.#text())
  }

  #text(): string {
    if (this.#total === undefined || this.#total === 0) return `${this.count} animals`
    return `${this.count} of ${this.#total} animals, ${Math.floor((this.count / this.#total) * 100)} %`
  }
}
