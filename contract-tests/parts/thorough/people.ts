import { petIn } from '../../checks/pets.ts'
import type { Int64 } from '../../../spec/index.ts'
import type { Question, Seen } from '../../exchange/question.ts'
import { type Fact, changeOf } from '../../judge/animal-facts.ts'
import type { OpenDoubt } from '../../judge/doubts.ts'
import { thresholds } from '../../judge/sources.ts'
import { type Trigger, TriggeredAnimals } from './triggers.ts'
import type { Catalogue } from '../../session/catalogue.ts'

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

  /** Asks further questions about a doubt, and lets the judge hear what shows that it cannot have been people. */
  async ruleOut(doubt: OpenDoubt): Promise<void> {
    const { fact, change, petId, finding } = doubt
    const { added, judge, session } = this.#catalogue
    const { question, number } = finding.seen
    if (fact === undefined || change === undefined) return
    if (await this.#disagree(doubt)) return judge.hear('there-and-back', [doubt])
    if (!fact.isAdded) return
    if (change === 'missing') {
      const again = await session.ask(question)
      judge.see(again)
      if (again.status === 200) return
    }
    const sent = added.find(({ id }) => id === petId)?.sent
    if (sent === undefined) return
    const animals = new TriggeredAnimals(this.#catalogue, sent, question)
    if (fact.shownBy === undefined && this.#mayTry(change, mostTries)) {
      const again = await animals.inGroups(thresholds.groups.sequences)
      if (again === 'new-ones-wrong' || (again !== undefined && (await animals.areOftenWrong())))
        return judge.hear('new-ones-wrong', [doubt])
    }
    if (!this.#mayTry(`trigger ${change}`, mostTries / 2)) return
    for (const trigger of triggersOf(session.log, { petId, name: sent.name, fact, path: question.path, number }))
      if (await animals.areWrongAfter(trigger)) return judge.hear('wrong-after-a-request', [doubt])
  }

  #mayTry(what: string, most: number): boolean {
    const tries = this.#tries.get(what) ?? 0
    this.#tries.set(what, tries + 1)
    return tries < most
  }

  /** Whether two requests show an animal otherwise, in turn: nobody changes it there and back that fast. */
  async #disagree({ petId, fact, change, finding: { seen } }: OpenDoubt): Promise<boolean> {
    const now = seen.question
    if (fact?.shownBy === undefined || fact.shownBy.path === now.path || change === 'missing') return false
    if (!this.#mayTry(`disagree ${change}`, mostTries)) return false
    for (const question of [fact.shownBy, now, fact.shownBy, now] satisfies Question[]) {
      const pet = petIn(await this.#catalogue.session.ask(question), petId)
      if (pet === undefined) return false
      if ((changeOf(fact, pet)?.member === change) !== (question === now)) return false
    }
    return true
  }
}

/** What may have made an animal wrong: one of the requests since it was added, or one for its id before. */
function triggersOf(
  log: readonly Seen[],
  {
    petId,
    name,
    fact,
    path,
    number,
  }: { petId: Int64 | undefined; name: string; fact: Fact; path: string; number: number },
): readonly Trigger[] {
  const wasAskedFor = log.some((asked) => asked.number < fact.number && asked.question.path === path)
  const since = log.filter((asked) => asked.number > fact.number && asked.number < number)
  const isOfOwn = (trigger: Question): boolean =>
    trigger.asks === 'pet' ? trigger.petId === petId : trigger.asks === 'create' && trigger.animal.name === name
  const latest = new Map(since.map(({ question }) => [kindOf(question, isOfOwn(question)), question]))
  const all = [...latest.values()].toReversed()
  // What was about this animal or its name first, then the latest of the others.
  const questions = [...all.filter(isOfOwn), ...all.filter((question) => !isOfOwn(question))]
  const between = questions.slice(0, mostTriggers).map((question) => {
    const isOfAnimal = isOfOwn(question)
    const reads = since.filter((asked) => asked.question.asks === 'pet' && asked.question.path === question.path)
    return { question, isOfAnimal, times: isOfAnimal ? Math.min(reads.length, mostReads) || 1 : 1 }
  })
  return wasAskedFor ? ['asked for before', ...between] : between
}

/** What requests have in common that are likely to have the same effect. */
function kindOf(question: Question, isOfOwn: boolean): string {
  const { operation, asks, credential } = question
  const status = question.asks === 'create' ? question.animal.status : question.asks === 'list' && question.list.status
  return [operation, asks, credential === 'valid', isOfOwn, status].join(' ')
}
