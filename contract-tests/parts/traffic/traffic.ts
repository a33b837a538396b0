import { type PlanName, Secrets, clauses, operations } from '../../../spec/index.ts'
import { askedToday } from '../../exchange/removal.ts'
import { baseUrlOf } from '../../client/base-url.ts'
import { type Exchange, type Method, headerOf } from '../../client/exchange.ts'
import { TrafficJudge } from './traffic-judge.ts'
import { type Question, type Seen, seenOf } from '../../exchange/question.ts'
import { clauseTexts, masked } from '../../verdict/masked.ts'
import type { ClauseResult, RunResult, FindingResult } from '../../verdict/result.ts'
import { findingResults, judgedState, verdictResults, findingResult } from '../../verdict/finding-results.ts'
import type { Finding, Level } from '../../verdict/verdict.ts'
import { keysIn } from './keys-in.ts'
import { questionOf } from './question-of.ts'
import type { Recorded } from './read-entry.ts'

/** What is known of traffic beforehand, and what counts. */
export interface TrafficOptions {
  /** The base address of the service, such as https://staging.example/v1. Default: whatever stands before a documented path, as in …/v1/pets. */
  readonly url?: string | undefined
  /** Allows an address that does not end in /v1. */
  readonly anyPath?: boolean | undefined
  /** The plan of the keys, to compare with X-RateLimit-Limit. */
  readonly plan?: PlanName | undefined
  /** The instant by which the removal of getPet is judged, in milliseconds since 1970. Default: that of each exchange. */
  readonly todayMilliseconds?: number | undefined
  /** Counts warnings as broken. */
  readonly strict?: boolean | undefined
  /** Tests reset the data while the traffic flows. Doubts that a reset explains are left out. */
  readonly withResets?: boolean | undefined
  /** All headers were recorded: a request without Authorization was sent without it. */
  readonly isWhole?: boolean | undefined
  /** Called when something is found for the first time. */
  readonly onFinding?: ((found: FindingResult) => void) | undefined
}

const shapes = Object.values(operations).map(({ path }) => path.replaceAll(/\{\w+\}/g, '[^/]*'))
const documentedPath = new RegExp(`^(.*/v1)(?:${shapes.join('|')})$`)

// spec/decisions/0080-judging-beside-the-proxy.md
const mostCharacters = 262_144
/** A larger body is not judged. */
const mostBodyBytes = 5_242_880

/** Judges the requests of others and their answers, one by one and together. It sends nothing. */
export class Traffic {
  /** All exchanges, also those that were left out. */
  total = 0
  judged = 0
  /** The keys of all requests so far. */
  readonly secrets = new Secrets()
  readonly #options: TrafficOptions
  readonly #baseUrl: string | undefined
  readonly #judge: TrafficJudge
  readonly #bases = new Set<string>()
  /** Addresses at which requests may have changed or removed animals. */
  readonly #altered = new Set<string>()
  /** How many exchanges were not judged, by the reason: the end of a sentence such as "3 from a cache". */
  readonly #leftOut: Record<string, number> = {}
  #withoutBody = 0
  /** Whether the recorder keeps Authorization: then a request without it was sent without it. */
  #keepsKeys: boolean
  #firstAt = Number.POSITIVE_INFINITY
  #lastAt = 0

