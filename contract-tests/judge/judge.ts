// Decides when what contradicts earlier answers about animals counts. Read it first, then animal-facts.ts, doubts.ts and
// sources.ts. Beside them, each for itself: tallies.ts, key-use.ts, quota.ts, readings.ts. traffic-judge.ts puts all together
// for a recording, session/session.ts for a run.
import type { ClauseId } from '../../spec/index.ts'
import { truncateBody } from '../exchange/truncate-body.ts'
import { type Seen, asks } from '../exchange/question.ts'
import type { Excuse } from '../verdict/facts.ts'
import type { Reading } from '../verdict/sentences.ts'
import type { Finding } from '../verdict/verdict.ts'
import { AnimalFacts, type Contradiction, backAgain } from './animal-facts.ts'
import { Doubts, type OpenDoubt, isSettled } from './doubts.ts'
import { FirstLooks } from './first-looks.ts'
import { type Source, thresholds } from './sources.ts'

/** The clauses that answers about animals are compared for. */
export const animalClauses: readonly ClauseId[] = ['2/pet-id-unique', '1/added-animal-kept', '4.3/same-animal']

/**
 * Judges what the answers to one key show of animals, whoever asked: a run, its random sequences, or the client of a recording.
 * It asks nothing. `AnimalFacts` decides what contradicts an earlier answer, and what else could explain it. Such a doubt waits
 * here until each of its excuses is lifted: a recording waits for later exchanges, a run asks further questions.
 */
export class Judge {
  readonly #source: Source
  readonly #facts: AnimalFacts
  readonly #doubts: Doubts
  readonly #firstLooks = new FirstLooks()
  #settled: Finding[] = []

  constructor(source: Source) {
    this.#source = source
    this.#facts = new AnimalFacts(source)
    this.#doubts = new Doubts(thresholds.mostDoubts)
  }

  /** Requests that were refused, by the name of the animal that they must not have added. */
  get refused(): Map<string, Seen> {
    return this.#facts.refused
  }

  /**
   * Compares an answer with all earlier ones, and remembers it.
   * @param first the first exchange that was sent at once with it
   * @returns the doubts that it raises; the same question, asked later, may settle them
   */
  see(seen: Seen, first = seen.number): readonly OpenDoubt[] {
    if (this.#source === 'run' && this.#isSecondLook(seen)) return []
    const contradictions = this.#facts.contradictions(seen, first)
    const raised = contradictions.map((each) => this.#raise(each, seen))
    if (this.#source === 'recording') this.#liftByWaiting(seen, contradictions)
    this.#facts.remember(seen)
    return raised.filter((doubt) => !isSettled(doubt))
  }

  /** Lifts an excuse of the doubts that this is about. @param reading if it is not quite ruled out */
  lift(excuse: Excuse, isAbout: (doubt: OpenDoubt) => boolean, reading?: Reading): void {
    this.#settled.push(...this.#doubts.lift(excuse, isAbout, reading))
  }

  /** Takes an animal as a doubt shows it, because somebody may have changed it. The doubt stays. */
  accept(doubt: OpenDoubt): void {
    this.#facts.accept(doubt)
  }

  /** What has been settled since this was last asked. */
  findings(): readonly Finding[] {
    const settled = this.#settled
    this.#settled = []
    return settled
  }

  /** What is not settled. @param explained leaves out what this excuse explains */
  open(explained?: Excuse): readonly Finding[] {
    return this.#doubts.open(
      ({ change, excuses }) =>
        (explained !== undefined && excuses.has(explained)) ||
        // Somebody may change a status (section 3), which says nothing against the service.
        (change === 'status' && excuses.has('people')),
    )
  }

  /** What may have been done by people, but to several animals of a run, so that it is worth a warning: the latest of each change. */
  get frequent(): readonly OpenDoubt[] {
    const byPeople = this.#doubts.about(({ excuses, fact }) => excuses.has('people') && fact?.isAdded === true)
    return [...Map.groupBy(byPeople, ({ change }) => change).values()].flatMap((doubts) =>
      new Set(doubts.map(({ petId }) => petId)).size < thresholds.fewestChanged ? [] : doubts.slice(-1),
    )
  }

  #raise({ finding, excuses, ...about }: Contradiction, { number }: Seen): OpenDoubt {
    const { petId, change } = about
    // A run looks into each one by itself.
    const which = this.#source === 'run' ? number : `${change} ${finding.clause}`
    const short = { ...finding, seen: truncateBody(finding.seen) }
    const doubt = this.#doubts.raise(`${which} ${petId}`, short, excuses, about)
    if (isSettled(doubt)) this.#settled.push({ ...short, reading: doubt.reading })
    return doubt
  }

  /** Whether this is asked again about a missing animal. If it is back, the 404 was wrong, unless it was just on its way. */
  #isSecondLook(seen: Seen): boolean {
    if (!asks(seen, 'pet')) return false
    const { petId } = seen.question
    const missing = this.#doubts.about((doubt) => doubt.change === 'missing' && doubt.petId === petId)
    for (const doubt of missing) {
      const { finding, excuses } = doubt
      if (seen.status === 404) doubt.finding = { ...finding, received: { is: 404, and: 'later' }, seen }
      if (seen.status !== 200) continue
      if (!excuses.has('lag')) this.#settled.push(backAgain(finding, seen.number))
      this.#doubts.takeBack((each) => each === doubt)
    }
    return missing.length > 0 && seen.status === 404
  }

  /** Lifts what this answer rules out: a good one takes back doubts about its animals, and shows that no data was put back. */
  #liftByWaiting(seen: Seen, contradictions: readonly Contradiction[]): void {
    const confirmed = this.#facts.confirmed(seen)
    const fine = new Map(confirmed.map(({ petId, number }) => [petId, number]))
    if (fine.size > 0) {
      this.#doubts.takeBack(({ petId }) => petId !== undefined && fine.has(petId))
      const earliest = Math.min(...fine.values())
      this.lift('reset', ({ finding }) => earliest < finding.seen.number)
    }
    for (const [change, share] of this.#firstLooks.add(seen, contradictions, confirmed))
      this.lift('people', (doubt) => doubt.change === change, share === 'each' ? undefined : 'people')
  }
}
