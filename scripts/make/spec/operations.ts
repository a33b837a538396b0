import { writeJson } from '../../../spec/json.ts'
import { type Members, type Node, at, list, members, membersAt, resolve, textAt } from './document.ts'
import { union } from './types.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Makes the text of `spec/made/operations.ts`. */
export function makeOperations(spec: Members): string {
  const operations = operationsOf(spec, (method, path, operation) => operationOf(spec, path, method, operation))
  const clauses = operationsOf(spec, (method, path, operation) => ({
    ...clausesOf(operationOf(spec, path, method, operation)),
    // What is true after a success.
    effect: operation['x-effect'] ?? null,
  }))
  const words = Object.values(operations).map(({ word }) => word)
  if (new Set(words).size < words.length) throw new Error(`two operations have the same x-word: ${words.join(', ')}`)
  return `${headOf(Object.values(operations))}/** The version of the interface. Section 9. */
export const interfaceVersion = ${writeJson(at(spec, 'info', 'version'))}

/** Every operation of the interface. Section 4. */
export const operations = ${literal(operations)} as const satisfies Readonly<Record<string, Operation>>

/** The clauses of each operation on what it documents, and on its effect; null if it has no such thing. \`spec/clauses.ts\` must have them. */
export const documentedClauses = ${literal(clauses)} as const
`
}

/** Makes the text of `spec/made/examples.ts`. */
export function makeExamples(spec: Members): string {
  const examples = operationsOf(spec, (_method, _path, operation) => {
    const request = operation['requestBody'] ? { request: operation['requestBody'] } : {}
    const bodies = Object.entries({ ...request, ...membersAt(operation, 'responses') })
    return Object.fromEntries(bodies.map(([place, body]) => [place, examplesOf(spec, resolve(spec, body))]))
  })
  return `/**
 * The examples of an operation, by the status of a response, or \`request\`, and then by name. They are exact JSON text: an
 * int64 in it may have more digits than a number holds.
 */
export type OperationExamples = Readonly<
  Record<string, Readonly<Record<string, { readonly summary: string; readonly text: string }>>>
>

/** The examples of every operation, apart from the operations because few calls need them. */
export const examples = ${literal(examples)} as const satisfies Readonly<Record<string, OperationExamples>>
`
}

/** What is made of each operation, by its id. */
export function operationsOf<Made>(
  spec: Members,
  make: (method: string, path: string, operation: Members) => Made,
): Record<string, Made> {
  const made = Object.entries(membersAt(spec, 'paths')).flatMap(([path, item]) =>
    Object.entries(members(item))
      .filter(([method]) => methods.includes(method))
      .map(([method, node]) => [textAt(node, 'operationId'), make(method, path, members(node))]),
  )
  return Object.fromEntries(made) as Record<string, Made>
}

function headOf(operations: readonly Described[]): string {
  const unionOf = (valuesOf: (operation: Described) => readonly (string | null)[]) =>
    union([...new Set(operations.flatMap(valuesOf))])
  return `/** What operations work on, by the name of its schema. */
export type Resource = ${unionOf(({ resource }) => [resource])}

/** What the values of a parameter are: those of a schema, or integers. */
export type ParameterType = ${unionOf(({ parameters }) => Object.values(parameters).map(({ type }) => type))}

/** The schema of a body that is taken. */
export type RequestSchema = ${unionOf(({ request }) => (request === null ? [] : [request]))}

/** The schema of a body that is answered. */
export type AnswerSchema = ${unionOf(({ responses }) => Object.values(responses).flatMap((schema) => schema ?? []))}

/** An operation of section 4. */
export type Operation = {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the prefix /v1, with {petId} in the place of an identifier. */
  readonly path: string
  readonly section: string
  readonly resource: Resource
  /** What it does with the resource. */
  readonly role: ${unionOf(({ role }) => [role])}
  /** The first word of its faults and test servers. No two operations share one. */
  readonly word: string
  /** The parameter of the path that holds the id; null for a list and a creation. */
  readonly idParameter: string | null
  readonly isDeprecated: boolean
  /** The day of the removal, YYYY-MM-DD; null where none is announced. */
  readonly removalDate: string | null
  readonly parameters: Readonly<Record<string, Readonly<{
    in: 'path' | 'query'
    type: ParameterType
    minimum?: number
    maximum?: number
    default?: number
  }>>>
  /** The schema of the body that it takes; null for none. */
  readonly request: RequestSchema | null
  /** The schema of the body by status, null where the document states none. */
  readonly responses: Readonly<Record<number, AnswerSchema | null>>
}

`
}

