import { readFileSync } from 'node:fs'
import { text as textOf } from 'node:stream/consumers'
import type { FlagsOf } from './command.ts'
import type { keyOptions } from './deployment.ts'
import { UsageError } from './exits.ts'
import { codeOf, fileProblem } from './files.ts'
import type { Shell } from './shell.ts'

/** Where the API key comes from; one of them. */
export type KeyFlags = FlagsOf<typeof keyOptions>

const ways = 'Name one of --key-env NAME, --key-file FILE (- for standard input) and --key KEY.'

/**
 * Reads the API key. No message repeats what was given, because it may be the key in the wrong place.
 * @throws {UsageError} when it is missing, or cannot be a bearer credential (section 5)
 */
export async function readKey(flags: KeyFlags, shell: Shell, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const { key, keyEnv, keyFile } = flags
  const given = [key, keyEnv, keyFile].filter((flag) => flag !== undefined)
  if (given.length === 0) throw new UsageError(`Cannot call a deployment without an API key. ${ways}`)
  if (given.length > 1) throw new UsageError(`Cannot choose between ${given.length} API keys. ${ways}`)
  if (keyEnv !== undefined) return checkKey(env[keyEnv], 'the environment variable that --key-env names')
  if (keyFile !== undefined) return checkKey((await readKeyFile(keyFile)).trim(), 'what --key-file names')
  shell.err('--key shows the API key in the list of processes and in the history of the shell: use --key-env.\n')
  return checkKey(key, '--key')
}

async function readKeyFile(keyFile: string): Promise<string> {
  try {
    return keyFile === '-' ? await textOf(process.stdin) : readFileSync(keyFile, 'utf8')
  } catch (error) {
    // Without the message of the system: it repeats the path, which may be the key.
    const reason = fileProblem(codeOf(error), 'read')
    throw new UsageError(`Cannot read the API key from the file that --key-file names: ${reason}.`)
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
