import type { ClauseId } from '../../spec/index.ts'
import type { Check, Terms } from '../checks/check.ts'
import { checks } from '../checks/index.ts'
import { type Seen, listIn } from '../exchange/question.ts'
import { callerClauses } from './caller.ts'
import type { Finding } from '../verdict/finding.ts'
import type { FindingResult } from '../verdict/result.ts'
import type { Verdict } from '../verdict/verdict.ts'
import { Doubts } from './doubts.ts'
import { withReadings } from './readings.ts'
import { Tallies } from './tallies.ts'

/** What was recorded of an exchange, beside its status. */
export interface Visible {
  readonly hasBody: boolean
  readonly hasHeaders: boolean
}

// How often in a row what could be due to the moment must be seen, as in a run of the suite.
const timesOfFailures = 3
const timesOfMomentary = 2
const mostDoubts = 1000
const mostUnstable = 20

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
  clauses: callerClauses,
}

/** Judges exchanges that nobody repeats: what could be due to the moment waits for later ones. */
export class Judge {
  readonly #tallies = new Tallies(checks, [comparison], 1)
  readonly #doubts = new Doubts(mostDoubts)
  readonly #passed: string[] = []
  readonly #onFinding: (finding: Finding) => void

  /** @param onFinding called with the first finding of a clause and operation */
  constructor(onFinding: (finding: Finding) => void) {
    this.#onFinding = onFinding
  }

  /**
   * Has every check look that can.
   * @param isLate whether there is no time left for a further check
   * @returns whether there was time for all
   */
  check(seen: Seen, { hasBody, hasHeaders }: Visible, terms: Terms, isLate: () => boolean): boolean {
    let isWhole = true
    const canSee = ({ id }: Check): boolean =>
      (hasBody || !ofBody.includes(id)) && (hasHeaders || !ofHeaders.includes(id)) && (isWhole &&= !isLate())
    for (const { check, findings } of this.#tallies.look(seen, terms, canSee))
      this.#add(check.id, this.#settled(check, seen, findings))
    return isWhole
  }

  /** Adds what several exchanges show, the last of which is given. */
  compare(findings: readonly Finding[], held: readonly ClauseId[] = []): void {
    this.#tallies.note(comparison.id, held)
    this.#add(comparison.id, findings)
  }

  #add(id: string, findings: readonly Finding[]): void {
    for (const finding of this.#tallies.add(id, findings)) this.#onFinding(finding)
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

  /** The numbers of the first exchanges that showed a departure. */
  numbersOf(finding: Pick<FindingResult, 'clause' | 'operation'>): readonly number[] {
    return this.#tallies.numbersOf(finding)
  }

  /** What became of each check. @param log the latest exchanges, which may show how a departure can be defended */
  verdicts(log: readonly Seen[], isStrict: boolean): readonly Verdict[] {
    const verdicts = this.#tallies.verdicts()
    return isStrict ? verdicts : verdicts.map((verdict) => withReadings(verdict, log))
  }
}

/** Whether an exchange failed in a way that may be over in a moment. */
function hasFailed({ status = 500, exchange }: Seen): boolean {
  return exchange.problem !== undefined || status >= 500 || status === 408 || status === 425
}

function lineOf({ number, exchange: { request }, question, status }: Seen): string {
  return `${number}: ${request.method} ${question.path} → ${status}`
}
