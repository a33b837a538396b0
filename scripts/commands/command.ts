import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Shell } from './shell.ts'

/** An option: its help text, and how its value is read unless it is a switch or a text. */
interface OptionDetails {
  readonly text: string
  /** A RangeError becomes a message about that option. */
  readonly parse?: (text: string, before: never) => unknown
  readonly choices?: readonly string[]
  /** The default. */
  readonly usual?: string | number
  /** The value of an option that is given without one. */
  readonly preset?: string
  /** The environment variable that gives the value if the option is missing. */
  readonly env?: string
  readonly isRequired?: boolean
}

/** Options by the flags that the help shows, such as `--port <number>`: spec/decisions/0052-where-a-library-was-turned-down.md. */
export type Options = Readonly<Record<string, string | OptionDetails>>
/** Options by their heading in the help. */
type OptionGroups = Readonly<Record<string, Options>>

type Camel<Name> = Name extends `${infer Word}-${infer Rest}` ? `${Word}${Capitalize<Camel<Rest>>}` : Name & string
type NameIn<Flag> = Flag extends `--${infer Name} ${string}`
  ? Camel<Name>
  : Flag extends `--${infer Name}`
    ? Camel<Name>
    : never
type ValueOf<Flag, Details> = Details extends { readonly parse: (text: string, ...before: never[]) => infer Value }
  ? Value
  : Details extends { readonly choices: readonly (infer Choice)[] }
    ?
        | Choice
        | (Flag extends `${string}[${string}` ? (Details extends { readonly preset: string } ? never : true) : never)
    : Flag extends `${string} ${string}`
      ? string
      : true
type Always = { readonly usual: unknown } | { readonly isRequired: boolean }

/** The parsed flags of some options. */
export type FlagsOf<Given> = {
  readonly [Flag in keyof Given as Given[Flag] extends Always ? NameIn<Flag> : never]: ValueOf<Flag, Given[Flag]>
} & {
  readonly [Flag in keyof Given as Given[Flag] extends Always ? never : NameIn<Flag>]?:
    | ValueOf<Flag, Given[Flag]>
    | undefined
}
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The parsed flags of a command. */
export type CommandFlags<Groups> = FlagsOf<Together<Groups[keyof Groups]>>

/** A command of the program. */
interface CommandDetails<Groups> {
  readonly name: string
  readonly about: string
  /** What each argument is, such as `<file>`. */
  readonly takes?: Readonly<Record<string, string>>
  readonly options: Groups
  /** The end of the help. */
  readonly more: string
  /** @param isTyped whether a flag was given; otherwise it has its default */
  readonly run: (
    flags: CommandFlags<Groups>,
    shell: Shell,
    given: readonly string[],
    isTyped: (name: string) => boolean,
  ) => Promise<void>
}

/** Defines a command. Its flags have the types that its options say. */
export function defineCommand<const Groups extends OptionGroups>(details: CommandDetails<Groups>): AddCommand {
  const { name, about, takes = {}, options, more, run } = details
  return (program, shell) => {
    const command = program.command(name).description(about)
    for (const [argument, text] of Object.entries(takes)) command.argument(argument, text)
    for (const [heading, group] of Object.entries(options))
      for (const [flags, given] of Object.entries(group)) command.addOption(optionOf(flags, given).helpGroup(heading))
    command.addHelpText('after', more)
    command.addHelpOption(
      new Option('-h, --help', 'print this help').helpGroup(Object.keys(options).at(-1) ?? 'Options:'),
    )
    const isTyped = (flag: string): boolean => command.getOptionValueSource(flag) === 'cli'
    // The parser reads flags as the options say, so they have these types.
    command.action(() => run(command.opts(), shell, command.args, isTyped))
  }
}

type AddCommand = (program: Command, shell: Shell) => void

/** A RangeError of its parser becomes a message about that option. */
export function optionOf(flags: string, given: string | OptionDetails): Option {
  if (typeof given === 'string') return new Option(flags, given)
  const { parse, choices, usual, preset, env } = given
  const made = new Option(flags, given.text).makeOptionMandatory(given.isRequired === true)
  if (parse !== undefined) made.argParser((text, before) => orRefuse(() => parse(text, before as never)))
  if (choices !== undefined) made.choices(choices)
  if (usual !== undefined) made.default(usual, String(usual))
  if (preset !== undefined) made.preset(preset)
  return env === undefined ? made : made.env(env)
}

function orRefuse<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw error instanceof RangeError ? new InvalidArgumentError(error.message) : error
  }
}

/** An option whose value is a whole number from `least` to `most`. */
export function number(text: string, most: number = Number.MAX_SAFE_INTEGER, least = 0) {
  const parse = (given: string): number => {
    const value = /^[0-9]{1,16}$/.test(given) ? Number(given) : Number.NaN
    if (value >= least && value <= most) return value
    throw new RangeError(`Expected a whole number from ${least} to ${most}.`)
  }
  return { text, parse }
}

/** An option that may be repeated. */
export function repeated(text: string) {
  return { text, parse: (value: string, before: readonly string[] = []): readonly string[] => [...before, value] }
}
