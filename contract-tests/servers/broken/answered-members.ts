import {
  type Member,
  type MemberFlaw,
  type OperationId,
  type Shape,
  clauseOfMember,
  documentedSuccess,
  isObject,
  operationIds,
  operations,
  shapes,
} from '../../../spec/index.ts'
import { editBodies, edited } from '../edits.ts'
import { type When, onError, successOf } from '../reply.ts'
import { type BrokenServers, breaking } from '../variation.ts'
import type { Hooks } from '../plain-server.ts'

interface Way {
  readonly flaw: MemberFlaw
  readonly isFor: (member: Member) => boolean
  /** What is sent in the place of a value, undefined for nothing; in the place of none for a member that need not be there. */
  readonly value: (value: unknown, member: Member) => unknown
}

const isRequired: Way['isFor'] = (member) => member.isRequired
const isText: Way['isFor'] = ({ type }) => type === 'string'
const isNumber: Way['isFor'] = ({ type }) => type !== 'string'
const isOneOfSome: Way['isFor'] = ({ values }) => values !== null

/** The ways in which a member of an answer can be wrong. */
const ways: Readonly<Record<string, Way>> = {
  missing: { flaw: 'missing', isFor: isRequired, value: () => undefined },
  null: { flaw: 'value', isFor: () => true, value: (value, member) => (member.isRequired ? null : (value ?? null)) },
  text: { flaw: 'value', isFor: isNumber, value: String },
  number: { flaw: 'value', isFor: isText, value: () => 1 },
  object: { flaw: 'value', isFor: () => true, value: (value) => ({ value }) },
  list: { flaw: 'value', isFor: (member) => isText(member) && !isOneOfSome(member), value: (value) => [value] },
  fraction: { flaw: 'value', isFor: isNumber, value: () => 1.5 },
  'too-large': { flaw: 'value', isFor: ({ type }) => type === 'int64', value: () => 2n ** 63n },
  capitals: {
    flaw: 'value',
    isFor: isOneOfSome,
    value: (value) => (typeof value === 'string' ? value.toUpperCase() : value),
  },
  empty: {
    flaw: 'value',
    isFor: (member) => isOneOfSome(member) && !member.isRequired,
    value: (value) => value ?? '',
  },
  unknown: {
    flaw: 'value',
    isFor: isOneOfSome,
    // A required member may always have the first value.
    value: (value, member) => (isRequired(member) || value === member.values?.[1] ? 'reserved' : value),
  },
}

/** Every member of every answer and of Errors, wrong in each way: spec/decisions/0178-single-members-are-a-matrix.md. */
export const brokenAnsweredMembers: readonly BrokenServers[] = [
  ...operationIds.flatMap((id) => ofAnswer(id)),
  ...ofShape('error', shapes.Error, onError),
]

function ofAnswer(id: OperationId): readonly BrokenServers[] {
  const { schema } = documentedSuccess(id)
  return schema === null ? [] : ofShape(operations[id].word, shapes[schema], successOf(id))
}

function ofShape(word: string, shape: Shape, when: When): readonly BrokenServers[] {
  return shape.members.flatMap((member) =>
    Object.entries(ways)
      .filter(([, { isFor }]) => isFor(member))
      .map(([name, { flaw, value }]) =>
        breaking(
          clauseOfMember(shape, member, flaw),
          `${word}-${member.word}-${name}`,
          editMember(member, value, when),
        ),
      ),
  )
}

function editMember(member: Member, value: Way['value'], when: When): Hooks {
  const edit = (object: unknown) =>
    isObject(object) ? edited(object, { [member.name]: (usual: unknown) => value(usual, member) }) : object
  return editBodies((body) => (Array.isArray(body) ? body.map(edit) : edit(body)), when)
}
