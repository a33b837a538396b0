import type { ClauseId } from '../../spec/index.ts'
import { truncateBody } from '../exchange/truncate-body.ts'
import type { Seen } from '../exchange/question.ts'
import type { Finding } from '../verdict/verdict.ts'
import { AnimalFacts } from './animal-facts.ts'
import { Doubts, type Excuse } from './doubts.ts'
import { KeyUse } from './key-use.ts'

const mostDoubts = 20

const ofAnimals = ['2/pet-id-unique', '1/added-animal-kept', '4.3/same-animal'] as const satisfies readonly ClauseId[]

/** The clauses that exchanges of one caller are compared for. */
export const comparedClauses: readonly ClauseId[] = [...ofAnimals, '5/bearer-key']

/** One key at one address, and what its exchanges show together. */
export class Caller {
  readonly #key = new KeyUse()
  readonly #animals = new AnimalFacts({ isRecorded: true, lagMilliseconds: 5000, timeOf: endOf })
  readonly #doubts = new Doubts(mostDoubts)

  /** What this and earlier exchanges show of the key. */
  findingsOfKey(seen: Seen): readonly Finding[] {
    return this.#key.problemsOf(seen).map((problem) => ({ ...problem, seen: truncateBody(seen) }))
  }

  /** What this and earlier exchanges show of animals, where nothing else explains it. */
  findingsOfAnimals(seen: Seen): readonly Finding[] {
    const found = this.#animals
      .contradictions(seen)
      .flatMap(({ petId, finding, excuses }) =>
        this.#doubts.raise(`${petId} ${finding.clause}`, [{ ...finding, seen: truncateBody(finding.seen) }], excuses),
      )
    const believed = this.#animals.confirmed(seen).flatMap(({ petId, number }) => {
      for (const clause of ofAnimals) this.#doubts.takeBack(`${petId} ${clause}`)
      return this.#doubts.ruleOutReset(number)
    })
    this.#animals.remember(seen)
    return [...found, ...believed]
  }

  /** What is in doubt. @param explained leaves out what this explains */
  open(explained: Excuse | undefined): readonly Finding[] {
    return [...this.#key.open, ...this.#doubts.open(explained)]
  }
}

function endOf({ exchange }: Seen): number {
  return exchange.sentAtMilliseconds + exchange.tookMilliseconds
}
