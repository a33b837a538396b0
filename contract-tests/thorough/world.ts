import fc from 'fast-check'
import type { ClauseId, Int64, PetStatus } from '../../spec/index.ts'
import { petsIn, type SeenPet, show } from '../checks/pets.ts'
import type { Catalogue } from '../session/catalogue.ts'
import { broken } from '../verdict/verdict.ts'
import type { Finding } from '../verdict/finding.ts'
import { type Question, type Seen, listIn } from '../exchange/question.ts'
import { BudgetSpent, GaveUp, type Session, askAll } from '../session/session.ts'
import { Asking, type Turn } from './asking.ts'

/** What is known of an animal, and the answer that showed it. */
interface Fact {
  readonly name: string
  readonly categoryId: Int64
  readonly status: PetStatus | undefined
  readonly seen: Seen
  /** The run added it, so nobody else changes or removes it. */
  readonly isAdded: boolean
  readonly atMilliseconds: number
}

/** A departure from the interface, and the requests that led to it, the last one included. */
export interface Failure {
  readonly finding: Finding
  /** Another client, a lag or a bad moment could explain it. */
  readonly mayPass: boolean
  readonly sequence: readonly string[]
}

class Departed extends Error {
  override readonly name = 'Departed'
  readonly failure: Omit<Failure, 'sequence'>

  constructor(finding: Finding, mayPass = false) {
    super(finding.clause)
    this.failure = { finding, mayPass }
  }
}

// What was added may take a while to be there everywhere.
const settledAfterMilliseconds = 10_000

/** A model of the deployment: what its answers showed so far, which no later answer must contradict. */
export class World {
  /** Why nothing can be asked any more. */
  ended: GaveUp | undefined
  readonly #session: Session
  readonly #catalogue: Catalogue
  readonly #asking: Asking
  readonly #facts = new Map<Int64, Fact>()
  readonly #looked = new Set<Finding>()
  readonly #known = new Set<string>()
  #sequence: string[] = []

  constructor(catalogue: Catalogue) {
    this.#session = catalogue.session
    this.#catalogue = catalogue
    this.#asking = new Asking(catalogue)
  }

