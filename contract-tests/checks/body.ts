import { type ClauseId, isObject } from '../../spec/index.ts'
import { type Seen, headerIn } from '../run/question.ts'
import { type Check, type Problem, problem } from '../run/verdict.ts'
import { bodyClauses, clausesOf, errorClause, errorClauses } from './clauses-of.ts'
import { schemaOf } from './documented.ts'
import { show, showBody } from './extract.ts'
import { isNoPetAtAll, petProblems } from './pet-problems.ts'

/** The schema that the document has for the body of an answer; nothing without one, as for a 429. */
function schemaIn({ question, status }: Seen) {
  const schema = schemaOf(question.operation, status) ?? undefined
  // Where the interface is silent any answer will do; but a list that is answered with 200 is Pets.
  return question.expects.length === 0 && schema !== 'Pets' ? undefined : schema
}

function isDocumented(seen: Seen): boolean {
  return schemaIn(seen) !== undefined
}

function isError(seen: Seen): boolean {
  return schemaIn(seen) === 'Error'
}

function errorClauseOf({ question, status = 0 }: Seen): ClauseId {
  return errorClause(question.operation, status)
}

/** The clause that is broken when a success is neither a Pet nor Pets. */
function bodyClause({ question }: Seen): ClauseId {
  const { answers, body } = clausesOf[question.operation]
  return body ?? answers
}

/** Section 1 and 7: documented bodies are application/json. */
export const mediaType: Check = {
  id: 'media-type',
  title: 'documented bodies are labelled application/json',
  clauses: ['1/response-media-type', '7/error-media-type'],
  appliesTo: isDocumented,
  tests: (seen) => (isError(seen) ? ['7/error-media-type'] : ['1/response-media-type']),
  run: (seen) => {
    const found = headerIn(seen, 'content-type')
    // A proxy may have added the same header again.
    const type = found?.split(/[;,]/)[0]?.trim().toLowerCase()
    // Without a body, what is missing is the body.
    if (type === 'application/json' || (seen.exchange.response?.bytes.byteLength === 0 && type === undefined)) return []
    const [clause, also]: [ClauseId, ClauseId[]] = isError(seen)
      ? ['7/error-media-type', ['1/response-media-type']]
      : ['1/response-media-type', []]
    return [problem(clause, 'Content-Type: application/json', found ?? 'no Content-Type', also)]
  },
}

/** Section 1: documented bodies are JSON, and JSON is UTF-8. */
export const jsonBody: Check = {
  id: 'json-body',
  title: 'documented bodies are well-formed JSON in UTF-8',
  clauses: ['1/response-is-json', ...errorClauses, '7/error-shape'],
  appliesTo: isDocumented,
  tests: () => ['1/response-is-json'],
  run: (seen) => {
    if (seen.jsonProblem === undefined) return []
    const also: ClauseId[] = isError(seen)
      ? [errorClauseOf(seen), '7/error-shape']
      : schemaIn(seen) === 'Pets'
        ? []
        : [bodyClause(seen)]
    const { problem: cause } = seen.exchange
    const received = `${showBody(seen)}${cause === undefined ? '' : ` (${cause.message})`}`
    return [problem('1/response-is-json', 'a body that is JSON', received, also)]
  },
}

const petClauses = [
  '2/pet-id-present',
  '2/pet-id-int64',
  '2/pet-name-present',
  '2/pet-name-string',
  '2/pet-category-id-present',
  '2/pet-category-id-int64',
  '2/pet-status-value',
] as const satisfies readonly ClauseId[]

function isExpected({ question: { expects }, status }: Seen): boolean {
  return expects.length === 0 || expects.includes(status ?? 0)
}

