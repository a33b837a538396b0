import { isInt64, isObject, readJson } from '../../../../spec/index.ts'
import { type Body, type Parameter, type Schema, literal } from './interface-document.ts'

// Nothing that is typed is held back: people also want to see how the mock answers wrong values.

/** What the document says against the value of a parameter. An empty one is not sent. */
export function parameterHint({ name, required, schema }: Parameter, text: string): string | undefined {
  if (text === '') return required === true ? `The document requires ${name}.` : undefined
  const isNumber = [schema.type].flat().some((type) => type === 'integer' || type === 'number')
  const reading = isNumber && /^-?\d+(?:\.\d+)?$/.test(text) ? readJson(text) : undefined
  return problemOf(schema, reading?.ok === true ? reading.value : text, name)
}

/** What the document says against a body. */
export function bodyHint({ isRequired, schema }: Body, text: string): string | undefined {
  if (text.trim() === '') return isRequired ? 'The document requires a body.' : undefined
  const reading = readJson(text)
  if (reading.ok) return problemOf(schema, reading.value, 'The body')
  return reading.problem === 'too-deep' ? 'This JSON is nested too deeply.' : 'This is not valid JSON.'
}

/** The first problem of a value, by the keywords of JSON Schema that the document uses. */
function problemOf(schema: Schema, value: unknown, name: string): string | undefined {
  const { type, format, minimum, maximum, enum: choices, allOf = [], required = [], properties = {} } = schema
  if (choices?.includes(value) === false) return `${name} must be one of ${choices.map(literal).join(', ')}.`
  if (type !== undefined && ![type].flat().some((each) => isOfType(each, value))) {
    const words = format === 'int64' ? '64-bit integer' : [type].flat().join(' or ')
    return `${name} must be ${/^[aeio]/.test(words) ? 'an' : 'a'} ${words}.`
  }
  if (format === 'int64' && !isInt64(value)) return `${name} does not fit into 64 bits.`
  if (minimum !== undefined && Number(value) < minimum) return `${name} must be at least ${minimum}.`
  if (maximum !== undefined && Number(value) > maximum) return `${name} must be at most ${maximum}.`
  const ofParts = allOf.map((part) => problemOf(part, value, name))
  if (!isObject(value)) return ofParts.find(Boolean)
  const missing = required.filter((member) => !Object.hasOwn(value, member)).map((member) => `${member} is missing.`)
  const ofMembers = Object.entries(properties).map(([member, each]) =>
    Object.hasOwn(value, member) ? problemOf(each, value[member], member) : undefined,
  )
  return [...ofParts, ...missing, ...ofMembers].find(Boolean)
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'integer') return typeof value === 'bigint' || Number.isInteger(value)
  if (type === 'number') return typeof value === 'bigint' || typeof value === 'number'
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  return type === (value === null ? 'null' : typeof value)
}
