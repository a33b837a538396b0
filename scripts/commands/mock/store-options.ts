import { type AnimalStoreOptions, type KeyOption, KeyRing } from '../../../mocks/entry.ts'
import {
  type LinkedState,
  type PartName,
  type SettingName,
  partName,
  settingNames,
} from '../../../mocks/state-link/setting-texts.ts'
import {
  type Learned,
  type Profile,
  ProfileError,
  givenChoices,
  isObject,
  learnedIn,
  readJsonBytes,
} from '../../../spec/index.ts'
import { readFileOf } from '../files.ts'
import { UsageError } from '../shell.ts'
import type { MockFlags } from './mock-flags.ts'

/** The flags that give settings. A setting without a flag does not compile. */
type SettingFlags = Pick<MockFlags, PartName<SettingName>>

type StoreFlags = Partial<
  SettingFlags & Pick<MockFlags, 'choose' | 'keys' | 'sandboxBytes' | 'totalBytes' | 'sandboxes' | 'strictSandboxes'>
>

/**
 * The options of the store that the flags give.
 * @param profile the choices of the file of --profile
 * @throws {UsageError} and the errors of the core, for unknown names and unusable values
 */
export function storeOptions(flags: StoreFlags, profile: Partial<Profile> = {}): AnimalStoreOptions {
  const values: Readonly<Record<string, unknown>> = { ...flags }
  const settings: LinkedState = Object.fromEntries(settingNames.map((name) => [name, values[partName(name)]]))
  const { keys, sandboxBytes, totalBytes, sandboxes, strictSandboxes } = flags
  return {
    ...settings,
    // What is chosen by a flag replaces what the file chooses.
    profile: { ...profile, ...flags.choose },
    keys: keys === undefined ? undefined : readKeys(keys),
    sandboxBytes,
    totalBytes,
    maxSandboxes: sandboxes,
    strictSandboxes,
  }
}

/** Reads the choices of a file, and how they were learned if it says so. @throws {UsageError} if it is not a valid profile */
export function readProfile(path: string): { choices: Partial<Profile>; learned: Learned | undefined } {
  // Once: it may be a pipe.
  const file = readJsonFile('profile', path)
  return { choices: saying(`Cannot use the profile in ${path}`, () => givenChoices(file)), learned: learnedIn(file) }
}

/** Reads `SILENCE=CHOICE`. @throws {UsageError} when it is invalid */
export function readChoice(text: string): Partial<Profile> {
  const equals = text.indexOf('=')
  if (equals > 0)
    return saying('Cannot use --choose', () => givenChoices({ [text.slice(0, equals)]: text.slice(equals + 1) }))
  throw new UsageError(
    `Cannot choose "${text}": expected SILENCE=CHOICE, such as list-order=newest-first. A file goes with --profile.`,
  )
}

/** Reads a file of keys. The core checks each of them. */
function readKeys(path: string): Record<string, KeyOption> {
  const keys = readJsonFile('keys', path)
  if (!isObject(keys)) {
    throw new UsageError(
      `Cannot use the file of keys ${path}: expected an object of keys, each with a plan ("pro") or an object of texts ` +
        'with plan, standing, start, sandbox, from and until, such as {"my-key-1": "pro", "my-key-2": {"plan": "free", "start": "last"}}.',
    )
  }
  try {
    return Object.fromEntries(new KeyRing(keys as Record<string, KeyOption>).own)
  } catch (error) {
    throw new UsageError(
      `Cannot use the file of keys ${path}. ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function readJsonFile(what: 'profile' | 'keys', path: string): unknown {
  const reading = readJsonBytes(readFileOf(`--${what}`, path))
  if (reading.ok) return reading.value
  throw new UsageError(`Cannot read the file of --${what}, ${path}: it is no JSON (${reading.problem}).`)
}

// If the file is something else, every line is a problem.
const mostProblems = 3

/** Says of a ProfileError where the choices come from. */
function saying<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    throw new UsageError(`${what}: ${shownProblems(error)}`)
  }
}

/** Why a file is not a valid profile, in short. */
export function shownProblems({ problems }: ProfileError): string {
  const more = problems.length - mostProblems
  return [...problems.slice(0, mostProblems), ...(more > 0 ? [`And ${more} more problems.`] : [])].join(' ')
}
