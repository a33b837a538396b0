import type { ClauseId, OperationId } from '../../spec/index.ts'
import { checks } from '../checks/index.ts'
import { type Question, type Seen, hasFailed } from '../exchange/question.ts'
import { removalState } from '../exchange/removal.ts'
import { truncateBody } from '../exchange/truncate-body.ts'
import { judgeQuota, quotaClauses } from '../judge/quota.ts'
import { type CheckFindings, Tallies } from '../judge/tallies.ts'
import type { Finding, Note } from '../verdict/verdict.ts'
import { askedWait } from './pace.ts'
import { SecondLooks } from './second-looks.ts'
import { GaveUp, Sender } from './sender.ts'
import { unstableFinding } from '../judge/unstable.ts'
import { longestRestart, pauses } from './waits.ts'

/** What all answers together show of the quota. */
const quotaCounts = {
  id: 'quota-counts',
  title: 'the counts, limits and resets of the X-RateLimit headers do not contradict each other',
  clauses: quotaClauses,
}

/**
 * Asks the questions of a run, and runs every check on every answer. A failure that may be temporary, such as a 5xx or a
 * cut connection, counts only if it shows again.
 */
export class Session extends Sender {
  readonly unstable: Finding[] = []
  readonly tallies = new Tallies(checks, [quotaCounts])
  /** What the probe has found out so far. It stays, also where no requests are left to go on. */
  notes: Note[] = []
  /** Doubtful answers that wait for the end of random sequences. */
  readonly secondLooks = new SecondLooks()
  /** Clauses that are broken, each with the operation. */
  readonly knownBroken = new Set<string>()
  /** The requests that lead to a finding, by its clause and operation. */
  readonly sequences = new Map<string, readonly string[]>()
  /** Whether the answers seem to come from the service. */
  isService = true
  /** Whether the deployment ever took the key. */
  hasBeenLetIn = false
  readonly #memory = new Map<string, Promise<unknown>>()
  readonly #failing = new Set<string>()
  #hasBeenWell = false
  #refusals = 0
  #lost = 0

