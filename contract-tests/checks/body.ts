import {
  type AnswerSchema,
  type ClauseId,
  type ErrorBody,
  isInt64,
  isObject,
  type Pet,
  petStatuses,
} from '../../spec/index.ts'
import { type Check, settledAtOnce } from './check.ts'
import { type Problem, problem } from '../verdict/verdict.ts'
import { show, showBody } from './pets.ts'
import { type Seen, headerIn } from '../exchange/question.ts'
import { bodyClauses, clausesOf, errorClause, errorClauses, schemaOf } from '../exchange/clauses-of.ts'

/** The documented schema of the body of an answer; `undefined` if there is none, as for a 429. */
function schemaIn({ question, status }: Seen) {
  const schema = schemaOf(question.operation, status) ?? undefined
  // Where the interface is silent, any answer is right. Still, a list must be a list.
  return question.expects.length === 0 && shapeOf(schema)?.list === undefined ? undefined : schema
}

const isDocumented = (seen: Seen): boolean => schemaIn(seen) !== undefined
const isError = (seen: Seen): boolean => schemaIn(seen) === 'Error'
const errorClauseOf = ({ question, status = 0 }: Seen): ClauseId => errorClause(question.operation, status)
const answersClauseOf = ({ question }: Seen): ClauseId => clausesOf[question.operation].answers

export const mediaType: Check = {
  id: 'media-type',
  title: 'documented bodies are labelled application/json',
  clauses: ['1/response-media-type', '7/error-media-type'],
  needs: 'headers',
  settled: settledAtOnce('No race changes the label of a body.'),
  appliesTo: isDocumented,
  tests: (seen) => (isError(seen) ? ['7/error-media-type'] : ['1/response-media-type']),
  run: (seen) => {
    const found = headerIn(seen, 'content-type')
    // A proxy may have added a second header of this name.
    const type = found?.split(/[;,]/)[0]?.trim().toLowerCase()
    // An empty body needs no label: that the body is missing is reported as such.
    if (type === 'application/json' || (seen.exchange.response?.bytes.byteLength === 0 && type === undefined)) return []
    const [expected, received] = ['Content-Type: application/json', found ?? 'no Content-Type']
    return isError(seen)
      ? [problem('7/error-media-type', expected, received, ['1/response-media-type'])]
      : [problem('1/response-media-type', expected, received)]
  },
}

export const jsonBody: Check = {
  id: 'json-body',
  title: 'documented bodies are well-formed JSON in UTF-8',
  clauses: ['1/response-is-json', ...errorClauses, '7/error-shape'],
  needs: 'body',
  settled: settledAtOnce('The answer came whole, so these are the bytes that were meant.'),
  appliesTo: isDocumented,
  tests: () => ['1/response-is-json'],
  run: (seen) => {
    if (seen.jsonProblem === undefined) return []
    const also = shapeOf(schemaIn(seen))?.list === undefined ? [answersClauseOf(seen)] : []
    const { problem: cause } = seen.exchange
    const received = `${showBody(seen)}${cause === undefined ? '' : ` (${cause.message})`}`
    const broken: readonly ClauseId[] = isError(seen) ? [errorClauseOf(seen), '7/error-shape'] : also
    return [problem('1/response-is-json', 'a body that is JSON', received, broken)]
  },
}

/** What a member must be, the clause that says so, and the clause that its absence breaks (none if it is optional). */
type Member = readonly [expected: string, fits: (value: unknown) => boolean, clause: ClauseId, missing?: ClauseId]
type Members = Readonly<Record<string, Member>>

const isString = (value: unknown): boolean => typeof value === 'string'
const isInteger = (value: unknown): boolean => typeof value === 'bigint' || Number.isInteger(value)
const isStatus = (value: unknown): boolean => petStatuses.some((known) => known === value)

// Further members are allowed.
const petMembers = {
  id: ['an id that is an int64', isInt64, '2/pet-id-int64', '2/pet-id-present'],
  name: ['a name that is a string', isString, '2/pet-name-string', '2/pet-name-present'],
  categoryId: ['a categoryId that is an int64', isInt64, '2/pet-category-id-int64', '2/pet-category-id-present'],
  status: [`the status ${petStatuses.join(', ')}, or none`, isStatus, '2/pet-status-value'],
} as const satisfies Readonly<Record<keyof Pet, Member>>

const errorMembers = {
  code: ['a code that is a string', isString, '2/error-code', '2/error-code'],
  message: ['a message that is a string', isString, '2/error-message', '2/error-message'],
  status: ['a status that is an integer', isInteger, '2/error-status', '2/error-status'],
} as const satisfies Readonly<Record<keyof ErrorBody, Member>>

function memberClauses(members: Members): readonly ClauseId[] {
  return [...new Set(Object.values(members).flatMap(([, , clause, missing = clause]) => [missing, clause]))]
}

/**
 * Every member that is missing or wrong; `undefined` if the value has none of the required members.
 * @param where tells people which value it is
 */
