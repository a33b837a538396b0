import { readInstant } from '../../spec/instant.ts'
import { isOwnWord } from '../../spec/mask.ts'
import { readNamedFile } from '../../spec/named-file.ts'
import { planNames } from '../../spec/names.ts'
import { shellLine } from '../../spec/shell.ts'
import { type FlagsOf, number, repeated } from './command.ts'
import { fileProblem, standardInput } from './files.ts'
import { hideGivenKey } from './given-keys.ts'
import { type Shell, UsageError } from './shell.ts'

/** Where the API key comes from. Exactly one of these is needed. */
export const keyOptions = {
  '--key-env <name>': 'the environment variable that holds the API key',
  '--key-file <file>': 'the file that holds the API key; - reads it from standard input',
  '--key <key>': 'the API key itself; other users of this machine may see it',
} as const

/** Which deployment is called, and with which key. */
export const addressOptions = {
  '--url <address>': 'the base address, such as https://staging.example/v1',
  ...keyOptions,
} as const

/** How a deployment is reached. */
export const reachOptions = {
  '--timeout <seconds>': { ...number('for a whole exchange', 600, 1), usual: 10 },
  '--ca <file>': 'certificate authorities to trust (PEM)',
  '--proxy <address>': 'the proxy to go through',
} as const

/** How long a command waits for the rate limit at most, at once. */
export function maxWaitOption(usualSeconds: number) {
  return {
    '--max-wait <seconds>': { ...number('the longest wait for the rate limit', 86_400), usual: usualSeconds },
  } as const
}

/** How traffic is judged. */
export const judgeOptions = {
  '--any-path': 'accept an address that does not end in /v1',
  '--plan <plan>': { text: 'the plan of the keys, to compare with X-RateLimit-Limit', choices: planNames },
  '--strict': 'count warnings, which a careful reader could defend, as broken',
  '--with-resets': 'tests reset the data meanwhile: leave out doubts that a reset explains',
} as const

/** Which reports are written, and what a result is compared with. */
export const reportOptions = {
  '--report <kind=file>': repeated('write a report: json, junit, markdown or html (repeatable)'),
  '--baseline <file>': 'the JSON report of an earlier run: say what is new, as before and mended',
  '--only-new': 'end with 1 only if a finding is not in the baseline',
  '--quiet': 'print only the report',
  '--json': 'print the JSON report in place of the text',
} as const

/** Which animals a mock starts with, or a file gets. */
export const animalOptions = {
  '--count <number>': number('how many, if the dataset can have any number'),
  '--seed <number>': { ...number('the seed of what is random in datasets and scenarios'), usual: 1 },
} as const

/** The largest port. */
export const mostPort = 65_535

/** The parsed flags that every command for deployments has. */
type DeploymentFlags = FlagsOf<typeof addressOptions & typeof reachOptions>

/** The day that --date names, in milliseconds since 1970. @throws {UsageError} if it is not a valid date */
export function dateIn({ date }: { readonly date?: string | undefined }): number | undefined {
  const milliseconds = readInstant(date ?? '')
  if (date === undefined || milliseconds !== undefined) return milliseconds
  throw new UsageError(`Cannot use the date "${date}": expected one such as 2031-01-01 or 2031-01-01T12:00:00Z.`)
}

/** These flags as they can be typed again, without the key and the password of a proxy. */
export function typedDeployment({ key, keyFile, keyEnv, timeout, ca, proxy }: DeploymentFlags) {
  return {
    key: key === undefined ? undefined : 'KEY',
    keyFile,
    keyEnv,
    timeout: timeout === 10 ? undefined : timeout,
    ca,
    proxy: proxy?.includes('@') === true ? 'PROXY' : proxy,
  }
}

/** The environment variables that npm sets for a script. */
type Environment = Readonly<Record<string, string | undefined>>

/**
 * The command line that starts a command the way this run was started. `animal-store` alone is on no PATH in this
 * repository, or where the package is a dependency of a project.
 * @param flags their values by the names that parsing gives them: `true` for a switch that is set
 */
export function typedCommand(
  command: string,
  flags: Readonly<Record<string, string | number | boolean | undefined>> = {},
  environment: Environment = process.env,
  program?: string,
): string {
  const words = Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    return value === true ? [flagOf(name)] : [flagOf(name), String(value)]
  })
  return shellLine([...typedProgram(environment, program), command, ...words])
}

