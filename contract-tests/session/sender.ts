import { type OperationId, operations } from '../../spec/index.ts'
import { type Question, type Seen, rateLimitOf, seenOf } from '../exchange/question.ts'
import { askedToday } from '../exchange/removal.ts'
import { truncateBody } from '../exchange/truncate-body.ts'
import { type Reason, reasonOf } from '../verdict/sentences.ts'
import type { CompleteOptions } from './options.ts'
import { outgoingOf, requireHarmless } from './outgoing.ts'
import type { PacedResponse } from './pace.ts'
import { RunPace, waitAfter429 } from './run-pace.ts'

/** Something was cut short. */
class CutShort extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reasonOf(reason))
    this.reason = reason
  }
}

/** This probe has no requests or animals left. Other probes may go on. */
export class BudgetSpent extends CutShort {
  override readonly name = 'BudgetSpent'
}

/** The run ends here. */
export class GaveUp extends CutShort {
  override readonly name = 'GaveUp'
}

/** A part of a run that has a budget of its own. When that is spent, the rest of the run goes on. */
interface Stage {
  /** As in "3 of the 500 requests of the random sequences". */
  readonly name: string
  readonly requests: number
  readonly animals: number
  /** When it ends at the latest, counted from the start of the run. */
  readonly endsAfterMilliseconds: number
  /** How long it may wait in all for doubtful answers. */
  readonly pausesMilliseconds: number
  /** Called before each wait of the run for a reset. */
  readonly beforeReset: () => Promise<void>
}

/** Sends the requests of a run within its budget, at the pace of the deployment. It judges no answer. */
export class Sender {
  readonly options: CompleteOptions
  readonly log: Seen[] = []
  /** Ids that no animal has. */
  readonly unused = new Set<string>()
  /** Operations that did not answer in time. They are not asked again. */
  readonly silent = new Set<OperationId>()
  /** The probe that is asking. */
  probe = ''
  requests = 0
  mostRequests: number
  /** How many requests may have added something. */
  #animals = 0
  #mostAnimals: number
  #maxRunMilliseconds: number
  readonly #pace = new RunPace()
  /** For requests without a valid key, which may have a quota of their own. */
  readonly #anonymousPace = new RunPace()
  readonly #startedAtMilliseconds: number
  #waitedMilliseconds = 0
  #isHeeding429 = false
  /** How long the run may still wait for doubtful answers. */
  protected pausesLeftMilliseconds = Number.POSITIVE_INFINITY
  #stage: Stage | undefined
  /** What a stage left out because it would have taken too long. */
  leftOut: Reason | undefined
  /** How often the stage waited for a limit that the headers do not tell. */
  #waitsForHidden = 0
  /** Numbers all requests and answers in the order in which they were sent and came. */
  #events = 0

  constructor(options: CompleteOptions) {
    this.options = options
    this.#startedAtMilliseconds = options.clock.now()
    this.mostRequests = options.mostRequests
    this.#mostAnimals = options.mostAnimals
    this.#maxRunMilliseconds = options.maxRunMilliseconds
  }

  get requestsLeft(): number {
    return this.mostRequests - this.requests
  }

  get animalsLeft(): number {
    return this.#mostAnimals - this.#animals
  }

  /** Begins a stage. Requests that the run did not use do not count, so that it always has the same. */
  begin(stage: Stage): void {
    this.#stage = stage
    this.mostRequests = this.requests + stage.requests
    this.#mostAnimals = this.#animals + stage.animals
    this.#maxRunMilliseconds += stage.requests * 1000
    this.pausesLeftMilliseconds = stage.pausesMilliseconds
    this.#waitsForHidden = 0
  }

  /** Whether the quota has room for so many requests at once. */
  hasRoomFor(requests: number): boolean {
    return requests <= this.requestsLeft && this.#pace.hasRoomFor(requests)
  }

  /** The wait for a reset that the next request has, unless others use the key too. */
  get resetWait(): ReturnType<RunPace['resetWait']> {
    return this.#pace.resetWait(this.options.clock.now())
  }

