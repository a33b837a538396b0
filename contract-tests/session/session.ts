import { type ClauseId, type Int64, type OperationId, operations } from '../../spec/index.ts'
import { checks } from '../checks/index.ts'
import { interrupted, sendUntilAborted } from '../client/index.ts'
import { truncateBody } from '../exchange/truncate-body.ts'
import { type Question, type Seen, hasFailed, seenOf } from '../exchange/question.ts'
import { askedToday, removalState } from '../exchange/removal.ts'
import { quotaClauses, quotaFindings } from '../judge/quota.ts'
import { type CheckFindings, Tallies } from '../judge/tallies.ts'
import { type Finding, type ProbeNote } from '../verdict/verdict.ts'
import type { Settings } from './options.ts'
import { outgoingOf, requireHarmless } from './outgoing.ts'
import { RunPace, waitAfter429 } from './run-pace.ts'
import { SecondLooks } from './second-looks.ts'

/** This probe has no requests or animals left. Other probes may go on. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent'
}

/** The run ends here; the message says why. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp'
}

/** An answer that was fine when the request was sent again: reported, but not broken. */
export interface Unstable {
  readonly seen: Seen
  readonly later: Seen
}

const resendAfterMilliseconds = 500
const lookAgainAfterMilliseconds = [1000, 2000, 3000] as const
/** What all answers together show of the quota. */
const quotaCounts = {
  id: 'quota-counts',
  title: 'the counts, limits and resets of the X-RateLimit headers do not contradict each other',
  clauses: quotaClauses,
}
// How long random sequences may wait in all for doubtful answers. Later ones are asked for again at their end.
const pausesOfSequencesMilliseconds = 12_000

/**
 * Sends the requests of a run within a budget, at the pace of the deployment, and runs every check on every answer. A failure
 * that may pass, such as a 5xx or a cut connection, counts only if it shows again.
 */
export class Session {
  readonly options: Settings
  readonly log: Seen[] = []
  readonly unstable: Unstable[] = []
  readonly tallies = new Tallies(checks, [quotaCounts])
  /** Departures that are not among the notes of a probe, and the probe that reports them. */
  readonly departures: { readonly of: string; readonly note: ProbeNote }[] = []
  /** Doubtful answers that wait for the end of random sequences. */
  readonly secondLooks = new SecondLooks()
  /** Clauses that were found broken, each with the operation. */
  readonly settled = new Set<string>()
  /** The requests that lead to a finding, by its clause and operation. */
  readonly sequences = new Map<string, readonly string[]>()
  /** Ids of animals that a probe may change or remove. */
  readonly own = new Set<string>()
  readonly unused = new Set<string>()
  /** Called once, before the run first waits for a reset. */
  beforeReset: (() => Promise<void>) | undefined
  /** The probe that is asking. */
  probe = ''
  requests = 0
  /** How many requests may have added something. */
  animals = 0
  mostRequests: number
  /** Whether the answers seem to come from the service. */
  isService = true
  /** Whether the deployment ever took the key. */
  hasBeenLetIn = false
  #mostAnimals: number
  #maxRunMilliseconds: number
  readonly #pace = new RunPace()
  /** For requests without a valid key, which may have a quota of their own. */
  readonly #anonymousPace = new RunPace()
  readonly #memory = new Map<string, Promise<unknown>>()
  readonly #failing = new Set<string>()
  readonly #silent = new Set<string>()
  #hasBeenWell = false
  readonly #startedAt = performance.now()
  #waitedMilliseconds = 0
  #pausesLeftMilliseconds = Number.POSITIVE_INFINITY
  #consecutive429 = 0
  /** Counts what was sent and what came. */
  #turns = 0
  #refusals = 0
  #lost = 0

  constructor(options: Settings) {
    this.options = options
    this.mostRequests = options.mostRequests
    this.#mostAnimals = options.mostAnimals
    this.#maxRunMilliseconds = options.maxRunMilliseconds
  }

