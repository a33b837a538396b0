import type { Writable } from 'node:stream'

// What may wait to be read. A reader that stands still must not fill the memory of the mock.
const mostWaitingBytes = 1_048_576

/**
 * Lines on their way to a stream: those of one turn go together, and those that a slow reader leaves waiting beyond
 * 1 MiB are left out and counted. A stream that is gone ends the lines, not the mock.
 */
export class LogOutput {
  readonly #stream: Writable
  readonly #tellLeftOut: (lines: number) => string
  #pending = ''
  #leftOut = 0

  /** @param tellLeftOut makes the line that says how many lines are missing */
  constructor(stream: Writable, tellLeftOut: (lines: number) => string) {
    this.#stream = stream
    this.#tellLeftOut = tellLeftOut
    // From then on it is not writable, which is all that matters here.
    stream.on('error', () => undefined)
  }

  /** Prints a line. Never throws. */
  print(line: string): void {
    if (!this.#stream.writable) return
    if (this.#stream.writableLength + this.#pending.length > mostWaitingBytes) {
      this.#leftOut++
      return
    }
    if (this.#pending === '') setImmediate(() => this.#flush())
    if (this.#leftOut > 0) this.#pending += `${this.#tellLeftOut(this.#leftOut)}\n`
    this.#leftOut = 0
    this.#pending += `${line}\n`
  }

  /** Hands over what was printed so far. */
  #flush(): void {
    const text = this.#pending
    this.#pending = ''
    if (text !== '' && this.#stream.writable) this.#stream.write(text)
  }
}
