import { petIn } from '../../checks/pets.ts'
import type { Question } from '../../exchange/question.ts'
import { type Change, type Fact, changeOf } from '../../judge/animal-facts.ts'
import type { OpenDoubt } from '../../judge/doubts.ts'
import { isOftenWrong, isWrongAfter, howOftenWrong } from '../../probes/fresh-animals.ts'
import type { Catalogue } from '../../session/catalogue.ts'

// Of three at once, one that is lost is always the same.
const groups = { rounds: 4, each: 3 }
const roundsOfTrigger = 5
// So often the same change is looked into: where people work, it comes again and again.
const mostTries = 4
const mostTriggers = 6
const mostReads = 8

/** Tells the service from people, who change and remove animals too: spec/decisions/0227-people-or-the-service.md. */
export class People {
  readonly #catalogue: Catalogue
  readonly #tries = new Map<string, number>()

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
  }

  /** Finds out with further requests whether people are no excuse: the service did it. */
  async areRuledOut(doubt: OpenDoubt): Promise<boolean> {
    const { fact, change, finding } = doubt
    if (fact === undefined || change === undefined) return false
    if (await this.#disagree(doubt)) return true
    if (!fact.isAdded) return false
    const number = finding.seen.number
    if (change === 'missing') {
      const again = await this.#catalogue.session.ask(finding.seen.question)
      this.#catalogue.judge.see(again)
      if (again.status === 200) return false
    }
    if (fact.shownBy === undefined && (await this.#isAgain(doubt, change))) return true
    return this.#hasTrigger(doubt, fact, number)
  }

  /** Whether each new animal shows the same change at once. */
  async #isAgain({ petId, finding }: OpenDoubt, change: Change): Promise<boolean> {
    const sent = this.#sentFor(petId)
    if (sent === undefined || !this.#mayTry(change, mostTries)) return false
    const look = finding.seen.question
    const again = await howOftenWrong(this.#catalogue, sent, groups, look)
    return again === 'always' || (again === 'sometimes' && (await isOftenWrong(this.#catalogue, sent, look)))
  }

  /** Whether one of the requests since then changes each new animal. */
  async #hasTrigger({ petId, change, finding: { seen } }: OpenDoubt, fact: Fact, number: number): Promise<boolean> {
    const { log } = this.#catalogue.session
    const sent = this.#sentFor(petId)
    if (sent === undefined || !this.#mayTry(`trigger ${change}`, mostTries / 2)) return false
    const wasAskedFor = log.some((asked) => asked.number < fact.number && asked.question.path === seen.question.path)
    if (wasAskedFor && (await isWrongAfter(this.#catalogue, sent, roundsOfTrigger, seen.question, 'asked for before')))
      return true
    const since = log.filter((asked) => asked.number > fact.number && asked.number < number)
    const isOfOwn = (trigger: Question): boolean =>
      trigger.asks === 'pet' ? trigger.petId === petId : trigger.asks === 'create' && trigger.animal.name === sent.name
    const latest = new Map(since.map(({ question }) => [kindOf(question, isOfOwn(question)), question]))
    // What was about this animal or its name first, then the latest of the others.
    const triggers = [...latest.values()].toReversed().toSorted((a, b) => Number(isOfOwn(b)) - Number(isOfOwn(a)))
    for (const trigger of triggers.slice(0, mostTriggers)) {
      const isOfAnimal = isOfOwn(trigger)
      const reads = since.filter(({ question }) => question.asks === 'pet' && question.path === trigger.path)
      const between = { trigger, isOfAnimal, times: isOfAnimal ? Math.min(reads.length, mostReads) || 1 : 1 }
      if (await isWrongAfter(this.#catalogue, sent, roundsOfTrigger, seen.question, between)) return true
    }
    return false
  }

  #sentFor(petId: OpenDoubt['petId']) {
    return this.#catalogue.added.find(({ id }) => id === petId)?.sent
  }

  #mayTry(what: string, most: number): boolean {
    const tries = this.#tries.get(what) ?? 0
    this.#tries.set(what, tries + 1)
    return tries < most
  }

  /** Whether two requests show an animal otherwise, in turn: nobody changes it there and back that fast. */
  async #disagree({ petId, fact, change, finding: { seen } }: OpenDoubt): Promise<boolean> {
    const now = seen.question
    const before = fact?.shownBy
    if (before === undefined || before.path === now.path || change === 'missing') return false
    if (!this.#mayTry(`disagree ${change}`, mostTries)) return false
    for (const question of [before, now, before, now] satisfies Question[]) {
      const pet = petIn(await this.#catalogue.session.ask(question), petId)
      if (fact === undefined || pet === undefined) return false
      if ((changeOf(fact, pet)?.member === change) !== (question === now)) return false
    }
    return true
  }
}

/** What requests have in common that are likely to have the same effect. */
function kindOf(question: Question, isOfOwn: boolean): string {
  const { operation, asks, credential } = question
  const status = question.asks === 'create' ? question.animal.status : question.asks === 'list' && question.list.status
  return [operation, asks, credential === 'valid', isOfOwn, status].join(' ')
}
