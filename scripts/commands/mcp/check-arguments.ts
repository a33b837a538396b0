import { type OptionKind, aText, aWholeNumber, anObject, checkOptions, oneOfOptions } from '../../../spec/index.ts'

/** What a tool takes as one argument, as JSON Schema: no more of it than the tools use. */
export interface ArgumentSchema {
  readonly type: 'string' | 'integer' | 'number' | 'object'
  readonly description?: string
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, ArgumentSchema>>
  readonly additionalProperties?: false
}

/**
 * Checks the arguments of a call. The validator of the SDK would not say what is allowed.
 * @throws {OptionsError} naming the first problem, and what is allowed
 */
export function checkArguments(
  tool: string,
  given: unknown,
  schemas: Readonly<Record<string, ArgumentSchema>>,
  required: readonly string[] = [],
): void {
  const kinds = Object.entries(schemas).map(([name, schema]) => [name, kindOf(schema)] as const)
  checkOptions(tool, given, Object.fromEntries(kinds), required)
  for (const [name, { properties }] of Object.entries(schemas)) {
    const value = Object(given)[name] as unknown
    if (properties !== undefined && value !== undefined) checkArguments(`${name} of ${tool}`, value, properties)
  }
}

/** A message is no place for hundreds of names. */
const mostNames = 20

function kindOf({ type, enum: names, pattern, description, minimum, maximum }: ArgumentSchema): OptionKind {
  if (names !== undefined) {
    const kind = oneOfOptions(...names)
    const few = `one of ${names.length} names, such as ${names.slice(0, 3).join(', ')}`
    const expected = names.length <= mostNames ? kind.expected : few
    return { ...kind, expected: description === undefined ? expected : `${expected} (${description})` }
  }
  if (type === 'integer') return aWholeNumber(minimum, maximum)
  if (type === 'number') return aNumber(minimum, maximum)
  if (type === 'object') return anObject
  if (pattern === undefined) return aText
  const form = new RegExp(pattern)
  return { expected: description ?? pattern, accepts: (value) => typeof value === 'string' && form.test(value) }
}

function aNumber(least = -Infinity, most = Infinity): OptionKind {
  return {
    expected: least === -Infinity ? 'a number' : `a number from ${least} to ${most}`,
    accepts: (value) => typeof value === 'number' && value >= least && value <= most,
  }
}