  /** Learns what the run saw before. */
  async begin(): Promise<void> {
    for (const { seen } of this.#catalogue.added) this.#learn(seen, true)
    this.#learn(await this.#catalogue.first(), false)
    for (const finding of this.#freshFindings()) this.know(finding)
  }

  get isOver(): boolean {
    return this.ended !== undefined || this.#session.requestsLeft <= 0
  }

  /** What was reported need not be found again. */
  know({ clause, seen }: Finding): void {
    this.#known.add(`${clause} ${seen.question.operation}`)
  }

  /** Plays turns until one of them shows a departure that is not known. */
  async play(turns: Iterable<fc.AsyncCommand<World, undefined>>): Promise<Failure | undefined> {
    this.#sequence = []
    const departed = await this.#until(() => fc.asyncModelRun(() => ({ model: this, real: undefined }), turns))
    return departed && { ...departed.failure, sequence: this.#sequence }
  }

  /** The failure by its last request alone, if that shows it when it is sent again. */
  async alone({ finding, mayPass }: Failure): Promise<Failure | undefined> {
    const { clause, seen } = finding
    if (!this.isOver) await this.#until(() => this.#session.ask(seen.question))
    const isSame = this.#freshFindings().some((one) => one.clause === clause)
    return isSame ? { finding, mayPass, sequence: [lineOf(seen)] } : undefined
  }

  /** Does something until it departs from the interface, or nothing more can be asked. */
  async #until(act: () => Promise<unknown>): Promise<Departed | undefined> {
    try {
      await act()
    } catch (error) {
      if (error instanceof Departed) return error
      if (error instanceof GaveUp) this.ended = error
      else if (!(error instanceof BudgetSpent)) throw error
    }
    return undefined
  }

  /** Sends the requests of a turn, at once where the quota has room for them, and looks at the answers. */
  async take({ steps, isOnNewConnection }: Turn): Promise<void> {
    const session = this.#session
    const questions: Question[] = []
    for (const step of steps) {
      const question = await this.#asking.questionOf(step)
      if (question !== undefined) questions.push({ ...question, isOnNewConnection })
    }
    const first = session.requests + 1
    const stable = session.unstable.length
    const isAtOnce = questions.length > 1 && session.hasRoomFor(questions.length)
    const asking = questions.map((question) => () => session.ask(question))
    const answers = await askAll(asking, isAtOnce)
    const how = `${isOnNewConnection ? ' (new connection)' : ''}${isAtOnce ? ' (at once)' : ''}`
    for (const seen of answers) this.#sequence.push(`${lineOf(seen)}${how}`)
    for (const seen of answers) this.#judge(seen, first)
    for (const seen of answers) await this.#lookForMissing(seen)
    const found = this.#freshFindings().find(({ clause, seen }) => !this.#isKnown(clause, seen))
    if (found !== undefined) throw new Departed(found)
    const failed = session.unstable.slice(stable).find(({ seen: { status = 0 } }) => status >= 500)?.seen
    const [clause] = failed?.question.breaks ?? []
    if (isAtOnce && failed !== undefined && clause !== undefined)
      this.#departPerhaps(failed, clause, 'an answer to each of several requests at once', `status ${failed.status}`)
  }

  /** Compares an answer with what is known. @param first the number of the first request of its turn */
  #judge(seen: Seen, first: number): void {
    const { question, status } = seen
    const name = /"name":"([^"]+)"/.exec(question.body ?? '')?.[1]
    if ((question.asks === 'invalid' && status === 400) || (question.asks === 'unauthorized' && status === 401))
      if (name !== undefined) this.#catalogue.refused.set(name, seen)
    if (question.credential !== 'valid') return
    this.#catalogue.learn(seen)
    for (const pet of petsIn(seen)) this.#compare(pet, seen, first)
    const wanted = listIn(seen)?.status
    const isOther = (pet: SeenPet): boolean => pet.status !== wanted && (pet.status !== undefined || !pet.hasStatus)
    const other = wanted === undefined ? undefined : petsIn(seen).find(isOther)
    this.#learn(seen, question.asks === 'create')
    // Where the same list is fine when it is asked for again, what came before it may have made the difference.
    if (other !== undefined) this.#departPerhaps(seen, '4.1/status-filter', `animals that are ${wanted}`, show(other))
  }

  #compare(pet: SeenPet, seen: Seen, first: number): void {
    const isCreated = seen.question.asks === 'create'
    const refused = this.#catalogue.refused.get(pet.name ?? '')
    if (refused !== undefined && !isCreated) {
      const clause = refused.status === 401 ? '5/refused-does-nothing' : '4.2/invalid-not-added'
      this.#depart(refused, clause, `no animal, because the answer was ${refused.status}`, `it is there as ${pet.id}`)
    }
    const fact = pet.id === undefined ? undefined : this.#facts.get(pet.id)
    if (fact === undefined) return
    const shown = `as request ${fact.seen.number} showed it`
    const another = `id ${pet.id} of another animal, ${shown}`
    if (isCreated && (fact.isAdded || fact.seen.number < first))
      this.#depart(seen, '2/pet-id-unique', 'an id that no other animal has', another)
    const isStatusKnown = fact.isAdded && fact.status !== undefined
    const member = (['name', 'categoryId', 'status'] as const).find(
      (one) => pet[one] !== undefined && pet[one] !== fact[one] && (one !== 'status' || isStatusKnown),
    )
    if (member === undefined) return
    const expected = `${member}: ${show(fact[member])} for animal ${pet.id}, ${shown}`
    this.#depart(seen, '4.3/same-animal', expected, `${member}: ${show(pet[member])}`)
  }

  #learn(seen: Seen, isAdded: boolean): void {
    const atMilliseconds = this.#session.options.clock.now()
    for (const { id, name, categoryId, status } of petsIn(seen)) {
      if (id === undefined || name === undefined || categoryId === undefined) continue
      if (isAdded || !this.#facts.has(id))
        this.#facts.set(id, { name, categoryId, status, seen, isAdded, atMilliseconds })
    }
  }

  /** A known animal that getPet does not find is gone, or was gone for a moment. */
  async #lookForMissing(seen: Seen): Promise<void> {
    const { question, status } = seen
    if (question.asks !== 'pet' || question.about !== 'known' || status !== 404) return
    const fact = this.#facts.get(question.petId)
    if (fact === undefined || this.#isKnown('4.3/answers-pet', seen)) return
    const isSettled =
      !fact.isAdded || this.#session.options.clock.now() - fact.atMilliseconds > settledAfterMilliseconds
    const later = await this.#session.askAgain(seen, (again) => again.status === 200)
    const expected = `200 for the id ${question.petId}, as in request ${fact.seen.number}`
    const back = `status 404, and 200 again in request ${later.number}`
    if (later.status === 200 && isSettled) this.#depart(seen, '4.3/answers-pet', expected, back)
    if (later.status === 404 && fact.isAdded)
      this.#depart(later, '1/added-animal-kept', expected, 'status 404, also some seconds later', ['4.3/answers-pet'])
  }

  #depart(seen: Seen, clause: ClauseId, expected: string, received: string, also: readonly ClauseId[] = []): void {
    if (!this.#isKnown(clause, seen)) throw new Departed(broken(seen, clause, expected, received, also).finding)
  }

  /** The same where another client, a lag or a bad moment could explain it. */
  #departPerhaps(seen: Seen, clause: ClauseId, expected: string, received: string): void {
    if (!this.#isKnown(clause, seen)) throw new Departed(broken(seen, clause, expected, received).finding, true)
  }

  #isKnown(clause: ClauseId, { question }: Seen): boolean {
    return this.#known.has(`${clause} ${question.operation}`)
  }

  /** What checks found since the last look. */
  #freshFindings(): readonly Finding[] {
    const found = this.#session.tallies.findings.filter((one) => !this.#looked.has(one))
    for (const finding of found) this.#looked.add(finding)
    return found
  }
}

function lineOf({ exchange: { request, problem }, question, status }: Seen): string {
  const body = request.body === undefined ? '' : ` ${request.body.slice(0, 200)}`
  const key = question.credential === 'valid' ? '' : ` (key: ${question.credential})`
  return `${request.method} ${question.path}${body}${key} → ${status ?? problem?.kind}`
}
