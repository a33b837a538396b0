// Decides what contradicts earlier answers: an animal of two names, two of one id, one that is missing or should not be there.
import { type Int64, itemOf, shapes } from '../../spec/index.ts'
import {
  type KeptMember,
  type KeptMembers,
  type SeenPet,
  differences,
  petIn,
  petsIn,
  petsOf,
  atStatus,
  statusIn,
} from '../checks/pets.ts'
import { type Question, type Seen, asks } from '../exchange/question.ts'
import { type Finding, broken, departure } from '../verdict/verdict.ts'
import { BoundedMap } from './bounded-map.ts'
import type { OpenDoubt } from './doubts.ts'
import type { Excuse, Expected } from '../verdict/facts.ts'
import { atId } from '../checks/operations.ts'
import { type Source, endOf, thresholds } from './sources.ts'

/** An animal as it was sent, and as the 201 showed it. */
export interface KnownAnimal {
  readonly sent: KeptMembers
  readonly answered: KeptMembers
}

/** What exchanges showed of an animal. */
export interface Fact extends KnownAnimal {
  /** Whether the exchange added it, and did not only show it. */
  readonly isAdded: boolean
  readonly number: number
  readonly atMilliseconds: number
  /** The latest question whose answer showed the same, after the one that added it. */
  readonly shownBy: Question | undefined
}

/** What has changed: a member, or the animal is missing. */
export type Change = KeptMember | 'missing'

/** An answer that contradicts an earlier one. Without excuses, it counts as a departure. */
export interface Contradiction {
  readonly petId: Int64
  readonly finding: Finding
  readonly excuses: readonly Excuse[]
  /** What has changed, and what was known of the animal, if it was there before. */
  readonly change?: Change
  readonly fact?: Fact
}

const mostFacts = 10_000
const mostFactBytes = 1_048_576
// Names of two animals seldom begin with so many equal letters: spec/decisions/0079-what-traffic-shows.md.
const shortestCut = 16

/** What answers showed of animals. No later answer may contradict it: spec/decisions/0173-one-judge.md. */
export class AnimalFacts {
  /** Requests of a run that were refused, by the name of the animal that they must not have added. */
  readonly refused = new Map<string, Seen>()
  /** In a recording, the data may have been put back between two exchanges, and nobody can be asked again. */
  readonly #isRecorded: boolean
  readonly #lagMilliseconds: number
  readonly #facts = new BoundedMap<Int64, Fact>({ entries: mostFacts, bytes: mostFactBytes, bytesOf })
  /** Which exchanges added animals, and when. Kept apart, because a missing animal, once accepted, has no fact, and a list begins another. */
  readonly #added = new BoundedMap<Int64, Pick<Fact, 'number' | 'atMilliseconds'>>({ entries: mostFacts })

  constructor(source: Source) {
    this.#isRecorded = source === 'recording'
    this.#lagMilliseconds = thresholds.lagMilliseconds[source]
  }