/** Section 2: the list is an array of Pets, another success one Pet. */
export const petShape: Check = {
  id: 'pet-shape',
  title: 'animals have the shape of Pet, and a list is an array of them',
  clauses: [...new Set<ClauseId>(['2/pets-array', '2/pets-items', ...petClauses, ...bodyClauses])],
  appliesTo: (seen) => isDocumented(seen) && !isError(seen) && seen.jsonProblem === undefined && isExpected(seen),
  tests: (seen) => {
    if (schemaIn(seen) !== 'Pets') return [bodyClause(seen), ...petClauses]
    const isEmpty = Array.isArray(seen.json) && seen.json.length === 0
    return ['2/pets-array', '4.1/answers-pets', ...(isEmpty ? [] : (['2/pets-items', ...petClauses] as const))]
  },
  run: (seen) => (schemaIn(seen) === 'Pets' ? listProblems(seen) : singleProblems(seen)),
}

// A list may have a million items that are no animals, each in the same way.
const mostProblems = 500

function listProblems(seen: Seen): readonly Problem[] {
  const { json } = seen
  const also: ClauseId[] = ['4.1/answers-pets']
  if (!Array.isArray(json)) return [problem('2/pets-array', 'a JSON array of animals', show(json), also)]
  const found: Problem[] = []
  for (const [index, item] of (json as readonly unknown[]).entries()) {
    if (found.length >= mostProblems) break
    const where = `item ${index} of the list`
    if (isNoPetAtAll(item) || !isObject(item))
      found.push(problem('2/pets-items', `${where} is a Pet`, show(item), also))
    else found.push(...petProblems(item, where).map((each): Problem => ({ ...each, also: ['2/pets-items'] })))
  }
  return firstOfEach(found)
}

function singleProblems(seen: Seen): readonly Problem[] {
  const { json } = seen
  if (isNoPetAtAll(json) || !isObject(json)) return [problem(bodyClause(seen), 'a Pet', show(json))]
  return petProblems(json, 'the Pet').map((each) => {
    const isUnassigned = each.clause === '2/pet-id-present' && seen.status === 201
    return { ...each, also: [bodyClause(seen), ...(isUnassigned ? (['4.2/assigned-id'] as const) : [])] }
  })
}

function firstOfEach(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter((each, at) => problems.findIndex(({ clause }) => clause === each.clause) === at)
}

const errorShapeClauses = [
  '2/error-code',
  '2/error-message',
  '2/error-status',
  '2/error-status-equals',
  '7/error-shape',
] as const satisfies readonly ClauseId[]

/** Sections 2 and 7: documented errors have the shape of Error. */
export const errorShape: Check = {
  id: 'error-shape',
  title: 'documented errors have a code, a message and the HTTP status',
  clauses: [...errorShapeClauses, ...errorClauses],
  appliesTo: (seen) => isError(seen) && seen.jsonProblem === undefined,
  tests: (seen) => [...errorShapeClauses, errorClauseOf(seen)],
  run: (seen) => {
    const { json, status } = seen
    const also: ClauseId[] = [errorClauseOf(seen), '7/error-shape']
    const members = isObject(json) ? json : {}
    const has = (member: string): boolean => Object.hasOwn(members, member)
    if (!isObject(json) || !['code', 'message'].some(has)) {
      return [problem(errorClauseOf(seen), 'an Error with code, message and status', show(json), ['7/error-shape'])]
    }
    const { code, message, status: named } = members
    const problems: Problem[] = []
    const add = (clause: ClauseId, expected: string, received: string): void =>
      void problems.push(problem(clause, expected, received, also))
    if (typeof code !== 'string') add('2/error-code', 'a code that is a string', `code: ${show(code)}`)
    if (typeof message !== 'string') add('2/error-message', 'a message that is a string', `message: ${show(message)}`)
    if (typeof named !== 'bigint' && !Number.isInteger(named))
      add('2/error-status', 'a status that is an integer', `status: ${show(named)}`)
    else if (named !== status)
      problems.push(problem('2/error-status-equals', `status ${status}, as HTTP says`, `status: ${show(named)}`))
    return problems
  },
}
