import { type ClauseId, type Int64, petStatuses } from '../../spec/index.ts'
import type { Catalogue } from '../session/catalogue.ts'
import { documentedStatuses } from '../exchange/clauses-of.ts'
import { removalState } from '../exchange/removal.ts'
import { type SeenPet, petIn, petOf, petsIn, statusIn, atStatus } from '../checks/pets.ts'
import { broken, held, type Note, inconclusive } from '../verdict/verdict.ts'
import type { Probe } from './probe.ts'
import type { Seen } from '../exchange/question.ts'
import { askList, askForPet } from '../exchange/questions.ts'
import { type Session, askAll } from '../session/session.ts'
import { changeOf, contradictsList } from '../judge/animal-facts.ts'
import { mayAdd } from './create.ts'

const clauses = ['4.3/answers-pet', '4.3/same-animal'] as const satisfies readonly ClauseId[]

export const get: Probe = {
  id: 'get',
  title: 'an animal that is listed can be fetched, and is the same',
  clauses: [...clauses, '4.3/no-request-body'],
  run: async (session, catalogue) => {
    const list = await catalogue.first()
    const listed = petsIn(list).filter(({ id }) => id !== undefined)
    // `get` also fetches what the run added, so an empty list alone is no reason to give up.
    if (listed.length === 0 || removalState('getPet', session.options.todayMilliseconds) === 'that-day')
      return session.note(...((await mayAdd(catalogue)) ? [] : [inconclusive('none-to-fetch', ...clauses)]))
    const wanted = session.options.isReadOnly ? ofEachStatus(listed) : mostUnusual(listed)
    for (const { id } of wanted) if (id !== undefined) session.note(...(await fetchListed(session, list, id)))
    const gets = session.log.filter(({ question }) => question.asks === 'pet' && question.petId === wanted[0]?.id)
    session.note(...(await bodyNeeded(session, gets, '4.3/no-request-body')))
  },
}

/** The animal that is most likely to come back changed: a large id or category, letters beyond ASCII. */
function mostUnusual(pets: readonly SeenPet[]): readonly SeenPet[] {
  const weight = ({ id, categoryId, name }: SeenPet): number =>
    (typeof id === 'bigint' ? 4 : 0) +
    (typeof categoryId === 'bigint' ? 2 : 0) +
    (/[^\x20-\x7e]/.test(name ?? '') ? 1 : 0)
  const most = Math.max(...pets.map(weight))
  return pets.filter((pet) => weight(pet) === most).slice(-1)
}

function ofEachStatus(pets: readonly SeenPet[]): readonly SeenPet[] {
  const found = petStatuses.flatMap((status) => pets.find((pet) => pet.status === status) ?? [])
  return found.length === 0 ? pets.slice(0, 1) : found
}

/** If every valid request is refused, repeats one with a body: the server may wrongly require one. */
export async function bodyNeeded(session: Session, refused: readonly Seen[], clause: ClauseId) {
  const [seen] = refused
  if (seen === undefined || !refused.every(({ status = 0 }) => [400, 411, 415, 422].includes(status))) return []
  const withBody = { asks: 'other', about: 'with a body', body: '{}', expects: [], breaks: [] } as const
  const { status = 0 } = await session.exchange({ ...seen.question, ...withBody })
  if (status >= 300 || !documentedStatuses(seen.question.operation).includes(status)) return []
  const received = { ...statusIn(seen), and: 'with-body', later: status } as const
  return [broken(seen, 'status', clause, { at: atStatus, expected: { oneOf: [status] }, received })]
}

async function fetchListed(session: Session, list: Seen, petId: Int64): Promise<readonly Note[]> {
  const seen = await session.ask(askForPet('getPet', petId, 'known'))
  if (seen.question.expects.length === 0) return []
  const isAs = (answer: Seen, of: Seen): boolean =>
    petIn(answer, petId) !== undefined && contradictsList(answer, of) === undefined
  if (isAs(seen, list)) return [held(...clauses)]
  if (seen.status !== 404 && petIn(seen, petId) === undefined) return []
  // Others may have changed or removed it since it was listed, so both are asked for again.
  const now = await session.ask(askList({ limit: 100 }))
  if (petIn(now, petId) === undefined) return [inconclusive('not-listed-any-more', ...clauses)]
  const again = await session.askAgain(seen, (later) => isAs(later, now))
  return [contradictsList(again, now) ?? held(...clauses)]
}

/** Fetches some added animals, and asks again for a few seconds: they may not be everywhere at once. */
export async function fetchAdded({ session, added: all }: Catalogue): Promise<readonly Seen[]> {
  const withId = all.filter(({ id }) => id !== undefined)
  const wanted = [
    withId.find(({ sent }) => sent.status === 'sold'),
    withId.find(({ sent }) => typeof sent.categoryId === 'bigint'),
    withId.at(-1),
  ]
  const fetched: Seen[] = []
  const known = [...new Set(wanted)].flatMap((added) => (added?.id === undefined ? [] : [{ added, id: added.id }]))
  const asking = known.map(({ id }) => session.ask.bind(session, askForPet('getPet', id, 'known')))
  const answers = await askAll(asking, session.hasRoomFor(asking.length))
  let areFine = true
  for (const [at, { added }] of known.entries()) {
    const isFine = ({ status, json }: Seen): boolean => {
      const pet = status === 200 ? petOf(json) : undefined
      return pet !== undefined && changeOf(added, pet) === undefined
    }
    let seen = answers[at] as Seen
    const isState = seen.status === 404 || (seen.status === 200 && !isFine(seen))
    // If one stays wrong, the next is not waited for.
    if (isState && areFine && seen.question.expects.length > 0) seen = await session.askAgain(seen, isFine)
    areFine &&= isFine(seen)
    fetched.push(seen)
  }
  return fetched
}