  /** How an answer contradicts earlier ones. @param firstOfBatch the number of the first exchange that was sent at once with it */
  contradictions(seen: Seen, firstOfBatch = seen.number): readonly Contradiction[] {
    const isCreated = asks(seen, 'create')
    const shown = petsIn(seen).flatMap((pet) =>
      isCreated ? this.#addedTwice(pet, seen, firstOfBatch) : [...this.#addedThough(pet), ...this.#changed(pet, seen)],
    )
    return [...shown, ...this.#missing(seen)]
  }

  /** The animals that an answer shows as they were added, and the numbers of the exchanges that added them. */
  confirmed(seen: Seen): readonly { readonly petId: Int64; readonly number: number; readonly fact: Fact }[] {
    if (asks(seen, 'create')) return []
    return petsIn(seen).flatMap((pet) => {
      const fact = this.#of(pet.id)
      const isAsAdded = fact !== undefined && changeOf(fact, withoutLacks(pet)) === undefined
      return isAsAdded && pet.id !== undefined ? [{ petId: pet.id, number: fact.number, fact }] : []
    })
  }

  /** Remembers what an answer shows. */
  remember(seen: Seen): void {
    const { question, number } = seen
    const refusedName = nameOfRefused(seen)
    // The client of a recording may send the same once more, and better.
    if (!this.#isRecorded && refusedName !== undefined) this.refused.set(refusedName, seen)
    const atMilliseconds = endOf(seen)
    const at = { number, atMilliseconds }
    for (const pet of petsIn(seen)) {
      const known = lasting(pet)
      if (pet.id === undefined) continue
      const fact = this.#facts.get(pet.id)
      if (question.asks === 'create') {
        this.#facts.set(pet.id, { sent: question.animal, answered: pet, isAdded: true, ...at, shownBy: undefined })
        this.#added.set(pet.id, at)
      } else if (fact !== undefined && changeOf(fact, withoutLacks(pet)) === undefined)
        this.#facts.set(pet.id, { ...fact, shownBy: question })
      else if (!this.#isRecorded && fact === undefined)
        this.#facts.set(pet.id, { sent: known, answered: known, isAdded: false, ...at, shownBy: question })
    }
  }

  /** Compares later answers with what a doubt shows of an animal, or takes it as gone: people may have done it. The doubt stays. */
  accept({ petId, finding: { seen } }: Pick<OpenDoubt, 'petId' | 'finding'>): void {
    if (petId === undefined) return
    const fact = this.#facts.get(petId)
    const pet = petIn(seen, petId)
    if (pet === undefined || fact === undefined) this.#facts.delete(petId)
    else {
      const known = lasting(pet)
      this.#facts.set(petId, { ...fact, sent: known, answered: known, isAdded: false, shownBy: seen.question })
    }
  }

  /** Whether an animal that was added after an answer got this id. */
  isGivenAfter(petId: Int64, { number }: Seen): boolean {
    return (this.#added.get(petId)?.number ?? 0) > number
  }

  #of(id: Int64 | undefined): Fact | undefined {
    return id === undefined ? undefined : this.#facts.get(id)
  }

  /** A new animal with the id of another one. */
  #addedTwice(pet: SeenPet, seen: Seen, firstOfBatch: number): readonly Contradiction[] {
    const fact = this.#of(pet.id)
    // An animal may be listed before its own request is answered.
    if (fact === undefined || (!fact.isAdded && fact.number >= firstOfBatch)) return []
    // The same request may have been recorded twice.
    if (this.#isRecorded && fact.answered.name === pet.name) return []
    const facts = { at: atId, expected: asShownBy(fact), received: { is: pet.id }, animal: { id: pet.id } }
    const found = departure('id-taken', '2/pet-id-unique', { ...facts, other: { name: fact.answered.name } })
    const excuses: readonly Excuse[] = this.#isRecorded ? ['reset', 'gone'] : ['gone']
    return pet.id === undefined ? [] : [{ petId: pet.id, finding: { ...found, seen }, excuses, fact }]
  }

  /** An animal that is there, though the request to add it was refused. */
  #addedThough({ id, name = '' }: SeenPet): readonly Contradiction[] {
    const refused = this.refused.get(name)
    if (refused === undefined) return []
    const clause = refused.status === 401 ? '5/refused-does-nothing' : '4.2/invalid-not-added'
    const facts = { expected: { status: refused.status }, received: { is: id }, animal: { id } }
    const finding = { ...departure('refused-there', clause, facts), seen: refused }
    return id === undefined ? [] : [{ petId: id, finding, excuses: [] }]
  }

  /** An animal that is not as it was. */
  #changed(pet: SeenPet, seen: Seen): readonly Contradiction[] {
    const fact = this.#of(pet.id)
    // A run asks for what it added itself, and each answer of getPet must show all of it.
    const isWhole = asks(seen, 'pet') && !this.#isRecorded && fact?.isAdded === true
    const change = fact && changeOf(fact, isWhole ? pet : withoutLacks(pet))
    if (fact === undefined || change === undefined) return []
    const clause = fact.isAdded && !asks(seen, 'pet') ? '1/added-animal-kept' : '4.3/same-animal'
    const { member, at, expected, received } = change
    const facts = { at, expected: { ...expected, ...asShownBy(fact) }, received, animal: { id: pet.id } }
    const found = departure('as-known', clause, facts)
    const isOther = !mayBeSameAnimal(fact, pet)
    // A run asks a second time where a list shows it (probes/read-back.ts).
    const excuses: Excuse[] = this.#isRecorded ? ['temporary'] : []
    if (this.#isRecorded && isOther) excuses.push('reset')
    // Software does that to all names; people seldom change only the case of one, or cut it.
    if (member !== 'name' || isOther) excuses.push('people')
    return pet.id === undefined ? [] : [{ petId: pet.id, finding: { ...found, seen }, excuses, change: member, fact }]
  }

  /** A known animal that getPet does not find. */
  #missing(seen: Seen): readonly Contradiction[] {
    if (!asks(seen, 'pet') || seen.status !== 404) return []
    const { petId } = seen.question
    const fact = this.#of(petId)
    if (fact === undefined) return []
    const facts = { at: atStatus, expected: asShownBy(fact), received: { is: 404 }, animal: { id: petId } }
    const found = departure('known-missing', '1/added-animal-kept', facts, ['4.3/answers-pet'])
    const { isAdded } = fact
    const isYoung = endOf(seen) - (this.#added.get(petId)?.atMilliseconds ?? -Infinity) < this.#lagMilliseconds
    const excuses: Excuse[] = ['temporary']
    if (this.#isRecorded) excuses.push('reset')
    if (isYoung) excuses.push('lag')
    excuses.push(isAdded ? 'people' : 'others')
    return [{ petId, finding: { ...found, seen }, excuses, change: 'missing', fact }]
  }
}

/** A missing animal that is there again. */
export function backAgain(finding: Finding, number: number): Finding {
  const { kind, at, expected, animal, seen } = finding
  const facts = { at, expected, received: { is: 404, and: 'back' }, animal, against: number } as const
  return { ...departure(kind, '4.3/answers-pet', facts), seen }
}

/** How an answer contradicts a list of the same moment, also in what others may change, of which facts keep nothing. */
export function contradictsList(seen: Seen, list: Seen): Finding | undefined {
  const listed = new Map((petsOf(list) ?? []).map((pet) => [pet.id, pet]))
  const isOne = asks(seen, 'pet')
  if (isOne && seen.status !== 200) {
    const animal = { id: seen.question.petId }
    const facts = { at: atStatus, expected: { oneOf: [200] }, received: statusIn(seen), animal }
    return listed.has(animal.id) ? broken(seen, 'listed-missing', '4.3/answers-pet', facts) : undefined
  }
  for (const pet of petsIn(seen)) {
    const known = pet.id === undefined ? undefined : listed.get(pet.id)
    // If only one list has an optional member, the other may leave out the default. getPet shows all.
    const [difference] = differences(known ?? {}, isOne ? pet : withoutLacks(pet))
    if (difference === undefined) continue
    const { member, ...facts } = { ...difference, animal: { id: pet.id } }
    if (isOne) return broken(seen, 'as-listed', '4.3/same-animal', facts)
    return member === 'status'
      ? broken(seen, 'as-in-all', '4.1/status-filter', facts, ['2/pet-id-unique'])
      : broken(seen, 'as-in-all', '2/pet-id-unique', facts)
  }
  return undefined
}

/** A member that is neither as it was sent nor as the 201 showed it. What the 201 itself changed is another departure. */
export function changeOf({ sent, answered }: KnownAnimal, pet: SeenPet | undefined) {
  const changed = new Set(differences(answered, pet).map(({ member }) => member))
  return differences(sent, pet).find(({ member }) => changed.has(member))
}

/** The same animal, where an optional member that is left out is no difference: section 2 does not require it. */
function withoutLacks(pet: SeenPet): SeenPet {
  return { ...pet, lacks: [] }
}

const lastingMembers = shapes.Pet.members.filter(({ name, isRequired }) => isRequired && name !== 'id')

/** What is remembered of an animal that others added: not its optional members, such as the status, which may change. */
function lasting(pet: SeenPet): KeptMembers {
  return itemOf<KeptMembers>({ ...shapes.Pet, members: lastingMembers }, pet)
}

/** Whether it may be the animal that was added: its name is the same but for case, or a long beginning of it. */
function mayBeSameAnimal({ answered }: KnownAnimal, { name = '' }: SeenPet): boolean {
  const [added = '', shown] = [answered.name?.toLowerCase(), name.toLowerCase()]
  return shown !== '' && (shown === added || (shown.length >= shortestCut && added.startsWith(shown)))
}

/** Whether an answer still shows the animal that had an id before another one got it. */
export function showsEarlier({ petId, fact, finding }: OpenDoubt, seen: Seen): boolean {
  const shown = petsIn(seen).filter(({ id }) => id === petId)
  const isEarlier = (pet: SeenPet): boolean => fact !== undefined && mayBeSameAnimal(fact, pet)
  const areAlike = petsIn(finding.seen).some(isEarlier)
  return shown.length > 1 || (!areAlike && shown.some(isEarlier))
}

/** About how much memory a fact takes: only texts and lists of them can be long. */
function bytesOf({ answered, sent }: Fact): number {
  const values = [answered, sent].flatMap((members): readonly unknown[] => Object.values(members)).flat()
  return values.reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
}

/** The name in the body of a request that was refused as it should be. */
function nameOfRefused({ question: { asks: asked, body = '' }, status }: Seen): string | undefined {
  const isRefused = (asked === 'invalid' && status === 400) || (asked === 'unauthorized' && status === 401)
  return isRefused ? /"name":"([^"]+)"/.exec(body)?.[1] : undefined
}

/** The exchange that shows how an animal must be. */
function asShownBy({ isAdded, number }: Fact): Expected {
  return { as: number, isAdded }
}
