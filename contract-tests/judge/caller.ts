import type { ClauseId } from '../../spec/index.ts'
import { truncateBody } from '../exchange/truncate-body.ts'
import type { Seen } from '../exchange/question.ts'
import type { Finding } from '../verdict/verdict.ts'
import { AnimalFacts, type Change } from './animal-facts.ts'
import { Doubts } from './doubts.ts'
import { FirstLooks } from './first-looks.ts'
import { KeyUse } from './key-use.ts'
import type { Excuse } from '../verdict/facts.ts'

const mostDoubts = 20

const ofAnimals = ['2/pet-id-unique', '1/added-animal-kept', '4.3/same-animal'] as const satisfies readonly ClauseId[]

/** The clauses that exchanges of one caller are compared for. */
export const comparedClauses: readonly ClauseId[] = [...ofAnimals, '5/bearer-key']

/** One key at one address, and what its exchanges show together. */
export class Caller {
  readonly #key = new KeyUse()
  readonly #animals = new AnimalFacts({ isRecorded: true, lagMilliseconds: 5000, timeOf: endOf })
  /** By what has changed; `id` for an id that two animals have. */
  readonly #doubts = new Map<Change | 'id', Doubts>()
  readonly #firstLooks = new FirstLooks(endOf)

  /** What this and earlier exchanges show of the key. */
  findingsOfKey(seen: Seen): readonly Finding[] {
    return this.#key.departuresIn(seen).map((each) => ({ ...each, seen: truncateBody(seen) }))
  }

  /** What this and earlier exchanges show of animals, where nothing else explains it. */
  findingsOfAnimals(seen: Seen): readonly Finding[] {
    const contradictions = this.#animals.contradictions(seen)
    const found = contradictions.flatMap(({ petId, finding, excuses, change }) => {
      const short = { ...finding, seen: truncateBody(finding.seen) }
      return this.#doubtsOf(change ?? 'id').raise(`${petId} ${finding.clause}`, [short], excuses)
    })
    const confirmed = this.#animals.confirmed(seen)
    const withoutReset = confirmed.flatMap(({ petId, number }) =>
      [...this.#doubts.values()].flatMap((doubts) => {
        for (const clause of ofAnimals) doubts.takeBack(`${petId} ${clause}`)
        return doubts.ruleOutReset(number)
      }),
    )
    const withoutPeople = [...this.#firstLooks.add(seen, contradictions, confirmed)].flatMap(([change, share]) =>
      this.#doubtsOf(change).ruleOutPeople(share === 'each' ? undefined : 'people'),
    )
    this.#animals.remember(seen)
    return [...found, ...withoutReset, ...withoutPeople]
  }

  /** What is in doubt. @param explained leaves out what this excuse explains */
  open(explained: Excuse | undefined): readonly Finding[] {
    const known: readonly Excuse[] = explained === undefined ? [] : [explained]
    // Somebody may change a status (section 3), which says nothing against the service.
    const open = [...this.#doubts].flatMap(([change, doubts]) =>
      doubts.open(change === 'status' ? [...known, 'people'] : known),
    )
    return [...this.#key.open, ...open]
  }

  #doubtsOf(change: Change | 'id'): Doubts {
    const doubts = this.#doubts.get(change) ?? new Doubts(mostDoubts)
    this.#doubts.set(change, doubts)
    return doubts
  }
}

function endOf({ exchange }: Seen): number {
  return exchange.sentAtMilliseconds + exchange.tookMilliseconds
}
