import type { Pet } from '../../spec/index.ts'
import type { AnimalsChange } from './animals.ts'
import { NoRoomError } from './storage-error.ts'

/** Bytes that several users share. */
export interface ByteBudget {
  usedBytes: number
  readonly mostBytes: number
}

/** Limits the memory of one sandbox's animals, of its recorded replies, or of a snapshot: spec/decisions/0011-room-for-animals.md. */
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

const longName = 1000

/**
 * What an animal may take: its positions in the lists, its name, and that name as JSON. A long name counts as much as a
 * page of it takes, which is made in one go while all other calls wait.
 */
export function bytesOf({ name }: Pick<Pet, 'name'>): number {
  return 256 + name.length * (name.length > longName ? 100 : 4)
}

export function bytesOfChange({ own }: AnimalsChange): number {
  return own.reduce((sum, [, pet]) => sum + bytesOf(pet), 0)
}