/** A flag by the name that parsing gives it: `--key-env` for keyEnv. */
function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** The program as it was typed, or as npm runs it from this repository. */
function typedProgram({ npm_lifecycle_script: line = '' }: Environment, program = process.argv[1] ?? ''): string[] {
  if (/scripts\/(?:animal-store|start)\.ts/.test(line)) return ['npm', 'run', 'animal-store', '--']
  const isInstalled = /[\\/]node_modules[\\/]\.bin[\\/]/.test(program)
  return isInstalled || line.includes('animal-store') ? ['npx', 'animal-store'] : ['animal-store']
}

/** The command of these arguments as it can be typed again, without a port, a token and the password of an address. */
export function typedAgain(args: readonly string[], environment: Environment = process.env, program?: string): string {
  const kept = args.filter(
    (word, at) => !/^--(?:port|token)\b/.test(word) && !/^--(?:port|token)$/.test(args[at - 1] ?? ''),
  )
  return shellLine([
    ...typedProgram(environment, program),
    ...kept.map((word) => word.replace(/(rediss?:\/\/).*@/, '$1')),
  ])
}

/** Commands that a message names, as they can be typed here. */
export function withTypedProgram(message: string, environment: Environment = process.env, program?: string): string {
  return message.replaceAll(/(?<=: )animal-store\b/g, typedProgram(environment, program).join(' '))
}

const ways = 'Name one of --key-env NAME, --key-file FILE (- for standard input) and --key KEY.'

/**
 * Reads the API key. No message repeats a given text, because it may be the key in the wrong place.
 * @throws {UsageError} when it is missing, or cannot be a bearer credential (section 5)
 */
export async function readKey(flags: FlagsOf<typeof keyOptions>, shell: Shell): Promise<string> {
  const key = await givenKey(flags, shell)
  hideGivenKey(key)
  if (isOwnWord(key))
    shell.err(
      'The API key is also a word of the interface or a number, so it is not hidden in what is printed and written.\n',
    )
  return key
}

async function givenKey(flags: FlagsOf<typeof keyOptions>, shell: Shell): Promise<string> {
  const { key, keyEnv, keyFile } = flags
  const given = [key, keyEnv, keyFile].filter((flag) => flag !== undefined)
  if (given.length === 0) throw new UsageError(`Cannot call a deployment without an API key. ${ways}`)
  if (given.length > 1) throw new UsageError(`Cannot choose between ${given.length} API keys. ${ways}`)
  if (keyEnv !== undefined) return checkKey(process.env[keyEnv], variableName(keyEnv))
  if (keyFile !== undefined) return checkKey((await readKeyFile(keyFile)).trim(), keyFileName)
  shell.err('--key shows the API key in the list of processes and in the history of the shell: use --key-env.\n')
  return checkKey(key, '--key')
}

/** The variable, if its name is one that a shell can have: otherwise it may be the key in the wrong place. */
function variableName(keyEnv: string): string {
  const isName = keyEnv.length <= 40 && /^[A-Z]+(_[A-Z0-9]+)*$/.test(keyEnv)
  return isName ? `the environment variable ${keyEnv}` : 'the environment variable that --key-env names'
}

// Its name is not shown: it may be the key in the wrong place.
const keyFileName = 'the file that --key-file names'

const mostKeyBytes = 65_536

async function readKeyFile(keyFile: string): Promise<string> {
  try {
    return (keyFile === '-' ? await standardInput(mostKeyBytes) : readNamedFile(keyFile, true, mostKeyBytes)).toString()
  } catch (error) {
    throw new UsageError(`Cannot read the API key from ${keyFileName}: ${fileProblem(error, 'read')}.`)
  }
}

function checkKey(key: string | undefined, source: string): string {
  if (key === undefined) throw new UsageError(`Cannot read the API key: ${source} is not set. Set it, and export it.`)
  if (key === '') throw new UsageError(`Cannot read the API key: ${source} is empty.`)
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new UsageError(
    `Cannot use the API key from ${source}: a key has no spaces, line breaks or characters beyond ASCII. Give the key alone.`,
  )
}