  /** Does something at most once in a run, so that each probe can run alone and use what others did. */
  once<T>(what: string, make: () => Promise<T>): Promise<T> {
    const made = (this.#memory.get(what) as Promise<T> | undefined) ?? make()
    this.#memory.set(what, made)
    return made
  }

  /** Whether an operation must still work today (section 9). */
  isWorking(operation: OperationId): boolean {
    return removalState(operation, this.options.todayMilliseconds) === 'works'
  }

  /** Asks, and runs all checks on the answer. A function makes a new question for each try. */
  async ask(make: Question | (() => Question)): Promise<Seen> {
    const question = typeof make === 'function' ? make : () => make
    let seen = await this.#send(question())
    // A third try would take too long after a deadline, and helps as little after a cut body.
    for (const usual of pauses.blip.slice(0, seen.exchange.problem === undefined ? 2 : 1)) {
      if (!mayBeTemporary(seen) || this.#isKnownToFail(seen)) break
      const milliseconds = Math.max(usual, this.#waitAskedBy(seen))
      if (!this.hasTimeFor(milliseconds)) {
        this.#watch(seen)
        this.#lookLater(seen)
        return seen
      }
      await this.pause(milliseconds, `then ${lineOf(seen)} will be asked for again`)
      // Kept connections may all be closed by now.
      const again = await this.#send({ ...question(), isOnNewConnection: true })
      if (!mayBeTemporary(again)) this.#noteUnstable(seen, again)
      seen = again
    }
    if (mayBeTemporary(seen)) this.#failing.add(kindOf(seen.question))
    this.#watch(seen)
    await this.#runChecks(seen)
    return seen
  }

  /** How long an answer asks to wait, as a 503 may during a restart; none if that is longer than a restart takes. */
  #waitAskedBy({ exchange: { response } }: Seen): number {
    const asked = response && askedWait(response, this.options.clock.now())
    return asked === undefined || asked > longestRestart ? 0 : asked
  }

  /** Whether another try would fail too: it failed several times before, or nothing ever worked. */
  #isKnownToFail({ question, status }: Seen): boolean {
    const clause = status === 401 && question.credential === 'valid' ? '5/bearer-key' : question.breaks[0]
    const isBroken = clause !== undefined && this.isKnownBroken(clause, question.operation)
    return isBroken || this.#failing.has(kindOf(question)) || (!this.#hasBeenWell && this.#failing.size >= 3)
  }

  /** Notes that a clause is broken, so that the run does not wait to see it again. */
  noteBroken({ clause, seen, reading }: Finding): void {
    // A warning must not hide that the same is broken.
    if (reading === undefined) this.knownBroken.add(`${clause} ${seen.question.operation}`)
  }

  /** Notes what the probe has found out. */
  note(...notes: readonly Note[]): void {
    this.notes.push(...notes)
    for (const note of notes) if ('seen' in note) this.noteBroken(note)
  }

  isKnownBroken(clause: ClauseId, operation: OperationId): boolean {
    return this.knownBroken.has(`${clause} ${operation}`)
  }

  /** Whether the run may still wait so long for a doubtful answer. */
  hasTimeFor(milliseconds: number): boolean {
    return milliseconds <= this.pausesLeftMilliseconds
  }

  /** Waits, and reports why. */
  async pause(milliseconds: number, reason: string): Promise<void> {
    this.pausesLeftMilliseconds -= milliseconds
    this.options.onEvent({ kind: 'wait', milliseconds, reason })
    await this.options.clock.sleep(milliseconds)
  }

  /** Asks again until an answer is fine: a deployment may lag behind. */
  async askAgain(seen: Seen, isFine: (seen: Seen) => boolean): Promise<Seen> {
    let last = seen
    for (const milliseconds of pauses.lag) {
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
    this.tallies.add(quotaCounts.id, judgeQuota(this.log).findings)
  }

  /** Waits once, and sends all doubtful requests again. */
  lookAgain(): Promise<void> {
    return this.secondLooks.run(
      (question) => this.#send(question),
      (milliseconds, reason) => this.pause(milliseconds, reason),
    )
  }

  #noteUnstable(seen: Seen, later: Seen): void {
    this.unstable.push(unstableFinding(truncateBody(seen), later))
  }

  /** Gives up if there is no connection, or the key is never accepted. */
  #watch(seen: Seen): void {
    const { question, exchange, status } = seen
    const { problem, response } = exchange
    if (!mayBeTemporary(seen)) this.#hasBeenWell = true
    if (problem?.kind === 'deadline') this.silent.add(question.operation)
    if (problem?.kind === 'tls') throw new GaveUp({ id: 'no-trust', is: problem.message })
    this.#lost = response === undefined ? this.#lost + 1 : 0
    const hasAnswered = this.log.some((before) => before.exchange.response !== undefined)
    if (!hasAnswered || this.#lost >= 4) throw new GaveUp({ id: 'no-answer', is: problem?.message ?? '' })
    if (question.credential !== 'valid' || status === undefined) return
    if (status !== 401) this.hasBeenLetIn = true
    else if (!this.hasBeenLetIn && ++this.#refusals >= 3) throw new GaveUp({ id: 'key-refused' })
  }

  /** Runs every check on an answer, and asks again before a doubtful finding counts. */
  async #runChecks(seen: Seen): Promise<void> {
    const found = this.#findingsIn(seen)
    const isDoubtful = ({ check, findings }: CheckFindings): boolean =>
      check.isSettled?.(seen) === false &&
      findings.some(({ clause }) => !this.isKnownBroken(clause, seen.question.operation))
    const doubtful = this.requestsLeft > 0 ? found.filter(isDoubtful) : []
    this.#count(found.filter((each) => !doubtful.includes(each)))
    if (doubtful.length === 0) return
    const [milliseconds] = pauses.doubt
    if (this.hasTimeFor(milliseconds)) {
      await this.pause(milliseconds, `then ${lineOf(seen)} will be asked for again`)
      this.#confirm(seen, doubtful, await this.#send(seen.question))
    } else {
      const isFine = (later: Seen): boolean => this.#repeatedIn(later, doubtful).length === 0
      this.secondLooks.add({ seen, isFine, onLastAnswer: (later) => this.#confirm(seen, doubtful, later) })
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
    const isFine = (later: Seen): boolean => !mayBeTemporary(later)
    const onLastAnswer = (later: Seen): void =>
      isFine(later) ? this.#noteUnstable(seen, later) : this.#count(this.#findingsIn(later))
    this.secondLooks.add({ seen, isFine, onLastAnswer })
  }

  #count(found: readonly CheckFindings[]): void {
    for (const { check, findings } of found) {
      this.tallies.add(check.id, findings)
      for (const finding of findings) this.noteBroken(finding)
    }
  }

  #findingsIn(seen: Seen): readonly CheckFindings[] {
    return this.tallies.runChecks(seen, this.options).filter(({ findings }) => findings.length > 0)
  }

  #send(question: Question): Promise<Seen> {
    return this.send(question, (refused) => this.#runChecks(refused))
  }

  /** Sends one request and never repeats it. The checks see the answer unless it may be temporary. */
  async exchange(question: Question): Promise<Seen> {
    const seen = await this.sendOnce(question)
    if (seen.status === 429 || !mayBeTemporary(seen)) await this.#runChecks(seen)
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

/** Whether an answer may be a temporary failure: cut short, a 5xx, a 408 or 425, or a valid key refused. */
function mayBeTemporary(seen: Seen): boolean {
  const { status, exchange, question } = seen
  if (exchange.problem?.kind === 'tls') return false
  return hasFailed(seen) || (status === 401 && question.credential === 'valid')
}
