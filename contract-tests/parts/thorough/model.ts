import fc from 'fast-check'
import type { ClauseId } from '../../../spec/index.ts'
import { listStatus } from '../../checks/operations.ts'
import type { Catalogue } from '../../session/catalogue.ts'
import { compareAgain } from '../../probes/list-filter.ts'
import { sumOf, waitsFor } from '../../session/waits.ts'
import type { Finding } from '../../verdict/verdict.ts'
import { type Question, type Seen } from '../../exchange/question.ts'
import { BudgetSpent, GaveUp } from '../../session/sender.ts'
import { type Session, askAll } from '../../session/session.ts'
import { type Contradiction, backAgain, findingAfterAskingAgain } from '../../judge/animal-facts.ts'
import { wrongOnlyAtOnce, recurringFailures } from './unstable-answers.ts'
import { People } from './people.ts'
import { QuestionMaker } from './question-maker.ts'
import type { Turn } from './random-turns.ts'

/** A departure that was found, with the requests that led to it, the last one included. */
export interface Counterexample {
  readonly finding: Finding
  /** Whether another client, a lag or a temporary failure could explain it. */
  readonly isDoubtful: boolean
  /** What a second look has to settle. */
  readonly doubt?: Contradiction | undefined
  readonly sequence: readonly string[]
}

class DepartureFound extends Error {
  override readonly name = 'DepartureFound'
  readonly departure: Omit<Counterexample, 'sequence'>

  constructor(finding: Finding, isDoubtful = false, doubt?: Contradiction) {
    super(finding.clause)
    this.departure = { finding, isDoubtful, doubt }
  }
}

// Lists to compare, and one request that shows whether a count follows.
const requestsAtEnd = 11

/** A model of the deployment: what its answers showed so far. No later answer may contradict it. */
export class Model {
  /** Why nothing can be asked any more. */
  ended: GaveUp | undefined
  readonly #session: Session
  readonly #catalogue: Catalogue
  readonly #questionMaker: QuestionMaker
  readonly #people: People
  readonly #looked = new Set<Finding>()
  readonly #known = new Set<string>()
  /** The departure whose sequence is being shrunk. It was settled, so it counts at once when it shows again. */
  wanted: Finding | undefined
  #sequence: string[] = []

  constructor(catalogue: Catalogue) {
    this.#session = catalogue.session
    this.#catalogue = catalogue
    this.#questionMaker = new QuestionMaker(catalogue)
    this.#people = new People(catalogue)
  }

