import type { ClauseId } from '../../spec/index.ts'
import { checks } from '../checks/index.ts'
import { kept } from '../exchange/kept.ts'
import { type Seen, listIn } from '../exchange/question.ts'
import type { FindingResult } from '../verdict/result.ts'
import { departureIn } from '../verdict/verdict.ts'
import { withReadings } from '../judge/readings.ts'
import { type Check, type Terms, lookAt } from '../checks/check.ts'
import type { Finding, Problem } from '../verdict/finding.ts'
import type { Verdict } from '../verdict/verdict.ts'
import { callerClauses } from './caller.ts'
import type { Recorded } from './recorded.ts'

/** What was found by one check, or by a comparison of several exchanges. */
interface Tally extends Pick<Check, 'id' | 'title' | 'clauses'> {
  readonly check?: Check
  applied: number
  readonly held: Set<ClauseId>
  /** By clause and operation, with how often. */
  readonly findings: Map<string, Finding>
}

/** What may be over in a moment, as long as it was not seen often enough. */
interface Doubt {
  readonly times: number
  readonly sinceMilliseconds: number
  readonly seen: Seen
  readonly isSettled: boolean
}

// How often what could be due to the moment must be seen in a row, and over what time, as in a run of the suite.
const timesOfFailures = 3
const timesOfMomentary = 2
const leastMilliseconds = 1000
const mostDoubts = 1000
const mostUnstable = 20
const mostNumbers = 5

const ofBody = [
  'json-body',
  'pet-shape',
  'error-shape',
  'list-limit',
  'list-status',
  'list-unique-ids',
  'created-as-sent',
]
const ofHeaders = ['media-type', 'sunset', 'rate-limit-headers', 'rate-limit-values', 'plan-limit', 'retry-after']

const comparison = {
  id: 'compared',
  title: 'what several exchanges show fits together',
  clauses: callerClauses,
}

/** What the checks found in all exchanges, each departure kept once. */
export class Tallies {
  readonly #unstable: string[] = []
  readonly #compared = tallyOf(comparison)
  readonly #tallies: readonly Tally[] = [...checks.map((check) => ({ ...tallyOf(check), check })), this.#compared]
  readonly #doubts = new Map<string, Doubt>()
  readonly #onFinding: (finding: Finding) => void
  readonly #numbers = new Map<string, Set<number>>()

  constructor(onFinding: (finding: Finding) => void) {
    this.#onFinding = onFinding
  }

  /**
   * Has every check look that can: some need what was not recorded.
   * @param isLate whether there is no time left for a further check
   * @returns whether there was time for all
   */
  check(seen: Seen, { hasBody, response }: Recorded, terms: Terms, isLate: () => boolean): boolean {
    const hasHeaders = (response?.headers.size ?? 0) > 0
    for (const tally of this.#tallies) {
      const { check } = tally
      if (check === undefined || (!hasBody && [...ofBody, 'get-same-id'].includes(check.id))) continue
      if ((!hasHeaders && ofHeaders.includes(check.id)) || !check.appliesTo(seen, terms)) continue
      if (isLate()) return false
      tally.applied++
      const { problems, held } = lookAt(check, seen, terms)
      const isSettled = this.#isSettled(check, seen, problems.length > 0)
      if (isSettled) for (const problem of problems) this.#add(tally, { ...problem, seen })
      for (const clause of held) tally.held.add(clause)
    }
    return true
  }

  /** Adds what several exchanges show, the last of which is given. */
  compare(seen: Seen, problems: readonly Problem[], held: readonly ClauseId[] = []): void {
    this.#compared.applied++
    for (const clause of held) this.#compared.held.add(clause)
    for (const problem of problems) this.#add(this.#compared, { ...problem, seen })
  }

  /** Whether a departure counts by now. One that was not seen again is noted as such. */
  #isSettled({ id, isMomentary }: Pick<Check, 'id' | 'isMomentary'>, seen: Seen, isFound: boolean): boolean {
    const { question, exchange } = seen
    const isFailed = hasFailed(seen)
    const status = listIn(seen)?.status
    const kind = [question.operation, question.asks, status, question.breaks[0], id].join(' ')
    const doubt = this.#doubts.get(kind)
    if (!isFound) {
      this.#doubts.delete(kind)
      if (doubt?.isSettled === false && this.#unstable.length < mostUnstable)
        this.#unstable.push(`${lineOf(doubt.seen)} was not as documented, and ${lineOf(seen)} was`)
      return true
    }
    if (!isFailed && isMomentary !== true) return true
    const { times, sinceMilliseconds } = doubt ?? { times: 0, sinceMilliseconds: exchange.sentAtMilliseconds }
    const isLong = exchange.sentAtMilliseconds - sinceMilliseconds >= leastMilliseconds
    const isSettled = isLong && times + 1 >= (isFailed ? timesOfFailures : timesOfMomentary)
    const [oldest] = this.#doubts.keys()
    if (doubt === undefined && this.#doubts.size >= mostDoubts && oldest !== undefined) this.#doubts.delete(oldest)
    this.#doubts.set(kind, { times: times + 1, sinceMilliseconds, seen: doubt?.seen ?? kept(seen), isSettled })
    return isSettled
  }

  /** What was not as documented, but not often enough to count. */
  get unstable(): readonly string[] {
    const open = [...this.#doubts.values()].filter(({ isSettled }) => !isSettled)
    const lines = open.map(
      ({ seen, times }) => `${lineOf(seen)} was not as documented, ${times === 1 ? 'once' : `${times} times`}`,
    )
    return [...this.#unstable, ...new Set(lines)].slice(0, mostUnstable)
  }

  #add({ findings }: Tally, finding: Finding): void {
    const key = `${finding.clause} ${finding.seen.question.operation}`
    const before = findings.get(key)
    const numbers = this.#numbers.get(key) ?? new Set()
    if (numbers.size < mostNumbers) this.#numbers.set(key, numbers.add(finding.seen.number))
    findings.set(
      key,
      before === undefined ? { ...finding, seen: kept(finding.seen) } : { ...before, times: (before.times ?? 1) + 1 },
    )
    if (before === undefined) this.#onFinding(finding)
  }

  /** The numbers of the first exchanges that showed a departure. */
  numbersOf({ clause, operation }: Pick<FindingResult, 'clause' | 'operation'>): readonly number[] {
    return [...(this.#numbers.get(`${clause} ${operation}`) ?? [])]
  }

  /** What became of each check. @param log the latest exchanges, which may show how a departure can be defended */
  verdicts(log: readonly Seen[], isStrict: boolean): readonly Verdict[] {
    return this.#tallies.map(({ id, title, clauses, applied, held, findings: found }): Verdict => {
      const findings = [...found.values()]
      const reason = applied === 0 ? 'No exchange was of the kind that it looks at.' : undefined
      const state = departureIn(findings) ?? (applied === 0 ? 'not applicable' : 'held')
      const verdict: Verdict = { id, kind: 'check', title, clauses, state, reason, findings, held: [...held] }
      return isStrict ? verdict : withReadings(verdict, log)
    })
  }
}

function tallyOf({ id, title, clauses }: Pick<Check, 'id' | 'title' | 'clauses'>): Tally {
  return { id, title, clauses, applied: 0, held: new Set(), findings: new Map() }
}

/** Whether an exchange failed in a way that may be over in a moment. */
function hasFailed({ status = 500, exchange }: Seen): boolean {
  return exchange.problem !== undefined || status >= 500 || status === 408 || status === 425
}

function lineOf({ number, exchange: { request }, question, status }: Seen): string {
  return `${number}: ${request.method} ${question.path} → ${status}`
}
