import { type ClauseId, clauses } from './clauses.ts'
import type { Member, Shape } from './shape.ts'

/** What is wrong with a member of an answer: it is not there, or its value is none that it may have. */
export type MemberFlaw = 'missing' | 'value'

/** The clause of section 2 that an answer breaks by such a member; one clause may say both that it is there and what it is. */
export function clauseOfMember({ object }: Shape, { word, type }: Member, flaw: MemberFlaw): ClauseId | undefined {
  const both = `2/${object.toLowerCase()}-${word}`
  const names = flaw === 'missing' ? [`${both}-present`, both] : [`${both}-${type}`, `${both}-value`, both]
  return clauseNamed(names)
}

/** What a service may do wrong with a member of a body: take one without it, take a wrong value or one beyond its range, or change it. */
export type SentMemberFlaw = 'missing' | 'value' | 'range' | 'changed'

const sentNames: Readonly<Record<SentMemberFlaw, readonly string[]>> = {
  missing: ['required'],
  value: ['string', 'integer', 'value'],
  range: ['64-bits'],
  changed: ['as-sent'],
}

/** The clause that an operation of this section breaks by what it does with such a member of its body. */
export function clauseOfSentMember(section: string, { word }: Member, flaw: SentMemberFlaw): ClauseId | undefined {
  return clauseNamed(sentNames[flaw].map((name) => `${section}/${word}-${name}`))
}

function clauseNamed(names: readonly string[]): ClauseId | undefined {
  return clauses.find(({ id }) => names.includes(id))?.id
}
