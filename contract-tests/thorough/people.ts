import type { Int64 } from '../../spec/index.ts'
import { petIn } from '../checks/pets.ts'
import type { Question } from '../exchange/question.ts'
import { askForPet } from '../exchange/questions.ts'
import { type Change, type Contradiction, type Fact, changeOf } from '../judge/animal-facts.ts'
import { addAgain, isWrong, isWrongAgain } from '../probes/fresh-animals.ts'
import type { Added, Catalogue } from '../session/catalogue.ts'

/** What a change or a missing animal comes from. `back` is an animal that was missing for a moment. */
type Opinion = 'service' | 'people' | 'back'

// With three at once, each third that is lost shows in every round.
const again = { rounds: 3, each: 3 }
const afterTrigger = { rounds: 4, each: 1 }
const mostFresh = 3
// So often the same change is looked into: where people work, it comes again and again.
const mostTries = 4
const mostTriggers = 6
const watchMilliseconds = 6000
// So many changes people would have made meanwhile. At this rate, none at all is chance in one of twenty runs.
const fewestExpected = 3
const mostWatched = 16

/** Tells the service from people, who change and remove animals too: spec/decisions/0198-people-in-the-shop.md. */
export class People {
  readonly #catalogue: Catalogue
  readonly #tries = new Map<string, number>()
  /** Animals that were never seen as they were added. */
  readonly #atOnce: { readonly doubt: Contradiction; readonly untilMilliseconds: number }[] = []
  /** What happened to animals that had been seen as they were added. */
  readonly #later = new Set<Change>()
  readonly #startedAtMilliseconds: number

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
    this.#startedAtMilliseconds = this.#now
  }

  get #now(): number {
    return this.#catalogue.session.options.clock.now()
  }

  /** Looks into a change, and sends requests for it. */
  async opinionOn(doubt: Contradiction): Promise<Opinion> {
    const { fact, change } = doubt
    if (fact === undefined || change === undefined) return 'people'
    if (await this.#disagree(doubt)) return 'service'
    if (!fact.isAdded) return 'people'
    if (change === 'missing' && (await this.#isBack(doubt))) return doubt.excuses.includes('lag') ? 'people' : 'back'
    if (fact.shownBy !== undefined) this.#later.add(change)
    else if (await this.#isAgain(doubt, change)) return 'service'
    return (await this.#hasTrigger(doubt, fact)) ? 'service' : 'people'
  }

  /** Whether each new animal shows the same change at once. */
  async #isAgain(doubt: Contradiction, change: Change): Promise<boolean> {
    this.#atOnce.push({ doubt, untilMilliseconds: this.#now })
    const added = this.#catalogue.added.find(({ id }) => id === doubt.petId)
    if (added === undefined || !this.#mayTry(change, mostTries)) return false
    return isWrongAgain(this.#catalogue, added.sent, again, doubt.finding.seen.question)
  }

  /** Whether one of the requests since then changes each new animal. */
  async #hasTrigger({ petId, change, finding: { seen } }: Contradiction, fact: Fact): Promise<boolean> {
    const { log } = this.#catalogue.session
    const sent = this.#catalogue.added.find(({ id }) => id === petId)?.sent
    if (sent === undefined || !this.#mayTry(`trigger ${change}`, mostTries / 2)) return false
    const since = log.filter(({ number }) => number > fact.number && number < seen.number)
    const latest = new Map(since.map(({ question }) => [kindOf(question, petId), question]))
    // What was asked about this animal first, then the latest of the others.
    const isOfOwn = (trigger: Question): boolean => trigger.asks === 'pet' && trigger.petId === petId
    const triggers = [...latest.values()].toReversed().toSorted((a, b) => Number(isOfOwn(b)) - Number(isOfOwn(a)))
    for (const trigger of triggers.slice(0, mostTriggers)) {
      const between = { trigger, of: petId }
      if (await isWrongAgain(this.#catalogue, sent, afterTrigger, seen.question, between)) return true
    }
    return false
  }

  #mayTry(what: string, most: number): boolean {
    const tries = this.#tries.get(what) ?? 0
    this.#tries.set(what, tries + 1)
    return tries < most
  }

  /** Whether two requests show an animal otherwise, in turn: nobody changes it there and back that fast. */
  async #disagree({ petId, fact, change, finding: { seen } }: Contradiction): Promise<boolean> {
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

  async #isBack({ finding: { seen } }: Contradiction): Promise<boolean> {
    return (await this.#catalogue.session.ask(seen.question)).status === 200
  }

  /** How many requests `watch` may take. */
  get requests(): number {
    // Some more, because what is under way may take a few.
    return this.#changes().length === 0 ? 0 : 2 * (mostWatched + mostFresh) + 15
  }

  /** The changes that were often seen, and only at the first look at an animal. */
  #changes(): readonly Change[] {
    const changes = new Set(this.#atOnce.flatMap(({ doubt: { change } }) => change ?? []))
    const took = Math.max(1, this.#now - this.#startedAtMilliseconds)
    const isOften = (change: Change): boolean => {
      const times = fewestMoments(this.#atOnce.filter(({ doubt }) => doubt.change === change))
      return times >= fewestExpected && (times * watchMilliseconds) / took >= fewestExpected
    }
    return [...changes].filter((change) => !this.#later.has(change) && isOften(change))
  }

  /** Waits, and watches animals meanwhile. If people made the changes, there would be more. @returns what is left */
  async watch(): Promise<readonly Contradiction[]> {
    const { session } = this.#catalogue
    const changes = this.#changes()
    if (changes.length === 0) return []
    const wrong = this.#atOnce.map(({ doubt }) => doubt).filter(({ change }) => change && changes.includes(change))
    const watched = await this.#asAdded([...this.#seenAsAdded(), ...(await this.#fresh(wrong))])
    // One that is wrong by now was changed after it had been seen as it was added.
    if (watched === undefined) return []
    await session.pause(watchMilliseconds, 'to see whether somebody else changes animals')
    return (await this.#asAdded(watched)) === undefined ? [] : wrong
  }

  /** New animals like some of the wrong ones. */
  async #fresh(wrong: readonly Contradiction[]): Promise<readonly Added[]> {
    const fresh: Added[] = []
    for (const { petId } of wrong.slice(-mostFresh)) {
      const sent = this.#catalogue.added.find(({ id }) => id === petId)?.sent
      const added = sent && (await addAgain(this.#catalogue, sent))
      if (added?.id === undefined) continue
      const look = await this.#catalogue.session.ask(askForPet('getPet', added.id, 'known'))
      if (!isWrong(added, look)) fresh.push(added)
    }
    return fresh
  }

  /** Animals that were seen as they were added: the latest, and some of the earlier ones. */
  #seenAsAdded(): readonly Added[] {
    const { added, animals } = this.#catalogue
    const seen = added.filter(({ id }) => animals.isSeenAsAdded(id))
    const step = Math.ceil(seen.length / (mostWatched / 2))
    return seen.filter((_, at) => at % step === 0 || at >= seen.length - mostWatched / 2).slice(-mostWatched)
  }

  /** The animals, if all of them are as they were added. */
  async #asAdded(all: readonly Added[]): Promise<readonly Added[] | undefined> {
    for (const added of all) {
      const look = added.id !== undefined && (await this.#catalogue.session.ask(askForPet('getPet', added.id, 'known')))
      if (look !== false && isWrong(added, look)) return undefined
    }
    return all
  }
}

/** What requests have in common that are likely to have the same effect. */
function kindOf(question: Question, own: Int64): string {
  const { operation, asks, credential } = question
  const isOfOwn = question.asks === 'pet' && question.petId === own
  const status = question.asks === 'create' ? question.animal.status : question.asks === 'list' && question.list.status
  return [operation, asks, credential === 'valid', isOfOwn, status].join(' ')
}

/** The fewest moments at which somebody can have made all changes. One moment explains all that may have been made then. */
function fewestMoments(
  changes: readonly { readonly doubt: Contradiction; readonly untilMilliseconds: number }[],
): number {
  let times = 0
  let last = Number.NEGATIVE_INFINITY
  for (const { doubt, untilMilliseconds } of changes.toSorted((a, b) => a.untilMilliseconds - b.untilMilliseconds)) {
    if ((doubt.fact?.atMilliseconds ?? 0) <= last) continue
    last = untilMilliseconds
    times++
  }
  return times
}
