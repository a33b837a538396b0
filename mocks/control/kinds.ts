import { type Int64, closest, isInt64, writeJson } from '../../spec/index.ts'
import { readInstant } from '../world/instant.ts'
import { maskKey } from '../world/keys.ts'
import { ControlError } from './control-error.ts'

/** A kind of value that a member of a body, or a parameter of a query, may have. */
export interface Kind<T> {
  /** What a value must be, in words: `a text`. */
  readonly expected: string
  /** What the value stands for; `undefined` when it is not of this kind. */
  readonly read: (value: unknown) => T | undefined
  /** The names that it knows, for "did you mean". */
  readonly names?: readonly string[]
  /** Nothing of the value may be repeated in a message. */
  readonly isSecret?: boolean
}

/** Members by name, and the kind of each. */
export type Kinds = Readonly<Record<string, Kind<unknown>>>

/** The members that were read: those required are there, the others may be. */
export type Members<K extends Kinds, R extends keyof K> = {
  readonly [Name in R]: ValueOf<K[Name]>
} & { readonly [Name in Exclude<keyof K, R>]?: ValueOf<K[Name]> | undefined }

type ValueOf<K> = K extends Kind<infer T> ? T : never

/** One of a few names. */
export function oneOf<const T extends string>(names: readonly T[]): Kind<T> {
  return { expected: `one of ${names.join(', ')}`, names, read: (value) => names.find((name) => name === value) }
}

/** A text of at most so many characters. */
export function text(most: number): Kind<string> {
  return {
    expected: `a text of at most ${most} characters`,
    read: (value) => (typeof value === 'string' && value.length <= most ? value : undefined),
  }
}

/** An object of texts: at most so many, each of at most so many characters. */
export function texts(most: number, mostCharacters: number): Kind<Readonly<Record<string, string>>> {
  return {
    expected: `an object of at most ${most} texts, each of at most ${mostCharacters} characters`,
    read: (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
      const entries = Object.entries(value)
      const isFine = entries.every(([, one]) => typeof one === 'string' && one.length <= mostCharacters)
      return isFine && entries.length <= most ? (value as Readonly<Record<string, string>>) : undefined
    },
  }
}

/** A text that no message repeats. */
export const secret: Kind<string> = { ...text(256), isSecret: true }

/** A whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number): Kind<number> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    read: (value) =>
      Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined,
  }
}

/** A number from `least` to `most`, with a fraction or without. */
export function number(least: number, most: number): Kind<number> {
  return {
    expected: `a number from ${least} to ${most}`,
    read: (value) => (typeof value === 'number' && value >= least && value <= most ? value : undefined),
  }
}

/** An exact int64 (section 2). */
export const int64: Kind<Int64> = {
  expected: 'an int64',
  read: (value) => (isInt64(value) ? value : undefined),
}

/** The kind, or `null`. */
export function orNull<T>(kind: Kind<T>): Kind<T | null> {
  return { ...kind, expected: `${kind.expected}, or null`, read: (value) => (value === null ? null : kind.read(value)) }
}

/** A whole number in decimal digits, as a query has it. */
export function digits(least: number, most: number): Kind<number> {
  const { expected, read } = wholeNumber(least, most)
  return {
    expected,
    read: (value) => (typeof value === 'string' && /^[0-9]{1,16}$/.test(value) ? read(Number(value)) : undefined),
  }
}

/** An instant from 1970 on as RFC 3339 writes it, or a date for its first instant in UTC; in milliseconds since 1970. */
export const instant: Kind<number> = {
  expected: 'an instant from 1970 on, such as "2030-12-05T00:00:00Z"',
  // Years of more than four digits are none of RFC 3339.
  read: (value) => (typeof value === 'string' && !value.startsWith('+') ? readInstant(value) : undefined),
}

/** Where members come from, as messages call it. */
export type Place = { readonly what: string; readonly member: string; readonly code: 'invalid_body' | 'invalid_query' }

/** The body of a call. */
export const inBody: Place = { what: 'the body', member: 'member', code: 'invalid_body' }
const inQuery: Place = { what: 'the query', member: 'parameter', code: 'invalid_query' }

/** More problems than that help nobody. */
const mostProblems = 5

/**
 * Reads an object whose members are known.
 * @throws {ControlError} 400 with the problems, each with what is allowed
 */
export function readMembers<K extends Kinds, R extends keyof K & string = never>(
  value: unknown,
  kinds: K,
  required: readonly R[] = [],
  place: Place = inBody,
): Members<K, R> {
  const names = Object.keys(kinds)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const expected = names.length === 0 ? 'no members' : `the members ${names.join(', ')}`
    throw unusable(place, [`it must be a JSON object with ${expected}; found ${shown(value)}`])
  }
  const given = value as Readonly<Record<string, unknown>>
  const found: Record<string, unknown> = {}
  const problems: string[] = []
  for (const name of Object.keys(given)) {
    if (problems.length === mostProblems) break
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    const read = kind?.read(given[name])
    if (kind === undefined) problems.push(unknownMember(name, kinds, place))
    else if (read === undefined) problems.push(wrongValue(name, given[name], kind))
    else found[name] = read
  }
  for (const name of required) {
    if (!Object.hasOwn(given, name)) problems.push(`the ${place.member} ${name} is missing: ${kinds[name]?.expected}`)
  }
  if (problems.length > 0) throw unusable(place, problems)
  return found as Members<K, R>
}

/** Reads a query. @throws {ControlError} 400 with the problems, each with what is allowed */
export function readQuery<K extends Kinds>(query: string, kinds: K): Members<K, never> {
  const parameters = new URLSearchParams(query)
  const given: Record<string, string> = Object.create(null)
  for (const [name, value] of parameters) {
    if (name in given) throw unusable(inQuery, [`the parameter ${shown(name)} is there twice`])
    given[name] = value
  }
  return readMembers(given, kinds, [], inQuery)
}

function unusable(place: Place, problems: readonly string[]): ControlError {
  return new ControlError(400, place.code, `Cannot use ${place.what}: ${problems.join('; ')}.`)
}

function unknownMember(name: string, kinds: Kinds, place: Place): string {
  const names = Object.keys(kinds)
  const near = closest(name, names)
  // Who means to send a secret may send it as the name of a member.
  const hasSecret = Object.values(kinds).some((kind) => kind.isSecret)
  const allowed = names.length === 0 ? 'none are allowed' : `allowed: ${names.join(', ')}`
  const hint = near === undefined ? '' : ` (did you mean "${near}"?)`
  return `there is no ${place.member} ${shown(hasSecret ? maskKey(name) : name)}${hint}, ${allowed}`
}

function wrongValue(name: string, value: unknown, { expected, names = [], isSecret }: Kind<unknown>): string {
  const near = typeof value === 'string' ? closest(value, names) : undefined
  const hint = near === undefined ? '' : ` (did you mean "${near}"?)`
  return `${name} must be ${expected}${isSecret === true ? '' : `, found ${shown(value)}`}${hint}`
}

/** A value as a message may show it: on one line, and short. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return writeJson(value)
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
}
