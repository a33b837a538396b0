import type { IncomingMessage } from 'node:http'

/** What an exchange takes beside its headers and bodies, about. */
const bytesOfExchange = 2000
/** What a text takes beside its characters. */
const bytesOfText = 32

/** The memory that everything kept of the traffic has together, until it is judged: spec/decisions/0148-one-budget-of-the-proxy.md. */
export class Budget {
  usedBytes = 0
  readonly mostBytes: number

  constructor(mostBytes: number) {
    this.mostBytes = mostBytes
  }

  /** Takes room, if there is so much. */
  take(bytes: number): boolean {
    if (this.usedBytes + bytes > this.mostBytes) return false
    this.usedBytes += bytes
    return true
  }

  give(bytes: number): void {
    this.usedBytes -= bytes
  }
}

/** What the headers of a message take. */
export function headBytes({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length + bytesOfText, 0)
}

/** What is kept of one exchange: all of it that is judged, or nothing once something finds no room. */
export class Kept {
  /** What it takes of the budget. */
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

  /** Counts what node:http holds of a message, and makes a copy of its body while it flows by. */
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

  /** Copies nothing more: what is left of a request after its answer is not judged. */
  end(): void {
    for (const copy of this.#copies) copy.forget()
  }

  #lose(): void {
    this.end()
    this.give(this.bytes)
  }
}

/** A copy of a body, in one array: pieces as they come may each hold far more memory than they have bytes. */
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
    // Twice as much each time, so that bytes are not copied again and again.
    const room = Math.min(Math.max(length, 2 * bytes.byteLength), this.#mostBytes)
    if (!this.#kept.take(room - bytes.byteLength)) return
    // The memory of the smaller one is free at once, not when garbage is collected.
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
