import type { ClauseId } from '../../spec/index.ts'
import { headerOf } from '../client/index.ts'
import type { Seen } from '../run/question.ts'
import type { Check, Finding } from '../run/verdict.ts'
import { show, showBody } from './extract.ts'
import { isNoPetAtAll, isObject, petProblems } from './pet-problems.ts'

type Problem = Omit<Finding, 'seen'>

/** Answers with a body that the interface documents (section 4): the operation's own, and errors other than 429. */
function isDocumented({ question, status }: Seen): boolean {
  if (status === undefined) return false
  // What is asked beyond the document may be answered in any way; but a list that is answered with 200 is Pets.
  if (question.expects.length === 0) return question.operation === 'listPets' && status === 200
  if (status === 400) return question.operation === 'createPet'
  if (status === 404) return question.operation === 'getPet'
  return isSuccess({ question, status }) || status === 401
}

function isSuccess({ question, status }: Pick<Seen, 'question' | 'status'>): boolean {
  return status === (question.operation === 'createPet' ? 201 : 200)
}

function isError(seen: Seen): boolean {
  return isDocumented(seen) && !isSuccess(seen)
}

/** The clause that speaks of the body of an error of this status. */
function errorBodyClause(status: number | undefined): ClauseId {
  if (status === 401) return '5/error-body'
  return status === 404 ? '4.3/not-found-error' : '4.2/invalid-error'
}

/** The clause that is broken when a success holds another thing than a Pet or Pets. */
function answerClause({ question }: Seen): ClauseId {
  if (question.operation === 'listPets') return '2/pets-array'
  return question.operation === 'createPet' ? '4.2/answers-pet' : '4.3/answers-pet'
}

/** Section 1 and 7: documented bodies are application/json. */
export const mediaType: Check = {
  id: 'media-type',
  title: 'documented bodies are labelled application/json',
  clauses: ['1/response-media-type', '7/error-media-type'],
  appliesTo: isDocumented,
  tests: (seen) => (isError(seen) ? ['7/error-media-type'] : ['1/response-media-type']),
  run: (seen) => {
    const found = seen.exchange.response && headerOf(seen.exchange.response, 'content-type')
    // A proxy may have added the same header again.
    const type = found?.split(/[;,]/)[0]?.trim().toLowerCase()
    // Without a body, what is missing is the body.
    if (type === 'application/json' || (seen.exchange.response?.bytes.byteLength === 0 && type === undefined)) return []
    const [clause, also]: [ClauseId, ClauseId[]] = isError(seen)
      ? ['7/error-media-type', ['1/response-media-type']]
      : ['1/response-media-type', []]
    return [{ clause, also, expected: 'Content-Type: application/json', received: found ?? 'no Content-Type' }]
  },
}

