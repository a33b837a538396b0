import type { Int64 } from '../../spec/index.ts'
import type { Seen } from '../exchange/question.ts'
import type { Change, Contradiction, Fact } from './animal-facts.ts'

// People change some animals, at any time. A service changes every animal at once, or every one of a kind.
const mostMilliseconds = 1000
const fewestWrong = 3
const leastShareWrong = 0.25

/** How many animals are wrong at the first look. */
type Share = 'each' | 'many'

/** How animals look when they are seen for the first time after they were added: spec/decisions/0227-people-or-the-service.md. */
export class FirstLooks {
  readonly #wrong = new Map<Change, Set<Int64>>()
  /** Changes of animals that an earlier look still showed as they were added. */
  readonly #later = new Set<Change>()
  readonly #timeOf: (seen: Seen) => number
  #fine = 0

  constructor(timeOf: (seen: Seen) => number) {
    this.#timeOf = timeOf
  }

  /** Adds what an exchange shows. @returns the changes that people are not likely to have made */
  add(
    seen: Seen,
    wrong: readonly Contradiction[],
    fine: readonly { readonly fact: Fact }[],
  ): ReadonlyMap<Change, Share> {
    for (const { fact } of fine) if (this.#isSoon(fact, seen)) this.#fine++
    for (const { petId, change, fact } of wrong) {
      if (change === undefined || fact === undefined) continue
      if (fact.shownBy !== undefined) this.#later.add(change)
      else if (this.#isSoon(fact, seen)) this.#wrong.set(change, (this.#wrong.get(change) ?? new Set()).add(petId))
    }
    return new Map([...this.#wrong].flatMap(([change, { size }]) => this.#shareOf(change, size)))
  }

  #isSoon({ shownBy, atMilliseconds }: Fact, seen: Seen): boolean {
    return shownBy === undefined && this.#timeOf(seen) - atMilliseconds < mostMilliseconds
  }

  #shareOf(change: Change, wrong: number): readonly (readonly [Change, Share])[] {
    if (wrong < fewestWrong || this.#later.has(change)) return []
    if (this.#fine === 0) return [[change, 'each']]
    return wrong / (wrong + this.#fine) < leastShareWrong ? [] : [[change, 'many']]
  }
}
