// Decides, in a recording, whether people in the shop may have changed new animals.
import type { Int64 } from '../../../spec/index.ts'
import type { Seen } from '../../exchange/question.ts'
import type { Evidence } from '../../judge/evidence.ts'
import type { Change, Contradiction, Fact } from '../../judge/animal-facts.ts'
import { endOf, thresholds } from '../../judge/sources.ts'

const { mostMilliseconds, fewestWrong, leastShareWrong } = thresholds.firstLooks

/** What first looks show of a change: each animal is wrong, or many are. */
type OfFirstLooks = Extract<Evidence, 'new-ones-wrong' | 'some-new-ones-wrong'>

/**
 * How animals look when they are seen for the first time after they were added. People change some animals, at any time; a service
 * changes every animal at once, or every one of a kind: spec/decisions/0227-people-or-the-service.md.
 */
export class FirstLooks {
  readonly #wrong = new Map<Change, Set<Int64>>()
  /** Changes of animals that an earlier look still showed as they were added. */
  readonly #later = new Set<Change>()
  #fine = 0

  /** Adds what an exchange shows. @returns the changes that people are not likely to have made */
  add(
    seen: Seen,
    wrong: readonly Contradiction[],
    fine: readonly { readonly fact: Fact }[],
  ): ReadonlyMap<Change, OfFirstLooks> {
    const isSoon = ({ shownBy, atMilliseconds }: Fact): boolean =>
      shownBy === undefined && endOf(seen) - atMilliseconds < mostMilliseconds
    for (const { fact } of fine) if (isSoon(fact)) this.#fine++
    for (const { petId, change, fact } of wrong) {
      if (change === undefined || fact === undefined) continue
      if (fact.shownBy !== undefined) this.#later.add(change)
      else if (isSoon(fact)) this.#wrong.set(change, (this.#wrong.get(change) ?? new Set()).add(petId))
    }
    return new Map([...this.#wrong].flatMap(([change, { size }]) => this.#shareOf(change, size)))
  }

  #shareOf(change: Change, wrong: number): readonly (readonly [Change, OfFirstLooks])[] {
    if (wrong < fewestWrong || this.#later.has(change)) return []
    if (this.#fine === 0) return [[change, 'new-ones-wrong']]
    return wrong / (wrong + this.#fine) < leastShareWrong ? [] : [[change, 'some-new-ones-wrong']]
  }
}
