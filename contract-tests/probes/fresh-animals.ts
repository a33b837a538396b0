import type { Int64 } from '../../spec/index.ts'
import { petIn, petsIn } from '../checks/pets.ts'
import { type Question, type Seen, type SentAnimal, asks } from '../exchange/question.ts'
import { askCreate, askForPet, askList } from '../exchange/questions.ts'
import { changeOf } from '../judge/animal-facts.ts'
import type { Added, Catalogue } from '../session/catalogue.ts'
import { type Session, askAll } from '../session/session.ts'
import { isRefusal } from './create.ts'

/** A request between adding an animal and looking at it, and the animal of whose id it may have been. */
interface Between {
  readonly trigger: Question
  readonly of: Int64
}

/**
 * Whether new animals with the same members are wrong too, each right after it was added. People in the shop may change or
 * remove animals, but not each new one within a moment: spec/decisions/0198-people-in-the-shop.md.
 * @param look the question that showed the change
 * @param each so many are added at once, of which one may be wrong
 * @param between sent before the look
 */
export async function isWrongAgain(
  catalogue: Catalogue,
  sent: SentAnimal,
  { rounds, each }: { readonly rounds: number; readonly each: number },
  look?: Question,
  between?: Between,
): Promise<boolean> {
  const { session } = catalogue
  for (let round = 0; round < rounds; round++) {
    if (session.requestsLeft < 2 * each || session.animalsLeft < each) return false
    const adding = Array.from({ length: each }, () => () => addAgain(catalogue, sent))
    const added = await askAll(adding, session.hasRoomFor(adding.length))
    const looked = added.map(async (one) => {
      if (one?.id === undefined) return false
      if (between !== undefined) await repeat(catalogue, between, one.id)
      return isWrong(one, await lookAt(session, one.id, look))
    })
    if (!(await Promise.all(looked)).includes(true)) return false
  }
  return true
}

/** Sends a request again: one for the animal of before is for the new one, and one that adds an animal has a new name. */
async function repeat(catalogue: Catalogue, { trigger, of }: Between, id: Int64): Promise<unknown> {
  if (trigger.asks === 'create') return addAgain(catalogue, trigger.animal)
  const isOfAnimal = trigger.asks === 'pet' && trigger.petId === of
  return catalogue.session.ask(isOfAnimal ? askForPet('getPet', id, 'known') : trigger)
}

/** Adds an animal with the same members, and a new name if the run chose the name. */
export async function addAgain(catalogue: Catalogue, sent: SentAnimal): Promise<Added | undefined> {
  const question = askCreate({ ...sent, name: catalogue.renamed(sent.name) }, { about: 'again', tolerates: isRefusal })
  const seen = await catalogue.session.ask(question)
  catalogue.remember(seen)
  return catalogue.added.find((added) => added.seen === seen)
}

/** Looks at an animal: with the question that showed the change if that shows this animal too, else with getPet. */
async function lookAt(session: Session, id: Int64, look?: Question): Promise<Seen> {
  if (!session.isWorking('getPet')) return session.ask(look?.asks === 'list' ? look : askList({ limit: 100 }))
  const listed = look?.asks === 'list' ? await session.ask(look) : undefined
  const isThere = listed !== undefined && petIn(listed, id) !== undefined
  return isThere ? listed : session.ask(askForPet('getPet', id, 'known'))
}

/** Whether a look does not show an animal as it was added. */
export function isWrong(added: Added, look: Seen): boolean {
  const pet = petIn(look, added.id)
  if (pet !== undefined) return changeOf(added, pet) !== undefined
  // A list need not show it, but not under another id.
  return asks(look, 'pet')
    ? look.status === 404 || look.status === 200
    : petsIn(look).some(({ name }) => name === added.sent.name)
}
