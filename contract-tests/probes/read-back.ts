import type { ClauseId } from '../../spec/index.ts'
import type { Added, Catalogue } from '../session/catalogue.ts'
import { petOf, petsOf, type SeenPet } from '../checks/pets.ts'
import { broken, type Finding, held, type Note, inconclusive } from '../verdict/verdict.ts'
import type { Probe } from './probe.ts'
import type { Seen } from '../exchange/question.ts'
import { askForPet } from '../exchange/questions.ts'
import type { Session } from '../session/session.ts'
import { changeOf } from '../judge/animal-facts.ts'
import { mayAdd } from './create.ts'
import { howOftenWrong } from './fresh-animals.ts'
import { type Fetched, fetchAdded, missing } from './get.ts'
import { filteredLists, lastList } from './list-filter.ts'
import { atId } from '../checks/operations.ts'

const ofAdded = [
  '1/added-animal-kept',
  '4.2/assigned-id',
  '4.3/answers-pet',
  '4.3/same-animal',
  '4.2/answers-pet',
  '2/pet-id-unique',
] as const satisfies readonly ClauseId[]
const clauses = [...ofAdded, '4.2/invalid-not-added', '5/refused-does-nothing'] as const

export const readBack: Probe = {
  id: 'read-back',
  title: 'animals that were added are found again, once and as sent, and those that were refused are not',
  clauses,
  needs: ['writing'],
  cost: 3,
  run: async (session, catalogue) => {
    if (!(await mayAdd(catalogue))) return session.note(inconclusive('No animal could be added.', ...clauses))
    const fetched = session.isWorking('getPet') ? await fetchAdded(catalogue) : []
    const [large] = await filteredLists(catalogue)
    const lists = [await lastList(session), large]
    await compareAnimals(catalogue, fetched, lists)
    session.note(...refusedNotes(catalogue, lists))
  },
}

/** What a change or removal by somebody in the shop looks like. */
const openToPeople: readonly ClauseId[] = ['1/added-animal-kept', '4.2/assigned-id', '4.3/same-animal']
const groups = { rounds: 3, each: 2 }

/** An animal of a list, and the list. */
interface Listed {
  readonly pet: SeenPet
  readonly list: Seen
}

function listedAs(name: string, lists: readonly Seen[]): readonly Listed[] {
  return lists.flatMap((list) => (petsOf(list) ?? []).filter((pet) => pet.name === name).map((pet) => ({ pet, list })))
}

/** Compares the 201 of each animal with what getPet and the lists have. */
async function compareAnimals(catalogue: Catalogue, fetched: readonly Fetched[], lists: readonly Seen[]) {
  const { session } = catalogue
  for (const added of catalogue.added) {
    const answer = fetched.find((candidate) => candidate.added === added)?.seen
    const listed = listedAs(added.sent.name, lists)
    const other = listed.find(({ pet }) => pet.id !== undefined && added.id !== undefined && pet.id !== added.id)
    const found = [
      ...(answer === undefined ? [] : getNotes(catalogue, added, answer, listed)),
      ...(other === undefined ? [] : await otherIdNotes(session, added, answer, other)),
      ...(await changeNotes(session, added, lists)),
    ]
    session.note(...duplicateNotes(listed), ...(await withoutChangesOfPeople(catalogue, added, found)))
  }
  const isSeen =
    fetched.some(({ seen }) => seen.status === 200) ||
    catalogue.added.some(({ sent }) => listedAs(sent.name, lists).length > 0)
  const reason = 'The animals that were added are not on the pages that can be seen.'
  session.note(isSeen ? held(...ofAdded) : inconclusive(reason, ...ofAdded))
}

/** Leaves out what somebody in the shop may have done if new animals do not show it. If only some do, it is a warning. */
async function withoutChangesOfPeople(catalogue: Catalogue, { sent }: Added, notes: readonly Finding[]) {
  const left: Finding[] = []
  for (const note of notes) {
    const { clause, seen } = note
    const askAgain = () => howOftenWrong(catalogue, sent, groups, seen.question)
    const again = openToPeople.includes(clause) ? await catalogue.session.once(`again ${clause}`, askAgain) : 'always'
    if (again === 'always') left.push(note)
    if (again === 'sometimes') left.push({ ...note, reading: 'people' })
  }
  return left
}

/** Looks for an added animal that the list shows with other members. */
async function changeNotes(session: Session, added: Added, lists: readonly Seen[]): Promise<readonly Finding[]> {
  const changeIn = (list: Seen) =>
    changeOf(
      added,
      petsOf(list)?.find(({ id }) => id !== undefined && id === added.id),
    )
  const list = lists.find((candidate) => changeIn(candidate) !== undefined)
  // If the server gave an id twice, this may be the other animal.
  if (list === undefined || listedAs(added.sent.name, [list]).length > 0) return []
  return session.once('changed in the list', async () => {
    const again = await session.askAgain(list, (seen) => changeIn(seen) === undefined)
    const change = changeIn(again)
    if (change === undefined) return []
    const { at, expected, received } = change
    return [broken(again, 'as-added', '1/added-animal-kept', { at, expected, received, animal: { id: added.id } })]
  })
}

