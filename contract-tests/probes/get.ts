import type { ClauseId, Int64 } from '../../spec/index.ts'
import type { Added, Catalogue } from '../run/catalogue.ts'
import { documentedStatuses } from '../checks/documented.ts'
import { removalState } from '../checks/removal.ts'
import { show } from '../checks/extract.ts'
import { type SeenPet, petOf, petsOf } from '../checks/pets.ts'
import { type Probe, broken, held, unclear } from '../run/probe.ts'
import type { Seen, SentAnimal } from '../run/question.ts'
import { askList, askForPet, askWithBody } from '../run/questions.ts'
import type { Session } from '../run/session.ts'
import type { ProbeNote } from '../run/verdict.ts'
import { mayAdd } from './create.ts'

const clauses = ['4.3/answers-pet', '4.3/same-animal'] as const satisfies readonly ClauseId[]

/** Section 4.3: animals that are listed can be fetched. Those that were added are read back by another probe. */
export const get: Probe = {
  id: 'get',
  title: 'an animal that is listed can be fetched, and is the same',
  clauses: [...clauses, '4.3/no-request-body'],
  needs: [],
  cost: 1,
  animals: 0,
  run: async (session, catalogue) => {
    const { todayMilliseconds } = session.options
    const listed = (await catalogue.pets()).filter(({ id }) => id !== undefined)
    // What was added is there, too, should the list have been empty.
    if (listed.length === 0 || removalState('getPet', todayMilliseconds) === 'that-day') {
      return (await mayAdd(session, catalogue)) ? [] : [unclear('There is no animal to fetch.', ...clauses)]
    }
    const wanted = session.options.isReadOnly ? ofEachStatus(listed) : mostUnusual(listed)
    const notes: ProbeNote[] = []
    for (const pet of wanted) notes.push(...(await fetchListed(session, pet)))
    const first = session.log.find(({ question }) => question.asks === 'pet' && question.petId === wanted[0]?.id)
    return [...notes, ...(await bodyNeeded(session, first, '4.3/no-request-body'))]
  },
}

/** The animal in which most can go wrong: with an id or a category that a double cannot hold, with letters beyond ASCII. */
function mostUnusual(pets: readonly SeenPet[]): readonly SeenPet[] {
  const weight = ({ id, categoryId, name }: SeenPet): number =>
    (typeof id === 'bigint' ? 4 : 0) +
    (typeof categoryId === 'bigint' ? 2 : 0) +
    (/[^\x20-\x7e]/.test(name ?? '') ? 1 : 0)
  const most = Math.max(...pets.map(weight))
  return pets.filter((pet) => weight(pet) === most).slice(-1)
}

function ofEachStatus(pets: readonly SeenPet[]): readonly SeenPet[] {
  const some = (['sold', 'pending', 'available'] as const).map((status) => pets.find((pet) => pet.status === status))
  const found = some.filter((pet) => pet !== undefined)
  return found.length === 0 ? pets.slice(0, 1) : found
}

/** Where a good request is refused, a body may have been needed: it is repeated with one, to see whether that helps. */
export async function bodyNeeded(
  session: Session,
  seen: Seen | undefined,
  clause: ClauseId,
): Promise<readonly ProbeNote[]> {
  if (seen?.status === undefined || ![400, 411, 415, 422].includes(seen.status)) return []
  const { status } = await session.exchange(askWithBody(seen.question))
  if (status === undefined || status >= 300 || !documentedStatuses(seen.question.operation).includes(status)) return []
  return [broken(seen, clause, `status ${status}`, `status ${seen.status}, and ${status} with a body`)]
}

async function fetchListed(session: Session, pet: SeenPet): Promise<readonly ProbeNote[]> {
  const question = askForPet('getPet', pet.id as Int64, 'known')
  const seen = await session.ask(question)
  if (seen.question.expects.length === 0) return []
  const isSame = (now: Seen): boolean => now.status === 200 && differenceOf(pet, petOf(now.json)) === undefined
  if (isSame(seen)) return held(...clauses)
  if (seen.status !== 200 && seen.status !== 404) return []
  if (seen.status === 200 && petOf(seen.json)?.id !== pet.id) return []
  // It may have been changed or removed since it was listed, so both are looked at again.
  const list = await session.ask(askList({ limit: 100 }))
  const now = petsOf(list)?.find(({ id }) => id === pet.id)
  const again = await session.askAgain(
    seen,
    question,
    (later) => later.status === 200 && differenceOf(now ?? pet, petOf(later.json)) === undefined,
  )
  if (isSame(again) || now === undefined)
    return now === undefined ? [unclear('The animal is not listed any more.', ...clauses)] : held(...clauses)
  if (again.status !== 200) {
    return [broken(again, '4.3/answers-pet', `200 for the id ${pet.id}, which the list has`, `status ${again.status}`)]
  }
  const difference = differenceOf(now, petOf(again.json))
  if (difference === undefined) return held(...clauses)
  return [broken(again, '4.3/same-animal', `${difference.expected}, as listed`, difference.received)]
}

/** Where an animal differs from what is known of it; what cannot be read breaks another clause. */
export function differenceOf(
  known: SeenPet | SentAnimal,
  found: SeenPet | undefined,
): { readonly expected: string; readonly received: string } | undefined {
  if (found === undefined) return undefined
  const differs = (member: 'name' | 'categoryId' | 'status') => ({
    expected: `${member}: ${show(known[member])}`,
    received: `${member}: ${show(found[member])}`,
  })
  if (known.name !== undefined && found.name !== undefined && found.name !== known.name) return differs('name')
  if (known.categoryId !== undefined && found.categoryId !== undefined && found.categoryId !== known.categoryId)
    return differs('categoryId')
  const isReadable = found.status !== undefined || !found.hasStatus
  return known.status !== undefined && isReadable && found.status !== known.status ? differs('status') : undefined
}

/** What getPet made of an animal that was added. */
export interface Fetched {
  readonly added: Added
  readonly seen: Seen
}

/** Fetches some of the animals that were added, with patience: they may take a few seconds to arrive everywhere. */
export async function fetchAdded(session: Session, catalogue: Catalogue): Promise<readonly Fetched[]> {
  const withId = catalogue.added.filter(({ id }) => id !== undefined)
  const wanted = [
    withId.find(({ sent }) => sent.status === 'sold'),
    withId.find(({ sent }) => typeof sent.categoryId === 'bigint'),
    withId.at(-1),
  ]
  const fetched: Fetched[] = []
  for (const added of new Set(wanted)) {
    if (added?.id === undefined) continue
    const question = askForPet('getPet', added.id, 'known')
    const isFine = (seen: Seen): boolean =>
      seen.status === 200 && petOf(seen.json) !== undefined && differenceOf(added.sent, petOf(seen.json)) === undefined
    let seen = await session.ask(question)
    const isState = seen.status === 404 || (seen.status === 200 && !isFine(seen))
    const isFirst = fetched.every(({ seen: { status } }) => status === 200)
    if (isState && isFirst && seen.question.expects.length > 0) seen = await session.askAgain(seen, question, isFine)
    fetched.push({ added, seen })
  }
  return fetched
}
