import type { ClauseId } from '../../spec/index.ts'
import { kept } from '../checks/pets.ts'
import { truncateBody } from '../exchange/truncate-body.ts'
import type { Seen } from '../exchange/question.ts'
import type { Finding } from '../verdict/verdict.ts'
import { AnimalFacts } from './animal-facts.ts'
import { Doubts } from './doubts.ts'
import { FirstLooks } from './first-looks.ts'
import { KeyUse } from './key-use.ts'
import type { Excuse } from '../verdict/facts.ts'

const mostDoubts = 100

const ofAnimals = ['2/pet-id-unique', '1/added-animal-kept', '4.3/same-animal'] as const satisfies readonly ClauseId[]

/** What may have changed; `undefined` for an id that two animals have. */
const topics = [...kept, 'missing', undefined] as const

/** The clauses that exchanges of one caller are compared for. */
export const comparedClauses: readonly ClauseId[] = [...ofAnimals, '5/bearer-key']

/** One key at one address, and what its exchanges show together. */
export class Caller {
  readonly #key = new KeyUse()
  readonly #animals = new AnimalFacts({ isRecorded: true, lagMilliseconds: 5000, timeOf: endOf })
  readonly #doubts = new Doubts(mostDoubts)
  readonly #firstLooks = new FirstLooks(endOf)

  /** What this and earlier exchanges show of the key. */
  findingsOfKey(seen: Seen): readonly Finding[] {
    return this.#key.departuresIn(seen).map((each) => ({ ...each, seen: truncateBody(seen) }))
  }

  /** What this and earlier exchanges show of animals, where nothing else explains it. */
  findingsOfAnimals(seen: Seen): readonly Finding[] {
    const contradictions = this.#animals.contradictions(seen)
    const found = contradictions.flatMap(({ petId, finding, excuses, change: topic }) => {
      const short = { ...finding, seen: truncateBody(finding.seen) }
      return this.#doubts.raise(`${topic} ${petId} ${finding.clause}`, [short], excuses, { topic })
    })
    const confirmed = this.#animals.confirmed(seen)
    const withoutReset = confirmed.flatMap(({ petId, number }) => {
      for (const topic of topics) for (const clause of ofAnimals) this.#doubts.takeBack(`${topic} ${petId} ${clause}`)
      return this.#doubts.lift('reset', ({ finding }) => number < finding.seen.number)
    })
    const withoutPeople = [...this.#firstLooks.add(seen, contradictions, confirmed)].flatMap(([change, share]) =>
      this.#doubts.lift('people', ({ topic }) => topic === change, share === 'each' ? undefined : 'people'),
    )
    this.#animals.remember(seen)
    return [...found, ...withoutReset, ...withoutPeople]
  }

  /** What is in doubt. @param explained leaves out what this excuse explains */
  open(explained: Excuse | undefined): readonly Finding[] {
    const open = this.#doubts.open(
      ({ topic, excuses }) =>
        (explained !== undefined && excuses.has(explained)) ||
        // Somebody may change a status (section 3), which says nothing against the service.
        (topic === 'status' && excuses.has('people')),
    )
    return [...this.#key.open, ...open]
  }
}

function endOf({ exchange }: Seen): number {
  return exchange.sentAtMilliseconds + exchange.tookMilliseconds
}