/** Section 1: documented bodies are JSON, and JSON is UTF-8. */
export const jsonBody: Check = {
  id: 'json-body',
  title: 'documented bodies are well-formed JSON in UTF-8',
  clauses: ['1/response-is-json', '5/error-body', '4.2/invalid-error', '4.3/not-found-error', '7/error-shape'],
  appliesTo: (seen) => isDocumented(seen),
  tests: () => ['1/response-is-json'],
  run: (seen) => {
    if (seen.jsonProblem === undefined) return []
    const errors: ClauseId[] = [errorBodyClause(seen.status), '7/error-shape']
    const also: ClauseId[] = isError(seen) ? errors : seen.question.operation === 'listPets' ? [] : [answerClause(seen)]
    const { problem } = seen.exchange
    const received = `${showBody(seen)}${problem === undefined ? '' : ` (${problem.message})`}`
    return [{ clause: '1/response-is-json', also, expected: 'a body that is JSON', received }]
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
  clauses: ['2/pets-array', '2/pets-items', ...petClauses, '4.1/answers-pets', '4.2/answers-pet', '4.3/answers-pet'],
  appliesTo: (seen) => isDocumented(seen) && isSuccess(seen) && seen.jsonProblem === undefined && isExpected(seen),
  tests: (seen) => {
    if (seen.question.operation !== 'listPets') return [answerClause(seen), ...petClauses]
    const isEmpty = Array.isArray(seen.json) && seen.json.length === 0
    return ['2/pets-array', '4.1/answers-pets', ...(isEmpty ? [] : (['2/pets-items', ...petClauses] as const))]
  },
  run: (seen) => (seen.question.operation === 'listPets' ? listProblems(seen) : singleProblems(seen)),
}

// A list may have a million items that are no animals, each in the same way.
const mostProblems = 500

function listProblems(seen: Seen): readonly Problem[] {
  const { json } = seen
  const also: ClauseId[] = ['4.1/answers-pets']
  if (!Array.isArray(json)) {
    return [{ clause: '2/pets-array', also, expected: 'a JSON array of animals', received: show(json) }]
  }
  const found: Problem[] = []
  for (const [index, item] of (json as readonly unknown[]).entries()) {
    if (found.length >= mostProblems) break
    if (isNoPetAtAll(item) || !isObject(item)) {
      found.push({ clause: '2/pets-items', also, expected: `item ${index} of the list is a Pet`, received: show(item) })
      continue
    }
    const problems = petProblems(item, `item ${index} of the list`)
    found.push(...problems.map((problem): Problem => ({ ...problem, also: ['2/pets-items'] })))
  }
  return firstOfEach(found)
}

function singleProblems(seen: Seen): readonly Problem[] {
  const { json } = seen
  if (isNoPetAtAll(json) || !isObject(json)) {
    return [{ clause: answerClause(seen), also: [], expected: 'a Pet', received: show(json) }]
  }
  return petProblems(json, 'the Pet').map((problem) => {
    const isUnassigned = problem.clause === '2/pet-id-present' && seen.question.operation === 'createPet'
    return { ...problem, also: [answerClause(seen), ...(isUnassigned ? (['4.2/assigned-id'] as const) : [])] }
  })
}

function firstOfEach(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter((problem, at) => problems.findIndex(({ clause }) => clause === problem.clause) === at)
}

/** Sections 2 and 7: documented errors have the shape of Error. */
export const errorShape: Check = {
  id: 'error-shape',
  title: 'documented errors have a code, a message and the HTTP status',
  clauses: [
    '2/error-code',
    '2/error-message',
    '2/error-status',
    '2/error-status-equals',
    '7/error-shape',
    '5/error-body',
    '4.2/invalid-error',
    '4.3/not-found-error',
  ],
  appliesTo: (seen) => isError(seen) && seen.jsonProblem === undefined,
  tests: ({ status }) => [
    '2/error-code',
    '2/error-message',
    '2/error-status',
    '2/error-status-equals',
    '7/error-shape',
    errorBodyClause(status),
  ],
  run: (seen) => {
    const { json, status } = seen
    const also: ClauseId[] = [errorBodyClause(status), '7/error-shape']
    const members = isObject(json) ? json : {}
    const has = (member: string): boolean => Object.hasOwn(members, member)
    if (!isObject(json) || !['code', 'message'].some(has)) {
      const [clause, ...others] = also
      return [
        {
          clause: clause ?? '7/error-shape',
          also: others,
          expected: 'an Error with code, message and status',
          received: show(json),
        },
      ]
    }
    const { code, message, status: told } = members
    const problems: Problem[] = []
    const add = (clause: ClauseId, expected: string, received: string): void =>
      void problems.push({ clause, also, expected, received })
    if (typeof code !== 'string') add('2/error-code', 'a code that is a string', `code: ${show(code)}`)
    if (typeof message !== 'string') add('2/error-message', 'a message that is a string', `message: ${show(message)}`)
    if (typeof told !== 'bigint' && !Number.isInteger(told))
      add('2/error-status', 'a status that is an integer', `status: ${show(told)}`)
    else if (told !== status) {
      problems.push({
        clause: '2/error-status-equals',
        also: [],
        expected: `status ${status}, as HTTP says`,
        received: `status: ${show(told)}`,
      })
    }
    return problems
  },
}
