import { type ClauseId, type Int64, clauseOfSentMember, operations, shapes } from '../../spec/index.ts'
import { type Seen, type SentAnimal, asks, listIn } from '../exchange/question.ts'
import { clauseOfOptional, optionalMembers } from '../exchange/wrong-values.ts'
import { type Check, settledAtOnce } from './check.ts'
import { differences, mostPets, petOf, petsOf, jsonOf } from './pets.ts'
import { departure } from '../verdict/verdict.ts'

export const atId = { part: 'body', member: 'id' } as const
const { maximum: longestList } = operations.listPets.parameters.limit
export const defaultLimit = operations.listPets.parameters.limit.default

export const listLimit: Check = {
  id: 'list-limit',
  title: 'a list holds at most limit animals, 20 without a limit, and never more than 100',
  clauses: ['4.1/limit-most', '4.1/limit-default'],
  needs: 'body',
  settled: settledAtOnce('However many animals come and go, a list can be cut at its limit.'),
  appliesTo: (seen) => isList(seen) || isTooLong(seen),
  // A list that is not full says nothing about its limit.
  tests: (seen) => {
    const { length, most, clause } = sizeOf(seen)
    return length < most ? [] : [clause]
  },
  run: (seen) => {
    const { length, most, clause } = sizeOf(seen)
    const facts = { at: { part: 'body' }, expected: { atMost: most }, received: { is: length } } as const
    return length <= most ? [] : [departure('list-long', clause, facts)]
  },
}

function isList(seen: Seen): boolean {
  return asks(seen, 'list') && seen.question.expects.length > 0 && petsOf(seen) !== undefined
}

/** Whether an invalid limit is answered with more animals than any valid limit allows. */
function isTooLong(seen: Seen): boolean {
  return asks(seen, 'silence') && seen.question.operation === 'listPets' && (petsOf(seen)?.length ?? 0) > longestList
}

function sizeOf(seen: Seen) {
  const { length } = seen.json as readonly unknown[]
  if (isTooLong(seen)) return { length, most: longestList, clause: '4.1/limit-most' } as const
  const limit = listIn(seen)?.limit
  const clause: ClauseId = limit === undefined ? '4.1/limit-default' : '4.1/limit-most'
  return { length, most: limit ?? defaultLimit, clause }
}

export const listStatus: Check = {
  id: 'list-status',
  title: 'a list with a status holds animals of that status alone',
  clauses: ['4.1/status-filter'],
  needs: 'body',
  settled: {
    atOnce: (seen) => othersIn(seen).length > 1,
    because: 'One animal may change its status between the filter and the answer. Several do not do so at once.',
  },
  appliesTo: (seen) => isList(seen) && listIn(seen)?.status !== undefined,
  tests: (seen) => (petsOf(seen)?.length === 0 ? [] : ['4.1/status-filter']),
  run: (seen) => {
    const [other] = othersIn(seen)
    if (other === undefined) return []
    const { at: item, animal } = other
    const facts = {
      at: { part: 'body', item },
      received: { is: jsonOf(animal) },
      animal: { id: petOf(animal)?.id },
    } as const
    return [departure('filtered', '4.1/status-filter', { ...facts, expected: { is: listIn(seen)?.status } })]
  },
}

/** The items of a list that have another status than was asked for. */
function othersIn(seen: Seen) {
  const status = listIn(seen)?.status
  const items = (seen.json as readonly unknown[]).slice(0, mostPets)
  return items.flatMap((animal, at) => (differences({ status }, petOf(animal)).length > 0 ? [{ at, animal }] : []))
}

export const uniqueIds: Check = {
  id: 'list-unique-ids',
  title: 'no two animals of a list have the same id',
  clauses: ['2/pet-id-unique'],
  needs: 'body',
  settled: {
    atOnce: () => false,
    because: 'A list that is read in pieces shows an animal twice if another one is added before it meanwhile.',
  },
  appliesTo: (seen) => asks(seen, 'list') && petsOf(seen) !== undefined,
  tests: (seen) => ((petsOf(seen)?.length ?? 0) < 2 ? [] : ['2/pet-id-unique']),
  run: (seen) => {
    const before = new Set<Int64>()
    const repeated = petsOf(seen)?.find(({ id }) => id !== undefined && before.size === before.add(id).size)?.id
    if (repeated === undefined) return []
    const facts = { at: atId, expected: {}, received: { is: repeated }, animal: { id: repeated } }
    return [departure('id-repeated', '2/pet-id-unique', facts)]
  },
}

/** The clause on each member of a NewPet that a 201 shows as it was sent. */
const asSent = new Map(
  shapes.NewPet.members.flatMap((member) => {
    const clause = clauseOfSentMember(operations.createPet.section, member, 'changed')
    return clause === undefined ? [] : [[member.name, clause] as const]
  }),
)

export const createdAsSent: Check = {
  id: 'created-as-sent',
  title: 'a created animal has what was sent, and an id that the service chose',
  clauses: [...asSent.values(), '2/pet-id-assigned', ...optionalMembers.flatMap(clauseOfOptional), '4.2/media-type'],
  needs: 'body',
  settled: settledAtOnce('The answer to a creation shows what the same request sent.'),
  appliesTo: (seen) => asks(seen, 'create') && seen.status === 201 && petOf(seen.json) !== undefined,
  tests: ({ question }) => {
    const animal: Partial<SentAnimal> = question.asks === 'create' ? question.animal : {}
    const sent = [...asSent].flatMap(([name, clause]) => (animal[name] === undefined ? [] : clause))
    const left = optionalMembers.filter(({ name }) => animal[name as keyof SentAnimal] === undefined)
    const ofId = animal.id === undefined ? [] : (['2/pet-id-assigned'] as const)
    return [...sent, '4.2/media-type', ...left.flatMap(clauseOfOptional), ...ofId]
  },
  run: ({ question, json }) => {
    const pet = petOf(json)
    if (question.asks !== 'create' || pet === undefined) return []
    const { animal } = question
    const changed = differences(animal, pet).flatMap(({ member, ...facts }) => {
      const clause = asSent.get(member)
      return clause === undefined ? [] : departure('sent', clause, facts)
    })
    if (animal.id === undefined || pet.id !== animal.id) return changed
    const facts = { at: atId, expected: {}, received: { is: pet.id } }
    return [...changed, departure('id-of-client', '2/pet-id-assigned', facts)]
  },
}

export const sameId: Check = {
  id: 'get-same-id',
  title: 'getPet answers with the id that was asked for, every digit of it',
  clauses: ['4.3/same-id'],
  needs: 'body',
  settled: settledAtOnce('The id of an animal does not change.'),
  appliesTo: (seen) => asks(seen, 'pet') && seen.status === 200 && petOf(seen.json)?.id !== undefined,
  run: ({ question, json }) => {
    const id = petOf(json)?.id
    if (question.asks !== 'pet' || id === question.petId) return []
    return [departure('same-id', '4.3/same-id', { at: atId, expected: { is: question.petId }, received: { is: id } })]
  },
}
