import { type ClauseId, clauses } from './clauses.ts'
import type { Member, Shape } from './shape.ts'

/**
 * What is wrong with a member: it is not there, it is of another type or none of its values, it is beyond its range (of numbers,
 * or of characters), or its text has not the form that `pattern` and `format` ask for.
 */
export type MemberFlaw = 'missing' | 'value' | 'range' | 'form'

/** The flaws that a member can have. One clause may be about several of them. */
export function flawsOf(member: Member): readonly MemberFlaw[] {
  const { type, isRequired, minimum, maximum, minLength, maxLength, pattern, format } = member
  const isBounded = [minimum, maximum, minLength, maxLength].some((bound) => bound !== undefined) || type === 'int64'
  return [
    ...(isRequired ? (['missing'] as const) : []),
    'value',
    ...(isBounded ? (['range'] as const) : []),
    ...(pattern !== undefined || format !== undefined ? (['form'] as const) : []),
  ]
}

/** The clause of section 2 that an answer breaks by such a member; one clause may say both that it is there and what it is. */
export function clauseOfMember({ object }: Shape, { word, type }: Member, flaw: MemberFlaw): ClauseId | undefined {
  const both = `2/${object.toLowerCase()}-${word}`
  const ofValue = [`${both}-${type}`, `${both}-value`, both]
  const names = { missing: [`${both}-present`, both], value: ofValue, range: [`${both}-range`, ...ofValue] }
  return clauseNamed({ ...names, form: [`${both}-form`, ...ofValue] }[flaw])
}

/** What a service may do wrong with a member of a body: take one with a flaw, change it, or refuse a body without an optional one. */
export type SentMemberFlaw = MemberFlaw | 'changed' | 'needed'

const sentNames: Readonly<Record<SentMemberFlaw, readonly string[]>> = {
  missing: ['required'],
  value: ['string', 'integer', 'number', 'boolean', 'strings', 'value'],
  range: ['64-bits', 'range', 'value'],
  form: ['form', 'value'],
  changed: ['as-sent'],
  needed: ['optional'],
}

/** The clause that an operation of this section breaks by what it does with such a member of its body. */
export function clauseOfSentMember(section: string, { word }: Member, flaw: SentMemberFlaw): ClauseId | undefined {
  return clauseNamed(sentNames[flaw].map((name) => `${section}/${word}-${name}`))
}

function clauseNamed(names: readonly string[]): ClauseId | undefined {
  return names.flatMap((name) => clauses.filter(({ id }) => id === name))[0]?.id
}
