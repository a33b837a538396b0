import fc from 'fast-check'
import { petStatuses } from '../../../spec/index.ts'
import { requestLine } from '../../exchange/curl.ts'
import { listStatus } from '../../checks/operations.ts'
import { petIn } from '../../checks/pets.ts'
import { askList } from '../../exchange/questions.ts'
import { contradictsList } from '../../judge/animal-facts.ts'
import { thresholds } from '../../judge/sources.ts'
import type { Catalogue } from '../../session/catalogue.ts'
import { compareAll } from '../../probes/list-filter.ts'
import { pauses } from '../../session/waits.ts'
import type { Finding } from '../../verdict/verdict.ts'
import { type Question, type Seen, asks } from '../../exchange/question.ts'
import { BudgetSpent, GaveUp } from '../../session/sender.ts'
import { type Session, askAll } from '../../session/session.ts'
import type { OpenDoubt } from '../../judge/doubts.ts'
import { wrongOnlyAtOnce, recurringFailures } from './unstable-answers.ts'
import { People } from './people.ts'
import { QuestionMaker } from './question-maker.ts'
import type { Turn } from './random-turns.ts'

/** A departure that was found. */
interface Departed {
  readonly finding: Finding
  /** Whether another client, a lag or a temporary failure could explain it. */
  readonly isDoubtful: boolean
  /** What a second look has to settle. */
  readonly doubt?: OpenDoubt | undefined
}

/** A departure with the requests that led to it, the last one included. */
export interface Counterexample extends Departed {
  readonly sequence: readonly string[]
}

// Lists to compare, and one request that shows whether a count follows.
const requestsAtEnd = 13

/** What a 404 of getPet to an animal of the store may be told as. */
const openToMissing = ['4.3/answers-pet', '1/added-animal-kept'] as const

/** What random sequences found out about a deployment. No answer may contradict an earlier one. */
export class Model {
  /** Why nothing can be asked any more. */
  ended: GaveUp | undefined
  /** What the sequence that is being played shows. It ends with that. */
  departure: Departed | undefined
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
    await this.#catalogue.first()
    this.#freshFindings()
    for (const known of this.#session.knownBroken) this.#known.add(known)
  }

  get isOver(): boolean {
    const { requestsLeft, secondLooks } = this.#session
    const kept = secondLooks.requests + 2 * this.#frequent.length + requestsAtEnd
    return this.ended !== undefined || requestsLeft <= kept
  }

