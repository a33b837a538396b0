import type { Item, ItemsDifference } from './items.ts'
import { NoRoomError } from './storage-error.ts'

/** Bytes that several users share. */
export interface ByteBudget {
  usedBytes: number
  readonly mostBytes: number
}

/** Limits the memory of one sandbox's animals, of its recorded replies, or of a snapshot: spec/decisions/0011-room-for-animals-and-sandboxes.md. */
export class MemoryLimit {
  readonly #mostBytes: number
  #all: ByteBudget
  #usedBytes = 0

  constructor(mostBytes: number, all: ByteBudget) {
    this.#mostBytes = mostBytes
    this.#all = all
  }

  get usedBytes(): number {
    return this.#usedBytes
  }

  /** May exceed the limit: what is there already stays. */
  set usedBytes(bytes: number) {
    this.#all.usedBytes += bytes - this.#usedBytes
    this.#usedBytes = bytes
  }

  /** @throws {NoRoomError} when so many bytes more would exceed the limit */
  check(moreBytes: number): void {
    if (moreBytes <= 0) return
    if (this.#usedBytes + moreBytes > this.#mostBytes)
      throw noRoom('this sandbox', this.#mostBytes, '--sandbox-bytes, sandboxBytes')
    const { usedBytes, mostBytes } = this.#all
    if (usedBytes + moreBytes > mostBytes) throw noRoom('all sandboxes', mostBytes, '--total-bytes, totalBytes')
  }

  /** Another limit of the same size, with the same total. */
  sibling(): MemoryLimit {
    return new MemoryLimit(this.#mostBytes, this.#all)
  }

  /** Gives everything back. What running calls still add is not counted. */
  close(): void {
    this.usedBytes = 0
    this.#all = { usedBytes: 0, mostBytes: Number.POSITIVE_INFINITY }
  }
}

function noRoom(whose: string, mostBytes: number, option: string): NoRoomError {
  return new NoRoomError(
    `No room is left: the animals and recorded replies of ${whose} may take ${mostBytes.toLocaleString('en')} bytes (${option}). ` +
      'Remove some, reset the sandbox, or start the mock with more room.',
  )
}

const longText = 1000

/**
 * What an item may take: its positions in the lists, its texts but the status (all items share these), and the same as JSON. A long text, such as a name, counts as
 * much as a page of it takes, which is made in one go while all other calls wait.
 */
export function bytesOf(item: object): number {
  let bytes = 256
  for (const member in item) {
    const text: unknown = item[member as keyof typeof item]
    if (typeof text === 'string' && member !== 'status') bytes += text.length * (text.length > longText ? 100 : 4)
  }
  return bytes
}

export function bytesOfDifference({ own }: ItemsDifference<Item>): number {
  return own.reduce((sum, [, item]) => sum + bytesOf(item), 0)
}
