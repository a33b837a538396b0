import {
  type Beyond,
  type Member,
  type MemberFlaw,
  type OperationId,
  type Shape,
  beyondOf,
  clauseOfMember,
  documentedSuccess,
  isObject,
  operationIds,
  operations,
  shapes,
  writeJson,
} from '../../../spec/index.ts'
import type { Overrides } from '../../call/overrides.ts'
import { edit, jsonAs, operationOf } from './edit-reply.ts'
import type { DerivedFault } from './every-operation.ts'

/** One way in which a member can be wrong. */
interface Kind {
  readonly flaw: MemberFlaw
  readonly isFor: (member: Member) => boolean
  /** What takes the place of the value; `undefined` leaves the member out. */
  readonly value: (usual: unknown, member: Member) => unknown
  /** What a client sees. */
  readonly summary: (member: Member, of: string) => string
}

/** Every way in which a member can be wrong: spec/decisions/0064-which-faults.md. */
const kinds: Readonly<Record<string, Kind>> = {
  missing: {
    flaw: 'missing',
    isFor: ({ isRequired }) => isRequired,
    value: () => undefined,
    summary: ({ name }, of) => `${of} has no ${name}`,
  },
  null: {
    flaw: 'value',
    isFor: () => true,
    // Many services write null for what is not there.
    value: (usual, { isRequired }) => (isRequired ? null : (usual ?? null)),
    summary: ({ name, isRequired }, of) => `the ${name} of ${of} is null${isRequired ? '' : ' if it has none'}`,
  },
  string: {
    flaw: 'value',
    isFor: ({ type }) => type !== 'string',
    value: (usual) => (usual === undefined ? undefined : `${usual as string | number}`),
    summary: ({ name }, of) => `the ${name} of ${of} is a string`,
  },
  number: {
    flaw: 'value',
    isFor: ({ type }) => type === 'string' || type === 'strings',
    value: (usual) => (usual === undefined ? undefined : 1),
    summary: ({ name }, of) => `the ${name} of ${of} is a number`,
  },
  'upper-case': {
    flaw: 'value',
    isFor: ({ values }) => values !== null,
    value: (usual) => (typeof usual === 'string' ? usual.toUpperCase() : usual),
    summary: ({ name }, of) => `the ${name} of ${of} is in upper case`,
  },
  unknown: {
    flaw: 'value',
    isFor: ({ values }) => values !== null,
    // A required member may always have the first value.
    value: (usual, { isRequired, values }) => (isRequired || usual === values?.[1] ? 'reserved' : usual),
    summary: ({ name, isRequired, values }, of) =>
      `the ${name} of ${of} is "reserved"${isRequired ? '' : ` in place of "${values?.[1]}"`}`,
  },
}

/** Values that break a rule of a member, and how a summary goes on after "is". */
export const beyond: Readonly<Partial<Record<Beyond, readonly [flaw: MemberFlaw, says: string]>>> = {
  below: ['range', 'below its minimum'],
  above: ['range', 'above its maximum'],
  short: ['range', 'too short'],
  long: ['range', 'too long'],
  'other-form': ['form', 'of another form'],
}

const allKinds: readonly (readonly [name: string, kind: Kind])[] = [
  ...Object.entries(kinds),
  ...Object.entries(beyond).map(([name, [flaw, says]]) => {
    const other = (member: Member) => beyondOf(member)[name as Beyond]
    const kind: Kind = {
      flaw,
      isFor: (member) => other(member) !== undefined,
      value: (usual, member) => (usual === undefined ? undefined : other(member)),
      summary: (member, of) => `the ${member.name} of ${of} is ${says}, as ${writeJson(other(member))}`,
    }
    return [name, kind] as const
  }),
]

/** The objects whose members are broken: those of the success of each operation, and Errors. */
const subjects = [...operationIds.flatMap(successSubject), errorSubject()]

/** Every member of every answer, wrong in each way that breaks a clause. */
export const memberFaults: readonly DerivedFault[] = subjects.flatMap(({ word, of, shape, on }) =>
  shape.members.flatMap((member) =>
    allKinds.flatMap(([name, { flaw, isFor, value, summary }]) => {
      const clause = isFor(member) ? clauseOfMember(shape, member, flaw) : undefined
      const change = (object: unknown) => withMember(object, member, value)
      return clause === undefined
        ? []
        : { id: `${word}-${member.word}-${name}`, clause, summary: summary(member, of), overrides: on(change) }
    }),
  ),
)

type Change = (object: unknown) => unknown

interface Subject {
  readonly word: string
  /** How a summary calls one of them. */
  readonly of: string
  readonly shape: Shape
  /** Changes each of them. */
  readonly on: (change: Change) => Overrides
}

function successSubject(id: OperationId): readonly Subject[] {
  const { status, schema } = documentedSuccess(id)
  if (schema === null) return []
  const shape: Shape = shapes[schema]
  const on = (change: Change) =>
    edit(
      (usual, context) => usual.status === status && operationOf(context) === id,
      jsonAs((body: unknown) => (Array.isArray(body) ? body.map(change) : change(body))),
    )
  const of = shape.isList ? `each ${shape.object} of ${id}` : `the ${shape.object} of ${id}`
  return [{ word: operations[id].word, of, shape, on }]
}

function errorSubject(): Subject {
  return { word: 'error', of: 'an Error', shape: shapes.Error, on: (change) => edit('errors', jsonAs(change)) }
}

function withMember(object: unknown, member: Member, value: Kind['value']): unknown {
  if (!isObject(object)) return object
  return { ...object, [member.name]: value(object[member.name], member) }
}