  /** Does something at most once in a run, so that each probe can run alone and use what others did. */
  once<T>(what: string, make: () => Promise<T>): Promise<T> {
    const made = (this.#memory.get(what) as Promise<T> | undefined) ?? make()
    this.#memory.set(what, made)
    return made
  }

  get requestsLeft(): number {
    return this.mostRequests - this.requests
  }

  get animalsLeft(): number {
    return this.#mostAnimals - this.animals
  }

  /** Adds what random sequences may use to the budget. */
  extend(): void {
    const { requests, animals } = this.options.thorough
    // Unused requests do not count, so that a seed always gives the same sequences.
    this.mostRequests = this.requests + requests
    this.#mostAnimals = this.animals + animals
    this.#maxRunMilliseconds += requests * 1000
    this.#pausesLeftMilliseconds = pausesOfSequencesMilliseconds
  }

  /** Whether an operation must still work today (section 9). */
  isWorking(operation: OperationId): boolean {
    return removalState(operation, this.options.todayMilliseconds) === 'works'
  }

  /** Whether the quota has room for so many requests at once. */
  hasRoomFor(requests: number): boolean {
    return requests <= this.requestsLeft && this.#pace.hasRoomFor(requests)
  }

  /** The wait for a reset that the next request has, unless others use the key too. */
  get resetWait(): ReturnType<RunPace['resetWait']> {
    return this.#pace.resetWait(this.options.clock.now())
  }

  /** Asks, and runs all checks on the answer. A function makes a new question for each try. */
  async ask(make: Question | (() => Question)): Promise<Seen> {
    const question = typeof make === 'function' ? make : () => make
    let seen = await this.#send(question())
    // A third try would take too long after a deadline, and helps as little after a cut body.
    const most = seen.exchange.problem === undefined ? 3 : 2
    for (let tries = 1; isMomentary(seen) && !this.#isKnownToFail(seen) && tries < most; tries++) {
      const milliseconds = resendAfterMilliseconds * tries
      if (!this.hasTimeFor(milliseconds)) {
        this.#watch(seen)
        this.#lookLater(seen)
        return seen
      }
      await this.pause(milliseconds, `then ${lineOf(seen)} will be asked for again`)
      // Kept connections may all be closed by now.
      const again = await this.#send({ ...question(), isOnNewConnection: true })
      if (!isMomentary(again)) this.#noteUnstable(seen, again)
      seen = again
    }
    if (isMomentary(seen)) this.#failing.add(kindOf(seen.question))
    this.#watch(seen)
    await this.#runChecks(seen)
    return seen
  }

  /** Whether another try would fail too: it failed several times before, or nothing ever worked. */
  #isKnownToFail({ question, status }: Seen): boolean {
    const clause = status === 401 && question.credential === 'valid' ? '5/bearer-key' : question.breaks[0]
    const isSettled = clause !== undefined && this.isSettled(clause, question.operation)
    return isSettled || this.#failing.has(kindOf(question)) || (!this.#hasBeenWell && this.#failing.size >= 3)
  }

  /** Notes that a departure counts, so that the run does not wait to see it again. */
  settle({ clause, seen, reading }: Finding): void {
    // A warning must not hide that the same is broken.
    if (reading === undefined) this.settled.add(`${clause} ${seen.question.operation}`)
  }

  isSettled(clause: ClauseId, operation: OperationId): boolean {
    return this.settled.has(`${clause} ${operation}`)
  }

  /** Whether the run may still wait so long for a doubtful answer. */
  hasTimeFor(milliseconds: number): boolean {
    return milliseconds <= this.#pausesLeftMilliseconds
  }

  /** Waits, and reports why. */
  async pause(milliseconds: number, reason: string): Promise<void> {
    this.#pausesLeftMilliseconds -= milliseconds
    this.options.onEvent({ kind: 'wait', milliseconds, reason })
    await this.options.clock.sleep(milliseconds)
  }

  /** Asks again for six seconds, until an answer is fine: a deployment may lag behind. */
  async askAgain(seen: Seen, isFine: (seen: Seen) => boolean): Promise<Seen> {
    let last = seen
    for (const milliseconds of lookAgainAfterMilliseconds) {
      await this.pause(milliseconds, `then ${lineOf(seen)} will be asked for again`)
      last = await this.ask(seen.question)
      if (!isFine(last)) continue
      this.#noteUnstable(seen, last)
      break
    }
    return last
  }

  /** Compares what all answers say of the quota. */
  compareQuota(): void {
    this.tallies.note(quotaCounts.id)
    this.tallies.add(quotaCounts.id, quotaFindings(this.log))
  }

  /** Waits once, and sends all doubtful requests again. */
  lookAgain(): Promise<void> {
    return this.secondLooks.run(
      (question) => this.#send(question),
      (milliseconds, reason) => this.pause(milliseconds, reason),
    )
  }

