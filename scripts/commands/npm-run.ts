/** What npm says to a script of its own run, by environment variables. */
type Environment = Readonly<Record<string, string | undefined>>

/**
 * The command line that starts a command again the way this run was started: `animal-store` alone is found neither in
 * this repository nor where the package is installed in a project.
 * @param flags their values by the names that parsing gives them: `true` for a switch that is set
 */
export function typedCommand(
  command: string,
  flags: Readonly<Record<string, string | number | boolean | undefined>> = {},
  environment: Environment = process.env,
): string {
  const words = Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    return value === true ? [flag] : [flag, shellWord(String(value))]
  })
  return [typedStart(command, environment), ...words].join(' ')
}

function typedStart(command: string, { npm_lifecycle_event: name, npm_lifecycle_script }: Environment): string {
  const line = npm_lifecycle_script?.trimEnd() ?? ''
  // What a script of another kind starts has the variables of that script.
  if (!line.includes('animal-store')) return `animal-store ${command}`
  if (line.endsWith('animal-store.ts')) return `npm run ${name} -- ${command}`
  // A script with flags of its own, as projects have, cannot be given others in their place.
  return line.endsWith(`animal-store.ts ${command}`) ? `npm run ${name} --` : `npx animal-store ${command}`
}

/** A text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
