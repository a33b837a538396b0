import { type Int64, int64Max, plainInteger } from '../../spec/index.ts'
import { petIn } from '../checks/pets.ts'
import type { Question, SentAnimal } from '../exchange/question.ts'
import { askCreate, askForPet } from '../exchange/questions.ts'
import { changeOf } from '../judge/animal-facts.ts'
import { thresholds } from '../judge/sources.ts'
import type { Added, Catalogue } from '../session/catalogue.ts'
import { type Session, askAll } from '../session/session.ts'
import { isRefusal } from './create.ts'

/** A request between adding an animal and reading it, how often, and whether it asked for that animal, or added one of its name. */
interface Between {
  readonly question: Question
  readonly times: number
  readonly isOfAnimal: boolean
}

/** What may make a new animal wrong: a request after it was added, or one for its id before. */
export type Trigger = Between | 'asked for before'

/** How often new animals are wrong too. `always` means: in a way in which people in the shop do not act. */
type HowOften = 'always' | 'sometimes' | 'never'

/**
 * Adds animals like one that was wrong, and looks whether they are wrong too, right after they were added. It tells the service
 * from people in the shop, who change or remove some animals: spec/decisions/0227-people-or-the-service.md.
 */
export class NewAnimals {
  readonly #catalogue: Catalogue
  readonly #session: Session
  readonly #sent: SentAnimal
  readonly #look: Question

  /**
   * @param sent the animal that was wrong
   * @param look the question that showed it
   */
  constructor(catalogue: Catalogue, sent: SentAnimal, look: Question) {
    this.#catalogue = catalogue
    this.#session = catalogue.session
    this.#sent = sent
    this.#look = look
  }

  /**
   * How often animals are wrong in groups that are added at once. People change the newest most often, but not whole groups, nor
   * the same places of each group and never the newest.
   */
  async howOften({ rounds, each }: (typeof thresholds.groups)[keyof typeof thresholds.groups]): Promise<HowOften> {
    const session = this.#session
    if (!session.isWorking('getPet')) return 'sometimes'
    const requestsOfGroup = each * (this.#look.asks === 'list' ? 3 : 2)
    const patterns: string[] = []
    const isSame = (): boolean => new Set(patterns).size <= 1
    const isWrongIn = (pattern = ''): boolean => pattern.includes('wrong')
    const isByPeople = (pattern = ''): boolean => /fine.*wrong$/.test(pattern)
    while (patterns.length < rounds && isSame() && (isWrongIn(patterns[0]) || patterns.length < 2)) {
      if (session.requestsLeft < requestsOfGroup || session.animalsLeft < each) break
      const adding = Array.from({ length: each }, () => () => this.#add())
      const added = await askAll(adding, session.hasRoomFor(each))
      const areWrong = await Promise.all(added.map((one) => this.#isWrong(one)))
      patterns.push(areWrong.map((isThisWrong) => (isThisWrong ? 'wrong' : 'fine')).join())
    }
    const [pattern] = patterns
    // Two groups are enough where the run has no requests left for more.
    if (patterns.length >= 2 && isSame() && isWrongIn(pattern) && !isByPeople(pattern)) return 'always'
    // Where nothing is left for a single group, either may have done it.
    return patterns.length === 0 || patterns.some(isWrongIn) ? 'sometimes' : 'never'
  }

  /** Whether they are wrong each time with this request, and never without it. Each round adds one of both. */
  async areWrongAfter(trigger: Trigger): Promise<boolean> {
    for (let round = 1; round <= thresholds.roundsOfTrigger; round++) {
      if ((await this.#isNextWrong(trigger)) !== true) return false
      if ((await this.#isNextWrong()) !== false) return false
    }
    return true
  }

  /** Whether at least every third in a row is wrong. Each is read before a person could change it. */
  async areOftenWrong(): Promise<boolean> {
    const { clock } = this.#session.options
    const { length, every, mostMilliseconds } = thresholds.row
    let wrong = 0
    for (let at = 1; at <= length; at++) {
      const startedAt = clock.now()
      const isThisWrong = await this.#isNextWrong()
      if (isThisWrong === undefined || clock.now() - startedAt > mostMilliseconds) return false
      if (isThisWrong) wrong++
      if (wrong < Math.floor(at / every)) return false
    }
    return true
  }

  /** Adds an animal and looks at it. @returns `undefined` if no more can be added */
  async #isNextWrong(trigger?: Trigger): Promise<boolean | undefined> {
    const { requestsLeft, animalsLeft } = this.#session
    if (requestsLeft < 4 || animalsLeft < 2 || !this.#session.isWorking('getPet')) return undefined
    const next = trigger === 'asked for before' ? nextId(this.#catalogue) : undefined
    if (next !== undefined) await this.#session.ask(askForPet('getPet', next, 'extreme'))
    const added = await this.#add()
    if (added?.id === undefined) return undefined
    if (typeof trigger === 'object')
      for (let time = 1; time <= trigger.times; time++) await this.#repeat(trigger, added)
    return this.#isWrong(added)
  }

  /** Sends the trigger again, for the new animal if it was about the old one; else an animal that it adds has a new name. */
  async #repeat({ question, isOfAnimal }: Between, { id, sent: { name } }: Added) {
    if (question.asks === 'create') return this.#add(question.animal, isOfAnimal ? name : undefined)
    return this.#session.ask(isOfAnimal && id !== undefined ? askForPet('getPet', id, 'known') : question)
  }

  /** Adds an animal with the same members, and a new name if the run chose the name. */
  async #add(sent = this.#sent, name = this.#catalogue.renamed(sent.name)): Promise<Added | undefined> {
    const seen = await this.#session.ask(askCreate({ ...sent, name }, { about: 'again', tolerates: isRefusal }))
    this.#catalogue.see(seen)
    return this.#catalogue.added.find((added) => added.seen === seen)
  }

  /** Whether an animal is not as it was added: by the question that showed the change if that shows this one, else by getPet. */
  async #isWrong(added: Added | undefined): Promise<boolean> {
    if (added?.id === undefined) return false
    const listed = this.#look.asks === 'list' ? await this.#session.ask(this.#look) : undefined
    const seen =
      listed && petIn(listed, added.id) ? listed : await this.#session.ask(askForPet('getPet', added.id, 'known'))
    const pet = petIn(seen, added.id)
    return pet === undefined ? seen.status === 404 || seen.status === 200 : changeOf(added, pet) !== undefined
  }
}

/** The id that the next animal has if the service counts. */
export function nextId({ added }: Catalogue): Int64 | undefined {
  const latest = added.at(-1)?.id
  return latest === undefined || latest === int64Max ? undefined : plainInteger(BigInt(latest) + 1n)
}
