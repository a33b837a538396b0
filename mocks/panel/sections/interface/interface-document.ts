import { isObject, readJson, writeJson } from '../../../../spec/index.ts'
// Not from spec/index.ts: only the panel may pay for the text of the whole document.
import { documentText } from '../../../../spec/made/document.ts'

type Named<T> = Readonly<Record<string, T>>
type List<T> = readonly T[]

/** A schema, with the name that a `$ref` gave it. */
export interface Schema extends Partial<Record<'$name' | 'description' | 'format', string>> {
  readonly type?: string | List<string>
  readonly enum?: List<unknown>
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly properties?: Named<Schema>
  readonly required?: List<string>
  readonly allOf?: List<Schema>
  readonly anyOf?: List<Schema>
  readonly oneOf?: List<Schema>
}

/** A parameter, a header, or a member of an object. */
export interface Parameter extends Partial<Record<'description' | 'in', string>> {
  readonly name: string
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: unknown
}

type Examples = Named<{ readonly summary?: string; readonly value: unknown }>

/** A request body or a response. */
export interface Message {
  readonly description?: string
  readonly required?: boolean
  readonly headers?: Named<unknown>
  readonly content?: Named<{ schema?: Schema; example?: unknown; examples?: Examples }>
}

type Texts = 'description' | 'summary' | 'operationId' | 'x-section' | 'x-removal-date' | 'x-replaced-by'

/** An operation; its path begins with what all share, such as `/v1`. */
export interface Operation extends Readonly<Record<'id' | 'method' | 'path', string>>, Partial<Record<Texts, string>> {
  readonly deprecated?: boolean
  readonly parameters: List<Parameter>
  readonly requestBody?: Message
  readonly responses?: Named<Message>
}

export interface InterfaceDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly servers: List<{ readonly url: string }>
  readonly paths: Named<Named<Operation>>
  /** The operations of all paths, whole. */
  readonly operations: List<Operation>
  readonly components: { headers?: Named<Parameter>; securitySchemes?: Named<{ description?: string }> }
  readonly 'x-plans'?: Named<{ name: string; requestsPerMinute: number | null; requestsPerDay: number | null }>
}

/** The document that the panel was built with. */
export function interfaceDocument(): InterfaceDocument {
  const reading = readJson(documentText)
  return documentOf(reading.ok ? reading.value : {})
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Prepares a valid document of OpenAPI 3.1, whatever operations it has. */
export function documentOf(root: unknown): InterfaceDocument {
  const document = followed(root, root, []) as InterfaceDocument
  const [, prefix = ''] = /^(?:https?:\/\/[^/]+|\{[^}]*\})(\/.*)?$/.exec(document.servers[0]?.url ?? '') ?? []
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({
        ...operation,
        id: operation.operationId ?? `${method} ${path}`,
        method: method.toUpperCase(),
        path: prefix + path,
        parameters: [item, operation].flatMap((each) => (each as Partial<Operation>).parameters ?? []),
      })),
  )
  return { ...document, operations }
}

/** A node with its `$ref`s followed. What stands beside one wins. A schema within itself stays a name. */
function followed(root: unknown, node: unknown, trail: readonly string[]): unknown {
  if (Array.isArray(node)) return node.map((each) => followed(root, each, trail))
  if (!isObject(node)) return node
  const { $ref: reference, ...rest } = node
  const beside = Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, followed(root, each, trail)]))
  if (typeof reference !== 'string') return beside
  const steps = reference.split('/').slice(1)
  const $name = steps.at(-1)
  if (trail.includes(reference)) return { ...beside, $name }
  const target = steps.reduce((at: unknown, step) => (isObject(at) ? at[step] : undefined), root)
  return { ...(followed(root, target, [...trail, reference]) as object), ...beside, $name }
}

/** The body of a message: its first media type, with the examples as exact JSON. */
export function bodyOf(message: Message | undefined) {
  const [content] = Object.entries(message?.content ?? {})
  if (content === undefined) return undefined
  const [mediaType, { schema = {}, example, examples = {} }] = content
  const all: Examples = example === undefined ? examples : { example: { value: example }, ...examples }
  const shown = Object.entries(all).map(([name, { summary = name, value }]) => ({
    name,
    summary,
    text: writeJson(value, 2),
  }))
  return { mediaType, schema, examples: shown }
}

/** The members of the objects that a value of a schema may hold, those of its parts and items included. */
export function membersOf({ properties = {}, required = [], items, allOf, anyOf, oneOf }: Schema): Parameter[] {
  const own = Object.entries(properties).map(([name, schema]) => {
    const { description = '' } = schema
    return { name, required: required.includes(name), description, schema }
  })
  return [...own, ...[allOf, anyOf, oneOf, items].flatMap((parts) => parts ?? []).flatMap(membersOf)]
}

/** What a value of a schema is, in words: `integer (int64)`, `list of Pet`, `NewPet`. */
export function kindOf(schema: Schema): string {
  const { $name, type = 'anything', format, enum: choices, items = {}, anyOf, oneOf = anyOf, minimum, maximum } = schema
  if (oneOf !== undefined) return oneOf.map(kindOf).join(' or ')
  if (type === 'array') return `list of ${kindOf(items)}`
  if (choices !== undefined) return `one of ${choices.map(literal).join(', ')}`
  if ($name !== undefined && ['object', 'anything'].includes(String(type))) return $name
  const ends = [minimum === undefined ? '' : `from ${minimum}`, maximum === undefined ? '' : `to ${maximum}`]
  return [[type].flat().join(' or '), format && `(${format})`, ...ends].filter(Boolean).join(' ')
}

/** A value of the document as text. */
export function literal(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value)
}
