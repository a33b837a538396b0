import {
  type ClauseId,
  type Int64,
  type Member,
  type PetStatus,
  extremesOf,
  int64Min,
  sampleOf,
} from '../../spec/index.ts'
import { clauseOfOptional, furtherMembers, optionalMembers } from '../exchange/wrong-values.ts'
import type { Added, Catalogue } from '../session/catalogue.ts'
import { broken, held, type Note, inconclusive } from '../verdict/verdict.ts'
import type { Probe } from './probe.ts'
import { atStatus, statusIn } from '../checks/pets.ts'
import { type Seen, type SentAnimal, asks } from '../exchange/question.ts'
import { BudgetSpent } from '../session/sender.ts'
import { type Session, askAll } from '../session/session.ts'
import { askUnknown } from './get-unknown.ts'
import type { Kind } from '../verdict/sentences.ts'
import type { Expected } from '../verdict/facts.ts'

const atCreation: ClauseId = '3/status-at-creation'
const optional = optionalMembers.flatMap(clauseOfOptional)

/** A category that loses digits in a double, also as a negative, and becomes 1 in 32 bits. */
const largeCategory = 2n ** 53n + 1n

/** Every further member that an animal may have, with the value that this gives. */
const further = (valueOf: (member: Member) => unknown): object =>
  Object.fromEntries(furtherMembers.map((member) => [member.name, valueOf(member)]))
const middle = further((member) => sampleOf(member))
const least = further((member) => extremesOf(member).least ?? sampleOf(member, 1))
const greatest = further((member) => extremesOf(member).greatest ?? sampleOf(member, 2))

export const isRefusal = (status = 0): boolean => status >= 400 && status < 500 && status !== 401

export const create: Probe = {
  id: 'create',
  title: 'animals of each status and of none, with unusual names, a large categoryId and an id of their own',
  clauses: [atCreation, ...optional, '2/pet-id-assigned', '2/pet-id-unique', '4.2/assigned-id'],
  needs: ['writing'],
  run: async (session, catalogue) => {
    session.note(...(await createAnimals(catalogue)))
    const ids = catalogue.added.flatMap(({ id }) => id ?? [])
    if (ids.length >= 2 && new Set(ids).size === ids.length) session.note(held('2/pet-id-unique'))
  },
}

type Animal = Parameters<Catalogue['add']>[0]

/** Adds the animals that later probes read back; they are added once in a run. */
export function createAnimals(catalogue: Catalogue): Promise<readonly Note[]> {
  const { session } = catalogue
  return session.once('created animals', async () => {
    /** Unusual values may be refused, but not changed. */
    const tryUnusual = (about: string, animal: Animal) => catalogue.add(animal, { tolerates: isRefusal, about })
    const addPlain = (members: object, about: string) => catalogue.add({ categoryId, ...members }, { tolerates, about })
    const addPlainIfRefused = async (status: PetStatus, tried: Seen, others: object): Promise<Seen> => {
      if (tried.status === 201) return tried
      const whole = await addPlain({ status, ...others }, `${status} with every member`)
      // A refusal for one of its members is none for its status.
      return whole.status === 201 || furtherMembers.length === 0 ? whole : addPlain({ status }, status)
    }

    const first = await findCategory(catalogue)
    const categoryId = await catalogue.category()
    const isKnown = first.status === 201 || (await areAllTried(catalogue))
    const tolerates = isKnown ? undefined : isRefusalOrFailure
    const available = await addPlainIfRefused('available', first, least)
    const { pending, isAnyTaken, isNegativeTaken, notes } = await addOfLargeCategory(session, tryUnusual)

    const odd = { ...middle, text: oddName, rename: (name: string) => ` ${name} `, status: 'sold' } as const
    // In 32 bits, unused, and with room above it if the service counts on from it.
    const id = session.options.draw(1_000_000_000, 1_500_000_000)
    const adds = [
      () => tryUnusual('odd name', { ...odd, categoryId: isAnyTaken ? 2 ** 32 - 1 : categoryId }),
      () => tryUnusual('id', { text: longName, id, categoryId: isNegativeTaken ? int64Min : categoryId }),
    ] as const
    // After a failure, one at a time: each may have to be sent again.
    let [sold, own] = await askAll(adds, available.status === 201 && session.hasRoomFor(adds.length))
    if (sold.status !== 201 && isAnyTaken) sold = await tryUnusual('odd name', { ...odd, categoryId })
    if (own.status !== 201) own = await tryUnusual('id', { text: 'with an id of its own', categoryId, id })
    const byStatus = new Map<PetStatus, Seen>([
      ['available', available],
      ['pending', await addPlainIfRefused('pending', pending, greatest)],
      ['sold', await addPlainIfRefused('sold', sold, middle)],
    ])
    const without = new Map<Member, Seen>()
    for (const member of optionalMembers) {
      const lacks = ({ sent }: Added) => sent[member.name as keyof SentAnimal] === undefined
      const shown = own.status === 201 ? own : catalogue.added.find(lacks)?.seen
      const others = Object.entries({ ...middle, status: 'sold' }).filter(([name]) => name !== member.name)
      without.set(member, shown ?? (await addPlain(Object.fromEntries(others), `without ${member.name}`)))
    }
    await askUnknown(catalogue)
    return [...notes, ...statusNotes(session, byStatus, without, isKnown)]
  })
}

// So many categories of the list are tried.
const mostCategories = 6

/** Whether all known categories are tried. The interface does not state whether a category must be known. */
async function areAllTried(catalogue: Catalogue): Promise<boolean> {
  const { length } = await catalogue.categories()
  return length > 0 && length <= mostCategories
}

const isRefusalOrFailure = (status: number): boolean => isRefusal(status) || status >= 500

