import type { ByteBudget } from '../animals/memory-limit.ts'

/**
 * The latest texts, bounded in number and in bytes of UTF-8. They are kept in one array of bytes, because a garbage
 * collector is slow with many texts that live for a thousand calls: spec/decisions/0008-journal-in-bytes.md. If the budget
 * is used up, the ring goes on with the bytes that it has.
 */
export class TextRing {
  readonly #maxTexts: number
  readonly #maxBytes: number
  readonly #budget: ByteBudget
  #bytes = new Uint8Array(0)
  /** Where each text begins and how long it is, in turns; a ring of pairs. */
  readonly #places: Float64Array
  #first = 0
  #length = 0
  /** Where the next text begins, if there is room. */
  #end = 0

  constructor(maxTexts: number, maxBytes: number, budget: ByteBudget = { usedBytes: 0, mostBytes: maxBytes }) {
    this.#maxTexts = maxTexts
    this.#maxBytes = maxBytes
    this.#budget = budget
    this.#places = new Float64Array(2 * maxTexts)
  }

  get length(): number {
    return this.#length
  }

  /**
   * Adds a text, and drops the oldest ones if there is no room. A text larger than the whole ring is not kept.
   * @param head bytes that stand before it
   * @param tail bytes of a text that goes on after it
   */
  add(text: string, head: Uint8Array = noBytes, tail: Uint8Array = noBytes): void {
    // UTF-8 is never shorter than the text, so a text that is too long need not be encoded.
    if (text.length > this.#maxBytes) return
    const encoded = encode(text)
    const textEnd = head.length + encoded.length
    const size = textEnd + tail.length
    if (size > this.#maxBytes) return
    if (this.#length === this.#maxTexts) this.#dropOldest()
    if (this.#end + size > this.#bytes.length) this.#makeRoom(size)
    if (this.#end + size > this.#bytes.length) return
    this.#dropUpTo(this.#end + size)
    this.#bytes.set(head, this.#end)
    this.#bytes.set(encoded, this.#end + head.length)
    if (tail.length > 0) this.#bytes.set(tail, this.#end + textEnd)
    const slot = this.#slot(this.#length++)
    this.#places[slot] = this.#end
    this.#places[slot + 1] = size
    this.#end += size
  }

  /**
   * The text at that index; 0 is the oldest.
   * @param head is filled with the bytes that stand before it
   * @throws {RangeError} when no text has this index
   */
  at(index: number, head: Uint8Array = noBytes): string {
    if (!(index >= 0 && index < this.#length)) throw new RangeError('No such text')
    const start = this.#start(index)
    const textStart = start + head.length
    head.set(this.#bytes.subarray(start, textStart))
    return decoder.decode(this.#bytes.subarray(textStart, start + (this.#places[this.#slot(index) + 1] ?? 0)))
  }

  clear(): void {
    this.#budget.usedBytes -= this.#bytes.length
    this.#bytes = new Uint8Array(0)
    this.#first = 0
    this.#length = 0
    this.#end = 0
  }

  #slot(index: number): number {
    return 2 * ((this.#first + index) % this.#maxTexts)
  }

  #start(index: number): number {
    return this.#places[this.#slot(index)] ?? 0
  }

  #dropOldest(): void {
    this.#first = (this.#first + 1) % this.#maxTexts
    this.#length--
  }

  /** Grows if that is allowed. If not, drops the texts behind the end, and goes on at the beginning. */
  #makeRoom(size: number): void {
    const wanted = Math.min(this.#maxBytes, Math.max(firstBytes, 2 * this.#bytes.length, this.#end + size))
    const more = wanted - this.#bytes.length
    if (more > 0 && this.#budget.usedBytes + more <= this.#budget.mostBytes) {
      this.#budget.usedBytes += more
      const bytes = new Uint8Array(wanted)
      bytes.set(this.#bytes)
      this.#bytes = bytes
    }
    if (this.#end + size <= this.#bytes.length) return
    while (this.#length > 0 && this.#start(0) >= this.#end) this.#dropOldest()
    this.#end = 0
  }

  /** Drops the texts that the next one will overwrite. */
  #dropUpTo(end: number): void {
    while (this.#length > 0 && this.#start(0) >= this.#end && this.#start(0) < end) this.#dropOldest()
  }
}

const firstBytes = 16 * 1024

const noBytes = new Uint8Array(0)

/** Shared, because making one takes longer than encoding a small text. */
export const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

// Shared by all rings, because its content is copied at once.
let scratch = new Uint8Array(firstBytes)
const mostScratchBytes = 1024 * 1024

/** The bytes of a text, which lie in the scratch bytes until the next call. */
function encode(text: string): Uint8Array {
  const { read, written } = encoder.encodeInto(text, scratch)
  if (read === text.length) return scratch.subarray(0, written)
  if (text.length * 3 > mostScratchBytes) return encoder.encode(text)
  scratch = new Uint8Array(text.length * 3)
  return scratch.subarray(0, encoder.encodeInto(text, scratch).written)
}
