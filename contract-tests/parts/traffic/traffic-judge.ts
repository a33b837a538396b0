// Decides what a recording shows, whose exchanges nobody can repeat.
import type { Check, Terms } from '../../checks/check.ts'
import { checks } from '../../checks/index.ts'
import { truncateBody } from '../../exchange/truncate-body.ts'
import { type Seen, hasFailed, listIn } from '../../exchange/question.ts'
import { type Finding, type Verdict, worstState } from '../../verdict/verdict.ts'
import { Doubts, isSettled } from '../../judge/doubts.ts'
import { animalClauses } from '../../judge/judge.ts'
import { RecordedJudge, openFinding } from './recorded-judge.ts'
import { BoundedMap } from '../../judge/bounded-map.ts'
import { falls } from '../../judge/quota-findings.ts'
import { judgeQuota, quotaClauses } from '../../judge/quota.ts'
import { withReadings } from '../../judge/readings.ts'
import { Tallies } from '../../judge/tallies.ts'
import type { Excuse } from '../../verdict/facts.ts'
import { thresholds } from '../../judge/sources.ts'
import { unstableFinding } from '../../judge/unstable.ts'

const { timesOfFailures, timesOfOthers, mostUnstable } = thresholds
const mostCallers = 100
const mostRecent = 500
const mostRecentBytes = 16 * 1_048_576
const compareQuotasEvery = 250

const comparison = {
  id: 'compared',
  title: 'several exchanges do not contradict each other',
  clauses: [...animalClauses, ...quotaClauses],
} as const

/** One of the latest exchanges, and its caller. */
interface Recent {
  readonly seen: Seen
  readonly by: string
}

/** Judges traffic, whose exchanges nobody can repeat. A failure that may be temporary waits for later exchanges. */
export class TrafficJudge {
  readonly tallies = new Tallies(checks, [comparison], 1)
  readonly #doubts = new Map<string, Doubts>()
  /** Answers that were not as documented, and fine later, before the departure counted. */
  readonly unstable: Finding[] = []
  /** What the exchanges of one key at one address show of animals. */
  readonly #callers = new BoundedMap<string, RecordedJudge>({ entries: mostCallers })
  readonly #recent = new BoundedMap<number, Recent>({ entries: mostRecent, bytes: mostRecentBytes, bytesOf })
  #compared = 0
  readonly #onFinding: (finding: Finding) => void
  readonly #explained: Excuse | undefined

  /**
   * @param onFinding called with the first finding of a clause and operation
   * @param explained what is known to have happened: nothing that it explains is in doubt
   */
  constructor(onFinding: (finding: Finding) => void, explained?: Excuse) {
    this.#onFinding = onFinding
    this.#explained = explained
  }

  /** Runs the checks on an exchange. A check that needs what was not recorded is left out. */
  check(seen: Seen, hasBody: boolean, terms: Terms): void {
    const has = { status: true, headers: (seen.exchange.response?.headers.size ?? 0) > 0, body: hasBody }
    for (const { check, findings } of this.tallies.runChecks(seen, terms, ({ needs }) => has[needs]))
      this.#add(check.id, this.#settledNow(check, seen, findings))
  }

  /**
   * Compares an exchange with earlier ones of the same caller.
   * @param by the address and the key
   * @param canCompareAnimals false where bodies are missing, or where other requests may have changed animals
   */
  compare(seen: Seen, by: string, canCompareAnimals: boolean): void {
    const judge = this.#callers.get(by) ?? new RecordedJudge()
    this.#callers.set(by, judge)
    this.tallies.note(comparison.id)
    if (canCompareAnimals) {
      judge.see(seen)
      this.#add(comparison.id, judge.takeFindings())
    }
    this.#recent.set(seen.number, { seen: truncateBody(seen), by })
    if (++this.#compared % compareQuotasEvery === 0) this.compareQuotas()
  }

  /** Looks at the counts of the latest exchanges of each caller. */
  compareQuotas(): void {
    for (const recent of Map.groupBy(this.#recent.values(), ({ by }) => by).values()) {
      // A key that nothing took may be no key, and strangers may have a quota of their own.
      if (!recent.some(({ seen }) => isKeyTaken(seen))) continue
      const { counting, findings, isFalling, reset, past } = judgeQuota(recent.map(({ seen }) => seen))
      const constant = counting.flatMap((one) => (one.constant !== undefined && one.isLasting ? [one.constant] : []))
      this.tallies.note(comparison.id, isFalling ? [falls] : [])
      const all = [...constant, ...(reset === 'past' ? past : []), ...findings]
      for (const finding of this.tallies.addNew(comparison.id, all)) this.#onFinding(finding)
    }
  }

  #add(id: string, findings: readonly Finding[]): void {
    for (const finding of this.tallies.add(id, findings)) this.#onFinding(finding)
  }

  /** The findings that are settled by now. A good answer takes back doubts. */
  #settledNow(check: Check, seen: Seen, findings: readonly Finding[]): readonly Finding[] {
    const { question } = seen
    const about = [question.operation, question.asks, listIn(seen)?.status, question.breaks[0]].join(' ')
    const [finding] = findings
    const doubts = this.#doubtsOf(check.id)
    if (finding === undefined) {
      const [before] = doubts.takeBack((_doubt, key) => key === about)
      if (before !== undefined && this.unstable.length < mostUnstable)
        this.unstable.push(unstableFinding(before.seen, seen))
      return []
    }
    const isFailed = hasFailed(seen)
    if (!isFailed && check.isSettled?.(seen) !== false) return findings
    const leastTimes = isFailed ? timesOfFailures : timesOfOthers
    return isSettled(doubts.raise(about, finding, ['temporary'], {}, leastTimes)) ? findings : []
  }

  /** The verdict of each check. The latest exchanges may show how a departure can be defended. */
  verdicts(isStrict: boolean): readonly Verdict[] {
    const verdicts = this.tallies.verdicts()
    const log = [...this.#recent.values()].map(({ seen }) => seen)
    return verdicts.map((verdict) => this.#withDoubts(withReadings(verdict, log, isStrict)))
  }

  /** Adds to a verdict what is in doubt. */
  #withDoubts(verdict: Verdict): Verdict {
    const open =
      verdict.id === comparison.id
        ? [...this.#callers.values()].flatMap((judge) => judge.open(this.#explained))
        : this.#doubtsOf(verdict.id)
            .about(() => true)
            .flatMap(openFinding)
    const doubts = open.filter((doubt) => !this.tallies.isKnown(doubt))
    const findings = [...verdict.findings, ...doubts]
    return { ...verdict, findings, state: worstState(findings) ?? verdict.state }
  }

  /** The doubts of one check. */
  #doubtsOf(check: string): Doubts {
    const doubts = this.#doubts.get(check) ?? new Doubts()
    this.#doubts.set(check, doubts)
    return doubts
  }
}

/** About how much memory an exchange takes: its bodies, and the headers of its answer. */
function bytesOf({ seen: { exchange } }: Recent): number {
  const { request, response } = exchange
  const headers = [...(response?.headers ?? [])].flat(2)
  const characters = headers.reduce((sum, text) => sum + text.length, 0)
  return (request.body?.length ?? 0) + (response?.bytes.byteLength ?? 0) + characters
}

function isKeyTaken({ status = 0 }: Seen): boolean {
  return status >= 200 && ![401, 403, 429].includes(status)
}
