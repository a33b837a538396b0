import { type ClauseId, type ErrorBody, type Pet, isInt64, isObject, petStatuses } from '../../spec/index.ts'
import { type Problem, problem } from '../run/verdict.ts'
import { show } from './extract.ts'

/** What a member must be, the clause that says so, and the clause that is broken without it; none if it is optional. */
type Member = readonly [expected: string, fits: (value: unknown) => boolean, clause: ClauseId, missing?: ClauseId]
type Members = Readonly<Record<string, Member>>

const isString = (value: unknown): boolean => typeof value === 'string'
const isInteger = (value: unknown): boolean => typeof value === 'bigint' || Number.isInteger(value)
const isStatus = (value: unknown): boolean => petStatuses.some((known) => known === value)

// Further members are allowed.
export const petMembers = {
  id: ['an id that is an int64', isInt64, '2/pet-id-int64', '2/pet-id-present'],
  name: ['a name that is a string', isString, '2/pet-name-string', '2/pet-name-present'],
  categoryId: ['a categoryId that is an int64', isInt64, '2/pet-category-id-int64', '2/pet-category-id-present'],
  status: [`the status ${petStatuses.join(', ')}, or none`, isStatus, '2/pet-status-value'],
} as const satisfies Readonly<Record<keyof Pet, Member>>

export const errorMembers = {
  code: ['a code that is a string', isString, '2/error-code', '2/error-code'],
  message: ['a message that is a string', isString, '2/error-message', '2/error-message'],
  status: ['a status that is an integer', isInteger, '2/error-status', '2/error-status'],
} as const satisfies Readonly<Record<keyof ErrorBody, Member>>

export function memberClauses(members: Members): readonly ClauseId[] {
  return [...new Set(Object.values(members).flatMap(([, , clause, missing = clause]) => [missing, clause]))]
}

/**
 * Every member that is missing or wrong; `undefined` for a value with so little of the shape that it is another thing
 * altogether. `where` is how people find it.
 */
export function memberProblems(value: unknown, members: Members, where: string): readonly Problem[] | undefined {
  if (!isObject(value)) return undefined
  const all = Object.entries(members)
  // A status is in many things.
  if (!all.some(([name, [, , , missing]]) => name !== 'status' && missing && Object.hasOwn(value, name)))
    return undefined
  return all.flatMap(([name, [expected, fits, clause, missing]]) => {
    const broken = Object.hasOwn(value, name) ? (fits(value[name]) ? undefined : clause) : missing
    return broken === undefined ? [] : [problem(broken, `${where} has ${expected}`, `${name}: ${show(value[name])}`)]
  })
}
