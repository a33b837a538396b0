import { isObject, readJson, writeJson } from '../../../spec/index.ts'
// Not from spec/index.ts: only the panel may pay for the text of the whole document.
import { documentText } from '../../../spec/made/document.ts'

type Named<T> = Readonly<Record<string, T>>

/** A schema, with the name that a `$ref` gave it. */
interface Schema extends Partial<Record<'$name' | 'description' | 'type' | 'format', string>> {
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly properties?: Named<Schema>
  readonly required?: readonly string[]
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

/** A parameter, a header, or a member of an object. */
export interface Parameter {
  readonly name: string
  readonly in?: string
  readonly description?: string
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: unknown
}

/** A request body or a response. */
export interface Message {
  readonly description?: string
  readonly headers?: Named<unknown>
  readonly content?: Named<{ schema?: Schema; examples?: Named<{ readonly summary: string; readonly value: unknown }> }>
}

/** An operation; its path begins with what all share, such as `/v1`. */
export interface Operation extends Record<'operationId' | 'method' | 'path' | 'summary' | 'x-section', string> {
  readonly description?: string
  readonly deprecated?: boolean
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Message
  readonly responses: Named<Message>
}

interface InterfaceDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Named<Named<Operation>>
  readonly components: { headers: Named<Parameter>; securitySchemes: Named<{ description: string }> }
  readonly 'x-plans': Named<{ name: string; requestsPerMinute: number | null; requestsPerDay: number | null }>
}

/** The document that the panel was built with, its `$ref`s followed, and its operations. */
export function interfaceDocument(text = documentText) {
  const reading = readJson(text)
  const root = reading.ok ? reading.value : {}
  const document = followed(root, root) as InterfaceDocument
  const prefix = document.servers[0]?.url.replace(/^(?:https?:\/\/[^/]+|\{[^}]*\})/, '') ?? ''
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Operation => ({
      ...operation,
      method: method.toUpperCase(),
      path: prefix + path,
    })),
  )
  return { ...document, operations }
}

/** A node with its `$ref`s followed. Members next to a `$ref` override it. */
function followed(root: unknown, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((each) => followed(root, each))
  if (!isObject(node)) return node
  const { $ref: reference, ...rest } = node
  const beside = Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, followed(root, each)]))
  if (typeof reference !== 'string') return beside
  const steps = reference.split('/').slice(1)
  const target = steps.reduce((at: unknown, step) => (isObject(at) ? at[step] : undefined), root)
  return { ...(followed(root, target) as object), ...beside, $name: steps.at(-1) }
}

/** The body of a message: its first media type, with the examples as exact JSON. */
export function bodyOf(message: Message | undefined) {
  const [content] = Object.entries(message?.content ?? {})
  if (content === undefined) return undefined
  const [mediaType, { schema = {}, examples = {} }] = content
  const shown = Object.entries(examples).map(([name, { summary, value }]) => ({
    name,
    summary,
    text: writeJson(value, 2),
  }))
  return { mediaType, schema, examples: shown }
}

/** The members of the objects that a value of a schema may hold, those of its parts and items included. */
export function membersOf({ properties = {}, required = [], items, allOf, anyOf }: Schema): Parameter[] {
  const own = Object.entries(properties).map(([name, schema]) => {
    const { description = '' } = schema
    return { name, required: required.includes(name), description, schema }
  })
  return [...own, ...[allOf, anyOf, items].flatMap((parts) => parts ?? []).flatMap(membersOf)]
}

/** What a value of a schema is, in words: `integer (int64)`, `list of Pet`, `NewPet`. */
export function kindOf({ $name, type, format, enum: values, items, anyOf, minimum, maximum }: Schema): string {
  if (anyOf !== undefined) return anyOf.map(kindOf).join(' or ')
  if (items !== undefined) return `list of ${kindOf(items)}`
  if (values !== undefined) return `one of ${values.map(literal).join(', ')}`
  if (type === undefined || type === 'object') return $name ?? 'anything'
  const range = minimum === undefined ? '' : ` from ${minimum} to ${maximum}`
  return `${type}${format === undefined ? '' : ` (${format})`}${range}`
}

/** A value of the document as text. */
export function literal(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value)
}
