import {
  type Member,
  type OperationId,
  type SentMemberFlaw,
  type Shape,
  clauseOfSentMember,
  extremesOf,
  int64Max,
  int64Min,
  isObject,
  operationClauses,
  operationIds,
  operations,
  othersOf,
  readJsonBytes,
  sampleOf,
  shapes,
  writeJson,
} from '../../../spec/index.ts'
import { flawIn } from '../../checks/members.ts'
import { isByHand, wrongValues } from '../../exchange/wrong-values.ts'
import { type BrokenServers, breaking } from '../variation.ts'
import type { Counted, Hooks } from '../plain-server.ts'
import { refuse } from '../reply.ts'

/** The ways in which a member of version 1 can be wrong in a body; further ones that only random values show. */
const ways = {
  text: { broken: ['missing', 'null', 'number'], deep: ['object'] },
  int64: {
    broken: ['missing', 'text', 'fraction', 'too-large'],
    deep: ['too-small'],
  },
  // A member that may be left out: null in its place is debatable.
  oneOfSome: { broken: ['unknown', 'capitals'], deep: ['list'] },
} as const

const flawOfWay: Readonly<Record<string, SentMemberFlaw>> = {
  missing: 'missing',
  'too-large': 'range',
  'too-small': 'range',
  below: 'range',
  above: 'range',
  short: 'range',
  long: 'range',
  'other-form': 'form',
}

type Ways = Readonly<Record<'broken' | 'deep', readonly string[]>>

function waysOf(member: Member): Ways {
  if (!isByHand(member)) {
    // For a member that may be left out, null in its place is debatable.
    const broken = wrongValues(member).filter(({ way }) => way !== 'null' || member.isRequired)
    return { broken: broken.map(({ way }) => way), deep: [] }
  }
  return member.values === null ? ways[member.type === 'string' ? 'text' : 'int64'] : ways.oneOfSome
}

/** Whether a value is wrong in this way. */
const isWrong: Readonly<Record<string, (value: unknown, values: readonly unknown[], member: Member) => boolean>> = {
  missing: (value) => value === undefined,
  null: (value) => value === null,
  number: (value) => typeof value === 'number',
  list: Array.isArray,
  object: isObject,
  text: (value) => typeof value === 'string',
  fraction: (value) => typeof value === 'number' && !Number.isInteger(value),
  'too-large': (value) => typeof value === 'bigint' && value > int64Max,
  'too-small': (value) => typeof value === 'bigint' && value < int64Min,
  unknown: isUnknown,
  capitals: (value, values) => isUnknown(value, values) && values.includes(value.toLowerCase()),
  numbers: (value) => Array.isArray(value) && typeof value[0] === 'number',
  below: (value, _values, { minimum = -Infinity }) => isNumber(value) && value < minimum,
  above: (value, _values, { maximum = Infinity }) => isNumber(value) && value > maximum,
  short: (value, _values, { minLength = 0 }) => typeof value === 'string' && value.length < minLength,
  long: (value, _values, { maxLength = Infinity }) => typeof value === 'string' && value.length > maxLength,
  'other-form': (value, _values, member) => typeof value === 'string' && flawIn(member, value) === 'form',
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

function isUnknown(value: unknown, values: readonly unknown[]): value is string {
  return typeof value === 'string' && !values.includes(value)
}

/** Every member of every body that is sent: its wrong values are taken, good ones become others, or are refused. */
export const sentMembers = {
  broken: ofSentMembers((id, member) => [
    ...takingOf(id, member, waysOf(member).broken),
    breaking(
      clauseOfSentMember(operations[id].section, member, 'changed'),
      `${operations[id].word}-${member.word}-changed`,
      reading(id, member, (value) => (value === undefined ? undefined : otherOf(value, member))),
    ),
    ...(isByHand(member) ? [] : refusingOf(id, member)),
  ]),
  /** Only random values show them. */
  deep: ofSentMembers((id, member) => takingOf(id, member, waysOf(member).deep)),
}

function ofSentMembers(make: (id: OperationId, member: Member) => readonly BrokenServers[]): readonly BrokenServers[] {
  return operationIds.flatMap((id) => {
    const { request } = operations[id]
    if (request === null) return []
    const shape: Shape = shapes[request]
    return shape.members.flatMap((member) => make(id, member))
  })
}

/** Servers that take a body with a wrong member as if it were right. */
function takingOf(id: OperationId, member: Member, names: readonly string[]): readonly BrokenServers[] {
  const { section, word } = operations[id]
  return names.map((name) => {
    const isTaken = (value: unknown) => isWrong[name]?.(value, member.values ?? [], member) === true
    const repair = reading(id, member, (value) => (isTaken(value) ? repaired(member) : value))
    return breaking(
      clauseOfSentMember(section, member, flawOfWay[name] ?? 'value'),
      `${word}-${member.word}-${name}-taken`,
      repair,
    )
  })
}

/** Servers that refuse a body without an optional member, or with the least or greatest value of one. */
function refusingOf(id: OperationId, member: Member): readonly BrokenServers[] {
  const word = `${operations[id].word}-${member.word}`
  const needed = member.isRequired ? undefined : clauseOfSentMember(operations[id].section, member, 'needed')
  return [
    breaking(needed, `${word}-needed`, refusing(id, member, undefined)),
    ...Object.entries(extremesOf(member)).map(([which, extreme]) =>
      breaking(operationClauses(id).answers, `${word}-${which}-refused`, refusing(id, member, extreme)),
    ),
  ]
}

/** Refuses a body that has this value of a member, or lacks it. */
function refusing(id: OperationId, { name }: Member, refused: unknown): Hooks {
  return {
    decide(counted, usual) {
      const sent = bodyIn(counted, id)
      return counted.isKey && sent !== undefined && sent[name] === refused ? refuse(400) : usual(counted)
    },
  }
}

/** Reads another value of a member than was sent. */
function reading(id: OperationId, { name }: Member, change: (value: unknown) => unknown): Hooks {
  return {
    decide(counted, usual) {
      const { call } = counted
      const sent = bodyIn(counted, id)
      if (sent === undefined) return usual(counted)
      const read = { ...sent, [name]: change(sent[name]) }
      return usual({ ...counted, call: { ...call, body: Buffer.from(writeJson(read)) } })
    },
  }
}

/** The object that a call of this operation sent. */
function bodyIn({ call }: Counted, id: OperationId) {
  const sent = call.operation === id ? readJsonBytes(call.body) : undefined
  return sent?.ok === true && isObject(sent.value) ? sent.value : undefined
}

/** What a careless server makes of a wrong value. */
function repaired(member: Member): unknown {
  if (!member.isRequired) return undefined
  return isByHand(member) && member.type === 'string' ? 'Repaired' : sampleOf(member)
}

/** Another value than the one that was sent; none if the description lets none be known. */
function otherOf(value: unknown, member: Member): unknown {
  return othersOf(member, value).find((other) => flawIn(member, other) === undefined)
}