  /** Plays turns until one of them shows a departure that is not known. */
  async play(turns: Iterable<fc.AsyncCommand<Model, undefined>>): Promise<Counterexample | undefined> {
    this.#sequence = []
    this.departure = undefined
    await this.#until(() => fc.asyncModelRun(() => ({ model: this, real: undefined }), turns))
    // Set by the turns.
    const departure = this.departure as Departed | undefined
    return departure && { ...departure, sequence: this.#sequence }
  }

  /** The departure with its last request alone, if that request shows it again. */
  async alone({ finding, isDoubtful }: Counterexample): Promise<Counterexample | undefined> {
    const { clause, seen } = finding
    if (!this.isOver) await this.#until(() => this.#session.ask(seen.question))
    const isSame = this.#freshFindings().some((one) => one.clause === clause)
    return isSame ? { finding, isDoubtful, sequence: [requestLine(seen)] } : undefined
  }

  /** Runs `act` until the run must end, or has no requests left for it. */
  async #until(act: () => Promise<unknown>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (error instanceof GaveUp) this.ended = error
      else if (!(error instanceof BudgetSpent)) throw error
    }
  }

  /** Sends the requests of a turn, at once where the quota has room for them, and looks at the answers. */
  async take({ steps, isOnNewConnection }: Turn): Promise<void> {
    const session = this.#session
    const questions: Question[] = []
    for (const step of steps) {
      const adding = questions.filter((one) => one.asks === 'create').length
      const question = await this.#questionMaker.questionOf(step, adding)
      if (question !== undefined) questions.push({ ...question, isOnNewConnection })
    }
    const first = session.requests + 1
    const stable = session.unstable.length
    const isAtOnce = questions.length > 1 && session.hasRoomFor(questions.length)
    const asking = questions.map((question) => () => session.ask(question))
    const answers = await askAll(asking, isAtOnce)
    const how = `${isOnNewConnection ? ' (new connection)' : ''}${isAtOnce ? ' (at once)' : ''}`
    for (const seen of answers) this.#sequence.push(`${requestLine(seen)}${how}`)
    const doubts: OpenDoubt[] = []
    for (const seen of answers) if (this.departure === undefined) doubts.push(...this.#contradicted(seen, first))
    for (const doubt of doubts) if (this.departure === undefined) await this.#consider(doubt)
    if (this.departure !== undefined) return
    for (const found of this.#freshFindings()) this.#depart(found)
    if (isAtOnce)
      for (const found of wrongOnlyAtOnce(session.unstable.slice(stable), session.options)) this.#depart(found, true)
  }

  /** Compares an answer with earlier ones. @returns contradictions that something else could explain */
  #contradicted(seen: Seen, first: number): readonly OpenDoubt[] {
    const { judge } = this.#catalogue
    const doubts = this.#catalogue.see(seen, first)
    // What people may have done holds until it is clear that it was the service.
    for (const doubt of doubts) if (doubt.excuses.has('people')) judge.facts.accept(doubt)
    for (const finding of judge.takeFindings()) this.#depart(finding)
    // If the same list is fine alone, the requests before it may have made the difference.
    for (const other of listStatus.look(seen, this.#session.options)?.departures ?? [])
      this.#depart({ ...other, seen }, true)
    return doubts
  }

  /** Settles a contradiction that something else could explain, first of all somebody in the shop. */
  async #consider(doubt: OpenDoubt): Promise<void> {
    const { finding, excuses, change } = doubt
    const { also, seen } = finding
    if (this.#isKnown(finding)) return
    if (this.wanted !== undefined && isSameDeparture(finding, this.wanted)) return this.#depart(finding, false, doubt)
    const { judge } = this.#catalogue
    if (excuses.has('gone') && (await this.#catalogue.isEarlierThere(doubt))) judge.hear('earlier-there', [doubt])
    if (excuses.has('people')) await this.#people.ruleOut(doubt)
    const back = judge.takeFindings()
    for (const found of back) this.#depart(found)
    if (back.length > 0 || excuses.has('people') || change !== 'missing') return
    // Others may have removed it. Only if it comes back, the 404 was wrong.
    const canWait = !excuses.has('others') && this.#session.hasTimeFor(pauses.lag.reduce((sum, wait) => sum + wait, 0))
    if (canWait && !also.some((one) => this.#session.isKnownBroken(one, seen.question.operation))) {
      for (const found of await this.#afterAskingAgain(doubt)) this.#depart(found)
      return
    }
    const sequence = this.#sequence
    this.#lookLater(doubt, (found) => this.report({ finding: found, isDoubtful: false, sequence }))
  }

  /** Asks for a missing animal again, when the sequences have ended. */
  #lookLater(doubt: OpenDoubt, report: (finding: Finding) => void): void {
    const { seen } = doubt.finding
    const onLastAnswer = (later: Seen): void => this.#settle(doubt, later).forEach(report)
    this.#session.secondLooks.add({ seen, isFine: ({ status }) => status === 200, onLastAnswer })
  }

  /** What a missing animal comes to, once it was asked for again for some seconds. */
  async #afterAskingAgain(doubt: OpenDoubt): Promise<readonly Finding[]> {
    return this.#settle(doubt, await this.#session.askAgain(doubt.finding.seen, ({ status }) => status === 200))
  }

  /** What a missing animal comes to by a later answer. */
  #settle(doubt: OpenDoubt, later: Seen): readonly Finding[] {
    const { judge } = this.#catalogue
    judge.see(later)
    if (later.status === 404) judge.hear('still-missing', [doubt])
    return judge.takeFindings()
  }

  /** The departure after a second look; `undefined` if something else explains it. */
  async confirmed(departure: Counterexample): Promise<Counterexample | undefined> {
    const { doubt } = departure
    if (doubt === undefined) return departure
    this.#catalogue.judge.hear('shown-once-more', [doubt])
    let [finding] = this.#catalogue.judge.takeFindings()
    if (finding === undefined)
      await this.#until(async () => {
        ;[finding] = await this.#afterAskingAgain(doubt)
      })
    return finding && { ...departure, finding }
  }

  /** Reports a departure, and the requests that led to it, unless it is known. */
  report({ finding, sequence }: Counterexample): void {
    const session = this.#session
    if (this.#isKnown(finding)) return
    const known = `${finding.clause} ${finding.seen.question.operation}`
    this.#known.add(known)
    session.sequences.set(known, sequence)
    // A check reports what it found.
    if (session.tallies.findings.includes(finding)) session.noteBroken(finding)
    else session.note(finding)
  }

  /** Sends all doubtful requests again. What people may have made is a warning if they would have made it often. */
  async lookAgain(): Promise<void> {
    const { judge } = this.#catalogue
    for (const doubt of this.#frequent) {
      const sequence = [requestLine(doubt.finding.seen)]
      judge.hear('several-wrong', [doubt])
      const report = (finding: Finding): void => this.report({ finding, isDoubtful: false, sequence })
      if (doubt.change === 'missing') this.#lookLater(doubt, report)
      else judge.takeFindings().forEach(report)
    }
    // What ended the sequences may forbid further requests, as a 429 does.
    if (this.ended === undefined) {
      await this.#until(() => this.#session.lookAgain())
      await this.#until(() => this.#compareLists())
    }
    for (const finding of recurringFailures(this.#session)) this.report({ finding, isDoubtful: false, sequence: [] })
  }

  /** Compares lists when much was added: they may be old by then, filters miss some, and getPet may miss what they have. */
  async #compareLists(): Promise<void> {
    const session = this.#session
    const all = await session.ask(askList({ limit: 100 }))
    await this.#askForListed(all)
    const lists: Seen[] = []
    for (const status of petStatuses) lists.push(await session.ask(askList({ limit: 100, status })))
    session.note(...(await compareAll(this.#catalogue, lists, all)).filter((note) => 'clause' in note))
  }

  /** Asks again for an animal that getPet did not find and that a list has: nobody removes it and adds it again with its id. */
  async #askForListed(all: Seen): Promise<void> {
    const session = this.#session
    const isMissed = (seen: Seen): boolean =>
      asks(seen, 'pet') && seen.status === 404 && petIn(all, seen.question.petId) !== undefined
    const missed = session.isWorking('getPet') ? session.log.findLast(isMissed) : undefined
    const isKnown = openToMissing.some((clause) => session.isKnownBroken(clause, 'getPet'))
    if (missed === undefined || isKnown) return
    const again = await session.ask(missed.question)
    const found = contradictsList(again, all) && contradictsList(again, await session.ask(all.question))
    // An old list from a cache lacks all that was added later.
    const isNew = this.#catalogue.added.some(({ seen, id }) => seen.number > missed.number && petIn(all, id))
    if (found !== undefined) session.note({ ...found, reading: isNew ? undefined : 'stale' })
  }

  /** What people may have done, but to several animals of the run, so that it is worth a warning: the latest of each change. */
  get #frequent(): readonly OpenDoubt[] {
    const byPeople = this.#catalogue.judge.doubts.about(
      ({ excuses, fact }) => excuses.has('people') && fact?.isAdded === true,
    )
    return [...Map.groupBy(byPeople, ({ change }) => change).values()].flatMap((doubts) =>
      new Set(doubts.map(({ petId }) => petId)).size < thresholds.fewestChanged ? [] : doubts.slice(-1),
    )
  }

  /** @param isDoubtful whether another client, a lag or a temporary failure could explain it */
  #depart(finding: Finding, isDoubtful = false, doubt?: OpenDoubt): void {
    if (!this.#isKnown(finding)) this.departure ??= { finding, isDoubtful, doubt }
  }

  #isKnown({ clause, seen }: Finding): boolean {
    return this.#known.has(`${clause} ${seen.question.operation}`)
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
