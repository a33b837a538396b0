import { InvalidArgumentError, Option } from 'commander'

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
