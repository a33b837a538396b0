import { parseInt64 } from './int64.ts'
import type { ValidationError } from './made/validators.js'
import type { Member, Shape } from './shape.ts'

/** What a member must be, in words: `an integer from 0 to 100`. */
export function expectedOf({ type, values, minimum, maximum, minLength, maxLength, pattern, format }: Member): string {
  if (values !== null) return `one of ${values.join(', ')}`
  if (type === 'boolean') return 'true or false'
  if (type === 'strings') return 'a list of strings'
  const isText = type === 'string'
  const kind = isText
    ? format === undefined
      ? 'a string'
      : `a ${format}`
    : type === 'number'
      ? 'a number'
      : type === 'int64'
        ? 'an int64'
        : 'an integer'
  const range = isText ? rangeOf(minLength, maxLength) : rangeOf(minimum, maximum)
  const bounds = range === '' ? '' : isText ? ` of ${range} characters` : ` ${range.replace(/^(\S+) to/, 'from $1 to')}`
  return `${kind}${bounds}${pattern === undefined ? '' : ` that matches ${pattern}`}`
}

function rangeOf(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}`
  return least !== undefined ? `at least ${least}` : most !== undefined ? `at most ${most}` : ''
}

/** What is wrong with a member of a value. */
export interface MemberProblem {
  /** Empty for the value as a whole. */
  readonly member: string
  readonly isMissing: boolean
  /** What was expected of it, in words. */
  readonly expected: string
}

/** What is wrong with a value, member by member, from the errors that the validator of its shape left. */
export function memberProblems(
  shape: Shape,
  errors: readonly ValidationError[] | null | undefined,
): readonly MemberProblem[] {
  const problems = new Map<string, MemberProblem>()
  for (const { keyword, instancePath, params } of errors ?? []) {
    const isMissing = keyword === 'required'
    const member = isMissing ? String(params['missingProperty']) : (instancePath.split('/')[1] ?? '')
    const known = shape.members.find(({ name }) => name === member)
    const expected = known === undefined ? 'an object' : expectedOf(known)
    if (!problems.has(member)) problems.set(member, { member, isMissing, expected })
  }
  return [...problems.values()]
}

/** The value that a text means, as a cell of CSV or a field of a form has it; the text itself where it means none. */
export function memberFrom({ type }: Member, text: string): unknown {
  const plain = text.trim()
  if (type === 'integer' || type === 'int64') return parseInt64(plain) ?? text
  if (type === 'number') return plain === '' || Number.isNaN(Number(plain)) ? text : Number(plain)
  if (type === 'boolean') return { true: true, false: false }[plain] ?? text
  if (type === 'strings') return text.split(/[;\n]/).map((one) => one.trim())
  return text
}

const samplesOfFormats: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'rex@example.com',
  uri: 'https://example.com/rex',
  uuid: '7d9f2c1e-5b0a-4c8e-9f6d-3a2b1c0d4e5f',
}

/** A value that a member may have: its example, else the first of its values, else one made from its rules. */
export function sampleOf({
  type,
  values,
  example,
  format,
  minimum,
  maximum,
  minLength = 0,
  maxLength = Infinity,
}: Member): unknown {
  if (example !== undefined) return example
  if (values !== null) return values[0]
  if (type === 'boolean') return true
  if (type === 'strings') return ['text']
  if (type === 'string') return samplesOfFormats[format ?? ''] ?? 'text'.padEnd(minLength, '-').slice(0, maxLength)
  return Math.min(Math.max(1, minimum ?? 1), maximum ?? Infinity)
}

/** An item with a sample of each required member that it lacks; if it is to be full, of each optional one, too. */
export function completed<Item extends object>({ members }: Shape, item: Partial<Item>, isFull = false): Item {
  const lacks = members.filter(({ name, isRequired }) => (isRequired || isFull) && !Object.hasOwn(item, name))
  const whole =
    lacks.length === 0 ? item : { ...item, ...Object.fromEntries(lacks.map((one) => [one.name, sampleOf(one)])) }
  // It has every member of the shape that is required.
  return whole as Item
}

/** How a value can break the rules of a member and still be of its type. */
export type Beyond = 'below' | 'above' | 'too-large' | 'short' | 'long' | 'other-form'

/** A value for each rule of a member that it breaks, and no other rule of the description. */
export function beyondOf(member: Member): Readonly<Partial<Record<Beyond, number | bigint | string>>> {
  const { type, values, minimum, maximum, minLength = 0, maxLength = Infinity, pattern, format } = member
  if (values !== null) return {}
  const isHard = pattern !== undefined || format !== undefined
  const form = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  const texts = ['?', '0', 'text', ' ', ''].map((text) => text.padEnd(minLength, '?'))
  const other = texts.find((text) => text.length <= maxLength && form?.test(text) !== true)
  const found: Readonly<Record<Beyond, number | bigint | string | undefined>> = {
    below: minimum === undefined ? undefined : minimum - 1,
    above: maximum === undefined ? undefined : maximum + 1,
    'too-large': type === 'int64' && maximum === undefined ? 2n ** 63n : undefined,
    short: minLength > 0 && !isHard ? 'x'.repeat(minLength - 1) : undefined,
    long: maxLength < Infinity && !isHard ? 'x'.repeat(maxLength + 1) : undefined,
    'other-form': isHard ? other : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** Other values that a member may perhaps have: `pattern`, `format` and its bounds decide. */
export function othersOf({ type, values, minimum = 0, maximum = 1 }: Member, value: unknown): readonly unknown[] {
  const text = String(value)
  const lastCode = text.charCodeAt(text.length - 1)
  const nextTo = [
    text.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
    ...[lastCode + 1, lastCode - 1].map((code) => text.slice(0, -1) + String.fromCharCode(code)),
  ]
  const others: Readonly<Record<Member['type'], readonly unknown[]>> = {
    string: values ?? [text.toUpperCase(), ...nextTo],
    strings: [[], ['other']],
    boolean: [true, false],
    integer: [4242, maximum, minimum],
    int64: [4242, maximum, minimum],
    number: [4242, maximum, minimum],
  }
  return others[type].filter((other) => other !== value)
}