  /**
   * Sends a request within budget and pace. After a 429, which it hands to `onRefusal`, it waits as asked, once.
   * @throws {BudgetSpent} if no request is left for it
   * @throws {GaveUp} if the run ends here
   */
  async send(question: Question, onRefusal: (refused: Seen) => Promise<void>): Promise<Seen> {
    const { clock } = this.options
    const isOfKey = question.credential === 'valid'
    if (this.silent.has(question.operation)) throw new BudgetSpent({ id: 'slow-operation', is: question.operation })
    for (let hasWaited = false; ; hasWaited = true) {
      if (this.requestsLeft <= 0) throw new BudgetSpent({ id: 'requests-spent', is: this.mostRequests })
      if (clock.now() - this.#startedAtMilliseconds - this.#waitedMilliseconds > this.#maxRunMilliseconds)
        throw new GaveUp({ id: 'slow-run' })
      // If the headers are wrong for the key, they are wrong for other requests too.
      const pace = isOfKey ? this.#pace : this.#anonymousPace
      if (isOfKey && this.resetWait !== undefined) await this.#stage?.beforeReset()
      const wait = this.#pace.isTrusted ? pace.next(clock.now()) : undefined
      this.#requireTime(0)
      if (wait !== undefined) await this.wait(wait.milliseconds, wait.reason)
      const waits = this.#waitsForHidden
      const seen = await this.sendOnce(question)
      if (seen.status !== 429) return seen
      await onRefusal(seen)
      // The quota of requests without a valid key is not worth a wait.
      if (!isOfKey) throw new BudgetSpent({ id: 'without-key-429' })
      if (hasWaited) throw this.#ended({ id: 'second-429' })
      // Each few animals more would cost another wait.
      if (this.#stage !== undefined && waits > 0 && isHiddenLimit(seen))
        throw new GaveUp({ id: 'hidden-limit', is: `${this.animalsLeft} animals of ${this.#stage.name}` })
      await this.#heed429(seen)
    }
  }

  /** Waits as a 429 asks. Of several at once, one is sent again, to see whether that is enough. */
  async #heed429(seen: Seen): Promise<void> {
    const isFirst = !this.#isHeeding429
    this.#isHeeding429 = true
    await this.wait(waitAfter429(seen.exchange.response, this.options.clock.now()), 'a 429 asks for it')
    this.#isHeeding429 = false
    if (isHiddenLimit(seen)) this.#waitsForHidden++
    if (!isFirst) throw new BudgetSpent({ id: 'one-sent-again' })
  }

  /** @throws {BudgetSpent} if a stage would take too long with this wait */
  #requireTime(milliseconds: number): void {
    const lasts = this.options.clock.now() + milliseconds - this.#startedAtMilliseconds
    if (lasts > (this.#stage?.endsAfterMilliseconds ?? Infinity)) throw this.#ended({ id: 'too-slow' })
  }

  /** What ends the run, or its stage alone: that ends with what was asked, and the rest of the run is judged. */
  #ended(reason: Reason): GaveUp | BudgetSpent {
    if (this.#stage === undefined) return new GaveUp(reason)
    const { requests, name } = this.#stage
    this.leftOut ??= { ...reason, leftOut: `${this.requestsLeft} of the ${requests} requests of ${name}` }
    this.mostRequests = this.requests
    return new BudgetSpent(this.leftOut)
  }

  /**
   * Waits because of the quota.
   * @throws {GaveUp} if that is longer than a run waits
   */
  async wait(milliseconds: number, reason: string): Promise<void> {
    const { clock, maxWaitMilliseconds, onEvent } = this.options
    if (milliseconds > maxWaitMilliseconds) throw this.#ended({ id: 'reset-late', is: Math.ceil(milliseconds / 1000) })
    this.#requireTime(milliseconds)
    onEvent({ kind: 'wait', milliseconds, reason })
    const startedAtMilliseconds = clock.now()
    await clock.sleep(milliseconds)
    this.#waitedMilliseconds += clock.now() - startedAtMilliseconds
  }

  /** Sends one request, and never repeats it. */
  async sendOnce(asked: Question): Promise<Seen> {
    const { apiKey, onEvent, clock, todayMilliseconds, signal, isReadOnly } = this.options
    const { mostRequests } = this
    const isAborted = (): boolean => signal?.aborted === true
    if (isAborted()) throw new GaveUp({ id: 'interrupted' })
    const number = ++this.requests
    const question = askedToday(asked, todayMilliseconds)
    const outgoing = outgoingOf(question, apiKey)
    requireHarmless(outgoing, question, this.unused, isReadOnly)
    // By the clock of the run, whose waits may take no time.
    const sentAtMilliseconds = clock.now()
    const sentAs = ++this.#events
    const sent = await this.options.client.send(outgoing)
    const exchange = { ...sent, sentAtMilliseconds, order: { sent: sentAs, came: ++this.#events } }
    if (exchange.response !== undefined) this.#learnQuota(question.credential === 'valid', exchange.response)
    const seen = seenOf(number, this.probe, question, exchange)
    this.log.push(truncateBody(seen))
    if (mayHaveAdded(seen)) this.#animals++
    const { method } = exchange.request
    onEvent({ kind: 'exchange', number, mostRequests, method, path: question.path, status: seen.status })
    // Logged before: the interrupted request may have added an animal.
    if (isAborted() && exchange.problem !== undefined) throw new GaveUp({ id: 'interrupted' })
    return seen
  }

  #learnQuota(isOfKey: boolean, response: PacedResponse): void {
    const [pace, other] = isOfKey ? [this.#pace, this.#anonymousPace] : [this.#anonymousPace, this.#pace]
    pace.update(response, this.options.clock.now())
    other.learnFromOther(response)
  }
}

/** Whether a limit that no header tells refused a creation: spec/decisions/0196-quotas-of-a-long-run.md. */
function isHiddenLimit(seen: Seen): boolean {
  const { question, status } = seen
  return question.asks === 'create' && status === 429 && rateLimitOf(seen).remaining !== 0
}

/** Whether a request may have added something: it was not clearly refused. */
export function mayHaveAdded({ question, status, exchange }: Seen): boolean {
  const isRefused = exchange.problem?.kind === 'unreachable' || (status !== undefined && status >= 400 && status < 500)
  return operations[question.operation].role === 'create' && !isRefused
}
