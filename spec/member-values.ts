import type { Member } from './shape.ts'

/** The least and the greatest value that the rules of a member name: numbers, or texts of as many characters. */
export function extremesOf({ type, pattern, format, minimum, maximum, minLength = 0, maxLength }: Member) {
  const isText = type === 'string' && pattern === undefined && format === undefined
  const textOf = (length = 0) => (isText && length > 0 ? 'x'.repeat(length) : undefined)
  const all = { least: minimum ?? textOf(minLength), greatest: maximum ?? textOf(maxLength) }
  const named = Object.entries(all).filter(([, value]) => value !== undefined)
  return Object.fromEntries(named) as Partial<Record<'least' | 'greatest', number | string>>
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
