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
interface MemberProblem {
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

/** A text of each format that has one, another for each number below 28. */
const samplesOfFormats: Readonly<Record<string, (number: string) => string>> = {
  date: (number) => `2026-01-${number}`,
  'date-time': (number) => `2026-01-${number}T12:00:00Z`,
  email: (number) => `rex${number}@example.com`,
  uri: (number) => `https://example.com/rex/${number}`,
  uuid: (number) => `7d9f2c1e-5b0a-4c8e-9f6d-3a2b1c0d4e${number}`,
}

// Values that are next to each other in a list are far apart.
const step = 7919

/**
 * A value that a member may have: its example, else the first of its values, else one made from its rules.
 * @param index of several samples, which differ as far as the rules let others be known
 */
export function sampleOf(member: Member, index = 0): unknown {
  const { type, values, example, format, pattern } = member
  if (index === 0 && example !== undefined) return example
  if (values !== null) return values[index % values.length]
  if (type === 'boolean') return index % 2 === 0
  if (type === 'strings') return ['text', 'text 2', 'text 3'].slice(0, 1 + (index % 3))
  if (type !== 'string') return sampleNumber(member, index)
  const made = samplesOfFormats[format ?? '']
  if (pattern === undefined && made !== undefined) return made(String(1 + (index % 28)).padStart(2, '0'))
  if (pattern === undefined && format === undefined) return sampleText(member, index)
  // Another value is known if the example has a number, and a later one fits as well.
  const text = typeof example === 'string' ? example : 'text'
  const other = withNumber(text, index)
  return pattern !== undefined && format === undefined && new RegExp(pattern, 'u').test(other) ? other : text
}

/** A text whose last number is greater by so much, and has as many digits. */
function withNumber(text: string, more: number): string {
  const { 0: digits = '', index = 0 } = [...text.matchAll(/\d{1,9}/g)].at(-1) ?? {}
  const greater = `${Number(digits) + more}`.padStart(digits.length, '0').slice(-digits.length || Infinity)
  return text.slice(0, index) + greater + text.slice(index + digits.length)
}

function sampleNumber({ example, minimum, maximum }: Member, index: number): number {
  const least = minimum ?? Math.min(1, maximum ?? 1)
  const most = maximum ?? least + 99
  const isBounded = minimum !== undefined && maximum !== undefined
  const first = typeof example === 'number' ? example : isBounded ? Math.floor((least + most) / 2) : Math.max(1, least)
  const [from, to] = [Math.ceil(least), Math.floor(most)]
  // Bounds with no whole number between them.
  if (from > to) return least
  const whole = Math.min(Math.max(from, Math.floor(first)), to)
  return from + ((whole - from + index * step) % (to - from + 1))
}

function sampleText({ minLength = 0, maxLength = Infinity }: Member, index: number): string {
  // The number is at the end, where a short text keeps it.
  const text = index === 0 ? 'text'.slice(0, maxLength) : `text ${index + 1}`.slice(-maxLength)
  return text.padEnd(minLength, '-')
}

/**
 * An item with a sample of each required member that it lacks; if it is to be full, of each optional one, too.
 * @param index see {@link sampleOf}
 */
export function completed<Item extends object>(
  { members }: Shape,
  item: Partial<Item>,
  isFull = false,
  index = 0,
): Item {
  const lacks = members.filter(({ name, isRequired }) => (isRequired || isFull) && !Object.hasOwn(item, name))
  const samples = lacks.map((member) => [member.name, sampleOf(member, index)])
  const whole = lacks.length === 0 ? item : { ...item, ...Object.fromEntries(samples) }
  // It has every member of the shape that is required.
  return whole as Item
}
