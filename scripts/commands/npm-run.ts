import { UsageError } from './shell.ts'

/** What npm says to a script of its own run, by environment variables. */
type Environment = Readonly<Record<string, string | undefined>>

/** The script of npm that runs this command line, and its text; `undefined` outside npm. */
function npmScript({ npm_lifecycle_event: name, npm_lifecycle_script: line = '' }: Environment) {
  // What a script of another kind starts has the variables of that script.
  return name === undefined || !line.includes('animal-store') ? undefined : { name, line: line.trimEnd() }
}

/**
 * Refuses a run of which npm kept some flags for itself, because they were not put after `--`. Without them the command
 * would do something else, or complain about a value whose flag it never saw.
 * @param flags the long names of the flags that the command has, such as `--port`
 * @param rest what stands after the name of the command
 * @throws {UsageError} with the command that was meant
 */
export function refuseKeptFlags(
  command: string,
  flags: readonly string[],
  rest: readonly string[],
  environment: Environment,
): void {
  const script = npmScript(environment)
  if (script === undefined) return
  const kept = flags.flatMap((flag) => {
    const value = environment[`npm_config_${flag.slice(2).replaceAll('-', '_')}`]
    return value === undefined ? [] : [{ flag, value }]
  })
  if (kept.length === 0) return
  const isNamed = script.line.endsWith(` ${command}`)
  const start = `${script.name === 'start' ? 'npm start' : `npm run ${script.name}`} -- ${isNamed ? '' : `${command} `}`
  throw new UsageError(
    `npm kept ${kept.map(({ flag }) => flag).join(' and ')} for itself: flags go after "--". ` +
      `Write: ${start}${meant(kept, rest)}`,
  )
}

/** The flags as they were written. npm says "true" of one whose value it took for something else. */
function meant(kept: readonly { readonly flag: string; readonly value: string }[], rest: readonly string[]): string {
  const bare = kept.filter(({ value }) => value === 'true')
  const whole = kept.map(({ flag, value }) => (value === 'true' ? flag : `${flag} ${value}`))
  if (bare.length === 0 || rest.length === 0) return [...rest, ...whole].join(' ')
  if (bare.length > 1 || rest.length > 1) return `${whole.join(' … ')} …`
  return [...whole.filter((text) => text !== bare[0]?.flag), bare[0]?.flag, ...rest].join(' ')
}

/**
 * The command line that starts a command again the way this run was started: `animal-store` alone is found neither in
 * this repository nor where the package is installed in a project.
 * @param flags their values by name: `true` for a switch that is set, `undefined` for a flag that is left out
 */
export function typedCommand(
  command: string,
  flags: Readonly<Record<string, string | true | undefined>> = {},
  environment: Environment = process.env,
): string {
  const words = Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined) return []
    return value === true ? [name] : [name, shellWord(value)]
  })
  return [typedStart(command, npmScript(environment)), ...words].join(' ')
}

function typedStart(command: string, script: ReturnType<typeof npmScript>): string {
  if (script === undefined) return `animal-store ${command}`
  const { name, line } = script
  if (line.endsWith('animal-store.ts')) return `npm run ${name} -- ${command}`
  // A script with flags of its own, as projects have, cannot be given others in their place.
  return line.endsWith(`animal-store.ts ${command}`) ? `npm run ${name} --` : `npx animal-store ${command}`
}

/** A text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
