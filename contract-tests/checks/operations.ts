import { type ClauseId, type Int64, operations } from '../../spec/index.ts'
import { type Seen, asks, listIn } from '../run/question.ts'
import { type Check, type Problem, problem } from '../run/verdict.ts'
import { show } from './extract.ts'
import { petOf, petsOf } from './pets.ts'

/** The limit that holds where none is given (section 4.1). */
export const defaultLimit = operations.listPets.parameters.limit.default

/** Section 4.1: no more animals than asked for. */
export const listLimit: Check = {
  id: 'list-limit',
  title: 'a list holds at most limit animals, 20 without a limit',
  clauses: ['4.1/limit-most', '4.1/limit-default'],
  appliesTo: isList,
  // A list that is not full says nothing about its limit.
  tests: (seen) => {
    const { length, most, clause } = sizeOf(seen)
    return length < most ? [] : [clause]
  },
  run: (seen) => {
    const { length, most, clause } = sizeOf(seen)
    return length <= most ? [] : [problem(clause, `at most ${most} in the list`, `${length}`)]
  },
}

function isList(seen: Seen): boolean {
  return asks(seen, 'list') && seen.question.expects.length > 0 && petsOf(seen) !== undefined
}

function sizeOf(seen: Seen) {
  const limit = listIn(seen)?.limit
  const clause: ClauseId = limit === undefined ? '4.1/limit-default' : '4.1/limit-most'
  return { length: (seen.json as readonly unknown[]).length, most: limit ?? defaultLimit, clause }
}

/** Section 4.1: with a status, only animals of that status. */
export const listStatus: Check = {
  id: 'list-status',
  title: 'a list with a status holds animals of that status alone',
  clauses: ['4.1/status-filter'],
  isMomentary: true,
  appliesTo: (seen) => isList(seen) && listIn(seen)?.status !== undefined,
  tests: (seen) => (petsOf(seen)?.length === 0 ? [] : ['4.1/status-filter']),
  run: (seen) => {
    const wanted = listIn(seen)?.status
    const items = seen.json as readonly unknown[]
    // An unknown status breaks another clause.
    const other = items.find((item) => petOf(item) !== undefined && petOf(item)?.status !== wanted && isReadable(item))
    if (other === undefined) return []
    return [problem('4.1/status-filter', `animals that are ${wanted}`, show(other))]
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
  appliesTo: (seen) => asks(seen, 'list') && petsOf(seen) !== undefined,
  tests: (seen) => ((petsOf(seen)?.length ?? 0) < 2 ? [] : ['2/pet-id-unique']),
  run: (seen) => {
    const ids = (petsOf(seen) ?? []).map(({ id }) => id).filter((id) => id !== undefined)
    const before = new Set<Int64>()
    const repeated = ids.find((id) => before.size === before.add(id).size)
    if (repeated === undefined) return []
    return [problem('2/pet-id-unique', 'each id once in a list', `id ${repeated} more than once`)]
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
  appliesTo: (seen) => asks(seen, 'create') && seen.status === 201 && petOf(seen.json) !== undefined,
  tests: ({ question }) => [
    '4.2/name-as-sent',
    '4.2/category-id-as-sent',
    '4.2/media-type',
    question.asks === 'create' && question.animal.status !== undefined ? '4.2/status-as-sent' : '4.2/status-optional',
    ...(question.asks === 'create' && question.animal.id !== undefined ? (['2/pet-id-assigned'] as const) : []),
  ],
  run: ({ question, json }) => {
    const pet = petOf(json)
    if (question.asks !== 'create' || pet === undefined) return []
    const { animal } = question
    const problems: Problem[] = []
    const compare = (clause: ClauseId, member: string, sent: unknown, found: unknown): void => {
      if (found !== sent) problems.push(problem(clause, `${member}: ${show(sent)}`, `${member}: ${show(found)}`))
    }
    if (pet.name !== undefined) compare('4.2/name-as-sent', 'name', animal.name, pet.name)
    if (pet.categoryId !== undefined)
      compare('4.2/category-id-as-sent', 'categoryId', animal.categoryId, pet.categoryId)
    // An unknown status breaks another clause.
    if (animal.status !== undefined && (pet.status !== undefined || !pet.hasStatus)) {
      compare('4.2/status-as-sent', 'status', animal.status, pet.status)
    }
    if (animal.id !== undefined && pet.id === animal.id) {
      const received = `id ${show(pet.id)}, which the request had named`
      problems.push(problem('2/pet-id-assigned', 'an id that the service assigned', received))
    }
    return problems
  },
}

/** Section 4.3: the animal that was asked for. */
export const sameId: Check = {
  id: 'get-same-id',
  title: 'getPet answers with the id that was asked for, every digit of it',
  clauses: ['4.3/same-id'],
  appliesTo: (seen) => asks(seen, 'pet') && seen.status === 200 && petOf(seen.json)?.id !== undefined,
  run: ({ question, json }) => {
    const id = petOf(json)?.id
    if (question.asks !== 'pet' || id === question.petId) return []
    return [problem('4.3/same-id', `id ${show(question.petId)}`, `id ${show(id)}`)]
  },
}