type Described = ReturnType<typeof operationOf>

function operationOf(spec: Members, path: string, method: string, operation: Members) {
  const parameters = list(operation['parameters']).map((each) => parameterOf(spec, each))
  const answers = Object.entries(membersAt(operation, 'responses'))
  const responses = Object.fromEntries(answers.map(([status, response]) => [status, bodyOf(resolve(spec, response))]))
  const idParameter = parameters.findLast(([, each]) => each.in === 'path')?.[0] ?? null
  return {
    id: textAt(operation, 'operationId'),
    method: method.toUpperCase(),
    path,
    section: textAt(operation, 'x-section'),
    resource: textAt(operation, 'x-resource'),
    role: textAt(operation, 'x-role'),
    word: textAt(operation, 'x-word'),
    idParameter,
    isDeprecated: operation['deprecated'] === true,
    removalDate: operation['x-removal-date'] ?? null,
    parameters: Object.fromEntries(parameters),
    request: bodyOf(resolve(spec, operation['requestBody'])),
    responses,
  } satisfies Record<string, Node>
}

/** The clauses that each operation has under the same name in its section. They are apart: no tab needs them. */
function clausesOf({ section, role, responses, idParameter }: Described) {
  const [, success] = Object.entries(responses).find(([status]) => status < '300') ?? []
  const answered = success?.toLowerCase() ?? 'no-content'
  const ofList = (name: string) => (role === 'list' ? `2/${answered}-${name}` : null)
  const named = (name: string, isThere = true) => (isThere ? `${section}/${name}` : null)
  return {
    answers: named(`answers-${answered}`),
    array: ofList('array'),
    items: ofList('items'),
    unauthorized: named('unauthorized'),
    invalidError: named('invalid-error', '400' in responses),
    notFound: named('not-found', '404' in responses),
    notFoundError: named('not-found-error', '404' in responses),
    everyId: named(`${hyphenated(idParameter ?? '')}-int64`, idParameter !== null),
  }
}

/** A name of the interface as ids spell it: `pet-id` for petId. */
export function hyphenated(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function parameterOf(spec: Members, node: Node) {
  const parameter = resolve(spec, node)
  const described = at(parameter, 'schema')
  const { type = null, format = type, ...others } = resolve(spec, described)
  const limits = Object.entries(others).filter(([name]) => ['minimum', 'maximum', 'default'].includes(name))
  const about = {
    in: textAt(parameter, 'in'),
    // The description gives every parameter a type.
    type: schemaName(described) ?? (format as string),
    ...Object.fromEntries(limits),
  }
  return [textAt(parameter, 'name'), about] as const
}

/** The schema of a body; null for none. */
function bodyOf(node: Members) {
  return schemaName(contentOf(node)['schema'])
}

/** The name of a schema that stands in components; null for another one. */
export function schemaName(node: Node | undefined): string | null {
  const ref = members(node)['$ref']
  return typeof ref === 'string' ? ref.slice(ref.lastIndexOf('/') + 1) : null
}

function examplesOf(spec: Members, node: Members): Members {
  const examples = Object.entries(members(contentOf(node)['examples'])).map(([name, example]) => {
    const { summary, value } = resolve(spec, example)
    return [name, { summary: summary ?? '', text: writeJson(value ?? null) }] as const
  })
  return Object.fromEntries(examples)
}

function contentOf(node: Members): Members {
  return members(members(node['content'])['application/json'])
}

/** A value as source text; the names of statuses are numbers. */
export function literal(node: Node): string {
  return writeJson(node, 2).replaceAll(/^( *)"(\w+)":/gm, '$1$2:')
}
