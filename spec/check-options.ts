import { isObject } from './is-object.ts'
import { didYouMean, shown } from './messages.ts'

/** An unknown option or an invalid value, for callers without types. */
export class OptionsError extends TypeError {
  override readonly name = 'OptionsError'
  /** The name of the option; `undefined` if the options as a whole are wrong. */
  readonly option: string | undefined

  constructor(message: string, option?: string) {
    super(message)
    this.option = option
  }
}

/** The values that an option may have. */
export interface OptionKind {
  /** What a value must be, in words: `a whole number`. */
  readonly expected: string
  readonly accepts: (value: unknown) => boolean
  /** The texts that it may be, for "did you mean". */
  readonly names?: readonly string[]
}

/** The kind of every option of `Options`; the compiler says which one is missing. */
export type OptionKinds<Options> = { readonly [Name in keyof Options]-?: OptionKind }

/**
 * Checks options: every name must be known, and every value of its kind or `undefined`.
 * @param whose the function that takes them, for the message: `createAnimalStore`
 * @param required the names that must be present
 * @throws {OptionsError} naming the first problem and what is allowed
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
      const hint = didYouMean(name, names, `Options: ${names.join(', ')}.`)
      throw new OptionsError(`Cannot use the options of ${whose}: unknown option "${name}". ${hint}`, name)
    }
    if (value !== undefined && !kind.accepts(value)) {
      const hint = didYouMean(value as string, kind.names ?? [])
      const problem = `expected ${kind.expected}, found ${shown(value)}. ${hint}`.trim()
      throw new OptionsError(`Cannot use the option ${name} of ${whose}: ${problem}`, name)
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

export const aText: OptionKind = { expected: 'a text', accepts: (value) => typeof value === 'string' }
export const aBoolean: OptionKind = { expected: 'true or false', accepts: (value) => typeof value === 'boolean' }
export const aFunction: OptionKind = { expected: 'a function', accepts: (value) => typeof value === 'function' }
export const texts: OptionKind = {
  expected: 'an array of texts',
  accepts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
}
export const anObject: OptionKind = { expected: 'an object', accepts: isObject }

/** An object with a function of this name. */
export function having(name: string, expected: string): OptionKind {
  return { expected, accepts: (value) => typeof Object(value)[name] === 'function' }
}

export const aStore = having('answer', 'what createAnimalStore returns')

export function aWholeNumber(least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): OptionKind {
  const from = least === Number.MIN_SAFE_INTEGER ? '' : ` from ${least}`
  const to = most === Number.MAX_SAFE_INTEGER ? (from === '' ? '' : ' on') : ` to ${most}`
  return {
    expected: `a whole number${from}${to}`,
    accepts: (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  }
}

export function oneOfOptions(...values: readonly (string | boolean)[]): OptionKind {
  return {
    expected: values.map((value) => (typeof value === 'string' ? `"${value}"` : String(value))).join(' or '),
    accepts: (value) => values.some((one) => one === value),
    names: values.filter((value) => typeof value === 'string'),
  }
}
