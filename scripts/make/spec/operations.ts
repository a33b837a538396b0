import { writeJson } from '../../../spec/json.ts'
import { type Members, type Node, at, list, members, membersAt, resolve, textAt } from './document.ts'
import { union } from './types.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Makes the text of `spec/made/operations.ts`. */
export function makeOperations(spec: Members): string {
  const operations = operationsOf(spec, (method, path, operation) => operationOf(spec, path, method, operation))
  return `${headOf(Object.keys(membersAt(spec, 'components', 'schemas')))}/** The version of the interface. Section 9. */
export const interfaceVersion = ${writeJson(at(spec, 'info', 'version'))}

/** Every operation of the interface. Section 4. */
export const operations = ${literal(operations)} as const satisfies Readonly<Record<string, Operation>>
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

function headOf(schemas: readonly string[]): string {
  return `/** The body of a request or response: the schema that it has, null where the document states none. */
type DocumentedBody = { readonly schema: ${union([...schemas, null])} }

/** An operation of section 4. */
export type Operation = {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the prefix /v1, with {petId} in the place of an identifier. */
  readonly path: string
  readonly section: string
  readonly summary: string
  readonly isDeprecated: boolean
  /** The day of the removal, YYYY-MM-DD; null where none is announced. */
  readonly removalDate: string | null
  /** The clause that says what a success leaves behind; null where it changes nothing. */
  readonly effect: string | null
  readonly parameters: Readonly<Record<string, Readonly<{
    in: 'path' | 'query'
    isRequired: boolean
    minimum?: number
    maximum?: number
    default?: number
  }>>>
  readonly request: DocumentedBody | null
  /** By status. */
  readonly responses: Readonly<Record<number, DocumentedBody & { readonly headers: readonly string[] }>>
}

`
}

function operationOf(spec: Members, path: string, method: string, operation: Members) {
  const parameters = list(operation['parameters'])
  const responses = Object.entries(membersAt(operation, 'responses'))
  return {
    id: textAt(operation, 'operationId'),
    method: method.toUpperCase(),
    path,
    section: textAt(operation, 'x-section'),
    summary: textAt(operation, 'summary'),
    isDeprecated: operation['deprecated'] === true,
    removalDate: operation['x-removal-date'] ?? null,
    effect: operation['x-effect'] ?? null,
    parameters: Object.fromEntries(parameters.map((each) => parameterOf(spec, each))),
    request: operation['requestBody'] ? bodyOf(resolve(spec, operation['requestBody'])) : null,
    responses: Object.fromEntries(responses.map(([status, response]) => [status, responseOf(spec, response)])),
  } satisfies Record<string, Node>
}

function parameterOf(spec: Members, node: Node): [string, Members] {
  const parameter = resolve(spec, node)
  const schema = Object.entries(resolve(spec, at(parameter, 'schema')))
  const limits = schema.filter(([name]) => ['minimum', 'maximum', 'default'].includes(name))
  const isRequired = parameter['required'] === true
  return [textAt(parameter, 'name'), { in: textAt(parameter, 'in'), isRequired, ...Object.fromEntries(limits) }]
}

function responseOf(spec: Members, node: Node): Members {
  const response = resolve(spec, node)
  return { headers: Object.keys(members(response['headers'])), ...bodyOf(response) }
}

function bodyOf(node: Members): Members {
  const ref = members(contentOf(node)['schema'])['$ref']
  return { schema: typeof ref === 'string' ? ref.slice(ref.lastIndexOf('/') + 1) : null }
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
function literal(node: Node): string {
  return writeJson(node, 2).replaceAll(/^( *)"(\w+)":/gm, '$1$2:')
}
