import type { IncomingMessage } from 'node:http'

/** About how many bytes an exchange takes beside its headers and bodies. */
const bytesOfExchange = 2000
/** How many bytes a text takes beside its characters. */
const bytesOfText = 32

/** How many bytes all exchanges may hold together until they are judged: spec/decisions/0080-judging-beside-the-proxy.md. */
export class Budget {
  usedBytes = 0
  readonly mostBytes: number

  constructor(mostBytes: number) {
    this.mostBytes = mostBytes
  }

  /** Takes so many bytes; `false` if they are not there. */
  take(bytes: number): boolean {
    if (this.usedBytes + bytes > this.mostBytes) return false
    this.usedBytes += bytes
    return true
  }

  give(bytes: number): void {
    this.usedBytes -= bytes
  }
}

/** How many bytes the headers of a message take. */
function headBytes({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length + bytesOfText, 0)
}

/** What is kept of one exchange: all that is judged, or nothing if the budget has no room for all of it. */
export class Kept {
  /** How many bytes of the budget it holds. */
  bytes = 0
  isLost = false
  readonly #budget: Budget
  readonly #mostOfBody: number
  readonly #copies: Copy[] = []

  /** @param mostOfBody how many bytes a body may have to be judged */
  constructor(budget: Budget, mostOfBody: number) {
    this.#budget = budget
    this.#mostOfBody = mostOfBody
    this.take(bytesOfExchange)
  }

  /** Counts the headers of a message, and returns a copy of its body, which the caller fills. */
  message(message: IncomingMessage): Copy {
    this.take(headBytes(message))
    const copy = new Copy(this, this.#mostOfBody)
    this.#copies.push(copy)
    return copy
  }

  take(bytes: number): boolean {
    if (this.isLost) return false
    this.isLost = !this.#budget.take(bytes)
    if (this.isLost) this.#lose()
    else this.bytes += bytes
    return !this.isLost
  }

  give(bytes: number): void {
    this.bytes -= bytes
    this.#budget.give(bytes)
  }

  /** Stops copying: the rest of a request is not judged once its answer has come. */
  end(): void {
    for (const copy of this.#copies) copy.forget()
  }

  #lose(): void {
    this.end()
    this.give(this.bytes)
  }
}

/** A copy of a body, in one array: a piece of node:http may hold far more memory than its bytes. */
export class Copy {
  readonly #kept: Kept
  readonly #mostBytes: number
  #bytes: Uint8Array<ArrayBuffer> | undefined = new Uint8Array()
  #length = 0

  constructor(kept: Kept, mostBytes: number) {
    this.#kept = kept
    this.#mostBytes = mostBytes
  }

  add(chunk: Uint8Array): void {
    if (this.#bytes === undefined || this.#kept.isLost) return
    const length = this.#length + chunk.byteLength
    if (length > this.#mostBytes) {
      this.#kept.give(this.#bytes.byteLength)
      return this.forget()
    }
    if (length > this.#bytes.byteLength) this.#grow(this.#bytes, length)
    this.#bytes?.set(chunk, this.#length)
    this.#length = length
  }

  #grow(bytes: Uint8Array<ArrayBuffer>, length: number): void {
    // The room doubles, so that growing copies each byte only a few times.
    const room = Math.min(Math.max(length, 2 * bytes.byteLength), this.#mostBytes)
    if (!this.#kept.take(room - bytes.byteLength)) return
    // A transfer frees the smaller array at once.
    this.#bytes = new Uint8Array(bytes.buffer.transfer(room))
  }

  forget(): void {
    this.#bytes = undefined
  }

  /** The bytes, which may go to another thread; `null` when there were more than are judged. */
  get whole(): Uint8Array<ArrayBuffer> | null {
    return this.#bytes?.subarray(0, this.#length) ?? null
  }
}