function memberProblems(value: unknown, members: Members, where: string): readonly Problem[] | undefined {
  if (!isObject(value)) return undefined
  const all = Object.entries(members)
  // Animals and errors both have a status, so it identifies neither.
  if (!all.some(([name, [, , , missing]]) => name !== 'status' && missing && Object.hasOwn(value, name)))
    return undefined
  return all.flatMap(([name, [expected, fits, clause, missing]]) => {
    const broken = Object.hasOwn(value, name) ? (fits(value[name]) ? undefined : clause) : missing
    return broken === undefined ? [] : [problem(broken, `${where} has ${expected}`, `${name}: ${show(value[name])}`)]
  })
}

/** The schema of an item and its members. For a list, also what it holds and the clauses about that. */
interface Shape {
  readonly of: string
  readonly members: Members
  readonly list?: { readonly of: string; readonly array: ClauseId; readonly items: ClauseId }
}

// Every schema of a success; the compiler says which one is missing.
const shapes: Readonly<Record<Exclude<AnswerSchema, 'Error'>, Shape>> = {
  Pets: { of: 'Pet', members: petMembers, list: { of: 'animals', array: '2/pets-array', items: '2/pets-items' } },
  Pet: { of: 'Pet', members: petMembers },
}

function shapeOf(schema: AnswerSchema | undefined): Shape | undefined {
  return schema === undefined || schema === 'Error' ? undefined : shapes[schema]
}

const shapeClauses = Object.values(shapes).flatMap(({ members, list }) => [
  ...(list === undefined ? [] : [list.array, list.items]),
  ...memberClauses(members),
])

function isExpected({ question: { expects }, status }: Seen): boolean {
  return expects.length === 0 || expects.includes(status ?? 0)
}

export const petShape: Check = {
  id: 'pet-shape',
  title: 'animals have the shape of Pet, and a list is an array of them',
  clauses: [...new Set<ClauseId>([...shapeClauses, ...bodyClauses])],
  needs: 'body',
  settled: settledAtOnce('A member that is missing, or an integer that is rounded, is so in the code or in the data.'),
  appliesTo: (seen) => shapeOf(schemaIn(seen)) !== undefined && seen.jsonProblem === undefined && isExpected(seen),
  tests: (seen) => {
    const { members = {}, list } = shapeOf(schemaIn(seen)) ?? {}
    const ofMembers = memberClauses(members)
    if (list === undefined) return [answersClauseOf(seen), ...ofMembers]
    const isEmpty = Array.isArray(seen.json) && seen.json.length === 0
    return [list.array, answersClauseOf(seen), ...(isEmpty ? [] : [list.items, ...ofMembers])]
  },
  run: (seen) => {
    const shape = shapeOf(schemaIn(seen))
    if (shape === undefined) return []
    return shape.list === undefined ? singleProblems(seen, shape) : listProblems(seen, shape, shape.list)
  },
}

// A list of a million wrong items must not fill the memory.
const mostProblems = 500

function listProblems(seen: Seen, { of, members }: Shape, list: Required<Shape>['list']): readonly Problem[] {
  const { json } = seen
  const also = [answersClauseOf(seen)]
  if (!Array.isArray(json)) return [problem(list.array, `a JSON array of ${list.of}`, show(json), also)]
  const found: Problem[] = []
  for (const [index, item] of (json as readonly unknown[]).entries()) {
    if (found.length >= mostProblems) break
    const where = `item ${index} of the list`
    const problems = memberProblems(item, members, where)
    if (problems === undefined) found.push(problem(list.items, `${where} is a ${of}`, show(item), also))
    else found.push(...problems.map((each): Problem => ({ ...each, also: [list.items] })))
  }
  return found.filter((each, at) => found.findIndex(({ clause }) => clause === each.clause) === at)
}

function singleProblems(seen: Seen, { of, members }: Shape): readonly Problem[] {
  const answers = answersClauseOf(seen)
  const problems = memberProblems(seen.json, members, `the ${of}`)
  if (problems === undefined) return [problem(answers, `a ${of}`, show(seen.json))]
  return problems.map((each) => {
    const isUnassigned = each.clause === '2/pet-id-present' && seen.status === 201
    return { ...each, also: [answers, ...(isUnassigned ? (['4.2/assigned-id'] as const) : [])] }
  })
}

const errorShapeClauses: readonly ClauseId[] = [
  ...memberClauses(errorMembers),
  '2/error-status-equals',
  '7/error-shape',
]

export const errorShape: Check = {
  id: 'error-shape',
  title: 'documented errors have a code, a message and the HTTP status',
  clauses: [...errorShapeClauses, ...errorClauses],
  needs: 'body',
  settled: settledAtOnce('An error is made for this one request, and needs no data that could change.'),
  appliesTo: (seen) => isError(seen) && seen.jsonProblem === undefined,
  tests: (seen) => [...errorShapeClauses, errorClauseOf(seen)],
  run: (seen) => {
    const { json, status } = seen
    const clause = errorClauseOf(seen)
    const problems = memberProblems(json, errorMembers, 'the Error')
    if (problems === undefined)
      return [problem(clause, 'an Error with code, message and status', show(json), ['7/error-shape'])]
    const also: ClauseId[] = [clause, '7/error-shape']
    const named = isObject(json) ? json['status'] : undefined
    const differs = named !== status && !problems.some((each) => each.clause === '2/error-status')
    return [
      ...problems.map((each) => ({ ...each, also })),
      ...(differs
        ? [problem('2/error-status-equals', `status ${status}, as HTTP says`, `status: ${show(named)}`)]
        : []),
    ]
  },
}
