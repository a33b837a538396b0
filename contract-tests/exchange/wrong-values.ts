import {
  type ClauseId,
  type Member,
  type SentMemberFlaw,
  beyondOf,
  clauseOfSentMember,
  operations,
  sampleOf,
  shapes,
} from '../../spec/index.ts'
import { flawIn } from '../checks/members.ts'

/** A value that a member must not have; undefined if it is left out. */
interface WrongValue {
  readonly way: string
  readonly flaw: SentMemberFlaw
  readonly value: unknown
}

/** One wrong value for each thing that the description asks of a member. */
export function wrongValues(member: Member): readonly WrongValue[] {
  const missing = { way: 'missing', flaw: 'missing', value: undefined } as const
  const ofType = typeFlaw(member)
  const beyond = Object.entries(beyondOf(member)).flatMap(([way, value]) => {
    const flaw = flawIn(member, value)
    return flaw === undefined ? [] : { way, flaw, value }
  })
  const isWhole = member.type === 'integer' || member.type === 'int64'
  const fraction = { way: 'fraction', flaw: 'value', value: Number(sampleOf(member)) + 0.5 } as const
  return [
    ...(member.isRequired ? [missing] : []),
    { ...ofType, flaw: 'value' },
    { way: 'null', flaw: 'value', value: null },
    ...(isWhole ? [fraction] : []),
    ...beyond,
  ]
}

function typeFlaw(member: Member): Pick<WrongValue, 'way' | 'value'> {
  if (member.values !== null) return { way: 'unknown', value: 'lost' }
  if (member.type === 'string') return { way: 'number', value: 1 }
  if (member.type === 'strings') return { way: 'numbers', value: [1] }
  return { way: 'text', value: String(sampleOf(member)) }
}

const byHand: readonly string[] = ['name', 'categoryId', 'status']

/** Whether the wrong values of a member of NewPet are chosen by hand, as they are for those of version 1. */
export function isByHand({ name }: Member): boolean {
  return byHand.includes(name)
}

const all: readonly Member[] = shapes.NewPet.members

export const furtherMembers = all.filter((member) => !isByHand(member))
export const optionalMembers = all.filter(({ isRequired }) => !isRequired)

/** The clause that createPet breaks if it refuses a NewPet without an optional member; none if nothing says so. */
export function clauseOfOptional(member: Member): readonly ClauseId[] {
  const clause = clauseOfSentMember(operations.createPet.section, member, 'needed')
  return clause === undefined ? [] : [clause]
}

/** A wrong value of a further member of NewPet, and the clause that a service breaks by taking it. */
interface FurtherFlaw extends WrongValue {
  readonly member: string
  readonly clause: ClauseId
}

/** For each further member of NewPet its wrong values, as far as clauses are about them. */
export const furtherFlaws: readonly (readonly FurtherFlaw[])[] = furtherMembers
  .map((member) =>
    wrongValues(member).flatMap((wrong) => {
      const clause = clauseOfSentMember(operations.createPet.section, member, wrong.flaw)
      return clause === undefined ? [] : { ...wrong, member: member.name, clause }
    }),
  )
  .filter(({ length }) => length > 0)
