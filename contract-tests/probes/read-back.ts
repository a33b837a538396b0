import type { ClauseId } from '../../spec/index.ts'
import type { Added, Catalogue } from '../session/catalogue.ts'
import { type SeenPet, petIn, petsOf } from '../checks/pets.ts'
import { broken, type Finding, held, type Note, inconclusive } from '../verdict/verdict.ts'
import type { Probe } from './probe.ts'
import type { Seen } from '../exchange/question.ts'
import { changeOf } from '../judge/animal-facts.ts'
import type { OpenDoubt } from '../judge/doubts.ts'
import { evidence } from '../judge/evidence.ts'
import { thresholds } from '../judge/sources.ts'
import { mayAdd } from './create.ts'
import { NewAnimals } from './new-animals.ts'
import { fetchAdded } from './get.ts'
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
  run: async (session, catalogue) => {
    if (!(await mayAdd(catalogue))) return session.note(inconclusive('none-added', ...clauses))
    const fetched = session.isWorking('getPet') ? await fetchAdded(catalogue) : []
    const [large] = await filteredLists(catalogue)
    const lists = [await lastList(session), large]
    await compareAnimals(catalogue, fetched, lists)
    session.note(...refusedNotes(catalogue, lists))
  },
}

/** What a change or removal by somebody in the shop looks like. */
const openToPeople: readonly ClauseId[] = [
  '1/added-animal-kept',
  '2/pet-id-unique',
  '4.2/assigned-id',
  '4.3/same-animal',
]

/** An animal of a list, and the list. */
interface Listed {
  readonly pet: SeenPet
  readonly list: Seen
}

function listedAs(name: string, lists: readonly Seen[]): readonly Listed[] {
  return lists.flatMap((list) => (petsOf(list) ?? []).filter((pet) => pet.name === name).map((pet) => ({ pet, list })))
}

/** Compares the 201 of each animal with what getPet and the lists have. */
async function compareAnimals(catalogue: Catalogue, fetched: readonly Seen[], lists: readonly Seen[]) {
  const { session, judge } = catalogue
  const answers = [...fetched, ...lists]
  const doubts = answers.flatMap((seen) => catalogue.see(seen))
  for (const added of catalogue.added) {
    const listed = listedAs(added.sent.name, lists)
    // Where an id was given twice, an answer may show the other animal.
    const isAlone = catalogue.added.every((one) => one === added || one.id !== added.id)
    const own = doubts.filter(({ petId, change }) => petId === added.id && (isAlone || change === 'missing'))
    const looked = [
      ...own.filter((doubt) => showsAtId(added, doubt, listed)),
      ...(await changesInList(catalogue, added, own)),
    ]
    for (const doubt of looked) {
      const shown = await shownOf(catalogue, added, doubt.finding)
      // Missing animals were asked for again.
      if (shown !== undefined) for (const name of ['still-missing', shown] as const) judge.hear(name, [doubt])
    }
    for (const finding of otherIdFindings(added, listed, answers)) {
      const shown = await shownOf(catalogue, added, finding)
      if (shown !== undefined) session.note({ ...finding, reading: evidence[shown].reading })
    }
  }
  for (const doubt of doubts) judge.facts.accept(doubt)
  const isSeen =
    fetched.some(({ status }) => status === 200) ||
    catalogue.added.some(({ sent }) => listedAs(sent.name, lists).length > 0)
  session.note(isSeen ? held(...ofAdded) : inconclusive('new-unseen', ...ofAdded))
}

/** What shows that somebody in the shop did not do it: other answers, or new animals; `undefined` if those are fine. */
async function shownOf(catalogue: Catalogue, { sent }: Added, { clause, seen }: Finding) {
  if (!openToPeople.includes(clause)) return 'listed-meanwhile'
  const askAgain = () => new NewAnimals(catalogue, sent, seen.question).inGroups(thresholds.groups.run)
  return catalogue.session.once(`again ${clause}`, askAgain)
}

const isOfGet = ({ finding: { seen } }: OpenDoubt): boolean => seen.question.asks === 'pet'

/** Looks again at an added animal that a list shows with other members. @returns what the second look shows */
async function changesInList(catalogue: Catalogue, added: Added, doubts: readonly OpenDoubt[]) {
  const { session } = catalogue
  const doubt = doubts.find((each) => !isOfGet(each))
  if (doubt === undefined) return []
  return session.once('changed in the list', async () => {
    const again = await session.askAgain(
      doubt.finding.seen,
      (seen) => changeOf(added, petIn(seen, added.id)) === undefined,
    )
    return catalogue.see(again).filter(({ petId }) => petId === added.id)
  })
}

/** Whether a doubt of getPet is about the animal's own id. If a list has it there, getPet is to blame; else the other id is told. */
function showsAtId({ id }: Added, doubt: OpenDoubt, listed: readonly Listed[]): boolean {
  if (!isOfGet(doubt)) return false
  if (doubt.change !== 'missing' || listed.length === 0) return true
  if (listed.every(({ pet }) => pet.id !== id)) return false
  doubt.finding = { ...doubt.finding, clause: '4.3/answers-pet', also: [], received: { is: 404, and: 'listed' } }
  return true
}

/** The list shows an animal under another id than the 201 did. Somebody may have removed it, and added it again. */
function otherIdFindings({ id, sent }: Added, listed: readonly Listed[], answers: readonly Seen[]): readonly Finding[] {
  const other = listed.find(({ pet }) => pet.id !== undefined && id !== undefined && pet.id !== id)
  if (other === undefined) return []
  const facts = { at: atId, expected: {}, received: { is: other.pet.id }, animal: { id, name: sent.name } }
  const shown = answers.filter((seen) => petIn(seen, id)?.name === sent.name)
  if (shown.length === 0) return [broken(other.list, 'other-id', '4.2/assigned-id', facts)]
  const isTwice = shown.includes(other.list)
  return [broken(other.list, 'other-id', isTwice ? '4.2/answers-pet' : '2/pet-id-unique', facts, ['4.3/same-animal'])]
}

/** Refused requests added nothing. That shows only if the lists have animals that were added. */
function refusedNotes({ added, judge }: Catalogue, lists: readonly Seen[]): readonly Note[] {
  const isVisible = added.some(({ sent }) => listedAs(sent.name, lists).length > 0)
  const both = [
    ['4.2/invalid-not-added', 400],
    ['5/refused-does-nothing', 401],
  ] as const
  return both.flatMap(([clause, status]) => {
    if ([...judge.facts.refused.values()].every((seen) => seen.status !== status))
      return [inconclusive('none-refused', clause)]
    return [isVisible ? held(clause) : inconclusive('new-unseen', clause)]
  })
}
