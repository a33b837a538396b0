import { Randomness } from '../../fixtures/datasets/randomness.ts'

/** Chances that are the same ones for the same seed and number. */
export class Dice {
  readonly #randomness: Randomness

  /**
   * @param seed a whole number from 0 up to 2^32 - 1
   * @param number which of the many rows of chances that the seed has: a whole number from 0 up to 2^21 - 1
   */
  constructor(seed: number, number: number) {
    this.#randomness = new Randomness(number * 2 ** 32 + seed)
  }

  /** A whole number from 0 up to, and without, `end`. */
  below(end: number): number {
    return Math.floor(this.#randomness.next() * end)
  }

  /** Whether something comes about that does so `share` of all times. */
  chance(share: number): boolean {
    return this.#randomness.next() < share
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  /** One of a list in which each has its weight. */
  weighed<T>(list: readonly (readonly [weight: number, value: T])[]): T {
    let left = this.#randomness.next() * list.reduce((sum, [weight]) => sum + weight, 0)
    return (list.find(([weight]) => (left -= weight) < 0) ?? list.at(-1))?.[1] as T
  }

  /** Any bytes. */
  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }
}
