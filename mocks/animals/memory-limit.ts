import type { Pet } from '../../spec/index.ts'
import type { AnimalsChange } from './animals.ts'
import { NoRoomError } from './storage-error.ts'

/** Bytes that several users share. */
export interface ByteBudget {
  usedBytes: number
  readonly mostBytes: number
}

/** The room that the animals of one sandbox may take, or its recorded replies, or a snapshot: spec/decisions/0011-room-for-animals.md. */
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

  /** What is there already stays, however much it is. */
  set usedBytes(bytes: number) {
    this.#all.usedBytes += bytes - this.#usedBytes
    this.#usedBytes = bytes
  }

  /** @throws {NoRoomError} when there is no room for so many bytes more */
  check(moreBytes: number): void {
    if (moreBytes <= 0) return
    if (this.#usedBytes + moreBytes > this.#mostBytes)
      throw noRoom('this sandbox', this.#mostBytes, '--room, roomBytes')
    const { usedBytes, mostBytes } = this.#all
    if (usedBytes + moreBytes > mostBytes) throw noRoom('all sandboxes', mostBytes, '--all-room, allRoomBytes')
  }

  /** Another room of the same size, which counts towards the same whole. */
  beside(): MemoryLimit {
    return new MemoryLimit(this.#mostBytes, this.#all)
  }

  /** Gives everything back. What calls on their way still add counts no more. */
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
 * What an animal may take: its places in the lists, its name, and that name as JSON. A long name takes as much as it does
 * in a page, which is made in one go while everybody else waits.
 */
export function bytesOf({ name }: Pick<Pet, 'name'>): number {
  return 256 + name.length * (name.length > longName ? 100 : 4)
}

export function bytesOfChange({ own }: AnimalsChange): number {
  return own.reduce((sum, [, pet]) => sum + bytesOf(pet), 0)
}
