import { closest } from '../../spec/index.ts'

/** An option that there is not, or one with a value that it cannot have. JavaScript without types would not notice. */
export class OptionsError extends TypeError {
  override readonly name = 'OptionsError'
  /** The name of the option; `undefined` where the options as a whole are meant. */
  readonly option: string | undefined

  constructor(message: string, option?: string) {
    super(message)
    this.option = option
  }
}

/** A kind of value that an option may have. */
export interface OptionKind {
  /** What a value must be, in words: `a whole number`. */
  readonly expected: string
  readonly accepts: (value: unknown) => boolean
}

/** The kind of every option of `Options`; the compiler says which one is missing. */
export type OptionKinds<Options> = { readonly [Name in keyof Options]-?: OptionKind }

/**
 * Looks at options before they are used: every name must be known, and every value of its kind. `undefined` is as good as
 * nothing.
 * @param whose what takes them, as the message names it: `createAnimalStore`
 * @param required the names that must be there
 * @throws {OptionsError} naming the first that does not fit, what is allowed, and what was meant
 */
export function checkOptions(
  whose: string,
  options: unknown,
  kinds: Readonly<Record<string, OptionKind>>,
  required: readonly string[] = [],
): void {
  const names = Object.keys(kinds)
  if (!isObject(options)) {
    throw new OptionsError(
      `Cannot use the options of ${whose}: expected an object with ${names.join(', ')}; found ${shown(options)}.`,
    )
  }
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (kind === undefined) {
      const near = closest(name, names)
      const hint = near === undefined ? `Options: ${names.join(', ')}.` : `Did you mean "${near}"?`
      throw new OptionsError(`Cannot use the options of ${whose}: there is no option "${name}". ${hint}`, name)
    }
    if (value !== undefined && !kind.accepts(value)) {
      throw new OptionsError(
        `Cannot use the option ${name} of ${whose}: expected ${kind.expected}, found ${shown(value)}.`,
        name,
      )
    }
  }
  for (const name of required) {
    if (options[name] === undefined) {
      throw new OptionsError(
        `Cannot use the options of ${whose}: ${name} is missing. Expected ${kinds[name]?.expected}.`,
        name,
      )
    }
  }
}

/** A text. */
export const aText: OptionKind = { expected: 'a text', accepts: (value) => typeof value === 'string' }

/** `true` or `false`. */
export const aBoolean: OptionKind = { expected: 'true or false', accepts: (value) => typeof value === 'boolean' }

/** A function. */
export const aFunction: OptionKind = { expected: 'a function', accepts: (value) => typeof value === 'function' }

/** An object that is no array. */
export const anObject: OptionKind = { expected: 'an object', accepts: isObject }

/** A whole number from `least` to `most`. */
export function aWholeNumber(least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): OptionKind {
  const from = least === Number.MIN_SAFE_INTEGER ? '' : ` from ${least}`
  const to = most === Number.MAX_SAFE_INTEGER ? (from === '' ? '' : ' on') : ` to ${most}`
  return {
    expected: `a whole number${from}${to}`,
    accepts: (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  }
}

/** One of these values. */
export function oneOfOptions(...values: readonly (string | boolean)[]): OptionKind {
  return {
    expected: values.map((value) => (typeof value === 'string' ? `"${value}"` : String(value))).join(' or '),
    accepts: (value) => values.some((one) => one === value),
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value as a message may show it: short, and on one line. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
  return typeof value === 'bigint' ? `${value}n` : String(value)
}