  /** @throws {ContractOptionsError} when the address cannot be one of the service */
  constructor(options: TrafficOptions = {}) {
    this.#options = options
    this.#baseUrl = options.url === undefined ? undefined : baseUrlOf(options.url, options.anyPath)
    this.secrets.except(clauseTexts)
    if (this.#baseUrl !== undefined) this.secrets.except([this.#baseUrl])
    this.#keepsKeys = options.isWhole === true
    const { mask } = this.secrets
    const tell = (finding: Finding): void => options.onFinding?.(masked(findingResult(finding, [], '', mask), mask))
    this.#judge = new TrafficJudge(tell, options.withResets === true ? 'reset' : undefined)
  }

  /** Counts an exchange that is not judged. @param reason as in "3 from a cache" */
  leaveOut(reason: string): void {
    this.total++
    this.#leftOut[reason] = (this.#leftOut[reason] ?? 0) + 1
  }

  /** Judges an exchange, unless it is not of the service. */
  judge(recorded: Recorded): void {
    // Exchanges that are left out have keys, too.
    for (const key of keysIn(recorded)) this.secrets.add(key)
    const url = new URL(recorded.url)
    const base = this.#baseOf(url)
    if (base === undefined) return this.leaveOut('for other addresses')
    if (recorded.response === undefined) return this.leaveOut('without an answer')
    if (this.#isNotModified(recorded)) return this.leaveOut('from a cache')
    const excess = excessOf(recorded)
    if (excess !== undefined) return this.leaveOut(excess)
    const path = url.href.slice(base.length).replace(/#.*/s, '')
    const authorization = headerOf({ headers: recorded.requestHeaders }, 'authorization')
    this.#keepsKeys ||= authorization !== undefined
    const question = this.#questionOf(recorded, path, authorization ?? (this.#keepsKeys ? '' : undefined))
    // Such a request, whoever sent it, may have changed or removed any animal.
    if (/^(?:PUT|PATCH|DELETE)$/.test(recorded.method)) this.#altered.add(base)
    if (question === undefined) return this.leaveOut('of no operation of the interface')
    this.total++
    this.judged++
    if (recorded.requestBody === null || !recorded.hasBody) this.#withoutBody++
    this.#bases.add(base)
    const seen = seenIn(recorded, question, this.total)
    const { sentAtMilliseconds, tookMilliseconds } = seen.exchange
    this.#firstAt = Math.min(this.#firstAt, sentAtMilliseconds)
    this.#lastAt = Math.max(this.#lastAt, sentAtMilliseconds + tookMilliseconds)
    const { plan, todayMilliseconds = sentAtMilliseconds } = this.#options
    this.#judge.check(seen, recorded.hasBody, { plan, todayMilliseconds })
    this.#judge.compare(seen, `${base} ${authorization ?? ''}`, recorded.hasBody && !this.#altered.has(base))
  }

  /** Whether the client had an answer already, and asked only whether it has changed. */
  #isNotModified({ requestHeaders, response }: Recorded): boolean {
    if (response?.status !== 304) return false
    const isConditional = requestHeaders.has('if-none-match') || requestHeaders.has('if-modified-since')
    // A browser may not record the header that it adds by itself.
    return isConditional || this.#options.isWhole !== true
  }

  #baseOf({ origin, pathname }: URL): string | undefined {
    const base = this.#baseUrl
    if (base === undefined) {
      const prefix = documentedPath.exec(pathname)?.[1]
      return prefix === undefined ? undefined : origin + prefix
    }
    return `${origin}${pathname}`.startsWith(`${base}/`) ? base : undefined
  }

  #questionOf(recorded: Recorded, path: string, authorization: string | undefined): Question | undefined {
    const { method, requestBody, requestHeaders, response, sentAtMilliseconds } = recorded
    const mediaType = headerOf({ headers: requestHeaders }, 'content-type')
    const question = questionOf({ method, path, authorization, body: requestBody, mediaType }, response?.status ?? 0)
    return question && askedToday(question, this.#options.todayMilliseconds ?? sentAtMilliseconds)
  }

  /** What was found so far, and the numbers of the first exchanges that showed it. */
  get found() {
    const { judged } = this
    const found = findingResults(this.#verdicts, this.secrets.mask).map((finding) => {
      const { level, exchange } = finding
      return { ...finding, numbers: level === 'open' ? [exchange.number] : this.#judge.tallies.numbersOf(finding) }
    })
    return masked({ judged, leftOut: this.#leftOut, found }, this.secrets.mask)
  }

  get #verdicts() {
    return this.#judge.verdicts(this.#options.strict === true)
  }

  /** The result so far. @param gaveUp why there may be more than was read */
  result(gaveUp?: string): RunResult {
    return masked(this.#facts(gaveUp), this.secrets.mask)
  }

  #facts(gaveUp: string | undefined): RunResult {
    this.#judge.compareQuotas()
    const { plan, strict = false } = this.#options
    const verdicts = this.#verdicts
    const { unstable } = this.#judge
    const findings = findingResults(verdicts, this.secrets.mask, { unstable })
    const nothing = this.judged > 0 ? undefined : 'Nothing of the service could be judged.'
    const stopped = gaveUp ?? nothing
    const has = (wanted: Level): boolean => findings.some(({ level }) => level === wanted)
    const isSettled = stopped === undefined && !has('open')
    const isConclusive = isSettled && verdicts.some(({ held }) => held.length > 0)
    return {
      baseUrl: [...this.#bases].join(', ') || (this.#baseUrl ?? 'no address'),
      plan,
      options: strict ? ['strict'] : [],
      startedAt: new Date(this.judged > 0 ? this.#firstAt : Date.now()).toISOString(),
      tookMilliseconds: Math.max(0, Math.round(this.#lastAt - this.#firstAt)),
      requests: this.judged,
      mostRequests: this.judged,
      seed: undefined,
      animals: [],
      perhapsAdded: [],
      verdicts: verdictResults(verdicts),
      clauses: clauses.map(({ id, section, text, binds, seen }): ClauseResult => {
        const isOutside = binds === 'client' || seen === 'not-from-outside'
        const judged = isOutside ? undefined : judgedState(id, verdicts)
        const reason = binds === 'client' ? 'It binds clients.' : 'No exchange showed it.'
        return { id, section, text, ...(judged ?? { state: 'not applicable', reason }) }
      }),
      findings,
      profile: {},
      gaveUp: stopped,
      recording: { judged: this.judged, withoutBody: this.#withoutBody, leftOut: this.#leftOut },
      isConclusive,
      exitCode: has('broken') ? 1 : isConclusive ? 0 : 3,
    }
  }
}

/** Why an exchange is too large to be judged, if it is. */
function excessOf({ url, requestHeaders, response }: Recorded): string | undefined {
  const headers = [requestHeaders, response?.headers ?? []].flatMap((all) => [...all])
  const characters = headers.reduce((sum, [name, values]) => sum + name.length + values.join('\n').length, url.length)
  if (characters > mostCharacters) return `with more than ${mostCharacters} characters of headers`
  const isLarge = (response?.bytes.byteLength ?? 0) > mostBodyBytes
  return isLarge ? 'with a body of more than 5 MiB' : undefined
}

/** An exchange as the checks look at it. */
function seenIn(recorded: Recorded, question: Question, number: number): Seen {
  const { method, url, requestHeaders, requestBody, response, problem, sentAtMilliseconds, tookMilliseconds } = recorded
  const mediaType = headerOf({ headers: requestHeaders }, 'content-type')
  const exchange: Exchange = {
    request: {
      // An operation has it.
      method: method as Method,
      url,
      path: question.path,
      headers: mediaType === undefined ? {} : { 'Content-Type': mediaType },
      body: requestBody ?? undefined,
    },
    sentAtMilliseconds,
    tookMilliseconds,
    response,
    problem,
  }
  return seenOf(number, '', question, exchange)
}
