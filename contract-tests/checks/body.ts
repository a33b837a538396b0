import {
  type AnswerSchema,
  type ClauseId,
  type Member,
  type Shape,
  clauseOfMember,
  documentedSuccess,
  flawsOf,
  isObject,
  operationIds,
  shapes,
} from '../../spec/index.ts'
import type { Check } from './check.ts'
import { type Departure, departure } from '../verdict/verdict.ts'
import { flawIn } from './members.ts'
import { mostPets, bodyIn, jsonOf } from './pets.ts'
import { type Seen, headerIn } from '../exchange/question.ts'
import { bodyClauses, clausesOf, errorClause, errorClauses, schemaOf } from '../exchange/clauses-of.ts'

/** The documented schema of the body of an answer; `undefined` if there is none, as for a 429. */
function schemaIn({ question, status }: Seen) {
  const schema = schemaOf(question.operation, status) ?? undefined
  // Where the interface is silent, any answer is right. Still, a list must be a list.
  return question.expects.length === 0 && shapeOf(schema)?.isList !== true ? undefined : schema
}
const atBody = { part: 'body' } as const
const isError = (seen: Seen): boolean => schemaIn(seen) === 'Error'
const errorClauseOf = ({ question, status = 0 }: Seen): ClauseId => errorClause(question.operation, status)
const answersClauseOf = ({ question }: Seen): ClauseId => clausesOf[question.operation].answers

/** The clauses on a list; an answer that is a list by mistake breaks the one on its answers. */
function listClausesOf(seen: Seen) {
  const answers = answersClauseOf(seen)
  const { array = answers, items = answers } = clausesOf[seen.question.operation]
  return { array, items }
}

export const mediaType: Check = {
  id: 'media-type',
  title: 'documented bodies are labelled application/json',
  clauses: ['1/response-media-type', '7/error-media-type'],
  needs: 'headers',
  look: (seen) => {
    if (schemaIn(seen) === undefined) return undefined
    const [clause, ...also]: readonly [ClauseId, ...ClauseId[]] = isError(seen)
      ? ['7/error-media-type', '1/response-media-type']
      : ['1/response-media-type']
    const found = headerIn(seen, 'content-type')
    // A proxy may have added a second header of this name.
    const type = found?.split(/[;,]/)[0]?.trim().toLowerCase()
    // An empty body needs no label: that the body is missing is reported as such.
    const isFine = type === 'application/json' || (seen.exchange.response?.bytes.byteLength === 0 && type === undefined)
    const at = { part: 'header', names: ['Content-Type'] } as const
    const facts = { at, expected: { is: 'application/json' }, received: { is: found } }
    return { tests: [clause], departures: isFine ? [] : [departure('media-type', clause, facts, also)] }
  },
}

/** The clauses of answers with one object. */
const singleClauses = operationIds
  .filter((id) => shapeOf(documentedSuccess(id).schema)?.isList === false)
  .map((id) => clausesOf[id].answers)

export const jsonBody: Check = {
  id: 'json-body',
  title: 'documented bodies are well-formed JSON in UTF-8',
  clauses: ['1/response-is-json', ...singleClauses, ...errorClauses, '7/error-shape'],
  needs: 'body',
  look: (seen) => {
    const schema = schemaIn(seen)
    if (schema === undefined) return undefined
    const tests = ['1/response-is-json'] as const
    if (seen.jsonProblem === undefined) return { tests, departures: [] }
    const ofSuccess = shapeOf(schema)?.isList === true ? [] : [answersClauseOf(seen)]
    const also = isError(seen) ? [errorClauseOf(seen), '7/error-shape' as const] : ofSuccess
    const facts = { at: atBody, expected: { kind: 'JSON' }, received: bodyIn(seen) }
    return { tests, departures: [departure('json', '1/response-is-json', facts, also)] }
  },
}

/** The clauses on the members of a shape. @param isShown whether an answer shows that a member is as they say */
function memberClauses(shape: Shape, isShown: (member: Member) => boolean = () => true): readonly ClauseId[] {
  const all = shape.members.filter(isShown).flatMap((member) => {
    return flawsOf(member).map((flaw) => clauseOfMember(shape, member, flaw))
  })
  return [...new Set(all.filter((clause) => clause !== undefined))]
}

/** The clauses on the members that at least one of these objects has. Where none has a member, nothing shows what it is. */
function shownClauses(shape: Shape, objects: readonly unknown[]): readonly ClauseId[] {
  const shown = objects.slice(0, mostPets).filter(isObject)
  return memberClauses(shape, ({ name }) => shown.some((object) => Object.hasOwn(object, name)))
}

/**
 * Every member that is missing or wrong; `undefined` if the value has none of the required members.
 * @param kind the schema of the value
 * @param item which one of a list it is
 */