/** Looks for animals that one request added twice. */
function duplicateNotes(listed: readonly Listed[]): readonly Note[] {
  return listed.flatMap(({ pet, list }) => {
    const other = listed.find((candidate) => candidate.list === list && candidate.pet.id !== pet.id)
    if (other === undefined) return []
    const facts = { expected: {}, received: {}, animal: { id: pet.id, name: pet.name }, other: { id: other.pet.id } }
    return [broken(list, 'added-twice', '4.2/answers-pet', facts)]
  })
}

/** Judges an answer of getPet that has no animal, or another one. */
function getNotes(catalogue: Catalogue, added: Added, answer: Seen, listed: readonly Listed[]): readonly Finding[] {
  const found = petOf(answer.json)
  if (answer.status === 404) {
    const facts = missing(added.id, answer)
    const received = { is: 404, and: 'listed' } as const
    if (listed.some(({ pet }) => pet.id === added.id))
      return [broken(answer, 'added-missing', '4.3/answers-pet', { ...facts, received })]
    // If the list has it under another id, `otherIdNotes` reports that.
    return listed.length > 0 ? [] : [broken(answer, 'added-missing', '1/added-animal-kept', facts, ['4.3/answers-pet'])]
  }
  if (answer.status !== 200 || found === undefined || found.id !== added.id) return []
  const change = changeOf(added, found)
  if (change === undefined) return []
  const another = catalogue.added.find(({ sent }) => sent !== added.sent && sent.name === found.name)
  if (another !== undefined) {
    const [animal, other] = [added, another].map(({ sent, id }) => ({ id, name: sent.name }))
    return [broken(answer, 'another-animal', '4.2/assigned-id', { expected: {}, received: {}, animal, other })]
  }
  const { at, expected, received } = change
  return [broken(answer, 'as-sent', '4.3/same-animal', { at, expected, received, animal: { id: added.id } })]
}

/** The list shows an animal under another id than the 201 did. getPet shows which one is right. */
async function otherIdNotes(session: Session, added: Added, answer: Seen | undefined, { pet, list }: Listed) {
  const animal = { id: added.id, name: added.sent.name }
  const facts = { at: atId, expected: {}, received: { is: pet.id }, animal }
  const [listedId, addedId] = [pet.id, added.id]
  const wrongId = [broken(list, 'other-id', '4.2/assigned-id', facts)]
  if (!session.isWorking('getPet') || listedId === undefined || addedId === undefined) return wrongId
  return session.once('other id', async () => {
    const byAnswer = answer ?? (await session.ask(askForPet('getPet', addedId, 'known')))
    if (byAnswer.status !== 200 || petOf(byAnswer.json)?.name !== added.sent.name) return wrongId
    const byList = await session.ask(askForPet('getPet', listedId, 'known'))
    const byNow = await session.ask(askForPet('getPet', addedId, 'known'))
    // Somebody in the shop may have added it again under another id.
    if (byNow.status === 404) return []
    return byList.status === 404
      ? [broken(byList, 'listed-missing', '4.3/answers-pet', missing(listedId, byList))]
      : [broken(list, 'other-id', '2/pet-id-unique', facts, ['4.3/same-animal'])]
  })
}

/** Refused requests added nothing. That shows only if the lists have animals that were added. */
function refusedNotes(catalogue: Catalogue, lists: readonly Seen[]): readonly Note[] {
  const isVisible = catalogue.added.some(({ sent }) => listedAs(sent.name, lists).length > 0)
  const both = [
    ['4.2/invalid-not-added', 400],
    ['5/refused-does-nothing', 401],
  ] as const
  return both.flatMap(([clause, status]): readonly Note[] => {
    const refused = [...catalogue.animals.refused].filter(([, seen]) => seen.status === status)
    const [found] = refused.flatMap(([name, seen]) => listedAs(name, lists).map(({ pet }) => ({ name, seen, pet })))
    if (found !== undefined) {
      const { name, pet } = found
      const facts = { expected: { status }, received: { is: pet.id }, animal: { id: pet.id, name } }
      return [broken(found.seen, 'refused-listed', clause, facts)]
    }
    if (refused.length === 0) return [inconclusive('No animal was refused.', clause)]
    return [isVisible ? held(clause) : inconclusive('New animals are not on the pages that can be seen.', clause)]
  })
}
