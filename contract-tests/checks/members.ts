import { type Member, type MemberFlaw, isInt64 } from '../../spec/index.ts'

const isInteger = (value: unknown): boolean => typeof value === 'bigint' || Number.isInteger(value)

const isOfType: Readonly<Record<Member['type'], (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: isInteger,
  int64: isInteger,
  number: (value) => typeof value === 'number' || typeof value === 'bigint',
  boolean: (value) => typeof value === 'boolean',
  strings: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
}

const date = String.raw`\d{4}-\d\d-\d\d`
/** Only the form: whether there is such a day is nothing that the description asks. A format that is not here is not judged. */
const formats: Readonly<Record<string, RegExp>> = {
  date: new RegExp(`^${date}$`),
  'date-time': new RegExp(String.raw`^${date}[t ]\d\d:\d\d:\d\d(\.\d+)?(z|[+-]\d\d:?\d\d)$`, 'i'),
  email: /^[^\s@]+@[^\s@]+$/,
  uri: /^[a-z][a-z0-9+.-]*:\S+$/i,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
}

/** What is wrong with the value of a member that is there; `undefined` if the description allows it. */
export function flawIn(member: Member, value: unknown): Exclude<MemberFlaw, 'missing'> | undefined {
  const { type, values, minimum, maximum, minLength, maxLength, pattern, format } = member
  if (values !== null) return values.some((known) => known === value) ? undefined : 'value'
  if (!isOfType[type](value)) return 'value'
  if (typeof value === 'number' || typeof value === 'bigint') {
    const isWithin = (type !== 'int64' || isInt64(value)) && isBetween(Number(value), minimum, maximum)
    return isWithin ? undefined : 'range'
  }
  if (typeof value !== 'string') return undefined
  const isBounded = minLength !== undefined || maxLength !== undefined
  if (isBounded && !isBetween(Array.from(value).length, minLength, maxLength)) return 'range'
  const forms = [pattern === undefined ? undefined : new RegExp(pattern, 'u'), formats[format ?? '']]
  return forms.every((form) => form?.test(value) !== false) ? undefined : 'form'
}

function isBetween(value: number, least = -Infinity, most = Infinity): boolean {
  return value >= least && value <= most
}
