import { randomInt } from 'node:crypto'
import { type Int64, type PetStatus, petStatuses } from '../../spec/index.ts'
import { type SeenPet, petOf, petsOf } from '../checks/pets.ts'
import type { QuestionFor, Seen, SentAnimal } from './question.ts'
import { askCreate, askList } from './questions.ts'
import { BudgetSpent, type Session } from './session.ts'

/** The first word in the name of every animal that a run adds. */
const mark = 'contract-test'

/** An animal that a run added: what was sent, and the 201. */
export interface Added {
  readonly sent: SentAnimal
  readonly seen: Seen
  readonly id: Int64 | undefined
}

/** What a run knows of the animals of a deployment. */
export class Catalogue {
  readonly session: Session
  readonly #run = randomInt(36 ** 5, 36 ** 6).toString(36)
  readonly #categoryId: Int64 | undefined
  readonly added: Added[] = []
  /** Names of animals that should not be there, and the request that must not have added them. */
  readonly refused = new Map<string, Seen>()
  #names = 0

  constructor(session: Session, categoryId: Int64 | undefined) {
    this.session = session
    this.#categoryId = categoryId
  }

  /** The list as it was at the beginning, as long as it may be. */
  first(): Promise<Seen> {
    return this.session.once('first list', () => this.session.ask(askList({ limit: 100 })))
  }

  /** The animals that were there at the beginning, as far as they were seen. */
  async pets(): Promise<readonly SeenPet[]> {
    return petsOf(await this.first()) ?? []
  }

  /** A category that an animal may have: one that was named or seen, else 1, which the service need not know. */
  async category(): Promise<{ readonly id: Int64; readonly isKnown: boolean }> {
    if (this.#categoryId !== undefined) return { id: this.#categoryId, isKnown: true }
    const seen = (await this.pets()).find(({ categoryId }) => categoryId !== undefined)?.categoryId
    return seen === undefined ? { id: 1, isKnown: false } : { id: seen, isKnown: true }
  }

  /** A unique name that shows people where the animal comes from. */
  name(text = ''): string {
    return `${mark} ${this.#run} ${(++this.#names).toString(36)}${text === '' ? '' : ` ${text}`}`
  }

  /** Adds an animal, under a new name at each try. */
  async add(
    animal: Omit<SentAnimal, 'name'> & { readonly text?: string; readonly rename?: (name: string) => string },
    options: Partial<Pick<QuestionFor<'create'>, 'about' | 'tolerates'>> = {},
  ): Promise<Seen> {
    if (this.session.animalsLeft <= 0) throw new BudgetSpent(mostRisked(this.session.options.mostAnimals))
    const { text, rename = (name) => name, ...members } = animal
    const seen = await this.session.ask(() => askCreate({ name: rename(this.name(text)), ...members }, options))
    if (seen.status === 201 && seen.question.asks === 'create')
      this.added.push({ sent: seen.question.animal, seen, id: petOf(seen.json)?.id })
    return seen
  }
}

/** Why no further animal is added. */
export function mostRisked(mostAnimals: number): string {
  return `No more animals are risked: ${mostAnimals} were added, or may have been.`
}

/** How many animals of each status there are in a list. */
export function countStatuses(pets: readonly SeenPet[]): ReadonlyMap<PetStatus, number> {
  return new Map(petStatuses.map((status) => [status, pets.filter((pet) => pet.status === status).length]))
}

/** The statuses, first the one of which a list has the fewest animals. */
export function rarestFirst(pets: readonly SeenPet[]): readonly PetStatus[] {
  const counts = countStatuses(pets)
  return petStatuses.toSorted((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0))
}
