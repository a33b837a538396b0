import { readJson, writeJson } from '../../../../spec/index.ts'
// Not by the door of spec/: only who shows the whole document may pay for its text.
import { documentText } from '../../../../spec/made/document.ts'

/** Any value of the document, with its `$ref`s. */
export type Node = { readonly [name: string]: unknown }

/** The document, as it is shown. */
export interface InterfaceDocument {
  /** All of it, for what follows its `$ref`s. */
  readonly root: Node
  readonly title: string
  readonly version: string
  readonly summary: string
  readonly description: string
  /** What every path is below, such as `/v1`. */
  readonly prefix: string
  readonly operations: readonly DocumentedOperation[]
  readonly schemas: readonly DocumentedSchema[]
  readonly headers: readonly DocumentedHeader[]
  readonly security: { readonly description: string; readonly section: string } | undefined
  readonly plans: readonly { readonly name: string; readonly perMinute: string; readonly perDay: string }[]
}

/** An operation. */
export interface DocumentedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly section: string
  readonly summary: string
  readonly description: string
  readonly isDeprecated: boolean
  readonly removalDate: string | undefined
  readonly replacedBy: string | undefined
  readonly parameters: readonly DocumentedParameter[]
  readonly body: DocumentedBody | undefined
  readonly replies: readonly DocumentedReply[]
}

/** A parameter. */
export interface DocumentedParameter {
  readonly name: string
  readonly place: 'path' | 'query' | 'header'
  readonly isRequired: boolean
  readonly description: string
  /** What it may be, in words. */
  readonly kind: string
  /** The values that it may have, where they are few. */
  readonly choices: readonly string[]
  readonly fallback: string | undefined
  readonly schema: Node
}

/** A body of a request or reply. */
export interface DocumentedBody {
  readonly description: string
  readonly isRequired: boolean
  readonly mediaType: string
  readonly kind: string
  readonly schema: Node
  /** As exact JSON. */
  readonly examples: readonly { readonly name: string; readonly summary: string; readonly text: string }[]
}

/** A reply of an operation. */
export interface DocumentedReply {
  readonly status: string
  readonly description: string
  readonly headers: readonly string[]
  readonly body: DocumentedBody | undefined
}

/** A schema, with the members of an object. */
export interface DocumentedSchema {
  readonly name: string
  readonly description: string
  readonly section: string
  readonly kind: string
  readonly members: readonly {
    readonly name: string
    readonly kind: string
    readonly isRequired: boolean
    readonly description: string
  }[]
}

/** A header that replies have. */
export interface DocumentedHeader {
  readonly name: string
  readonly description: string
  readonly kind: string
  readonly example: string
  readonly section: string
}

let read: InterfaceDocument | undefined

/** The document that the panel was built with; read when it is first needed. */
export function interfaceDocument(): InterfaceDocument {
  if (read !== undefined) return read
  const reading = readJson(documentText)
  read = documentOf(nodeOf(reading.ok ? reading.value : {}))
  return read
}

/** Makes a document of OpenAPI 3.1 ready to be shown, whatever operations it has. */
export function documentOf(root: Node): InterfaceDocument {
  const info = nodeOf(root['info'])
  const components = nodeOf(root['components'])
  const [server] = listOf(root['servers'])
  const [security] = Object.values(nodeOf(components['securitySchemes'])).map(nodeOf)
  return {
    root,
    title: textOf(info['title']),
    version: textOf(info['version']),
    summary: textOf(info['summary']),
    description: textOf(info['description']),
    prefix: /^(?:https?:\/\/[^/]+|\{[^}]*\})(\/.*)?$/.exec(textOf(server?.['url']))?.[1] ?? '',
    operations: Object.entries(nodeOf(root['paths'])).flatMap(([path, item]) => operationsOf(root, path, nodeOf(item))),
    schemas: Object.entries(nodeOf(components['schemas'])).map(([name, schema]) =>
      schemaOf(root, name, nodeOf(schema)),
    ),
    headers: Object.entries(nodeOf(components['headers'])).map(([name, header]) => headerOf(name, nodeOf(header))),
    security:
      security === undefined
        ? undefined
        : { description: textOf(security['description']), section: textOf(security['x-section']) },
    plans: Object.values(nodeOf(root['x-plans'])).map((plan) => planOf(nodeOf(plan))),
  }
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

function operationsOf(root: Node, path: string, item: Node): DocumentedOperation[] {
  return methods
    .filter((method) => item[method] !== undefined)
    .map((method) => {
      const operation = nodeOf(item[method])
      const parameters = [...listOf(item['parameters']), ...listOf(operation['parameters'])]
      return {
        id: textOf(operation['operationId']) || `${method} ${path}`,
        method: method.toUpperCase(),
        path,
        section: textOf(operation['x-section']),
        summary: textOf(operation['summary']),
        description: textOf(operation['description']),
        isDeprecated: operation['deprecated'] === true,
        removalDate: textOf(operation['x-removal-date']) || undefined,
        replacedBy: textOf(operation['x-replaced-by']) || undefined,
        parameters: parameters.map((parameter) => parameterOf(root, resolve(root, parameter))),
        body: bodyOf(resolve(root, nodeOf(operation['requestBody']))),
        replies: Object.entries(nodeOf(operation['responses'])).map(([status, reply]) =>
          replyOf(status, resolve(root, nodeOf(reply))),
        ),
      }
    })
}

