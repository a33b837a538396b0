import { type ClauseId, type Int64, operations } from '../../spec/index.ts'
import { headerOf } from '../client/index.ts'
import type { Seen } from '../run/question.ts'
import type { Check, Finding } from '../run/verdict.ts'
import { show } from './extract.ts'
import { petOf, petsOf } from './pets.ts'

/** The limit that holds where none is given (section 4.1). */
export const defaultLimit = operations.listPets.parameters.limit.default

/** Section 4.1: no more animals than asked for. */
export const listLimit: Check = {
  id: 'list-limit',
  title: 'a list holds at most limit animals, 20 without a limit',
  clauses: ['4.1/limit-most', '4.1/limit-default'],
  appliesTo: (seen) =>
    seen.question.list !== undefined && seen.question.expects.length > 0 && petsOf(seen) !== undefined,
  // A list that is not full tells nothing of its limit.
  tests: ({ question, json }) => {
    const { limit } = question.list ?? {}
    if ((json as readonly unknown[]).length < (limit ?? defaultLimit)) return []
    return [limit === undefined ? '4.1/limit-default' : '4.1/limit-most']
  },
  run: ({ question, json }) => {
    const { limit } = question.list ?? {}
    const most = limit ?? defaultLimit
    const { length } = json as readonly unknown[]
    if (length <= most) return []
    const clause: ClauseId = limit === undefined ? '4.1/limit-default' : '4.1/limit-most'
    return [{ clause, also: [], expected: `at most ${most} in the list`, received: `${length}` }]
  },
}

/** Section 4.1: with a status, only animals of that status. */
export const listStatus: Check = {
  id: 'list-status',
  title: 'a list with a status holds animals of that status alone',
  clauses: ['4.1/status-filter'],
  isMomentary: true,
  appliesTo: (seen) =>
    seen.question.list?.status !== undefined && seen.question.expects.length > 0 && petsOf(seen) !== undefined,
  tests: (seen) => (petsOf(seen)?.length === 0 ? [] : ['4.1/status-filter']),
  run: ({ question, json }) => {
    const wanted = question.list?.status
    const items = json as readonly unknown[]
    // A status that is none breaks another clause.
    const other = items.find((item) => petOf(item) !== undefined && petOf(item)?.status !== wanted && isReadable(item))
    if (other === undefined) return []
    return [{ clause: '4.1/status-filter', also: [], expected: `animals that are ${wanted}`, received: show(other) }]
  },
}

function isReadable(item: unknown): boolean {
  const pet = petOf(item)
  return pet !== undefined && (pet.status !== undefined || !pet.hasStatus)
}

/** Section 2: no two animals of a list have the same id. */
export const uniqueIds: Check = {
  id: 'list-unique-ids',
  title: 'no two animals of a list have the same id',
  clauses: ['2/pet-id-unique'],
  isMomentary: true,
  appliesTo: (seen) => seen.question.list !== undefined && petsOf(seen) !== undefined,
  tests: (seen) => ((petsOf(seen)?.length ?? 0) < 2 ? [] : ['2/pet-id-unique']),
  run: (seen) => {
    const ids = (petsOf(seen) ?? []).map(({ id }) => id).filter((id) => id !== undefined)
    const before = new Set<Int64>()
    const repeated = ids.find((id) => before.size === before.add(id).size)
    if (repeated === undefined) return []
    return [
      {
        clause: '2/pet-id-unique',
        also: [],
        expected: 'each id once in a list',
        received: `id ${repeated} more than once`,
      },
    ]
  },
}

