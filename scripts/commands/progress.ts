const firstAfterMilliseconds = 1000
const everyMilliseconds = { terminal: 200, log: 5000 }
// Asking for the time costs more than making an animal.
const animalsBetweenLooks = 1000

/** Shows how many animals are done, after the first second: in one line of a terminal, or now and then in a log. */
export class Progress {
  /** How many there were so far. */
  count = 0
  readonly #print: (text: string) => void
  readonly #isTerminal: boolean
  readonly #total: number | undefined
  readonly #now: () => number
  #nextAt: number
  #isShown = false

  /** @param now the time in milliseconds, from any beginning */
  constructor(
    print: (text: string) => void,
    isTerminal: boolean,
    total: number | undefined,
    now = () => performance.now(),
  ) {
    this.#print = print
    this.#isTerminal = isTerminal
    this.#total = total
    this.#now = now
    this.#nextAt = now() + firstAfterMilliseconds
  }

  /** One more. */
  advance(): void {
    if (++this.count % animalsBetweenLooks !== 0) return
    const now = this.#now()
    if (now < this.#nextAt) return
    this.#nextAt = now + (this.#isTerminal ? everyMilliseconds.terminal : everyMilliseconds.log)
    this.#isShown = true
    this.#print(this.#isTerminal ? `\r\u001B[K${this.#text()}` : `${this.#text()}\n`)
  }

  /** Leaves the line of the terminal empty. */
  end(): void {
    if (this.#isShown && this.#isTerminal) this.#print('\r\u001B[K')
  }

  #text(): string {
    if (this.#total === undefined || this.#total === 0) return `${this.count} animals`
    return `${this.count} of ${this.#total} animals, ${Math.floor((this.count / this.#total) * 100)} %`
  }
}
