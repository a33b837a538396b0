import type { ClauseId, Int64, OperationId } from '../../spec/index.ts'
import { clausesOf } from '../exchange/clauses-of.ts'
import { differences, petsIn, type SeenPet, show } from '../checks/pets.ts'
import { kept } from '../exchange/kept.ts'
import type { Seen } from '../exchange/question.ts'
import { type Finding, type Problem, problem } from '../verdict/finding.ts'
import { quotaClauses } from './quota.ts'

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

/** What contradicts what is known of an animal, as long as something else could explain it. */
interface Suspicion {
  readonly finding: Finding
  readonly sinceMilliseconds: number
  /** It could be due to the moment, so that it must be seen again. */
  readonly mayPass: boolean
  isSeenAgain: boolean
  /** It, or another one that was added before, is still there, so that the deployment was not reset meanwhile. */
  isNoReset: boolean
}

const mostFacts = 10_000
const mostFactBytes = 1_048_576
const mostSuspicions = 20
const seenAgainAfterMilliseconds = 1000
// What was added may take a while to be there everywhere.
const settledAfterMilliseconds = 5000
// Two animals seldom have so long a beginning in common: spec/decisions/0079-what-traffic-shows.md.
const shortestCut = 16
// A key may be taken away and given back; not so often.
const fewestRefusals = 3

/** The clauses that several exchanges can show to be broken. */
export const callerClauses: readonly ClauseId[] = [
  '2/pet-id-unique',
  '1/added-animal-kept',
  '4.3/same-animal',
  '5/bearer-key',
  ...quotaClauses,
]

/**
 * What the answers to one key must not contradict. Others may add and change animals of their own; nothing in the
 * interface changes or removes one that this caller added.
 */
export class Caller {
  readonly #facts = new Map<Int64, Fact>()
  #factBytes = 0
  readonly #suspicions = new Map<Int64, Suspicion>()
  readonly #taken = new Set<OperationId>()
  readonly #refusals = new Map<OperationId, Refusals>()

  /** What an answer shows of animals that contradicts earlier ones, once nothing else explains it. */
  animals(seen: Seen): readonly Finding[] {
    const { question, status } = seen
    const clause = question.asks === 'pet' ? '4.3/same-animal' : '1/added-animal-kept'
    for (const pet of petsIn(seen)) {
      if (question.asks === 'create') this.#learn(seen, pet, question.animal)
      else this.#compare(pet, clause, seen)
    }
    if (question.asks === 'pet' && status === 404) this.#miss(question.petId, seen)
    return [...this.#suspicions].flatMap(([id, { finding, isNoReset, isSeenAgain, mayPass }]) => {
      if (!isNoReset || (mayPass && !isSeenAgain)) return []
      this.#suspicions.delete(id)
      return [finding]
    })
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

  #learn(seen: Seen, pet: SeenPet, sent: Fact['sent']): void {
    const { number, exchange } = seen
    if (pet.id === undefined) return
    const before = this.#facts.get(pet.id)
    const { sentAtMilliseconds, tookMilliseconds } = exchange
    const atMilliseconds = sentAtMilliseconds + tookMilliseconds
    this.#forget(pet.id)
    const fact = { answered: pet, sent, number, atMilliseconds }
    this.#facts.set(pet.id, fact)
    this.#factBytes += bytesOf(fact)
    for (const oldest of this.#facts.keys()) {
      if (this.#facts.size <= mostFacts && this.#factBytes <= mostFactBytes) break
      this.#forget(oldest)
    }
    // The same request may have been recorded, or sent, twice.
    if (before === undefined || before.answered.name === pet.name) return
    const received = `id ${pet.id} of ${show(before.answered.name)}, which exchange ${before.number} added`
    this.#suspect(pet.id, problem('2/pet-id-unique', 'an id that no other animal has', received), seen, {
      mayPass: false,
    })
  }

  #forget(id: Int64): void {
    const fact = this.#facts.get(id)
    if (fact === undefined) return
    this.#facts.delete(id)
    this.#factBytes -= bytesOf(fact)
  }

  #compare(pet: SeenPet, clause: ClauseId, seen: Seen): void {
    const fact = pet.id === undefined ? undefined : this.#facts.get(pet.id)
    if (fact === undefined || pet.id === undefined) return
    const isOf = (known: Fact['sent']): boolean =>
      differences(known, pet).every(({ member }) => member === 'status' && !pet.hasStatus)
    // What the 201 changed is no fault of this answer.
    const [difference] = isOf(fact.sent) ? [] : differences(fact.answered, pet)
    if (difference === undefined || isOf(fact.answered)) return this.#believe(pet.id, fact)
    const expected = `${difference.expected}, as exchange ${fact.number} added it as ${pet.id}`
    this.#suspect(pet.id, problem(clause, expected, difference.received), seen, { isNoReset: isAlike(fact, pet) })
  }

  #miss(petId: Int64, seen: Seen): void {
    const fact = this.#facts.get(petId)
    if (fact === undefined || seen.exchange.sentAtMilliseconds - fact.atMilliseconds < settledAfterMilliseconds) return
    const expected = `200 for the id ${petId}, which exchange ${fact.number} added`
    this.#suspect(petId, problem('1/added-animal-kept', expected, 'status 404', ['4.3/answers-pet']), seen)
  }

  /** An animal is as it was added: what was suspected of it has passed, and what is suspected of others is no reset. */
  #believe(id: Int64, { number }: Fact): void {
    if (this.#suspicions.get(id)?.mayPass === true) this.#suspicions.delete(id)
    for (const [other, suspicion] of this.#suspicions)
      if (other !== id && number < suspicion.finding.seen.number) suspicion.isNoReset = true
  }

  #suspect(id: Int64, found: Problem, seen: Seen, { mayPass = true, isNoReset = false } = {}): void {
    const now = seen.exchange.sentAtMilliseconds
    const before = this.#suspicions.get(id)
    if (before !== undefined) {
      before.isSeenAgain ||= now - before.sinceMilliseconds >= seenAgainAfterMilliseconds
      before.isNoReset ||= isNoReset
    } else if (this.#suspicions.size < mostSuspicions) {
      const finding = { ...found, seen: kept(seen) }
      this.#suspicions.set(id, { finding, sinceMilliseconds: now, mayPass, isSeenAgain: false, isNoReset })
    }
  }
}

/** Whether an animal that is shown otherwise is the one that was added, and not what others added after a reset. */
function isAlike({ answered }: Fact, { name = '' }: SeenPet): boolean {
  const [added = '', shown] = [answered.name?.toLowerCase(), name.toLowerCase()]
  return shown !== '' && (shown === added || (shown.length >= shortestCut && added.startsWith(shown)))
}

/** Only names can be long. */
function bytesOf({ answered, sent }: Fact): number {
  return String(answered.name).length + (sent.name?.length ?? 0)
}