const letters = 'Žofie 猫'

/** What a service answers for an animal that it does not want, for its category or its name. */
const mayBeUnwanted = (status = 0): boolean => [400, 409, 422].includes(status)

/**
 * Adds the first animal, in a category that all others get too. The first ones of the list may be closed to new animals, which
 * animals with plain names show: spec/decisions/0103-what-a-run-asks.md.
 */
export async function findCategory(catalogue: Catalogue): Promise<Seen> {
  const tolerates = (await areAllTried(catalogue)) ? undefined : isRefusalOrFailure
  const categories = (await catalogue.categories()).slice(0, mostCategories)
  const add = (categoryId: Int64, text: string, tolerated?: (status: number) => boolean) =>
    catalogue.add({ ...least, text, status: 'available', categoryId }, { tolerates: tolerated, about: 'letters' })
  let seen = await add(categories[0] ?? 1, letters, categories.length > 1 ? mayBeUnwanted : tolerates)
  if (categories.length <= 1 || !mayBeUnwanted(seen.status)) return seen
  for (const category of categories) {
    catalogue.useCategory(category)
    seen = await add(category, '', category === categories.at(-1) ? tolerates : mayBeUnwanted)
    if (!mayBeUnwanted(seen.status)) break
  }
  // This category is open, so a refusal is one of the letters.
  if (seen.status === 201) await add(await catalogue.category(), letters)
  return seen
}

/**
 * Adds an animal whose categoryId does not fit a double or 32 bits: first a negative one, then a positive one. If both are
 * refused, a small random one shows whether a category may be unknown.
 */
async function addOfLargeCategory(
  { options: { draw } }: Session,
  tryUnusual: (about: string, animal: Animal) => Promise<Seen>,
) {
  const of = (about: string, categoryId: Int64, text = 'of a large category') =>
    tryUnusual(about, { ...greatest, text, status: 'pending', categoryId })
  let pending = await of('negative category', -largeCategory)
  const isNegativeTaken = pending.status === 201
  const notes: Note[] = []
  if (isRefusal(pending.status)) {
    const large = (pending = await of('large category', largeCategory))
    if (isRefusal(large.status)) {
      const small = draw(1_000_000_000, 2_000_000_000)
      pending = await of('small category', small, 'of an unknown category')
      if (pending.status === 201) notes.push(refusedForSize(large, small))
    }
  }
  return { pending, isAnyTaken: pending.status === 201, isNegativeTaken, notes }
}

/** If the server accepts a small unknown category, it refused the large one for its size alone. */
function refusedForSize(large: Seen, small: number): Note {
  const facts = { at: atStatus, expected: { is: largeCategory, other: small }, received: { is: large.status } }
  // No longer tolerated, so it is broken and not a warning.
  const seen = { ...large, question: { ...large.question, tolerates: undefined } }
  return broken(seen, 'large-refused', '4.2/answers-pet', facts)
}

// What services often change: a decomposed letter, letters beyond ASCII and beyond 16 bits, markup, both quotes, the escapes
// of other formats, and blanks in a row.
const oddName = `Zoe\u0301  & <Jerry's> "${'o'.repeat(30)}" 🐈 &amp; %41 a+b \\n`

/** Longer than many database columns, with blanks other than spaces. */
const longName = `with a\ttab, a\nline and ${'x'.repeat(256)}`

/** If one status is always refused and others are not, or a NewPet without an optional member, that breaks a clause of its own. */
function statusNotes(
  session: Session,
  byStatus: ReadonlyMap<PetStatus, Seen>,
  without: ReadonlyMap<Member, Seen>,
  isKnown: boolean,
): readonly Note[] {
  const answers = [...byStatus.values(), ...without.values()]
  if (answers.every(({ status }) => status !== 201)) {
    const reason = isKnown ? ({ id: 'never-added', is: answers[0]?.status } as const) : 'category-unknown'
    return [inconclusive(reason, atCreation, ...optional, '4.2/answers-pet')]
  }
  const always = statusOfAll(session)
  if (always !== undefined) return [inconclusive({ id: 'always-later', is: always }, atCreation, ...optional)]
  const refused = (kind: Kind, seen: Seen, clauses: readonly ClauseId[], expected: Expected) =>
    seen.status === 201
      ? []
      : clauses.map((clause) => broken(seen, kind, clause, { at: atStatus, expected, received: statusIn(seen) }))
  return [
    ...[...byStatus].flatMap(([is, seen]) => refused('status-refused', seen, [atCreation], { is })),
    ...[...without].flatMap(([member, seen]) =>
      refused('creation-refused', seen, clauseOfOptional(member), { kind: member.name }),
    ),
    held(atCreation, ...optional),
  ]
}

// Statuses that do not depend on the body: the operation is closed, full, missing or failing.
const closed = [403, 404, 405, 409, 410, 501]

/** The status that all creations since the last success share, if it does not depend on the animal. */
export function statusOfAll({ log }: Session): number | undefined {
  const answers = log.filter((seen) => asks(seen, 'create'))
  const since = answers.slice(answers.findLastIndex(({ status }) => status === 201) + 1)
  const [status, ...others] = new Set(since.map((seen) => seen.status))
  const isClosed = status !== undefined && (closed.includes(status) || status >= 500)
  return isClosed && others.length === 0 && (since.length >= 2 || since.length === answers.length) ? status : undefined
}

/** Whether animals can be added at all in this run. */
export async function mayAdd(catalogue: Catalogue): Promise<boolean> {
  if (catalogue.session.options.isReadOnly) return false
  await createAnimals(catalogue).catch((error: unknown) => {
    if (!(error instanceof BudgetSpent)) throw error
  })
  return catalogue.added.length > 0
}
