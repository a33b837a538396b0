/** What npm says to what it starts, by environment variables. */
type Environment = Readonly<Record<string, string | undefined>>

/**
 * What stands before the flags of a command when it is typed again the way this run was: `animal-store` alone is found
 * neither in this repository nor where the package is installed in a project.
 */
export function typedCommand(command: string, environment: Environment = process.env): string {
  const { npm_lifecycle_event: script, npm_lifecycle_script: line = '' } = environment
  // What a script of another kind starts has the variables of that script.
  if (script === undefined || !line.includes('animal-store')) return `animal-store ${command}`
  if (line.endsWith('animal-store.ts')) return `npm run ${script} -- ${command}`
  // A script with flags of its own, as projects have, cannot be given others in their place.
  return line.endsWith(`animal-store.ts ${command}`) ? `npm run ${script} --` : `npx animal-store ${command}`
}
