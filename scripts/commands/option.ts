import { InvalidArgumentError, Option } from 'commander'
import { parseWholeNumber } from './parse-values.ts'

/** An option whose value is parsed; a RangeError of the parser becomes a message about that option. */
export function option<T>(
  flags: string,
  description: string,
  parse: (text: string, before: T | undefined) => T,
): Option {
  return new Option(flags, description).argParser<T>((text, before) => {
    try {
      return parse(text, before)
    } catch (error) {
      if (error instanceof RangeError) throw new InvalidArgumentError(error.message)
      throw error
    }
  })
}

/** An option whose value is a whole number from 0 to `most`. */
export function numberOption(flags: string, description: string, most: number = Number.MAX_SAFE_INTEGER): Option {
  return option(flags, description, (text) => parseWholeNumber(text, most))
}

/** Gathers the values of an option that may be repeated. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}
