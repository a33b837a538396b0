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
export interface WrongValue {
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
  return [...(member.isRequired ? [missing] : []), { ...ofType, flaw: 'value' }, ...beyond]
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

/** A wrong value of a further member of NewPet, and the clause that a service breaks by taking it. */
export interface FurtherFlaw extends WrongValue {
  readonly member: string
  readonly clause: ClauseId
}

/** For each further member of NewPet its wrong values, as far as clauses are about them. */
export const furtherFlaws: readonly (readonly FurtherFlaw[])[] = shapes.NewPet.members
  .filter((member) => !isByHand(member))
  .map((member: Member) =>
    wrongValues(member).flatMap((wrong) => {
      const clause = clauseOfSentMember(operations.createPet.section, member, wrong.flaw)
      return clause === undefined ? [] : { ...wrong, member: member.name, clause }
    }),
  )
  .filter(({ length }) => length > 0)