function parameterOf(root: Node, parameter: Node): DocumentedParameter {
  const schema = nodeOf(parameter['schema'])
  const resolved = resolve(root, schema)
  const place = textOf(parameter['in'])
  return {
    name: textOf(parameter['name']),
    place: place === 'path' || place === 'header' ? place : 'query',
    isRequired: parameter['required'] === true,
    description: textOf(parameter['description']),
    kind: kindOf(schema),
    choices: Array.isArray(resolved['enum']) ? resolved['enum'].map(literal) : [],
    fallback: resolved['default'] === undefined ? undefined : literal(resolved['default']),
    schema,
  }
}

function bodyOf(holder: Node): DocumentedBody | undefined {
  const [content] = Object.entries(nodeOf(holder['content']))
  if (content === undefined) return undefined
  const [mediaType, media] = content
  const { schema, example, examples } = nodeOf(media)
  const named = Object.entries(nodeOf(examples)).map(([name, each]) => {
    const { summary, value } = nodeOf(each)
    return { name, summary: textOf(summary), text: writeJson(value, 2) }
  })
  return {
    description: textOf(holder['description']),
    isRequired: holder['required'] === true,
    mediaType,
    kind: kindOf(nodeOf(schema)),
    schema: nodeOf(schema),
    examples:
      example === undefined ? named : [{ name: 'example', summary: 'Example', text: writeJson(example, 2) }, ...named],
  }
}

function replyOf(status: string, reply: Node): DocumentedReply {
  return {
    status,
    description: textOf(reply['description']),
    headers: Object.keys(nodeOf(reply['headers'])),
    body: bodyOf({ content: reply['content'] }),
  }
}

function schemaOf(root: Node, name: string, schema: Node): DocumentedSchema {
  const required = new Set(
    parts(root, schema).flatMap((part) => (Array.isArray(part['required']) ? part['required'].map(literal) : [])),
  )
  return {
    name,
    description: textOf(schema['description']),
    section: textOf(schema['x-section']),
    kind: kindOf(schema),
    members: parts(root, schema).flatMap((part) =>
      Object.entries(nodeOf(part['properties'])).map(([member, each]) => ({
        name: member,
        kind: kindOf(nodeOf(each)),
        isRequired: required.has(member),
        description: textOf(nodeOf(each)['description']) || textOf(resolve(root, nodeOf(each))['description']),
      })),
    ),
  }
}

/** A schema and all that it is made of by `allOf`. */
function parts(root: Node, schema: Node): Node[] {
  const found = resolve(root, schema)
  return [found, ...listOf(found['allOf']).flatMap((each) => parts(root, each))]
}

function headerOf(name: string, header: Node): DocumentedHeader {
  return {
    name,
    description: textOf(header['description']),
    kind: kindOf(nodeOf(header['schema'])),
    example: header['example'] === undefined ? '' : literal(header['example']),
    section: textOf(header['x-section']),
  }
}

function planOf(plan: Node) {
  const rate = (value: unknown): string =>
    value === null || value === undefined ? 'custom' : Number(value).toLocaleString('en')
  return {
    name: textOf(plan['name']),
    perMinute: rate(plan['requestsPerMinute']),
    perDay: rate(plan['requestsPerDay']),
  }
}

/** What a value of a schema is, in words: `integer (int64)`, `list of Pet`, `NewPet`. */
function kindOf(schema: Node): string {
  const reference = textOf(schema['$ref'])
  if (reference !== '') return reference.slice(reference.lastIndexOf('/') + 1)
  const either = listOf(schema['anyOf'] ?? schema['oneOf'])
  if (either.length > 0) return either.map((each) => kindOf(each)).join(' or ')
  const all = listOf(schema['allOf'])
  if (all.length > 0) return all.map((each) => (each['$ref'] === undefined ? 'more' : kindOf(each))).join(' and ')
  if (schema['type'] === 'array') return `list of ${kindOf(nodeOf(schema['items']))}`
  if (Array.isArray(schema['enum'])) return `one of ${schema['enum'].map(literal).join(', ')}`
  const type = Array.isArray(schema['type'])
    ? schema['type'].map(literal).join(' or ')
    : textOf(schema['type']) || 'anything'
  const format = textOf(schema['format'])
  return `${type}${format === '' ? '' : ` (${format})`}${rangeOf(schema)}`
}

function rangeOf({ minimum, maximum }: Node): string {
  if (minimum !== undefined && maximum !== undefined) return `, ${literal(minimum)} to ${literal(maximum)}`
  if (minimum !== undefined) return `, from ${literal(minimum)}`
  return maximum === undefined ? '' : `, at most ${literal(maximum)}`
}

/** A value of the document as text. */
export function literal(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value)
}

/** Follows `$ref`s within the document. What stands beside one has the last word, as in OpenAPI 3.1. */
export function resolve(root: Node, node: Node): Node {
  const reference = textOf(node['$ref'])
  if (!reference.startsWith('#/')) return node
  const steps = reference
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const { $ref: _, ...beside } = node
  const found = steps.reduce<Node>((at, step) => nodeOf(at[step]), root)
  return { ...resolve(root, found), ...beside }
}

/** The node of an unknown value; an empty one where it is no object. */
export function nodeOf(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {}
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.map(nodeOf) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
