import { type Int64, int64Max, plainInteger } from '../../../spec/index.ts'
import type { Question } from '../../exchange/question.ts'
import { askForPet } from '../../exchange/questions.ts'
import { thresholds } from '../../judge/sources.ts'
import { NewAnimals } from '../../probes/new-animals.ts'
import type { Added, Catalogue } from '../../session/catalogue.ts'

/** A request between adding an animal and reading it, how often, and whether it asked for that animal, or added one of its name. */
interface Between {
  readonly question: Question
  readonly times: number
  readonly isOfAnimal: boolean
}

/** What may make a new animal wrong: a request after it was added, or one for its id before. */
export type Trigger = Between | 'asked for before'

/** New animals, and what may make them wrong: spec/decisions/0227-people-or-the-service.md. */
export class TriggeredAnimals extends NewAnimals {
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
    const { clock } = this.session.options
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
    const { requestsLeft, animalsLeft } = this.session
    if (requestsLeft < 4 || animalsLeft < 2 || !this.session.isWorking('getPet')) return undefined
    const next = trigger === 'asked for before' ? nextId(this.catalogue) : undefined
    if (next !== undefined) await this.session.ask(askForPet('getPet', next, 'extreme'))
    const added = await this.add()
    if (added?.id === undefined) return undefined
    if (typeof trigger === 'object')
      for (let time = 1; time <= trigger.times; time++) await this.#repeat(trigger, added)
    return this.isWrong(added)
  }

  /** Sends the trigger again, for the new animal if it was about the old one; else an animal that it adds has a new name. */
  async #repeat({ question, isOfAnimal }: Between, { id, sent: { name } }: Added) {
    if (question.asks === 'create') return this.add(question.animal, isOfAnimal ? name : undefined)
    return this.session.ask(isOfAnimal && id !== undefined ? askForPet('getPet', id, 'known') : question)
  }
}

/** The id that the next animal has if the service counts. */
export function nextId({ added }: Catalogue): Int64 | undefined {
  const latest = added.at(-1)?.id
  return latest === undefined || latest === int64Max ? undefined : plainInteger(BigInt(latest) + 1n)
}
