import { type ClauseId, type Int64, operations } from '../../spec/index.ts'
import { type Added, type Catalogue, rarestFirst } from '../session/catalogue.ts'
import { defaultLimit } from '../checks/operations.ts'
import { type SeenPet, petIn, petsOf, atStatus, statusIn } from '../checks/pets.ts'
import { type Note, broken, held, inconclusive } from '../verdict/verdict.ts'
import type { Probe } from './probe.ts'
import { type Seen, asks, hasNextPage, listIn } from '../exchange/question.ts'
import { askForPet, askList } from '../exchange/questions.ts'
import { contradictsList } from '../judge/animal-facts.ts'
import type { Session } from '../session/session.ts'
import { pauses } from '../session/waits.ts'
import { mayAdd } from './create.ts'
import { bodyNeeded } from './get.ts'
import type { Facts } from '../verdict/facts.ts'

const finds: ClauseId = '4.1/status-filter-finds'
const shows: ClauseId = '4.1/status-optional'

export const listFilter: Probe = {
  id: 'list-filter',
  title: 'each status as a filter, alone and with a limit, finds its animals and no others',
  clauses: [
    finds,
    shows,
    '4.1/status-filter',
    '2/pet-id-unique',
    '4.1/limit-optional',
    '4.1/limit-accepted',
    '4.1/status-accepted',
    '4.1/no-request-body',
  ],
  run: async (session, catalogue) => {
    await mayAdd(catalogue)
    const lists = await filteredLists(catalogue)
    const all = await lastList(session)
    session.note(...(await compareAll(catalogue, lists, all)))
    session.note(...(await disagreementNotes(session, lists, all)))
    const final = session.log.filter(isFinalList)
    session.note(...(await bodyNeeded(session, final, '4.1/no-request-body')), ...refusedListNotes(final))
  },
}

/** The list with limit=100, after all animals were added. */
export function lastList(session: Session): Promise<Seen> {
  return session.once('last list', () => session.ask(askList({ limit: 100 })))
}

/** One list for each status. The rarest comes first, with limit=100, so that it shows the added animals. */
export function filteredLists(catalogue: Catalogue): Promise<readonly [Seen, Seen, Seen]> {
  const { session } = catalogue
  return session.once('filtered lists', async () => {
    const pets = await catalogue.pets()
    const [rare = 'sold', middle = 'pending', common = 'available'] = rarestFirst(pets)
    // A limit at which both the filter and the limit make a difference.
    const fewer = pets.filter(({ status }) => status === middle).length - 1
    const limit = Math.max(1, Math.min(fewer, defaultLimit - 1))
    const plain = await session.ask(askList({ status: common }))
    const small = await session.ask(askList({ status: middle, limit }))
    return [await session.ask(askList({ status: rare, limit: 100 })), small, plain]
  })
}

/** Compares the list of each status with the list of all, until one leaves something out. */
export async function compareAll(catalogue: Catalogue, lists: readonly Seen[], all: Seen): Promise<readonly Note[]> {
  const notes: Note[] = []
  for (const filtered of lists) {
    const found = await compare(catalogue, filtered, all)
    if (found.some((note) => 'seen' in note)) return found
    notes.push(...found)
  }
  return notes
}

/** An animal is the same in every list. If not, both lists are asked for again: others may have changed it. */
async function disagreementNotes(session: Session, lists: readonly Seen[], all: Seen): Promise<readonly Note[]> {
  const filtered = lists.find((list) => contradictsList(list, all) !== undefined)
  if (filtered === undefined) return []
  await session.pause(pauses.contradiction[0], 'then both lists will be asked for again')
  const allAgain = await session.ask(all.question)
  const again = await session.ask(filtered.question)
  const found = contradictsList(again, allAgain)
  // If the list of all shows the same before and after, nobody changed the animal in between.
  const after = found && contradictsList(again, await session.ask(all.question))
  return found !== undefined && after?.animal?.id === found.animal?.id ? [found] : []
}

