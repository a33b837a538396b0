import { isInt64, readJson } from '../../../../spec/index.ts'
import {
  type DocumentedBody,
  type DocumentedParameter,
  type Node,
  literal,
  nodeOf,
  resolve,
} from './interface-document.ts'

// What is typed is never held back: whoever tries a call out wants to see how wrong values fare, too.

/** What the document has against the value of a parameter; nothing where it fits. An empty one is not sent. */
export function parameterHint(
  root: Node,
  { name, isRequired, schema }: DocumentedParameter,
  text: string,
): string | undefined {
  if (text === '') return isRequired ? `The document requires ${name}.` : undefined
  const { type } = resolve(root, schema)
  const isNumber = type === 'integer' || type === 'number'
  const reading = isNumber && /^-?\d+(?:\.\d+)?$/.test(text) ? readJson(text) : undefined
  return problemOf(root, schema, reading?.ok === true ? reading.value : text, name)
}

/** What the document has against a body; nothing where it fits. */
export function bodyHint(root: Node, body: DocumentedBody, text: string): string | undefined {
  if (text.trim() === '') return body.isRequired ? 'The document requires a body.' : undefined
  const reading = readJson(text)
  if (!reading.ok) return reading.problem === 'too-deep' ? 'This JSON is nested too deep.' : 'This is no JSON.'
  return problemOf(root, body.schema, reading.value, 'the body')
}

/** The first thing that a schema has against a value. It knows what our document uses of JSON Schema. */
function problemOf(root: Node, given: Node, value: unknown, name: string): string | undefined {
  const schema = resolve(root, given)
  const { type, format, minimum, maximum } = schema
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(value)) {
    return `${name} is one of ${schema['enum'].map(literal).join(', ')}.`
  }
  if (!isOfType(type, value))
    return `${name} is ${withArticle(literal(type))}${format === 'int64' ? ' of 64 bits' : ''}.`
  if (format === 'int64' && !isInt64(value)) return `${name} does not fit into 64 bits.`
  if (typeof value === 'number' || typeof value === 'bigint') {
    if (minimum !== undefined && value < Number(minimum)) return `${name} is ${literal(minimum)} at least.`
    if (maximum !== undefined && value > Number(maximum)) return `${name} is ${literal(maximum)} at most.`
  }
  return ofAll(root, schema, value, name) ?? ofMembers(root, schema, value)
}

function ofAll(root: Node, schema: Node, value: unknown, name: string): string | undefined {
  for (const each of Array.isArray(schema['allOf']) ? schema['allOf'] : []) {
    const problem = problemOf(root, nodeOf(each), value, name)
    if (problem !== undefined) return problem
  }
  return undefined
}

function ofMembers(root: Node, schema: Node, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const members = value as Node
  const missing = (Array.isArray(schema['required']) ? schema['required'] : []).find(
    (name) => !Object.hasOwn(members, literal(name)),
  )
  if (missing !== undefined) return `${literal(missing)} is missing.`
  for (const [name, each] of Object.entries(nodeOf(schema['properties']))) {
    const problem = Object.hasOwn(members, name) ? problemOf(root, nodeOf(each), members[name], name) : undefined
    if (problem !== undefined) return problem
  }
  return undefined
}

function isOfType(type: unknown, value: unknown): boolean {
  if (Array.isArray(type)) return type.some((each) => isOfType(each, value))
  if (type === 'integer') return typeof value === 'bigint' || Number.isInteger(value)
  if (type === 'number') return typeof value === 'bigint' || typeof value === 'number'
  if (type === 'string' || type === 'boolean') return typeof value === type
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return type !== 'null' || value === null
}

function withArticle(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`
}
