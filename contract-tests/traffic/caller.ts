import type { ClauseId, Int64, OperationId } from '../../spec/index.ts'
import { clausesOf } from '../checks/clauses-of.ts'
import { show } from '../checks/extract.ts'
import { type SeenPet, differences, petOf, petsOf } from '../checks/pets.ts'
import { remaining } from '../probes/remaining.ts'
import type { Seen } from '../run/question.ts'
import { type Problem, problem } from '../run/verdict.ts'

/** An animal as the 201 showed it, as it was sent, and when. */
interface Fact {
  readonly answered: SeenPet
  readonly sent: Partial<Pick<SeenPet, 'name' | 'categoryId' | 'status'>>
  readonly number: number
  readonly atMilliseconds: number
}

/** How often an operation refused a key in turn with others that took it. */
interface Refusals {
  times: number
  hasBeenTakenSince: boolean
}

const mostFacts = 10_000
// What was added may take a while to be there everywhere.
const settledAfterMilliseconds = 5000
// A key may be taken away and given back; not so often.
const fewestRefusals = 3

/** The clauses that several exchanges can show to be broken. */
export const callerClauses: readonly ClauseId[] = [
  '2/pet-id-unique',
  '1/added-animal-kept',
  '4.3/same-animal',
  '5/bearer-key',
  ...remaining.clauses,
]

/**
 * What the answers to one key must not contradict. Others may add and change animals of their own; nothing in the
 * interface changes or removes one that this caller added.
 */
export class Caller {
  readonly #facts = new Map<Int64, Fact>()
  readonly #taken = new Set<OperationId>()
  readonly #refusals = new Map<OperationId, Refusals>()

  /** What an answer shows of animals that contradicts earlier ones. */
  animals(seen: Seen): readonly Problem[] {
    const { question, status, json } = seen
    if (question.asks === 'create' && status === 201) return this.#learn(seen, petOf(json))
    if (question.asks === 'list')
      return (petsOf(seen) ?? []).flatMap((pet) => this.#compare(pet, '1/added-animal-kept'))
    if (question.asks !== 'pet') return []
    const fact = this.#facts.get(question.petId)
    if (status === 200) return this.#compare(petOf(json), '4.3/same-animal')
    if (status !== 404 || fact === undefined) return []
    if (seen.exchange.sentAtMilliseconds - fact.atMilliseconds < settledAfterMilliseconds) return []
    const expected = `200 for the id ${question.petId}, which exchange ${fact.number} added`
    return [problem('1/added-animal-kept', expected, 'status 404', ['4.3/answers-pet'])]
  }

  /** A key that an operation refuses again and again while others take it. */
  key({ question: { operation, credential }, status = 0 }: Seen): readonly Problem[] {
    if (status !== 401) {
      if (credential !== 'valid' || status >= 300) return []
      this.#taken.add(operation)
      this.#refusals.delete(operation)
      for (const refusals of this.#refusals.values()) refusals.hasBeenTakenSince = true
      return []
    }
    if (this.#taken.has(operation) || this.#taken.size === 0) return []
    const { times, hasBeenTakenSince } = this.#refusals.get(operation) ?? { times: 0, hasBeenTakenSince: true }
    const now = times + Number(hasBeenTakenSince)
    this.#refusals.set(operation, { times: now, hasBeenTakenSince: false })
    if (now < fewestRefusals) return []
    const expected = `an answer to the key that ${[...this.#taken].join(' and ')} took before and after`
    return [problem('5/bearer-key', expected, `status 401 from ${operation} each time`, [clausesOf[operation].answers])]
  }

  #learn({ question, number, exchange }: Seen, pet: SeenPet | undefined): readonly Problem[] {
    if (pet?.id === undefined || question.asks !== 'create') return []
    const before = this.#facts.get(pet.id)
    const { sentAtMilliseconds, tookMilliseconds } = exchange
    const atMilliseconds = sentAtMilliseconds + tookMilliseconds
    this.#facts.set(pet.id, { answered: pet, sent: question.animal, number, atMilliseconds })
    const [oldest] = this.#facts.keys()
    if (this.#facts.size > mostFacts && oldest !== undefined) this.#facts.delete(oldest)
    // The same request may have been recorded, or sent, twice.
    if (before === undefined || before.answered.name === pet.name) return []
    const received = `id ${pet.id} of ${show(before.answered.name)}, which exchange ${before.number} added`
    return [problem('2/pet-id-unique', 'an id that no other animal has', received)]
  }

  #compare(pet: SeenPet | undefined, clause: ClauseId): readonly Problem[] {
    const fact = pet?.id === undefined ? undefined : this.#facts.get(pet.id)
    if (fact === undefined || pet === undefined) return []
    const isOf = (known: Fact['sent']): boolean =>
      differences(known, pet).every(({ member }) => member === 'status' && !pet.hasStatus)
    // What the 201 changed is no fault of this answer.
    if (isOf(fact.answered) || isOf(fact.sent)) return []
    const [difference] = differences(fact.answered, pet)
    if (difference === undefined) return []
    const expected = `${difference.expected}, as exchange ${fact.number} added it as ${pet.id}`
    return [problem(clause, expected, difference.received)]
  }
}
