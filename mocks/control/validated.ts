import { closest, shown } from '../../spec/index.ts'
import type { ControlValidator, Schema, ValidationError } from '../../spec/made/control-validators.js'
import { maskKey } from '../keys/keys.ts'
import { unusable } from './handler.ts'

/** How many problems a message names. */
const mostProblems = 5

/**
 * Returns a value if one of the validators accepts it, with its defaults filled in.
 * @param forms the forms that the value may have
 * @param what what messages call the value
 * @throws {ControlError} 400 with the problems, each with what is allowed
 */
export function validated(value: unknown, forms: readonly ControlValidator[], what: 'body' | 'query'): unknown {
  const refusals: (readonly ValidationError[])[] = []
  for (const validate of forms) {
    if (validate(value)) return value
    refusals.push(validate.errors ?? [])
  }
  // The form with the fewest errors was probably meant, unless the value has another type.
  const [meant] = refusals
    .filter(([first]) => first?.instancePath !== '' || first.keyword !== 'type')
    .toSorted((one, other) => one.length - other.length)
  const anyForm = refusals.map(([first]) => expectedOf(first?.parentSchema ?? {})).join(', or ')
  const member = what === 'body' ? 'member' : 'parameter'
  const problems = meant?.map((error) => problemOf(error, member)) ?? [`it must be ${anyForm}; found ${shown(value)}`]
  throw unusable(what, [...new Set(problems)].slice(0, mostProblems))
}

/**
 * The parameters of a query. Numeric ones become numbers.
 * @throws {ControlError} 400 when a parameter is there twice
 */
export function queryValues(query: string, types: Readonly<Record<string, 'integer' | 'string'>>): unknown {
  const given: Record<string, string | number> = Object.create(null)
  for (const [name, value] of new URLSearchParams(query)) {
    if (name in given) throw unusable('query', [`the parameter ${shown(name)} is there twice`])
    given[name] = types[name] === 'integer' && /^[0-9]{1,16}$/.test(value) ? Number(value) : value
  }
  return given
}

/** An error of a validator in words: the member, what was expected and what was found, unless it is a secret. */
function problemOf({ instancePath, keyword, params, parentSchema, data }: ValidationError, member: string): string {
  const path = instancePath.split('/').slice(1).map(readablePart)
  const { missingProperty = '', additionalProperty = '', limit } = params
  const { properties = {}, format } = parentSchema
  switch (keyword) {
    case 'required':
      return `${within(path)}the ${member} ${missingProperty} is missing: ${expectedOf(properties[missingProperty] ?? {})}`
    case 'additionalProperties':
      return within(path) + unknownMember(additionalProperty, properties, member)
    case 'minProperties':
      return `it needs at least ${limit} of the ${member}s ${Object.keys(properties).join(', ')}`
    case 'maxProperties':
      return `${within(path)}there may be at most ${limit} ${member}s`
    default: {
      const found = format === 'password' ? '' : `, found ${shown(data)}`
      const hint = typeof data === 'string' ? nearest(data, parentSchema.enum ?? []) : ''
      return `${within(path.slice(0, -1))}${path.at(-1) ?? 'it'} must be ${expectedOf(parentSchema)}${found}${hint}`
    }
  }
}

function unknownMember(name: string, members: Readonly<Record<string, Schema>>, member: string): string {
  const names = Object.keys(members)
  // A caller may send a secret as the name of a member by mistake.
  const hasSecret = Object.values(members).some(({ format }) => format === 'password')
  const allowed = names.length === 0 ? 'none are allowed' : `allowed: ${names.join(', ')}`
  return `there is no ${member} ${shown(hasSecret ? maskKey(name) : name)}${nearest(name, names)}, ${allowed}`
}

function nearest(wanted: string, names: readonly (string | null)[]): string {
  const near = closest(
    wanted,
    names.filter((name) => name !== null),
  )
  return near === undefined ? '' : ` (did you mean "${near}"?)`
}

/** What a value must be, in words: `a text of at most 100 characters`. */
function expectedOf(schema: Schema): string {
  const { 'x-expected': words, enum: names, type, int64, minimum, maximum, maxLength, properties = {} } = schema
  if (words !== undefined) return words
  if (names !== undefined) {
    return `one of ${names.filter((name) => name !== null).join(', ')}${names.includes(null) ? ', or null' : ''}`
  }
  if (int64 === true) return 'an int64'
  const members = Object.keys(properties)
  switch (type) {
    case 'integer':
      return `a whole number from ${minimum} to ${maximum}`
    case 'number':
      return `a number from ${minimum} to ${maximum}`
    case 'string':
      return maxLength === undefined ? 'a text' : `a text of at most ${maxLength} characters`
    case 'object':
      return members.length === 0 ? 'an object' : `an object with ${members.join(', ')}`
    default:
      return `of type ${String(type)}`
  }
}

/** The part of a path in words. Only arrays have numbers. */
function readablePart(part: string): string {
  const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
  if (/^\d+$/.test(name)) return `item ${Number(name) + 1}`
  return /^[\w-]{1,60}$/.test(name) ? name : shown(name)
}

function within(path: readonly string[]): string {
  return path.length === 0 ? '' : `in ${path.join('.')}, `
}
