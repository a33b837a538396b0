import { type ClauseId, type Int64, type OperationId, operations } from '../../spec/index.ts'
import { checks } from '../checks/index.ts'
import type { Exchange, Outgoing } from '../client/index.ts'
import { truncateBody } from '../exchange/truncate-body.ts'
import { type Question, type Seen, hasFailed, rateLimitOf, seenOf } from '../exchange/question.ts'
import { askedToday, removalState } from '../exchange/removal.ts'
import { type Look, Tallies } from '../judge/tallies.ts'
import { type Finding, type ProbeNote, broken } from '../verdict/verdict.ts'
import type { Settings } from './options.ts'
import { outgoingOf, requireHarmless } from './outgoing.ts'
import { RunPace, waitAfter429 } from './run-pace.ts'
import { SecondLooks } from './second-looks.ts'

/** A probe has no requests or animals left; others may go on. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent'
}

/** The deployment cannot be asked any more; the message says why. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp'
}

/** An answer that was different when the request was sent again: reported, but not broken. */
export interface Unstable {
  readonly seen: Seen
  readonly later: Seen
}

const interrupted = 'It was interrupted.'
const answerMilliseconds = 2000
const resendAfterMilliseconds = 500
const lookAgainAfterMilliseconds = [1000, 2000, 3000] as const
// Random sequences wait so long in all for what may pass. What is doubtful later is asked for again at their end.
const pausesOfSequencesMilliseconds = 12_000

/**
 * Asks a deployment within a budget, at its pace, and has every answer looked at by every check. What could be due to
 * the moment, such as a 5xx or a cut connection, is asked again before it counts.
 */
export class Session {
  readonly options: Settings
  readonly log: Seen[] = []
  readonly unstable: Unstable[] = []
  readonly tallies = new Tallies(checks)
  /** What was found broken beside the notes of probes, and the probe that reports it. */
  readonly departures: { readonly of: string; readonly note: ProbeNote }[] = []
  /** Doubtful answers that wait for the end of random sequences. */
  readonly secondLooks = new SecondLooks()
  /** Clauses that were found broken, each with the operation. */
  readonly settled = new Set<string>()
  /** The requests that lead to a finding, by its clause and operation. */
  readonly sequences = new Map<string, readonly string[]>()
  /** Ids of animals that a probe may change or remove, and ids that no animal has. */
  readonly own = new Set<string>()
  readonly unused = new Set<string>()
  /** The probe that is asking. */
  probe = ''
  requests = 0
  /** Requests that may have added an animal, or something else. */
  animals = 0
  mostRequests: number
  /** Whether the answers may be those of the service. */
  isService = true
  /** Whether the deployment ever took the key. */
  hasBeenLetIn = false
  #mostAnimals: number
  #maxRunMilliseconds: number
  readonly #refused: Seen[] = []
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
  #refusals = 0
  #lost = 0

  constructor(options: Settings) {
    this.options = options
    this.mostRequests = options.mostRequests
    this.#mostAnimals = options.mostAnimals
    this.#maxRunMilliseconds = options.maxRunMilliseconds
  }

  /** Does something at most once in a run, so that probes can build on each other whichever of them run. */
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

  /** Goes on with what random sequences may take. */
  extend(): void {
    const { requests, animals } = this.options.thorough
    // What the run left over stays out, so that the sequences of a seed are as long as before.
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

  /** Asks, and has the answer looked at. A question may be made anew for each try, as when names must differ. */
  async ask(make: Question | (() => Question)): Promise<Seen> {
    const question = typeof make === 'function' ? make : () => make
    let seen = await this.#send(question())
    // Waiting for a deadline takes long, and a server that cuts off a body does it again.
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
    await this.#look(seen)
    return seen
  }

  /** What failed several times fails again, and so does everything if nothing ever worked. */
  #isKnownToFail({ question, status }: Seen): boolean {
    const clause = status === 401 && question.credential === 'valid' ? '5/bearer-key' : question.breaks[0]
    const isSettled = clause !== undefined && this.isSettled(clause, question.operation)
    return isSettled || this.#failing.has(kindOf(question)) || (!this.#hasBeenWell && this.#failing.size >= 3)
  }

