import { petIn } from '../checks/pets.ts'
import type { Question, SentAnimal } from '../exchange/question.ts'
import { askCreate, askForPet } from '../exchange/questions.ts'
import { changeOf } from '../judge/animal-facts.ts'
import type { Evidence } from '../judge/evidence.ts'
import { thresholds } from '../judge/sources.ts'
import type { Added, Catalogue } from '../session/catalogue.ts'
import { type Session, askAll } from '../session/session.ts'
import { isRefusal } from './create.ts'

/** What new animals show of a doubt; `undefined` if they are fine, so that people may have made it. */
type OfNewAnimals = Extract<Evidence, 'new-ones-wrong' | 'some-new-ones-wrong' | 'no-new-ones'> | undefined

/**
 * Adds animals like one that was wrong, and looks whether they are wrong too, right after they were added. It tells the service
 * from people in the shop, who change or remove some animals: spec/decisions/0227-people-or-the-service.md.
 */
export class NewAnimals {
  protected readonly catalogue: Catalogue
  protected readonly session: Session
  protected readonly sent: SentAnimal
  protected readonly look: Question

  /**
   * @param sent the animal that was wrong
   * @param look the question that showed it
   */
  constructor(catalogue: Catalogue, sent: SentAnimal, look: Question) {
    this.catalogue = catalogue
    this.session = catalogue.session
    this.sent = sent
    this.look = look
  }

  /**
   * What animals show that are added in groups, at once. People change the newest most often, but not whole groups, nor
   * the same places of each group and never the newest.
   */
  async inGroups({ rounds, each }: (typeof thresholds.groups)[keyof typeof thresholds.groups]): Promise<OfNewAnimals> {
    const session = this.session
    if (!session.isWorking('getPet')) return 'no-new-ones'
    const requestsOfGroup = each * (this.look.asks === 'list' ? 3 : 2)
    const patterns: string[] = []
    let haveIdsComeAgain = false
    const isSame = (): boolean => new Set(patterns).size <= 1
    const isWrongIn = (pattern = ''): boolean => pattern.includes('wrong')
    // Where ids come again, one that was removed shows the next animal.
    const isByPeople = (pattern = ''): boolean =>
      haveIdsComeAgain ? pattern.includes('fine') : /fine.*wrong$/.test(pattern)
    while (patterns.length < rounds && isSame() && (isWrongIn(patterns[0]) || patterns.length < 2)) {
      if (session.requestsLeft < requestsOfGroup || session.animalsLeft < each) break
      const adding = Array.from({ length: each }, () => () => this.add())
      const added = await askAll(adding, session.hasRoomFor(each))
      haveIdsComeAgain ||= new Set(added.map((one) => one?.id)).size < each
      const areWrong = await Promise.all(added.map((one) => this.isWrong(one)))
      patterns.push(areWrong.map((isThisWrong) => (isThisWrong ? 'wrong' : 'fine')).join())
    }
    // Two groups are enough where the run has no requests left for more.
    if (patterns.length >= 2 && isSame() && isWrongIn(patterns[0]) && !isByPeople(patterns[0])) return 'new-ones-wrong'
    if (patterns.length === 0) return 'no-new-ones'
    return patterns.some(isWrongIn) ? 'some-new-ones-wrong' : undefined
  }

  /** Adds an animal with the same members, and a new name if the run chose the name. */
  protected async add(sent = this.sent, name = this.catalogue.renamed(sent.name)): Promise<Added | undefined> {
    const seen = await this.session.ask(askCreate({ ...sent, name }, { about: 'again', tolerates: isRefusal }))
    this.catalogue.see(seen)
    return this.catalogue.added.find((added) => added.seen === seen)
  }

  /** Whether an animal is not as it was added: by the question that showed the change if that shows this one, else by getPet. */
  protected async isWrong(added: Added | undefined): Promise<boolean> {
    if (added?.id === undefined) return false
    const listed = this.look.asks === 'list' ? await this.session.ask(this.look) : undefined
    const seen =
      listed && petIn(listed, added.id) ? listed : await this.session.ask(askForPet('getPet', added.id, 'known'))
    const pet = petIn(seen, added.id)
    return pet === undefined ? seen.status === 404 : changeOf(added, pet) !== undefined
  }
}
