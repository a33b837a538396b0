// Says, in a recording, what later exchanges show of earlier doubts: nobody can be asked.
import type { Seen } from '../../exchange/question.ts'
import type { Excuse } from '../../verdict/facts.ts'
import type { Finding } from '../../verdict/verdict.ts'
import { type Contradiction, showsEarlier } from '../../judge/animal-facts.ts'
import { type OpenDoubt, isSettled } from '../../judge/doubts.ts'
import { FirstLooks } from './first-looks.ts'
import { Judge } from '../../judge/judge.ts'
import { endOf, thresholds } from '../../judge/sources.ts'

/** The judge of a recording. */
export class RecordedJudge extends Judge {
  readonly #firstLooks = new FirstLooks()

  constructor() {
    super('recording')
  }

  /** A good answer takes back doubts about its animals, and shows that no data was put back. */
  protected override hearAnswer(seen: Seen, contradictions: readonly Contradiction[]): void {
    const confirmed = this.facts.confirmed(seen)
    const fine = new Map(confirmed.map(({ petId, number }) => [petId, number]))
    if (fine.size > 0) {
      this.doubts.takeBack(({ petId }) => petId !== undefined && fine.has(petId))
      const earliest = Math.min(...fine.values())
      this.hear(
        'older-one-there',
        this.doubts.about(({ finding }) => earliest < finding.seen.number),
      )
    }
    const isLate = ({ finding }: OpenDoubt): boolean =>
      seen.exchange.sentAtMilliseconds - endOf(finding.seen) > thresholds.lagMilliseconds.recording
    const shown = this.doubts.about((doubt) => doubt.excuses.has('gone') && isLate(doubt) && showsEarlier(doubt, seen))
    this.hear('earlier-there', shown)
    for (const [change, looks] of this.#firstLooks.add(seen, contradictions, confirmed))
      this.hear(
        looks,
        this.doubts.about((doubt) => doubt.change === change),
      )
  }

  /** What is not settled. @param explained leaves out what this excuse explains */
  open(explained?: Excuse): readonly Finding[] {
    const open = this.doubts.about(
      ({ change, excuses }) =>
        (explained === undefined || !excuses.has(explained)) &&
        // Somebody may change a status (section 3), which says nothing against the service.
        (change !== 'status' || !excuses.has('people')),
    )
    return open.flatMap(openFinding)
  }
}

/** A doubt as a finding that is open, with what would settle it; none if it is settled. */
export function openFinding(doubt: OpenDoubt): readonly Finding[] {
  const { finding, excuses, times, leastTimes, lastedMilliseconds } = doubt
  // The other excuses are looked at once a lag is over.
  const settledBy = excuses.has('lag') ? (['lag'] as const) : [...excuses]
  return isSettled(doubt) ? [] : [{ ...finding, times, doubt: { lastedMilliseconds, settledBy, times: leastTimes } }]
}
