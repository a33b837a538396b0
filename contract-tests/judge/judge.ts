import type { ClauseId } from '../../spec/index.ts'
import type { Check, Terms } from '../checks/check.ts'
import { checks } from '../checks/index.ts'
import { truncateBody } from '../exchange/truncate-body.ts'
import { type Seen, hasFailed, listIn } from '../exchange/question.ts'
import type { Finding, Verdict } from '../verdict/verdict.ts'
import { Animals } from './animals.ts'
import { Doubts } from './doubts.ts'
import { KeyUse } from './key-use.ts'
import { Latest } from './latest.ts'
import { quotaClauses, quotaNotes } from './quota.ts'
import { withReadings } from './readings.ts'
import { Tallies } from './tallies.ts'

// How often in a row what could be due to the moment must be seen, as in a run of the suite.
const timesOfFailures = 3
const timesOfMomentary = 2
// What is remembered is bounded, however long the traffic is.
const mostDoubts = 1000
const mostDoubtsOfCaller = 20
const mostUnstable = 20
const mostCallers = 100
const mostRecent = 500
const mostRecentBytes = 16 * 1_048_576
const lookAtQuotasEvery = 250

const ofBody = [
  'json-body',
  'pet-shape',
  'error-shape',
  'list-limit',
  'list-status',
  'list-unique-ids',
  'created-as-sent',
  'get-same-id',
]
const ofHeaders = ['media-type', 'sunset', 'rate-limit-headers', 'rate-limit-values', 'plan-limit', 'retry-after']

const comparison = {
  id: 'compared',
  title: 'what several exchanges show fits together',
  clauses: [
    '2/pet-id-unique',
    '1/added-animal-kept',
    '4.3/same-animal',
    '5/bearer-key',
    ...quotaClauses,
  ] satisfies ClauseId[],
}

/** One of the latest exchanges, and its caller. */
interface Recent {
  readonly seen: Seen
  readonly by: string
}

/** What the exchanges with one key show together. */
class Caller {
  readonly key = new KeyUse()
  readonly animals = new Animals({ isRecorded: true, lagMilliseconds: 5000, timeOf: endOf })
  readonly doubts = new Doubts(mostDoubtsOfCaller)

  /** What several answers show of animals, once nothing else explains it. */
  departures(seen: Seen): readonly Finding[] {
    const { animals, doubts } = this
    const found = animals.contradictions(seen).flatMap(({ petId, finding, excuses }) => {
      // What was added moments ago may be there the next time.
      if (excuses.includes('lag')) return []
      return doubts.raise(`${petId} ${finding.clause}`, [{ ...finding, seen: truncateBody(finding.seen) }], excuses)
    })
    const believed = animals.confirmed(seen).flatMap(({ petId, number }) => {
      for (const clause of comparison.clauses) doubts.pass(`${petId} ${clause}`)
      return doubts.noReset(number)
    })
    animals.learn(seen)
    return [...found, ...believed]
  }
}

/** Judges exchanges that nobody repeats: what could be due to the moment waits for later ones. */
export class Judge {
  readonly tallies = new Tallies(checks, [comparison], 1)
  readonly #doubts = new Doubts(mostDoubts)
  readonly #passed: string[] = []
  readonly #callers = new Latest<string, Caller>({ entries: mostCallers })
  readonly #recent = new Latest<number, Recent>({ entries: mostRecent, bytes: mostRecentBytes, bytesOf })
  #compared = 0
  readonly #onFinding: (finding: Finding) => void

  /** @param onFinding called with the first finding of a clause and operation */
  constructor(onFinding: (finding: Finding) => void) {
    this.#onFinding = onFinding
  }

  /**
   * Has every check look that can: some need what was not recorded.
   * @param isLate whether there is no time left for a further check
   * @returns whether there was time for all
   */
  check(seen: Seen, hasBody: boolean, terms: Terms, isLate: () => boolean): boolean {
    const hasHeaders = (seen.exchange.response?.headers.size ?? 0) > 0
    let isWhole = true
    const canSee = ({ id }: Check): boolean =>
      (hasBody || !ofBody.includes(id)) && (hasHeaders || !ofHeaders.includes(id)) && (isWhole &&= !isLate())
    for (const { check, findings } of this.tallies.look(seen, terms, canSee))
      this.#add(check.id, this.#settled(check, seen, findings))
    return isWhole
  }