/** Compares the list of one status with the list of all: neither may leave out what the other has. */
async function compare(catalogue: Catalogue, filtered: Seen, all: Seen): Promise<readonly Note[]> {
  const { session } = catalogue
  const left = leftOut(catalogue, filtered, all)
  if (left === undefined) return [inconclusive('no-list', finds, shows)]
  if (left.isNothing)
    return [
      left.couldFilter ? held(finds) : inconclusive('none-of-status', finds),
      left.couldAll ? held(shows) : inconclusive('further-pages', shows),
    ]
  const short = left.byFilter === undefined ? all : filtered
  const leftNow = (seen: Seen) => (short === all ? leftOut(catalogue, filtered, seen) : leftOut(catalogue, seen, all))
  const again = await session.askAgain(short, (seen) => leftNow(seen)?.isNothing === true)
  const { byFilter, byAll, status } = leftNow(again) ?? {}
  const without = (animal: Pick<SeenPet, 'id'>): Facts => ({
    expected: { status },
    received: { is: petsOf(again)?.length ?? 0 },
    animal: { id: animal.id },
  })
  if (byFilter?.id !== undefined) {
    const { id } = byFilter
    // Others may change or remove it, so it counts only if it still has the status afterwards, also on a page that is not seen.
    const allNow = await session.ask(all.question)
    const now = petIn(allNow, id) ?? petIn(await session.ask(askForPet('getPet', id, 'known')), id)
    if (now?.status !== status) return [inconclusive('animals-change', finds)]
    const hasOtherLength = (later: Seen, before: Seen) => petsOf(later)?.length !== petsOf(before)?.length
    if (hasOtherLength(again, filtered) || hasOtherLength(allNow, all)) return [inconclusive('page-lengths', finds)]
    const reading = isStale(catalogue, again, id) ? 'stale' : undefined
    return [{ ...broken(again, 'filter-lacks', finds, without(byFilter)), reading }]
  }
  if (byAll === undefined) return [held(finds, shows)]
  // Others may have removed it, so it counts only if the filter still finds it.
  const found = petsOf(await session.ask(filtered.question))
  if (found?.every(({ id }) => id !== byAll.id)) return [inconclusive('animals-change', shows)]
  return [broken(again, 'list-lacks', shows, without(byAll))]
}

/** Animals that one list has and the other must have too. Pages may be short: what a page limit explains does not count. */
function leftOut(catalogue: Catalogue, filtered: Seen, all: Seen) {
  const { status, limit = lengthWithout(catalogue.session) } = listIn(filtered) ?? {}
  const [some, every] = [petsOf(filtered), petsOf(all)]
  if (some === undefined || every === undefined || status === undefined) return undefined
  const has = (pets: readonly SeenPet[]) => (one: Pick<SeenPet, 'id'>) => pets.some(({ id }) => id === one.id)
  const known = every.filter((pet) => pet.status === status && pet.id !== undefined)
  // Another probe may have added more since one of the lists came.
  const isBefore = ({ seen }: Added): boolean => seen.number < Math.min(filtered.number, all.number)
  const sent = catalogue.added.filter((one) => one.sent.status === status && one.id !== undefined && isBefore(one))
  // The server gave a page of this size before, so a page limit does not explain a shorter one.
  const isUncut = some.length < Math.min(limit, every.length) && !(some.length === 0 && hasNextPage(filtered))
  const isReadable = some.every(({ id }) => id !== undefined)
  const old = sent.filter((one) => isReadable && isOld(one, filtered))
  const wanted = [...known, ...(some.length === 0 ? sent : old)]
  const byFilter = isUncut ? wanted.find((one) => !has(some)(one)) : undefined
  // A page may end at the first or the last animal of the run, but not at one between others that are all shown.
  const others = catalogue.added.filter((one) => one.sent.status !== status)
  const isBetween = ({ seen }: Added) =>
    seen.number > others[0]!.seen.number && seen.number < others.at(-1)!.seen.number
  const hasGrown = every.length < 100 && others.length >= 3 && others.every(has(every))
  const lacked = hasGrown ? sent.find((one) => isBetween(one) && has(some)(one) && !has(every)(one)) : undefined
  const byAll = lacked ?? skipped(some, every)
  const isNothing = byFilter === undefined && byAll === undefined
  const couldFilter = isUncut && known.length > 0
  return { status, byFilter, byAll, isNothing, couldFilter, couldAll: known.length > 0 }
}