  /** Learns what the run saw before the sequences. */
  async begin(): Promise<void> {
    this.#catalogue.remember(await this.#catalogue.first())
    this.#freshFindings()
    for (const known of this.#session.knownBroken) this.#known.add(known)
  }

  get isOver(): boolean {
    const { requestsLeft, secondLooks } = this.#session
    const kept = secondLooks.requests + 2 * this.#people.open.length + requestsAtEnd
    return this.ended !== undefined || requestsLeft <= kept
  }

  /** Plays turns until one of them shows a departure that is not known. */
  async play(turns: Iterable<fc.AsyncCommand<Model, undefined>>): Promise<Counterexample | undefined> {
    this.#sequence = []
    const departed = await this.#until(() => fc.asyncModelRun(() => ({ model: this, real: undefined }), turns))
    return departed && { ...departed.departure, sequence: this.#sequence }
  }

  /** The departure with its last request alone, if that request shows it again. */
  async alone({ finding, isDoubtful }: Counterexample): Promise<Counterexample | undefined> {
    const { clause, seen } = finding
    if (!this.isOver) await this.#until(() => this.#session.ask(seen.question))
    const isSame = this.#freshFindings().some((one) => one.clause === clause)
    return isSame ? { finding, isDoubtful, sequence: [lineOf(seen)] } : undefined
  }

  /** Runs `act` until a departure is found or the run must end. */
  async #until(act: () => Promise<unknown>): Promise<DepartureFound | undefined> {
    try {
      await act()
    } catch (error) {
      if (error instanceof DepartureFound) return error
      if (error instanceof GaveUp) this.ended = error
      else if (!(error instanceof BudgetSpent)) throw error
    }
    return undefined
  }

  /** Sends the requests of a turn, at once where the quota has room for them, and looks at the answers. */
  async take({ steps, isOnNewConnection }: Turn): Promise<void> {
    const session = this.#session
    const questions: Question[] = []
    for (const step of steps) {
      const adding = questions.filter(({ asks }) => asks === 'create').length
      const question = await this.#questionMaker.questionOf(step, adding)
      if (question !== undefined) questions.push({ ...question, isOnNewConnection })
    }
    const first = session.requests + 1
    const stable = session.unstable.length
    const isAtOnce = questions.length > 1 && session.hasRoomFor(questions.length)
    const asking = questions.map((question) => () => session.ask(question))
    const answers = await askAll(asking, isAtOnce)
    const how = `${isOnNewConnection ? ' (new connection)' : ''}${isAtOnce ? ' (at once)' : ''}`
    for (const seen of answers) this.#sequence.push(`${lineOf(seen)}${how}`)
    const doubtful = answers.flatMap((seen) => this.#judge(seen, first))
    for (const each of doubtful) await this.#consider(each)
    const found = this.#freshFindings().find(({ clause, seen }) => !this.#isKnown(clause, seen))
    if (found !== undefined) throw new DepartureFound(found)
    if (!isAtOnce) return
    for (const each of wrongOnlyAtOnce(session.unstable.slice(stable), session.options)) this.#depart(each, true)
  }

  /** Compares an answer with earlier ones. @returns contradictions that something else could explain */
  #judge(seen: Seen, first: number): readonly Contradiction[] {
    const { question, status } = seen
    const { animals } = this.#catalogue
    const name = /"name":"([^"]+)"/.exec(question.body ?? '')?.[1]
    if ((question.asks === 'invalid' && status === 400) || (question.asks === 'unauthorized' && status === 401))
      if (name !== undefined) animals.refused.set(name, seen)
    if (question.credential !== 'valid') return []
    const found = animals.contradictions(seen, first)
    this.#catalogue.remember(seen)
    for (const each of found) if (each.excuses.includes('people')) animals.accept(each)
    for (const { finding, excuses } of found) if (excuses.length === 0) this.#depart(finding)
    const { options } = this.#session
    // If the same list is fine alone, the requests before it may have made the difference.
    for (const other of listStatus.look(seen, options)?.departures ?? []) this.#depart({ ...other, seen }, true)
    return found.filter(({ excuses }) => excuses.length > 0)
  }

  /** Settles a contradiction that something else could explain, first of all somebody in the shop. */
  async #consider(doubt: Contradiction): Promise<void> {
    const { finding, excuses } = doubt
    if (this.#isKnown(finding.clause, finding.seen)) return
    if (this.wanted !== undefined && isSameDeparture(finding, this.wanted))
      throw new DepartureFound(finding, false, doubt)
    if (!excuses.includes('people')) return this.#settle(doubt)
    const explanation = await this.#people.explain(doubt)
    if (explanation === 'back') this.#depart(backAgain(finding, this.#session.requests))
    if (explanation === 'service') await this.#settle(doubt)
  }

  /** Asks again for a known animal that is missing, now or at the end of the sequences. */
  async #settle(doubt: Contradiction): Promise<void> {
    const { finding, excuses } = doubt
    const { operation } = finding.seen.question
    if (doubt.change !== 'missing') return this.#depart(finding)
    // Others may have removed it. Only if it comes back, the 404 was wrong.
    const canWait = !excuses.includes('others') && this.#session.hasTimeFor(sumOf(waitsFor.lag))
    if (canWait && !finding.also.some((clause) => this.#session.isKnownBroken(clause, operation))) {
      const found = await this.#findingOf(doubt)
      if (found !== undefined) this.#depart(found)
      return
    }
    const sequence = this.#sequence
    this.#lookLater(doubt, (found) => this.report({ finding: found, isDoubtful: false, sequence }))
  }

  /** Asks for a missing animal again, when the sequences have ended. */
  #lookLater(doubt: Contradiction, report: (finding: Finding) => void): void {
    const onLastAnswer = (later: Seen): void => {
      const found = findingAfterAskingAgain(doubt, later)
      if (found !== undefined) report(found)
    }
    this.#session.secondLooks.add({ seen: doubt.finding.seen, isFine: ({ status }) => status === 200, onLastAnswer })
  }

  /** The departure after a second look; `undefined` if something else explains it. */
  async confirmed(departure: Counterexample): Promise<Counterexample | undefined> {
    const { doubt } = departure
    if (doubt === undefined) return departure
    let finding: Finding | undefined
    await this.#until(async () => void (finding = await this.#findingOf(doubt)))
    return finding && { ...departure, finding }
  }

  /** What a contradiction comes to, once it was asked for again. */
  async #findingOf(doubt: Contradiction): Promise<Finding | undefined> {
    if (doubt.change !== 'missing') return doubt.finding
    const later = await this.#session.askAgain(doubt.finding.seen, ({ status }) => status === 200)
    return findingAfterAskingAgain(doubt, later)
  }

  /** Reports a departure, and the requests that led to it, unless it is known. */
  report({ finding, sequence }: Counterexample): void {
    const session = this.#session
    if (this.#isKnown(finding.clause, finding.seen)) return
    const known = `${finding.clause} ${finding.seen.question.operation}`
    this.#known.add(known)
    session.sequences.set(known, sequence)
    // A check reports what it found.
    if (session.tallies.findings.includes(finding)) session.noteBroken(finding)
    else session.note(finding)
  }

  /** Sends all doubtful requests again. What people may have made is a warning if they would have made it often. */
  async lookAgain(): Promise<void> {
    for (const doubt of this.#people.open) {
      const sequence = [lineOf(doubt.finding.seen)]
      const warn = (finding: Finding): void =>
        this.report({ finding: { ...finding, reading: 'people' }, isDoubtful: false, sequence })
      if (doubt.change === 'missing') this.#lookLater(doubt, warn)
      else warn(doubt.finding)
    }
    // What ended the sequences may forbid further requests, as a 429 does.
    if (this.ended === undefined) {
      await this.#until(() => this.#session.lookAgain())
      await this.#until(async () => this.#session.note(...(await compareAgain(this.#catalogue))))
    }
    for (const { finding, alike } of recurringFailures(this.#session))
      this.report({ finding, isDoubtful: false, sequence: alike.slice(0, 3).map(lineOf) })
  }

  /** @param isDoubtful whether another client, a lag or a temporary failure could explain it */
  #depart(finding: Finding, isDoubtful = false): void {
    if (!this.#isKnown(finding.clause, finding.seen)) throw new DepartureFound(finding, isDoubtful)
  }

  #isKnown(clause: ClauseId, { question }: Seen): boolean {
    return this.#known.has(`${clause} ${question.operation}`)
  }

  /** What checks found since the last look. */
  #freshFindings(): readonly Finding[] {
    const found = this.#session.tallies.findings.filter((one) => !this.#looked.has(one))
    for (const finding of found) this.#looked.add(finding)
    return found
  }
}

/** Whether a doubtful finding may be the same departure as a settled one. */
function isSameDeparture({ clause, also, seen }: Finding, settled: Finding): boolean {
  return [clause, ...also].includes(settled.clause) && seen.question.operation === settled.seen.question.operation
}

function lineOf({ exchange: { request, ...exchange }, question, status }: Seen): string {
  const body = request.body === undefined ? '' : ` ${request.body.slice(0, 200)}`
  const key = question.credential === 'valid' ? '' : ` (key: ${question.credential})`
  return `${request.method} ${question.path}${body}${key} → ${status ?? exchange.problem?.kind}`
}