/** Section 4.2: the Pet of a 201 is the animal that was sent. */
export const createdAsSent: Check = {
  id: 'created-as-sent',
  title: 'a created animal has what was sent, and an id that the service chose',
  clauses: [
    '4.2/name-as-sent',
    '4.2/category-id-as-sent',
    '4.2/status-as-sent',
    '2/pet-id-assigned',
    '4.2/status-optional',
    '4.2/media-type',
  ],
  appliesTo: ({ question, status, json }) =>
    question.animal !== undefined && status === 201 && petOf(json) !== undefined,
  tests: ({ question }) => [
    '4.2/name-as-sent',
    '4.2/category-id-as-sent',
    '4.2/media-type',
    question.animal?.status === undefined ? '4.2/status-optional' : '4.2/status-as-sent',
    ...(question.animal?.id === undefined ? [] : (['2/pet-id-assigned'] as const)),
  ],
  run: ({ question, json }) => {
    const { animal } = question
    const pet = petOf(json)
    if (animal === undefined || pet === undefined) return []
    const problems: Omit<Finding, 'seen'>[] = []
    const compare = (clause: ClauseId, member: string, sent: unknown, found: unknown): void => {
      if (found !== sent)
        problems.push({ clause, also: [], expected: `${member}: ${show(sent)}`, received: `${member}: ${show(found)}` })
    }
    if (pet.name !== undefined) compare('4.2/name-as-sent', 'name', animal.name, pet.name)
    if (pet.categoryId !== undefined)
      compare('4.2/category-id-as-sent', 'categoryId', animal.categoryId, pet.categoryId)
    // A status that is none breaks another clause.
    if (animal.status !== undefined && (pet.status !== undefined || !pet.hasStatus)) {
      compare('4.2/status-as-sent', 'status', animal.status, pet.status)
    }
    if (animal.id !== undefined && pet.id === animal.id) {
      problems.push({
        clause: '2/pet-id-assigned',
        also: [],
        expected: 'an id that the service assigned',
        received: `id ${show(pet.id)}, which the request had named`,
      })
    }
    return problems
  },
}

/** Section 4.3: the animal that was asked for. */
export const sameId: Check = {
  id: 'get-same-id',
  title: 'getPet answers with the id that was asked for, every digit of it',
  clauses: ['4.3/same-id'],
  appliesTo: ({ question, status, json }) =>
    question.petId !== undefined && status === 200 && petOf(json)?.id !== undefined,
  run: ({ question, json }) => {
    const id = petOf(json)?.id
    if (id === question.petId) return []
    return [{ clause: '4.3/same-id', also: [], expected: `id ${show(question.petId)}`, received: `id ${show(id)}` }]
  },
}

// 5 December 2030 begins first where it is UTC+14 and ends last where it is UTC-12.
const removalBegins = Date.parse(`${operations.getPet.removalDate}T00:00:00+14:00`)
const removalEnds = Date.parse(`${operations.getPet.removalDate}T00:00:00-12:00`) + 86_400_000

/** Tells whether getPet must still work, is removed, or has its day of removal somewhere on earth. */
export function removalState(todayMilliseconds: number): 'works' | 'removed' | 'that-day' {
  if (todayMilliseconds < removalBegins) return 'works'
  return todayMilliseconds < removalEnds ? 'that-day' : 'removed'
}

/** Section 9: a Sunset header names the day of removal. */
export const sunset: Check = {
  id: 'sunset',
  title: 'a Sunset header of getPet names 5 December 2030',
  clauses: ['9/removal'],
  appliesTo: (seen) => seen.question.operation === 'getPet' && sunsetOf(seen) !== undefined,
  run: (seen) => {
    const told = sunsetOf(seen) ?? ''
    const milliseconds = Date.parse(told)
    const isThatDay = milliseconds >= removalBegins && milliseconds <= removalEnds
    // A date in a form of its own cannot be held against the service.
    if (Number.isNaN(milliseconds) || isThatDay) return []
    return [{ clause: '9/removal', also: [], expected: 'Sunset on 5 December 2030', received: `Sunset: ${told}` }]
  },
}

function sunsetOf({ exchange }: Seen): string | undefined {
  return exchange.response && headerOf(exchange.response, 'sunset')
}

/** Section 9: after its removal getPet finds nothing. */
export const removed: Check = {
  id: 'get-removed',
  title: 'getPet no longer works after 5 December 2030',
  clauses: ['9/removal'],
  appliesTo: ({ question }, { todayMilliseconds }) =>
    question.operation === 'getPet' && question.credential === 'valid' && removalState(todayMilliseconds) === 'removed',
  run: ({ status }) =>
    status === 200
      ? [{ clause: '9/removal', also: [], expected: 'no animal, because getPet is removed', received: 'status 200' }]
      : [],
}