// No list is behind by so much, unless it comes from a cache.
const mostLagMilliseconds = 30_000

/** Whether an animal was added long before a list was asked for. */
function isOld({ seen }: Added, list: Seen): boolean {
  return list.exchange.sentAtMilliseconds - seen.exchange.sentAtMilliseconds > mostLagMilliseconds
}

/** Whether a list that lacks an old animal shows none that was added later. */
function isStale({ added }: Catalogue, list: Seen, id: Int64 | undefined): boolean {
  const at = added.findIndex((one) => one.id === id)
  const one = added[at]
  return (
    one !== undefined && isOld(one, list) && added.slice(at + 1).every((later) => petIn(list, later.id) === undefined)
  )
}

/** How many animals come without a limit. The filter is not blamed for a wrong default. */
function lengthWithout({ log }: Session): number {
  const plain = log.findLast(
    (seen) => isFinalList(seen) && seen.question.about === operations.listPets.path && seen.status === 200,
  )
  return Math.min(defaultLimit, (plain && petsOf(plain)?.length) ?? defaultLimit)
}

/** An animal that is missing from a list ordered by id. The interface allows any order, but this list has one. */
export function skipped(some: readonly SeenPet[], every: readonly SeenPet[]): SeenPet | undefined {
  const [rising, falling] = [longestRise(every), longestRise(every.toReversed())]
  const run = rising.length >= falling.length ? rising : falling
  // If the list is grouped by status, ids rise within each group.
  const changes = run.filter((pet, at) => at > 0 && pet.status !== run[at - 1]?.status).length
  const [first, last] = [run[0]?.id, run.at(-1)?.id]
  if (run.length < 10 || changes < 4 || first === undefined || last === undefined) return undefined
  const ids = new Set(every.map(({ id }) => id))
  const within = some.filter(({ id }) => id !== undefined && id > first && id < last && !ids.has(id))
  // With these animals hardly a number is missing between the ids, so no other order explains the gap.
  const isDense = run.length + within.length >= 0.95 * (Number(last) - Number(first) + 1)
  return within.length >= 3 && isDense ? within[0] : undefined
}

function longestRise(pets: readonly SeenPet[]): readonly SeenPet[] {
  let longest: readonly SeenPet[] = []
  let start = 0
  for (const [at, { id }] of pets.entries()) {
    const before = pets[at - 1]?.id
    if (before === undefined || id === undefined || before >= id) start = at
    if (at + 1 - start > longest.length) longest = pets.slice(start, at + 1)
  }
  return longest
}

function isFinalList(seen: Seen): boolean {
  return asks(seen, 'list') && seen.status !== undefined && seen.status !== 429
}

/** What only the refused lists have in common: a missing parameter, or values that are never accepted. */
function refusedListNotes(lists: readonly Seen[]): readonly Note[] {
  const last = [...new Map(lists.map((seen) => [seen.question.path, seen])).values()]
  const accepted = last.filter(({ status }) => status === 200)
  const refused = last.filter(({ status }) => status !== 200)
  const [seen] = refused
  if (accepted.length === 0) return []
  if (seen === undefined)
    return [held('4.1/limit-optional', '4.1/limit-accepted', '4.1/status-accepted', '4.1/no-request-body')]
  return (['limit', 'status'] as const).flatMap((parameter): readonly Note[] => {
    const values = new Set(refused.map((each) => listIn(each)?.[parameter]))
    if (accepted.some((each) => values.has(listIn(each)?.[parameter]))) return []
    const clause = `4.1/${parameter}-${values.has(undefined) ? 'optional' : 'accepted'}` as const
    const facts = { at: atStatus, expected: { oneOf: [200] }, received: statusIn(seen) }
    return [broken(seen, 'status', clause, facts, ['4.1/answers-pets'])]
  })
}