  #noteUnstable(seen: Seen, later: Seen): void {
    this.unstable.push({ seen: truncateBody(seen), later: truncateBody(later) })
  }

  /** Gives up if there is no connection, or the key is never accepted. */
  #watch(seen: Seen): void {
    const { question, exchange, status } = seen
    const { problem, response } = exchange
    if (!isMomentary(seen)) this.#hasBeenWell = true
    if (problem?.kind === 'deadline') this.#silent.add(question.operation)
    if (problem?.kind === 'tls') throw new GaveUp(`There is no trusted connection: ${problem.message}.`)
    this.#lost = response === undefined ? this.#lost + 1 : 0
    const hasAnswered = this.log.some((before) => before.exchange.response !== undefined)
    if (!hasAnswered || this.#lost >= 4) throw new GaveUp(`The deployment does not answer: ${problem?.message ?? ''}.`)
    if (question.credential !== 'valid' || status === undefined) return
    if (status !== 401) this.hasBeenLetIn = true
    else if (!this.hasBeenLetIn && ++this.#refusals >= 3)
      throw new GaveUp(
        'The deployment refuses the API key with 401, whatever is asked: is it the right key for this address?',
      )
  }

  /** Runs every check on an answer, and asks again before a doubtful finding counts. */
  async #runChecks(seen: Seen): Promise<void> {
    const found = this.#findingsIn(seen)
    const isDoubtful = ({ check, findings }: CheckFindings): boolean =>
      !check.settled.atOnce(seen) && findings.some(({ clause }) => !this.isSettled(clause, seen.question.operation))
    const doubtful = this.requestsLeft > 0 ? found.filter(isDoubtful) : []
    this.#count(found.filter((each) => !doubtful.includes(each)))
    if (doubtful.length === 0) return
    const milliseconds = lookAgainAfterMilliseconds[1]
    if (this.hasTimeFor(milliseconds)) {
      await this.pause(milliseconds, `then ${lineOf(seen)} will be asked for again`)
      this.#confirm(seen, doubtful, await this.#send(seen.question))
    } else {
      const isFine = (later: Seen): boolean => this.#repeatedIn(later, doubtful).length === 0
      this.secondLooks.add({ seen, isFine, settle: (later) => this.#confirm(seen, doubtful, later) })
    }
  }

  /** Counts the doubtful findings that a later answer shows again. */
  #confirm(seen: Seen, doubtful: readonly CheckFindings[], later: Seen): void {
    const repeated = this.#repeatedIn(later, doubtful)
    if (repeated.length < doubtful.length) this.#noteUnstable(seen, later)
    this.#count(repeated)
  }

  #repeatedIn(later: Seen, doubtful: readonly CheckFindings[]): readonly CheckFindings[] {
    const repeated = this.#findingsIn(later).map(({ check }) => check)
    return doubtful.filter(({ check }) => repeated.includes(check))
  }

  /** Leaves a failure for the end of the sequences. */
  #lookLater(seen: Seen): void {
    const isFine = (later: Seen): boolean => !isMomentary(later)
    const settle = (later: Seen): void =>
      isFine(later) ? this.#noteUnstable(seen, later) : this.#count(this.#findingsIn(later))
    this.secondLooks.add({ seen, isFine, settle })
  }

  #count(found: readonly CheckFindings[]): void {
    for (const { check, findings } of found) {
      this.tallies.add(check.id, findings)
      for (const finding of findings) this.settle(finding)
    }
  }

  #findingsIn(seen: Seen): readonly CheckFindings[] {
    return this.tallies.runChecks(seen, this.options).filter(({ findings }) => findings.length > 0)
  }

  /** Sends a request within budget and pace. After a 429 it waits as asked, once. */
  async #send(question: Question): Promise<Seen> {
    const { clock } = this.options
    const isOfKey = question.credential === 'valid'
    if (this.#silent.has(question.operation)) throw new BudgetSpent(`${question.operation} does not answer in time.`)
    for (;;) {
      if (this.requestsLeft <= 0) throw new BudgetSpent(`The ${this.mostRequests} requests of a run are used up.`)
      if (performance.now() - this.#startedAt - this.#waitedMilliseconds > this.#maxRunMilliseconds)
        throw new GaveUp('The run took too long, because the deployment answers slowly.')
      // If the headers are wrong for the key, they are wrong for other requests too.
      const pace = isOfKey ? this.#pace : this.#anonymousPace
      if (isOfKey && (await this.#hasWatchedReset())) continue
      const wait = this.#pace.isTrusted ? pace.next(clock.now()) : undefined
      if (wait !== undefined) await this.wait(wait.milliseconds, wait.reason)
      const seen = await this.#exchange(question)
      if (seen.status !== 429) {
        if (isOfKey) this.#consecutive429 = 0
        return seen
      }
      await this.#runChecks(seen)
      // The quota of requests without a valid key is not worth a wait.
      if (!isOfKey) throw new BudgetSpent('Requests without a valid key are answered with 429.')
      if (++this.#consecutive429 >= 2)
        throw new GaveUp('A second 429 came after the wait that the first one asked for.')
      await this.wait(waitAfter429(seen.exchange.response, clock.now()), 'a 429 asks for it')
    }
  }

  /** Calls `beforeReset` if the run has to wait for a reset. */
  async #hasWatchedReset(): Promise<boolean> {
    const watch = this.beforeReset
    if (watch === undefined || this.resetWait === undefined) return false
    this.beforeReset = undefined
    await watch()
    return true
  }

  /** Waits because of the quota. */
  async wait(milliseconds: number, reason: string): Promise<void> {
    const { clock, maxWaitMilliseconds, onEvent } = this.options
    if (milliseconds > maxWaitMilliseconds)
      throw new GaveUp(
        `The rate limit resets in ${Math.ceil(milliseconds / 1000)} seconds, which is longer than a run waits.`,
      )
    onEvent({ kind: 'wait', milliseconds, reason })
    const startedAt = performance.now()
    await clock.sleep(milliseconds)
    this.#waitedMilliseconds += performance.now() - startedAt
  }

  /** Sends one request and never repeats it. The checks see the answer unless it may be temporary. */
  async exchange(question: Question): Promise<Seen> {
    const seen = await this.#exchange(question)
    if (seen.status === 429 || !isMomentary(seen)) await this.#runChecks(seen)
    return seen
  }

  async #exchange(asked: Question): Promise<Seen> {
    const { apiKey, onEvent, clock, todayMilliseconds, signal } = this.options
    const { mostRequests } = this
    if (signal?.aborted === true) throw new GaveUp(interrupted)
    const number = ++this.requests
    const question = askedToday(asked, todayMilliseconds)
    const outgoing = outgoingOf(question, apiKey)
    requireHarmless(outgoing, question, this)
    // By the clock of the run, whose waits may take no time.
    const sentAtMilliseconds = clock.now()
    const sentAtTurn = ++this.#turns
    const sent = await sendUntilAborted(this.options.client, outgoing, { signal, now: () => clock.now() })
    const exchange = { ...sent, sentAtMilliseconds, turns: { sent: sentAtTurn, came: ++this.#turns } }
    const paces = [this.#pace, this.#anonymousPace]
    if (question.credential !== 'valid') paces.reverse()
    if (exchange.response !== undefined) {
      paces[0]?.update(exchange.response, clock.now())
      paces[1]?.learnFromOther(exchange.response)
    }
    const seen = seenOf(number, this.probe, question, exchange)
    this.log.push(truncateBody(seen))
    if (mayHaveAdded(seen)) this.animals++
    const { method } = exchange.request
    onEvent({ kind: 'exchange', number, mostRequests, method, path: question.path, status: seen.status })
    // Logged before: the interrupted request may have added an animal.
    if (exchange.problem?.message === interrupted) throw new GaveUp(interrupted)
    return seen
  }
}

/** Asks one after the other, or all at once. It ends when all have ended, even if one failed. */
export async function askAll<Answer, T extends readonly (() => Promise<Answer>)[]>(
  asking: T,
  isAtOnce: boolean,
): Promise<{ -readonly [At in keyof T]: Awaited<ReturnType<T[At]>> }> {
  const running: Promise<Answer>[] = []
  for (const ask of asking) {
    running.push(ask())
    if (!isAtOnce) await running.at(-1)
  }
  await Promise.allSettled(running)
  return (await Promise.all(running)) as { -readonly [At in keyof T]: Awaited<ReturnType<T[At]>> }
}

function lineOf({ exchange: { request }, question }: Seen): string {
  return `${request.method} ${question.path}`
}

function kindOf({ operation, asks, about }: Question): string {
  return `${operation} ${asks} ${about}`
}

/** Whether a failure may pass: no whole answer, a 5xx, a 408 or 425, a valid key that is refused. */
function isMomentary(seen: Seen): boolean {
  const { status, exchange, question } = seen
  if (exchange.problem?.kind === 'tls') return false
  return hasFailed(seen) || (status === 401 && question.credential === 'valid')
}

/** Whether an animal was removed again after an answer that showed it. */
export function isRemovedSince({ number }: Seen, id: Int64 | undefined, log: readonly Seen[]): boolean {
  const later = log.filter(({ question, status = 0 }) => question.removes === id && status >= 200 && status < 300)
  return id !== undefined && later.some((seen) => seen.number > number)
}

/** Whether a request may have added something: it was not clearly refused. */
export function mayHaveAdded({ question, status, exchange }: Seen): boolean {
  const isRefused = exchange.problem?.kind === 'unreachable' || (status !== undefined && status >= 400 && status < 500)
  return operations[question.operation].role === 'create' && !isRefused
}