  /** Notes that a departure counts, so that nobody waits to see it again. */
  settle({ clause, seen }: Finding): void {
    this.settled.add(`${clause} ${seen.question.operation}`)
  }

  isSettled(clause: ClauseId, operation: OperationId): boolean {
    return this.settled.has(`${clause} ${operation}`)
  }

  /** Whether what may pass can be waited for now. */
  hasTimeFor(milliseconds: number): boolean {
    return milliseconds <= this.#pausesLeftMilliseconds
  }

  /** Waits for what may pass, and says so. */
  async pause(milliseconds: number, reason: string): Promise<void> {
    this.#pausesLeftMilliseconds -= milliseconds
    this.options.onEvent({ kind: 'wait', milliseconds, reason })
    await this.options.clock.sleep(milliseconds)
  }

  /** Asks again, in growing intervals, until an answer is fine: a deployment may lag behind by a few seconds. */
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

  /** Asks once more for all that is still doubtful, after one wait. */
  lookAgain(): Promise<void> {
    return this.secondLooks.run(
      (question) => this.#send(question),
      (milliseconds, reason) => this.pause(milliseconds, reason),
    )
  }

  #noteUnstable(seen: Seen, later: Seen): void {
    this.unstable.push({ seen: truncateBody(seen), later: truncateBody(later) })
  }

  /** Gives up where nothing more can be learnt: no connection, no valid key, a run that takes too long. */
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

  /** Has every check look at an answer; what may be due to the moment is asked for once more. */
  async #look(seen: Seen): Promise<void> {
    const found = this.#findingsIn(seen)
    const isDoubtful = ({ check, findings }: Look): boolean =>
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

  /** Counts what a second look shows again; the rest was due to the moment. */
  #confirm(seen: Seen, doubtful: readonly Look[], later: Seen): void {
    const repeated = this.#repeatedIn(later, doubtful)
    if (repeated.length < doubtful.length) this.#noteUnstable(seen, later)
    this.#count(repeated)
  }

  #repeatedIn(later: Seen, doubtful: readonly Look[]): readonly Look[] {
    const repeated = this.#findingsIn(later).map(({ check }) => check)
    return doubtful.filter(({ check }) => repeated.includes(check))
  }

  /** Leaves a failure for the end. */
  #lookLater(seen: Seen): void {
    const isFine = (later: Seen): boolean => !isMomentary(later)
    const settle = (later: Seen): void =>
      isFine(later) ? this.#noteUnstable(seen, later) : this.#count(this.#findingsIn(later))
    this.secondLooks.add({ seen, isFine, settle })
  }

  #count(found: readonly Look[]): void {
    for (const { check, findings } of found) {
      this.tallies.add(check.id, findings)
      for (const finding of findings) this.settle(finding)
    }
  }

  #findingsIn(seen: Seen): readonly Look[] {
    return this.tallies.look(seen, this.options).filter(({ findings }) => findings.length > 0)
  }

  /** Sends one request within budget and pace. After a 429 it waits as long as that asks, once. */
  async #send(question: Question): Promise<Seen> {
    const { clock } = this.options
    const isOfKey = question.credential === 'valid'
    if (this.#silent.has(question.operation)) throw new BudgetSpent(`${question.operation} does not answer in time.`)
    for (;;) {
      if (this.requestsLeft <= 0) throw new BudgetSpent(`The ${this.mostRequests} requests of a run are used up.`)
      if (performance.now() - this.#startedAt - this.#waitedMilliseconds > this.#maxRunMilliseconds)
        throw new GaveUp('The run took too long, because the deployment answers slowly.')
      // Headers that are wrong for the key are wrong for other requests too.
      const pace = isOfKey ? this.#pace : this.#anonymousPace
      const wait = this.#pace.isTrusted ? pace.next(clock.now()) : undefined
      if (wait !== undefined) await this.#wait(wait.milliseconds, wait.reason)
      const seen = await this.#exchange(question)
      if (seen.status !== 429) {
        if (isOfKey) this.#consecutive429 = 0
        return seen
      }
      await this.#look(seen)
      this.#refused.push(seen)
      // Requests without a valid key have another quota, which is not worth a wait.
      if (!isOfKey) throw new BudgetSpent('Requests without a valid key are answered with 429.')
      if (++this.#consecutive429 >= 2) {
        this.#noteBreach(seen)
        throw new GaveUp('A second 429 came after the wait that the first one asked for.')
      }
      await this.#wait(waitAfter429(seen.exchange.response, clock.now()), 'a 429 asks for it')
    }
  }

  /** A second 429 after the wait, though both say that requests remain, comes within the limit. */
  #noteBreach(last: Seen): void {
    const left = this.#refused.slice(-2).map((seen) => rateLimitOf(seen).remaining)
    if (!left.every((remaining) => remaining !== undefined && remaining > 0)) return
    const received = `status 429 twice, the second after the wait that the first asks for, with X-RateLimit-Remaining: ${left.join(' and ')}`
    const note = broken(last, '8/within-limit', 'no 429 while requests remain', received)
    this.departures.push({ of: 'remaining', note })
  }

  async #wait(milliseconds: number, reason: string): Promise<void> {
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

  /** Sends one request, with a look at its answer unless it may pass. Probes of the rate limit use it alone. */
  async exchange(question: Question): Promise<Seen> {
    const seen = await this.#exchange(question)
    if (seen.status === 429 || !isMomentary(seen)) await this.#look(seen)
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
    const exchange = await this.#answered(outgoing)
    const paces = [this.#pace, this.#anonymousPace]
    if (question.credential !== 'valid') paces.reverse()
    if (exchange.response !== undefined) {
      paces[0]?.learn(exchange.response, clock.now())
      paces[1]?.learnFromOther(exchange.response)
    }
    const seen = seenOf(number, this.probe, question, exchange)
    this.log.push(truncateBody(seen))
    if (mayHaveAdded(seen)) this.animals++
    const { method } = exchange.request
    onEvent({ kind: 'exchange', number, mostRequests, method, path: question.path, status: seen.status })
    // It says nothing about the deployment, but an animal may have been added.
    if (exchange.problem?.message === interrupted) throw new GaveUp(interrupted)
    return seen
  }

  /** Sends a request. Once the run is interrupted, its answer is waited for two seconds more. */
  async #answered(outgoing: Outgoing): Promise<Exchange> {
    const { client, clock, signal } = this.options
    const sentAtMilliseconds = clock.now()
    const { promise, resolve } = Promise.withResolvers<Exchange>()
    let timer: NodeJS.Timeout | undefined
    const giveUp = (): void => {
      const request = { ...outgoing, url: client.baseUrl + outgoing.path }
      const problem = { kind: 'deadline', message: interrupted } as const
      const exchange = { request, sentAtMilliseconds, tookMilliseconds: 0, response: undefined, problem }
      timer = setTimeout(resolve, answerMilliseconds, exchange)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    return Promise.race([client.send(outgoing), promise]).finally(() => {
      signal?.removeEventListener('abort', giveUp)
      clearTimeout(timer)
    })
  }
}

/** Asks one after the other, or all at once: then all have come to an end before anything else is asked, even if one failed. */
export async function askAll<T extends readonly (() => Promise<Seen>)[]>(
  asking: T,
  isAtOnce: boolean,
): Promise<{ -readonly [At in keyof T]: Seen }> {
  const running: Promise<Seen>[] = []
  for (const ask of asking) {
    running.push(ask())
    if (!isAtOnce) await running.at(-1)
  }
  await Promise.allSettled(running)
  return (await Promise.all(running)) as { -readonly [At in keyof T]: Seen }
}

function lineOf({ exchange: { request }, question }: Seen): string {
  return `${request.method} ${question.path}`
}

function kindOf({ operation, asks, about }: Question): string {
  return `${operation} ${asks} ${about}`
}

/** What may be over in a moment: no whole answer, a 5xx, a request to come again, a valid key that is refused. */
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

/** Something may be there after any request to add it that was not clearly refused. */
export function mayHaveAdded({ question, status, exchange }: Seen): boolean {
  const isRefused = exchange.problem?.kind === 'unreachable' || (status !== undefined && status >= 400 && status < 500)
  return operations[question.operation].role === 'create' && !isRefused
}
