import type { Int64 } from '../../spec/index.ts'
import type { Seen } from '../exchange/question.ts'
import type { Change, Contradiction, Fact } from './animal-facts.ts'

// People change some animals, at any time. A service changes each one at once, or each one of a kind.
const mostMilliseconds = 1000
const fewestWrong = 3
// Where none was fine.
const fewestOfAll = 2
const leastShareWrong = 0.25

/** How animals look when they are seen for the first time after they were added: spec/decisions/0198-people-in-the-shop.md. */
export class FirstLooks {
  readonly #wrong = new Map<Change, Set<Int64>>()
  /** What happened to animals that had been seen as they were added. */
  readonly #later = new Set<Change>()
  readonly #timeOf: (seen: Seen) => number
  #fine = 0

  constructor(timeOf: (seen: Seen) => number) {
    this.#timeOf = timeOf
  }

  /** Adds what an exchange shows. @returns the changes that people cannot have made */
  add(seen: Seen, wrong: readonly Contradiction[], fine: readonly { readonly fact: Fact }[]): readonly Change[] {
    for (const { fact } of fine) if (this.#isSoon(fact, seen)) this.#fine++
    for (const { petId, change, fact } of wrong) {
      if (change === undefined || fact === undefined) continue
      if (fact.shownBy !== undefined) this.#later.add(change)
      else if (this.#isSoon(fact, seen)) this.#wrong.set(change, (this.#wrong.get(change) ?? new Set()).add(petId))
    }
    return [...this.#wrong.keys()].filter((change) => this.#isOfService(change))
  }

  #isSoon({ shownBy, atMilliseconds }: Fact, seen: Seen): boolean {
    return shownBy === undefined && this.#timeOf(seen) - atMilliseconds < mostMilliseconds
  }

  #isOfService(change: Change): boolean {
    const { size = 0 } = this.#wrong.get(change) ?? {}
    const isOften = this.#fine === 0 ? size >= fewestOfAll : size >= fewestWrong
    return isOften && !this.#later.has(change) && size / (size + this.#fine) >= leastShareWrong
  }
}