function memberDepartures(value: unknown, shape: Shape, kind: string, item?: number): readonly Departure[] | undefined {
  if (!isObject(value)) return undefined
  const { members } = shape
  // Animals and errors both have a status, so it identifies neither.
  if (!members.some(({ name, isRequired }) => name !== 'status' && isRequired && Object.hasOwn(value, name)))
    return undefined
  // Further members are allowed.
  return members.flatMap((member) => {
    const { name, isRequired } = member
    const missing = isRequired ? 'missing' : undefined
    const flaw = Object.hasOwn(value, name) ? flawIn(member, value[name]) : missing
    const clause = flaw && clauseOfMember(shape, member, flaw)
    if (clause === undefined) return []
    const at = { part: 'body', member: name, ...(item !== undefined && { item }) } as const
    return [departure('member', clause, { at, expected: { kind }, received: { is: jsonOf(value[name]) } })]
  })
}

/** The shape of a success; `undefined` for an Error, or where no body is documented. */
function shapeOf(schema: AnswerSchema | null | undefined): Shape | undefined {
  return schema && schema !== 'Error' ? shapes[schema] : undefined
}

const shapeClauses = operationIds.flatMap((id) => {
  const { array, items } = clausesOf[id]
  const shape = shapeOf(documentedSuccess(id).schema)
  return [array, items, ...(shape === undefined ? [] : memberClauses(shape))].filter((clause) => clause !== undefined)
})

function isExpected({ question: { expects }, status = 0 }: Seen): boolean {
  return expects.length === 0 || expects.includes(status)
}

export const petShape: Check = {
  id: 'pet-shape',
  title: 'animals have the shape of Pet, and a list is an array of them',
  clauses: [...new Set<ClauseId>([...shapeClauses, ...bodyClauses, '4.2/assigned-id'])],
  needs: 'body',
  look: (seen) => {
    const shape = shapeOf(schemaIn(seen))
    if (shape === undefined || seen.jsonProblem !== undefined || !isExpected(seen)) return undefined
    const objects: readonly unknown[] = Array.isArray(seen.json) ? seen.json : [seen.json]
    const ofMembers = shownClauses(shape, objects)
    const answers = answersClauseOf(seen)
    if (!shape.isList) return { tests: [answers, ...ofMembers], departures: singleDepartures(seen, shape) }
    const { array, items } = listClausesOf(seen)
    const ofItems = objects.length === 0 ? [] : [items, ...ofMembers]
    return { tests: [array, answers, ...ofItems], departures: listDepartures(seen, shape) }
  },
}

// A list of a million wrong items must not fill the memory.
const mostDepartures = 500

function listDepartures(seen: Seen, shape: Shape): readonly Departure[] {
  const { json } = seen
  const { array, items } = listClausesOf(seen)
  const also = [answersClauseOf(seen)]
  const expected = { kind: shape.object }
  if (!Array.isArray(json))
    return [departure('no-list', array, { at: atBody, expected, received: { is: jsonOf(json) } }, also)]
  const found: Departure[] = []
  for (const [index, item] of (json as readonly unknown[]).entries()) {
    if (found.length >= mostDepartures) break
    const departures = memberDepartures(item, shape, shape.object, index)
    const facts = { at: { ...atBody, item: index }, expected, received: { is: jsonOf(item) } }
    if (departures === undefined) found.push(departure('no-object', items, facts, also))
    else found.push(...departures.map((each): Departure => ({ ...each, also: [items] })))
  }
  return found.filter((each, at) => found.findIndex(({ clause }) => clause === each.clause) === at)
}

function singleDepartures(seen: Seen, shape: Shape): readonly Departure[] {
  const answers = answersClauseOf(seen)
  const departures = memberDepartures(seen.json, shape, shape.object)
  const facts = { at: atBody, expected: { kind: shape.object }, received: { is: jsonOf(seen.json) } }
  if (departures === undefined) return [departure('no-object', answers, facts)]
  return departures.map((each) => {
    const isUnassigned = each.clause === '2/pet-id-present' && seen.status === 201
    return { ...each, also: [answers, ...(isUnassigned ? (['4.2/assigned-id'] as const) : [])] }
  })
}

const errorShapeClauses: readonly ClauseId[] = [
  ...memberClauses(shapes.Error),
  '2/error-status-equals',
  '7/error-shape',
]

export const errorShape: Check = {
  id: 'error-shape',
  title: 'documented errors have a code, a message and the HTTP status',
  clauses: [...errorShapeClauses, ...errorClauses],
  needs: 'body',
  look: (seen) => {
    const { json, status } = seen
    if (!isError(seen) || seen.jsonProblem !== undefined) return undefined
    const clause = errorClauseOf(seen)
    const tests = [...shownClauses(shapes.Error, [json]), '2/error-status-equals', '7/error-shape', clause] as const
    const departures = memberDepartures(json, shapes.Error, 'Error')
    const whole = { at: atBody, expected: { kind: 'Error' }, received: { is: jsonOf(json) } }
    if (departures === undefined)
      return { tests, departures: [departure('no-object', clause, whole, ['7/error-shape'])] }
    const also: ClauseId[] = [clause, '7/error-shape']
    const named = isObject(json) ? json['status'] : undefined
    const at = { part: 'body', member: 'status' } as const
    const equals = { at, expected: { is: status }, received: { is: jsonOf(named) } }
    const differs = named !== status && !departures.some((each) => each.clause === '2/error-status')
    const unequal = differs ? [departure('error-status', '2/error-status-equals', equals)] : []
    return { tests, departures: [...departures.map((each) => ({ ...each, also })), ...unequal] }
  },
}
