import { type Int64, int64Max, plainInteger } from '../../spec/index.ts'
import { petIn, petsIn } from '../checks/pets.ts'
import { type Question, type Seen, type SentAnimal, asks } from '../exchange/question.ts'
import { askCreate, askForPet, askList } from '../exchange/questions.ts'
import { changeOf } from '../judge/animal-facts.ts'
import type { Added, Catalogue } from '../session/catalogue.ts'
import { type Session, askAll } from '../session/session.ts'
import { isRefusal } from './create.ts'

/** A request between adding an animal and reading it, how often, and whether it asked for that animal, or added one of its name. */
interface Between {
  readonly trigger: Question
  readonly times: number
  readonly isOfAnimal: boolean
}

/** What may make a new animal wrong: a request after it was added, or one for its id before. */
type Trigger = Between | 'asked for before'

/** How often new animals are wrong too. `always` means: in a way in which people in the shop do not act. */
type HowOften = 'always' | 'sometimes' | 'never'

/** How many groups are added, and how many animals at once in each. */
interface Groups {
  readonly rounds: number
  readonly each: number
}

/**
 * How often new animals with the same members are wrong too, right after they were added. People in the shop may change or
 * remove some of them, most often the newest. They do not change whole groups at once, nor the same places of each group but
 * never the newest: spec/decisions/0227-people-or-the-service.md.
 * @param look the question that showed the change
 */
export async function howOftenWrong(
  catalogue: Catalogue,
  sent: SentAnimal,
  { rounds, each }: Groups,
  look: Question,
): Promise<HowOften> {
  const { session } = catalogue
  const requestsOfGroup = each * (1 + looksOf(session, look))
  const patterns: string[] = []
  const isSame = (): boolean => new Set(patterns).size <= 1
  const isWrongIn = (pattern = ''): boolean => pattern.includes('wrong')
  const isByPeople = (pattern = ''): boolean => /fine.*wrong$/.test(pattern)
  while (patterns.length < rounds && isSame() && (isWrongIn(patterns[0]) || patterns.length < 2)) {
    if (session.requestsLeft < requestsOfGroup || session.animalsLeft < each) break
    const adding = Array.from({ length: each }, () => () => addAgain(catalogue, sent))
    const added = await askAll(adding, session.hasRoomFor(each))
    const areWrong = await Promise.all(added.map((one) => looksWrong(session, one, look)))
    patterns.push(areWrong.map((isThisWrong) => (isThisWrong ? 'wrong' : 'fine')).join())
  }
  const [pattern] = patterns
  // Two groups are enough where the run has no requests left for more.
  if (patterns.length >= 2 && isSame() && isWrongIn(pattern) && !isByPeople(pattern)) return 'always'
  // Where nothing is left for a single group, either may have done it.
  return patterns.length === 0 || patterns.some(isWrongIn) ? 'sometimes' : 'never'
}

async function looksWrong(session: Session, added: Added | undefined, look: Question): Promise<boolean> {
  return added?.id !== undefined && isWrong(added, await lookAt(session, added.id, look))
}

/** Whether new animals are wrong each time with this request, and never without it. Each round adds one of both. */
export async function isWrongAfter(
  catalogue: Catalogue,
  sent: SentAnimal,
  rounds: number,
  look: Question,
  trigger: Trigger,
): Promise<boolean> {
  for (let round = 1; round <= rounds; round++) {
    if ((await isNewOneWrong(catalogue, sent, look, trigger)) !== true) return false
    if ((await isNewOneWrong(catalogue, sent, look)) !== false) return false
  }
  return true
}

// If a person removes the newest animal before about every 13th request, one row in 500 looks like this.
const row = { length: 15, of: 3 }
// In milliseconds. No person acts within it again and again: spec/decisions/0227-people-or-the-service.md.
const tooFastForPeople = 250

/** Whether at least every third animal in a row of new ones is wrong. Each is read before a person could change it. */
export async function isOftenWrong(catalogue: Catalogue, sent: SentAnimal, look: Question): Promise<boolean> {
  const { clock } = catalogue.session.options
  let wrong = 0
  for (let at = 1; at <= row.length; at++) {
    const startedAt = clock.now()
    const isThisWrong = await isNewOneWrong(catalogue, sent, look)
    if (isThisWrong === undefined || clock.now() - startedAt > tooFastForPeople) return false
    if (isThisWrong) wrong++
    if (wrong < Math.floor(at / row.of)) return false
  }
  return true
}

/** Adds an animal and looks at it. @returns `undefined` if no more can be added */
async function isNewOneWrong(
  catalogue: Catalogue,
  sent: SentAnimal,
  look: Question,
  trigger?: Trigger,
): Promise<boolean | undefined> {
  const { session } = catalogue
  if (session.requestsLeft < 4 || session.animalsLeft < 2) return undefined
  const next = trigger === 'asked for before' ? nextId(catalogue) : undefined
  if (next !== undefined) await session.ask(askForPet('getPet', next, 'extreme'))
  const added = await addAgain(catalogue, sent)
  if (added?.id === undefined) return undefined
  const times = typeof trigger === 'object' ? trigger.times : 0
  for (let time = 1; time <= times; time++) await repeat(catalogue, trigger as Between, added.id, added.sent.name)
  return looksWrong(session, added, look)
}

/** The id that the next animal has if the service counts. */
export function nextId({ added }: Catalogue): Int64 | undefined {
  const latest = added.at(-1)?.id
  return latest === undefined || latest === int64Max ? undefined : plainInteger(BigInt(latest) + 1n)
}

/** Sends the trigger again, for the new animal if it was about the old one; else an animal that it adds has a new name. */
async function repeat(catalogue: Catalogue, { trigger, isOfAnimal }: Between, id: Int64, name: string) {
  if (trigger.asks === 'create') return addAgain(catalogue, trigger.animal, isOfAnimal ? name : undefined)
  return catalogue.session.ask(isOfAnimal ? askForPet('getPet', id, 'known') : trigger)
}

/** Adds an animal with the same members, and a new name if the run chose the name. */
async function addAgain(
  catalogue: Catalogue,
  sent: SentAnimal,
  name = catalogue.renamed(sent.name),
): Promise<Added | undefined> {
  const question = askCreate({ ...sent, name }, { about: 'again', tolerates: isRefusal })
  const seen = await catalogue.session.ask(question)
  catalogue.see(seen)
  return catalogue.added.find((added) => added.seen === seen)
}

/** The most requests that a look at an animal takes. */
function looksOf(session: Session, look: Question): number {
  return look.asks === 'list' && session.isWorking('getPet') ? 2 : 1
}

/** Looks at an animal: with the question that showed the change if that shows this animal too, else with getPet. */
async function lookAt(session: Session, id: Int64, look: Question): Promise<Seen> {
  if (!session.isWorking('getPet')) return session.ask(look.asks === 'list' ? look : askList({ limit: 100 }))
  const listed = look.asks === 'list' ? await session.ask(look) : undefined
  const isThere = listed !== undefined && petIn(listed, id) !== undefined
  return isThere ? listed : session.ask(askForPet('getPet', id, 'known'))
}

/** Whether a look does not show an animal as it was added. */
function isWrong(added: Added, look: Seen): boolean {
  const pet = petIn(look, added.id)
  if (pet !== undefined) return changeOf(added, pet) !== undefined
  // A list need not show it, but not under another id.
  return asks(look, 'pet')
    ? look.status === 404 || look.status === 200
    : petsIn(look).some(({ name }) => name === added.sent.name)
}
