import { type Int64, type PetStatus, petStatuses } from '../../spec/index.ts'
import { type SeenPet, petOf, petsOf } from '../checks/pets.ts'
import type { QuestionFor, Seen, SentAnimal } from '../exchange/question.ts'
import { askCreate, askForPet, askList } from '../exchange/questions.ts'
import { type KnownAnimal, showsEarlier } from '../judge/animal-facts.ts'
import type { OpenDoubt } from '../judge/doubts.ts'
import { Judge } from '../judge/judge.ts'
import { BudgetSpent } from './sender.ts'
import type { Session } from './session.ts'
import { pauses } from './waits.ts'

/** The first word in the name of every animal that a run adds. */
const mark = 'contract-test'

/** An animal that a run added, and the 201. */
export interface Added extends KnownAnimal {
  readonly sent: SentAnimal
  readonly seen: Seen
  readonly id: Int64 | undefined
}

/** What a run knows of the animals of a deployment. */
export class Catalogue {
  readonly session: Session
  readonly #run: string
  #categoryId: Int64 | undefined
  /** The animals that the run added. */
  readonly added: Added[] = []
  readonly judge = new Judge('run')
  #names = 0

  constructor(session: Session, categoryId: Int64 | undefined) {
    this.session = session
    this.#run = session.options.draw(36 ** 5, 36 ** 6).toString(36)
    this.#categoryId = categoryId
  }

  /** Hands an answer to the judge, and notes the animal that it added. @param first the first request that was sent at once with it */
  see(seen: Seen, first?: number): readonly OpenDoubt[] {
    const { question, status, json } = seen
    const doubts = this.judge.see(seen, first)
    if (question.asks !== 'create' || status !== 201) return doubts
    const { animal: sent } = question
    this.added.push({ sent, answered: petOf(json) ?? sent, seen, id: petOf(json)?.id })
    return doubts
  }

  /** The list at the beginning of the run, with limit=100. */
  first(): Promise<Seen> {
    return this.session.once('first list', async () => {
      const seen = await this.session.ask(askList({ limit: 100 }))
      this.see(seen)
      return seen
    })
  }

  /** The animals of that list. */
  async pets(): Promise<readonly SeenPet[]> {
    return petsOf(await this.first()) ?? []
  }

  /** Categories for new animals: the one that was chosen, else those of the list. */
  async categories(): Promise<readonly Int64[]> {
    if (this.#categoryId !== undefined) return [this.#categoryId]
    return [...new Set((await this.pets()).flatMap(({ categoryId }) => categoryId ?? []))]
  }

  /** The first of them, else 1, which may be unknown. */
  async category(): Promise<Int64> {
    const [id = 1] = await this.categories()
    return id
  }

  /** Takes this category for all new animals. */
  useCategory(id: Int64): void {
    this.#categoryId = id
  }

  /** A unique name that shows people where the animal comes from. */
  name(text = ''): string {
    return `${mark} ${this.#run} ${(++this.#names).toString(36)}${text === '' ? '' : ` ${text}`}`
  }

  /** The same name, with a new number if the run chose the name. */
  renamed(name: string): string {
    return name.replace(new RegExp(`${mark} ${this.#run} \\w+`), () => this.name())
  }

  /** Adds an animal. Each try has a new name. */
  async add(
    animal: Omit<SentAnimal, 'name'> & { readonly text?: string; readonly rename?: (name: string) => string },
    options: Partial<Pick<QuestionFor<'create'>, 'about' | 'tolerates'>> = {},
  ): Promise<Seen> {
    if (this.session.animalsLeft <= 0)
      throw new BudgetSpent({ id: 'animals-spent', is: this.session.options.mostAnimals })
    const { text, rename = (name) => name, ...members } = animal
    return this.create(() => askCreate({ name: rename(this.name(text)), ...members }, options))
  }

  /** Asks to add an animal. If its id is one that was given before, looks whether the earlier animal is still there. */
  async create(make: Parameters<Session['ask']>[0]): Promise<Seen> {
    const seen = await this.session.ask(make)
    for (const doubt of this.see(seen)) {
      // A service that gives ids twice shows it the first time.
      const isTwice = await this.session.once('earlier animal', () => this.isEarlierThere(doubt))
      this.judge.hear(isTwice ? 'earlier-there' : 'earlier-not-there', [doubt])
    }
    return seen
  }

  /** Whether the animal that had an id before is still there, also some seconds later: a copy may be behind. */
  async isEarlierThere(doubt: OpenDoubt): Promise<boolean> {
    const { session } = this
    const { petId, fact } = doubt
    if (petId === undefined) return false
    const list = askList({ limit: 100, status: fact?.answered.status })
    const isGone = (seen: Seen): boolean => !showsEarlier(doubt, seen)
    for (const question of session.isWorking('getPet') ? [askForPet('getPet', petId, 'known'), list] : [list]) {
      if (session.requestsLeft <= pauses.lag.length) return false
      const seen = await session.ask(question)
      if (!isGone(seen) && !isGone(await session.askAgain(seen, isGone))) return true
    }
    return false
  }
}

/** The statuses, the rarest in a list first. */
export function rarestFirst(pets: readonly SeenPet[]): readonly PetStatus[] {
  const countOf = (wanted: PetStatus): number => pets.filter(({ status }) => status === wanted).length
  return petStatuses.toSorted((one, other) => countOf(one) - countOf(other))
}
