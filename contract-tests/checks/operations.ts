import { type ClauseId, type Int64, clauseOfSentMember, normalized, operations, shapes } from '../../spec/index.ts'
import { type Seen, type SentAnimal, asks, listIn } from '../exchange/question.ts'
import { clauseOfOptional, optionalMembers } from '../exchange/wrong-values.ts'
import type { Check } from './check.ts'
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
  look: (seen) => {
    if (!isList(seen) && !isTooLong(seen)) return undefined
    const { length, most, clause } = sizeOf(seen)
    const facts = { at: { part: 'body' }, expected: { atMost: most }, received: { is: length } } as const
    // A list that is not full says nothing about its limit.
    return {
      tests: length < most ? [] : [clause],
      departures: length <= most ? [] : [departure('list-long', clause, facts)],
    }
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
  // One animal may change its status between the filter and the answer. Several do not do so at once.
  isSettled: (seen) => othersIn(seen).length > 1,
  look: (seen) => {
    const status = listIn(seen)?.status
    if (!isList(seen) || status === undefined) return undefined
    const departures = othersIn(seen).map(({ at: item, animal }) => {
      const facts = { received: { is: jsonOf(animal) }, animal: { id: petOf(animal)?.id } }
      return departure('filtered', '4.1/status-filter', {
        at: { part: 'body', item },
        expected: { is: status },
        ...facts,
      })
    })
    return { tests: petsOf(seen)?.length === 0 ? [] : ['4.1/status-filter'], departures: departures.slice(0, 1) }
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
  // A list that is read in pieces shows an animal twice if another one is added before it meanwhile.
  isSettled: () => false,
  look: (seen) => {
    const pets = petsOf(seen)
    if (!asks(seen, 'list') || pets === undefined) return undefined
    const before = new Set<Int64>()
    const repeated = pets.find(({ id }) => id !== undefined && before.size === before.add(id).size)?.id
    const facts = { at: atId, expected: {}, received: { is: repeated }, animal: { id: repeated } }
    return {
      tests: pets.length < 2 ? [] : ['2/pet-id-unique'],
      departures: repeated === undefined ? [] : [departure('id-repeated', '2/pet-id-unique', facts)],
    }
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
  look: ({ question, status, json }) => {
    const pet = status === 201 ? petOf(json) : undefined
    if (question.asks !== 'create' || pet === undefined) return undefined
    const { animal } = question
    const sent = [...asSent].flatMap(([name, clause]) => (animal[name] === undefined ? [] : clause))
    const left = optionalMembers.filter(({ name }) => animal[name as keyof SentAnimal] === undefined)
    const ofId = animal.id === undefined ? [] : (['2/pet-id-assigned'] as const)
    const changed = differences(animal, pet).flatMap(({ member, ...facts }) => {
      const clause = asSent.get(member)
      const isAlike = member === 'name' && plainName(animal.name) === plainName(pet.name ?? '')
      return clause === undefined
        ? []
        : { ...departure('sent', clause, facts), reading: isAlike ? ('name' as const) : undefined }
    })
    const facts = { at: atId, expected: {}, received: { is: pet.id } }
    const isTaken = animal.id !== undefined && pet.id === animal.id
    return {
      tests: [...sent, '4.2/media-type', ...left.flatMap(clauseOfOptional), ...ofId],
      departures: [...changed, ...(isTaken ? [departure('id-of-client', '2/pet-id-assigned', facts)] : [])],
    }
  },
}

function plainName(name: string): string {
  return normalized(name).replaceAll(/\s+/gu, ' ').trim()
}

export const sameId: Check = {
  id: 'get-same-id',
  title: 'getPet answers with the id that was asked for, every digit of it',
  clauses: ['4.3/same-id'],
  needs: 'body',
  look: ({ question, status, json }) => {
    const id = status === 200 ? petOf(json)?.id : undefined
    if (question.asks !== 'pet' || id === undefined) return undefined
    const facts = { at: atId, expected: { is: question.petId }, received: { is: id } }
    return {
      tests: ['4.3/same-id'],
      departures: id === question.petId ? [] : [departure('same-id', '4.3/same-id', facts)],
    }
  },
}
