import {
  type Operation,
  type ParameterType,
  type RequestSchema,
  operations,
  parseInt64,
  validators,
} from '../../spec/index.ts'
import { isLabelledJson, jsonError, readBody } from '../call/body.ts'
import { type Call, isSent, textOf } from '../call/call.ts'
import { idTextOf } from '../call/route.ts'
import { decodePart } from '../call/router.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { unknownParameter } from '../journal-text/unknown-parameter.ts'
import { Recent, type Rule, requestOf } from './rule.ts'

/** What a client sends. */
export const sendingRules = {
  'limit-outside': {
    level: 'error',
    clause: '4.1/limit-outside',
    summary: 'send a limit from 1 to 100',
    advice: 'Ask for at most 100 animals at a time, and leave limit out where 20 are enough.',
    watch: () => (record, report) => {
      for (const { name, value, known: { minimum, maximum } = {} } of queryOf(record)) {
        if (minimum === undefined || maximum === undefined || !/^-?\d+$/.test(value)) continue
        if (Number(value) < minimum || Number(value) > maximum) report(`${name}=${value}`, record.number)
      }
    },
  },

  'unlabelled-body': {
    level: 'error',
    clause: '1/request-media-type',
    summary: 'label a body as application/json',
    advice: 'Send Content-Type: application/json with every body; fetch labels a text as text/plain by itself.',
    watch: () => (record, report) => {
      const { call, number } = record
      const hasBody = call.isBodyTooLarge === true || (call.body?.length ?? 0) > 0
      if (!hasBody || isLabelledJson(call)) return
      report(`a body labelled ${call.headers['content-type'] ?? 'as nothing'}`, number)
    },
  },

  'deprecated-operation': {
    // It works until its removal, so a careful reader could defend a client that calls it.
    level: 'warning',
    clause: '4.3/replacement',
    summary: 'leave an operation alone that will be removed',
    advice: 'Use GET /pets with a status in place of getPet, which is removed on 5 December 2030.',
    watch: () => (record, report) => {
      const { route, number } = record
      if (route.kind === 'operation' && operations[route.operation].isDeprecated) report(route.operation, number)
    },
  },

  'invalid-request': {
    level: 'warning',
    summary: 'send only what the interface allows',
    advice: 'Check what a user typed before it is sent: each of these costs a request of the quota.',
    watch: () => (record, report) => {
      const problem = requestProblem(record)
      if (problem !== undefined) report(problem, record.number)
    },
  },

  'unknown-parameter': {
    level: 'warning',
    summary: 'send only parameters that the interface has',
    advice: 'Mend its name, or leave it out: a deployment may refuse it, or answer as if it was not sent.',
    watch: () => (record, report) => {
      const { route, number } = record
      const problem = route.kind === 'operation' ? unknownParameter(route.operation, route.query) : undefined
      if (problem !== undefined) report(problem, number)
    },
  },

  'key-in-address': {
    level: 'warning',
    summary: 'keep the key out of addresses',
    advice: 'Send it as Authorization: Bearer alone: addresses end in logs, histories and Referer headers.',
    watch:
      (keys) =>
      ({ call, number }, report) => {
        const sent = /^bearer +(\S+)$/i.exec(call.headers['authorization'] ?? '')?.[1]
        const words = call.target.split(/[/?&=#:@]/).map((word) => decodePart(word) ?? word)
        const isKey = (word: string) => word !== '' && (word === sent || keys.find(word) !== undefined)
        if (words.some(isKey)) report('a key in the address', number)
      },
  },

  'rounded-id': {
    level: 'warning',
    summary: 'keep every digit of an id',
    advice: 'JSON.parse rounds beyond 2^53: read bodies with a parser that keeps int64 exact, or keep ids as text.',
    watch() {
      const exact = new Recent<number>()
      // By the id as a double holds it, that is, rounded.
      const given = new Recent<{ readonly id: string; readonly number: number }>()
      return ({ call, reply, route, number }, report) => {
        const idText = idTextOf(route)
        const asked = idText === undefined ? longIds(call.body) : [idText]
        for (const id of asked) {
          const known = given.get(String(Number(id)))
          if (known === undefined || exact.has(id) || Number.isSafeInteger(Number(id))) continue
          report(`${id}, though the service gave ${known.id}`, known.number, number)
        }
        for (const id of longIds(reply.body)) {
          exact.set(id, number)
          given.set(String(Number(id)), { id, number })
        }
      }
    },
  },

  'repeated-creation': {
    level: 'warning',
    summary: 'look before a creation is sent again',
    advice: 'The first one may have been added though its answer was lost: list the animals before you send it again.',
    watch() {
      const lost = new Recent<number>()
      return (record, report) => {
        const { route, reply, number } = record
        if (route.kind !== 'operation' || operations[route.operation].role !== 'create') return
        const request = requestOf(record)
        const first = lost.get(request)
        if (first !== undefined) report('the same animal again after an answer that got lost', first, number)
        if (!isSent(reply) && reply.status === 201) lost.set(request, number)
        else lost.delete(request)
      }
    },
  },
} as const satisfies Readonly<Record<string, Rule>>

/** The query parameters of a call, each with its description; `known` is `undefined` for one that is not documented. */
function queryOf({ route }: JournalRecord) {
  if (route.kind !== 'operation') return []
  const { parameters }: Operation = operations[route.operation]
  return [...new URLSearchParams(route.query)].map(([name, value]) => {
    const known = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    return { name, value, known }
  })
}

/** What is wrong with the value of a parameter, as the end of a sentence that begins with it. */
function valueProblem(value: string, type: ParameterType): string | undefined {
  if (type === 'int64') return parseInt64(value) === undefined ? ', which is no int64' : undefined
  if (type === 'integer') return /^-?\d+$/.test(value) ? undefined : ', which is no integer'
  return validators[type](value) ? undefined : ''
}

/** The first problem of a request that no other rule reports. */
function requestProblem(record: JournalRecord): string | undefined {
  const { route, call } = record
  if (route.kind !== 'operation') return undefined
  const { idParameter, request } = operations[route.operation]
  const id = idTextOf(route)
  if (id !== undefined && parseInt64(id) === undefined) return `the ${idParameter} ${id}, which is no int64`
  const query = queryOf(record)
  for (const { name, value, known } of query) {
    if (known === undefined) continue
    const problem = valueProblem(value, known.type)
    if (problem !== undefined) return `${name}=${value}${problem}`
    if (query.filter((other) => other.name === name).length > 1) return `${name} more than once`
  }
  return request === null ? undefined : bodyProblem(call, request)
}

function bodyProblem(call: Call, schema: RequestSchema): string | undefined {
  const reading = readBody(call)
  if (reading === undefined) return 'no body'
  if (!reading.ok) return jsonError(reading.problem).message
  const validate = validators[schema]
  if (validate(reading.value)) return undefined
  const members = validate.errors?.map(({ instancePath, params }) => instancePath.slice(1) || params['missingProperty'])
  return `a body that is no ${schema}: see ${[...new Set(members)].join(', ') || 'its type'}`
}

/** The ids in a body that a double cannot hold. */
function longIds(body: Call['body']): string[] {
  return [...textOf(body).matchAll(/"(?:id|categoryId)"\s*:\s*(-?\d{16,19})(?![\d.eE])/g)].map(
    (match) => match[1] ?? '',
  )
}
