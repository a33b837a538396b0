import { UsageError } from './usage-error.ts'

/** What npm says to a script of its own run, by environment variables. */
type Environment = Readonly<Record<string, string | undefined>>

/**
 * Refuses a run of which npm kept some flags for itself, because they were not put after `--`. Without them the command
 * would do something else than it was asked for, or complain of a value whose flag it never saw.
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
  const { npm_lifecycle_event: script, npm_lifecycle_script: line = '' } = environment
  // What a script of another kind starts has the variables of that script.
  if (script === undefined || !line.includes('animal-store')) return
  const kept = flags.flatMap((flag) => {
    const value = environment[`npm_config_${flag.slice(2).replaceAll('-', '_')}`]
    return value === undefined ? [] : [{ flag, value }]
  })
  if (kept.length === 0) return
  const isNamed = line.trimEnd().endsWith(` ${command}`)
  const start = `${script === 'start' ? 'npm start' : `npm run ${script}`} -- ${isNamed ? '' : `${command} `}`
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