  /**
   * Compares an exchange with earlier ones of the same caller.
   * @param by the address and the key
   * @param canCompareAnimals not where bodies are missing, or other requests may have changed them
   */
  compare(seen: Seen, by: string, canCompareAnimals: boolean): void {
    const caller = this.#callers.get(by) ?? new Caller()
    this.#callers.set(by, caller)
    const ofKey = caller.key.problemsOf(seen).map((problem) => ({ ...problem, seen: truncateBody(seen) }))
    this.#note([...ofKey, ...(canCompareAnimals ? caller.departures(seen) : [])])
    this.#recent.set(seen.number, { seen: truncateBody(seen), by })
    if (++this.#compared % lookAtQuotasEvery === 0) this.compareQuotas()
  }

  /** Looks at the counts of the latest exchanges of each caller. */
  compareQuotas(): void {
    for (const log of Map.groupBy(this.#recent.values(), ({ by }) => by).values())
      for (const note of quotaNotes(log.map(({ seen }) => seen)))
        if (note.state === 'broken') this.#note([note.finding])
        else if (note.state === 'held') this.#note([], [note.clause])
  }

  #note(findings: readonly Finding[], held: readonly ClauseId[] = []): void {
    this.tallies.note(comparison.id, held)
    this.#add(comparison.id, findings)
  }

  #add(id: string, findings: readonly Finding[]): void {
    for (const finding of this.tallies.add(id, findings)) this.#onFinding(finding)
  }

  /** What counts by now. What is not seen again is noted as such. */
  #settled({ id, isMomentary }: Check, seen: Seen, findings: readonly Finding[]): readonly Finding[] {
    const { question } = seen
    const about = [question.operation, question.asks, listIn(seen)?.status, question.breaks[0], id].join(' ')
    if (findings.length === 0) {
      const passed = this.#doubts.pass(about)
      if (passed !== undefined && this.#passed.length < mostUnstable)
        this.#passed.push(`${lineOf(passed.seen)} was not as documented, and ${lineOf(seen)} was`)
      return []
    }
    const isFailed = hasFailed(seen)
    if (!isFailed && isMomentary !== true) return findings
    return this.#doubts.raise(about, findings, ['moment'], isFailed ? timesOfFailures : timesOfMomentary)
  }

  /** What was not as documented, but not often enough to count. */
  get unstable(): readonly string[] {
    const lines = this.#doubts.open.map(
      ({ finding: { seen }, times }) =>
        `${lineOf(seen)} was not as documented, ${times === 1 ? 'once' : `${times} times`}`,
    )
    return [...this.#passed, ...new Set(lines)].slice(0, mostUnstable)
  }

  /** What became of each check. The latest exchanges may show how a departure can be defended. */
  verdicts(isStrict: boolean): readonly Verdict[] {
    const verdicts = this.tallies.verdicts()
    const log = [...this.#recent.values()].map(({ seen }) => seen)
    return isStrict ? verdicts : verdicts.map((verdict) => withReadings(verdict, log))
  }
}

function endOf({ exchange }: Seen): number {
  return exchange.sentAtMilliseconds + exchange.tookMilliseconds
}

function lineOf({ number, exchange: { request }, question, status }: Seen): string {
  return `${number}: ${request.method} ${question.path} → ${status}`
}

/** What an exchange takes, about: its bodies, and the headers of its answer. */
function bytesOf({ seen: { exchange } }: Recent): number {
  const { request, response } = exchange
  const headers = [...(response?.headers ?? [])].flat(2)
  const characters = headers.reduce((sum, text) => sum + text.length, 0)
  return (request.body?.length ?? 0) + (response?.bytes.byteLength ?? 0) + characters
}
