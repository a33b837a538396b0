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
const isInteger: Way['isFor'] = ({ type }) => type === 'integer' || type === 'int64'
const isOneOfSome: Way['isFor'] = ({ values }) => values !== null

/** The ways in which a member of an answer can be wrong. */
const ways: Readonly<Record<string, Way>> = {
  missing: { flaw: 'missing', isFor: isRequired, value: () => undefined },
  null: { flaw: 'value', isFor: () => true, value: (value, member) => (member.isRequired ? null : (value ?? null)) },
  text: {
    flaw: 'value',
    isFor: (member) => !isText(member),
    value: (value) => (value === undefined ? undefined : `${value as string | number}`),
  },
  number: { flaw: 'value', isFor: ({ type }) => type === 'string' || type === 'strings', value: () => 1 },
  numbers: { flaw: 'value', isFor: ({ type }) => type === 'strings', value: () => [1] },
  object: { flaw: 'value', isFor: () => true, value: (value) => ({ value }) },
  list: { flaw: 'value', isFor: (member) => isText(member) && !isOneOfSome(member), value: (value) => [value] },
  fraction: { flaw: 'value', isFor: isInteger, value: () => 1.5 },
  'too-large': beyond('range', 'too-large'),
  below: beyond('range', 'below'),
  above: beyond('range', 'above'),
  short: beyond('range', 'short'),
  long: beyond('range', 'long'),
  'other-form': beyond('form', 'other-form'),
  unknown: {
    flaw: 'value',
    isFor: isOneOfSome,
    // A required member may always have the first value.
    value: (value, member) => (isRequired(member) || value === member.values?.[1] ? 'reserved' : value),
  },
}

/** A value that breaks a rule of the member, in the place of one that keeps it. */
function beyond(flaw: MemberFlaw, way: Beyond): Way {
  return {
    flaw,
    isFor: (member) => beyondOf(member)[way] !== undefined,
    value: (value, member) => (value === undefined ? undefined : beyondOf(member)[way]),
  }
}

/** Every member of every answer and of Errors, wrong in each way: spec/decisions/0064-which-faults.md. */
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
