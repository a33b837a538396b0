// Decides when a contradiction between answers about animals is reported. Read it first, then animal-facts.ts, doubts.ts,
// evidence.ts and sources.ts. Each for itself: tallies.ts, quota.ts, readings.ts.
import type { ClauseId } from '../../spec/index.ts'
import { truncateBody } from '../exchange/truncate-body.ts'
import { type Seen, asks } from '../exchange/question.ts'
import type { Finding } from '../verdict/verdict.ts'
import { AnimalFacts, type Contradiction, backAgain } from './animal-facts.ts'
import { Doubts, type OpenDoubt, isSettled } from './doubts.ts'
import { type Evidence, evidence } from './evidence.ts'
import type { Source } from './sources.ts'

/** The clauses that answers about animals are compared for. */
export const animalClauses: readonly ClauseId[] = ['2/pet-id-unique', '1/added-animal-kept', '4.3/same-animal']

/**
 * Judges what the answers to one key show of animals, whoever asked: a run, its random sequences, or the client of a recording.
 * It asks nothing. `AnimalFacts` decides what contradicts an earlier answer, and what else could explain it. Such a doubt waits
 * here until evidence has ruled out each of its excuses: `evidence.ts` says which. In a recording, later exchanges bring it
 * (`hearAnswer`). In a run, whoever asks:
 *
 * 1. `see` an answer, which gives the open doubts that it raises;
 * 2. ask further questions, and let the judge `hear` what they show: a doubt with an excuse left is not reported;
 * 3. `facts.accept` what was looked into, so that the next answer is compared with what this one showed: sequences do it at once
 *    with what people may explain;
 * 4. `takeFindings`: the run does so after each probe.
 */
export class Judge {
  readonly #source: Source
  readonly facts: AnimalFacts
  readonly doubts = new Doubts()
  #settled: Finding[] = []

  constructor(source: Source) {
    this.#source = source
    this.facts = new AnimalFacts(source)
  }

  /**
   * Compares an answer with all earlier ones, then remembers it.
   * @param firstOfBatch the number of the first exchange that was sent at once with it
   * @returns the doubts that it raises, without those that are findings already
   */
  see(seen: Seen, firstOfBatch = seen.number): readonly OpenDoubt[] {
    if (this.#source === 'run' && this.#applySecondLook(seen)) return []
    const contradictions = this.facts.contradictions(seen, firstOfBatch)
    const raised = contradictions.map((each) => this.#raise(each, seen))
    this.hearAnswer(seen, contradictions)
    this.facts.remember(seen)
    return raised.filter((doubt) => !isSettled(doubt))
  }

  /** Takes the excuses from doubts that evidence rules out. Those that have no other one are findings now. */
  hear(name: Evidence, doubts: readonly OpenDoubt[]): void {
    const { rulesOut, reading } = evidence[name]
    for (const doubt of doubts) {
      const ruledOut = rulesOut.filter((excuse) => doubt.excuses.delete(excuse))
      if (ruledOut.length === 0) continue
      doubt.reading ??= reading
      if (isSettled(doubt)) this.#settled.push({ ...doubt.finding, reading: doubt.reading })
    }
  }

  /** Hears what the answer itself shows. A run asks further questions instead. */
  protected hearAnswer(_seen: Seen, _contradictions: readonly Contradiction[]): void {}

  /** What has been settled since this was last asked. In a recording, that is told again by each answer that shows it. */
  takeFindings(): readonly Finding[] {
    const settled = this.#settled
    this.#settled = []
    return settled
  }

  #raise({ finding, excuses, ...about }: Contradiction, { number }: Seen): OpenDoubt {
    const { petId, change } = about
    // In a run, each answer has doubts of its own, into which the run looks.
    const which = this.#source === 'run' ? `${number} ` : ''
    const short = { ...finding, seen: truncateBody(finding.seen) }
    const doubt = this.doubts.raise(`${which}${change} ${finding.clause} ${petId}`, short, excuses, about)
    if (isSettled(doubt)) this.#settled.push({ ...short, reading: doubt.reading })
    return doubt
  }

  /**
   * Looks whether an answer is about an animal that was missing before. A 200 takes the doubt back, and the 404 was wrong unless
   * the animal was just on its way. A 404 shows no more than the one before. @returns whether it is such a 404
   */
  #applySecondLook(seen: Seen): boolean {
    if (!asks(seen, 'pet')) return false
    const { petId } = seen.question
    const missing = this.doubts.about((doubt) => doubt.change === 'missing' && doubt.petId === petId)
    for (const doubt of missing) {
      const { finding, excuses } = doubt
      if (seen.status === 404) doubt.finding = { ...finding, received: { is: 404, and: 'later' }, seen }
      if (seen.status !== 200) continue
      if (!excuses.has('lag') && !this.facts.isGivenAfter(petId, finding.seen))
        this.#settled.push(backAgain(finding, seen.number))
      this.doubts.takeBack((each) => each === doubt)
    }
    return missing.length > 0 && seen.status === 404
  }
}
