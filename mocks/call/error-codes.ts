import { type Operation, type RequestSchema, operations } from '../../spec/made/operations.ts'
import { shapes } from '../../spec/made/shapes.ts'
import type { Member } from '../../spec/shape.ts'
import type { ErrorCode } from './made/error-codes.ts'

export type { ErrorCode }

const causes = [
  'unauthorized/missing',
  'unauthorized/invalid',
  'not_found/animal',
  'not_found/id',
  'not_found/path',
  'not_found/method',
  'invalid_query/limit',
  'invalid_query/status',
  'invalid_query/parameter',
  'invalid_body/missing',
  'invalid_body/shape',
  'invalid_body/name/blank',
  'invalid_body/name/long',
  'invalid_body/name/duplicate',
  'invalid_body/categoryId/unknown',
  'invalid_body/member',
] as const

type MemberName = (typeof shapes)[RequestSchema]['members'][number]['name']
type MemberCode = `invalid_body/${MemberName}${'' | '/missing' | '/invalid'}`

/** The code of a body in which a member is missing or invalid. An optional one is never missing. */
export function memberCode({ name, isRequired }: Member, cause: 'missing' | 'invalid'): MemberCode {
  // What a client sends has members of these names.
  return `invalid_body/${name}${isRequired ? `/${cause}` : ''}` as MemberCode
}

const memberCodes = Object.values<Operation>(operations).flatMap(({ request }) =>
  request === null
    ? []
    : shapes[request].members.flatMap((member) => [memberCode(member, 'missing'), memberCode(member, 'invalid')]),
)

/** Causes of an error, finer than its code. The silence `error-codes` can map a cause, a group of causes or a whole code. */
export const errorDetails: readonly Cause[] = [...new Set([...causes, ...memberCodes])].toSorted()

type Cause = (typeof causes)[number] | MemberCode

/** A code, with its cause if there are several. */
export type DetailedCode = ErrorCode | Cause
