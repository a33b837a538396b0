import type { AnimalStoreOptions, FaultId, KeyOption, Play } from '../../../mocks/index.ts'
import { readPlay } from '../../../mocks/world/state-link.ts'
import {
  type Profile,
  ProfileError,
  givenChoices,
  isObject,
  parseProfile,
  readJsonBytes,
  shellWord,
} from '../../../spec/index.ts'
import { readFileOf } from '../files.ts'
import { UsageError } from '../shell.ts'
import type { MockFlags } from './mock-command.ts'

type StoreFlags = Partial<MockFlags> & Pick<MockFlags, 'seed'>

/**
 * What the flags ask of the store; its animals left out.
 * @throws {UsageError} and the errors of the core, for unknown names and unusable values
 */
export function storeOptions(flags: StoreFlags): AnimalStoreOptions {
  const { scenario = [], fault, keys, latency, clock, seed, room, allRoom, sandboxes } = flags
  return {
    seed,
    profile: profileOf(flags),
    scenario: scenario.map(parsePlay),
    keys: keys === undefined ? undefined : readKeys(keys),
    latencyMilliseconds: latency,
    clock,
    roomBytes: room,
    allRoomBytes: allRoom,
    maxSandboxes: sandboxes,
    // The store knows which faults there are, and says so.
    fault: fault as FaultId | undefined,
  }
}

/** Reads `ID`, `ID:OPERATION`, `ID:CALLS` or `ID:OPERATION:CALLS`. @throws {UsageError} when it is none of them */
export function parsePlay(text: string): Play {
  const play = readPlay(text)
  if (typeof play === 'string') throw new UsageError(`Cannot play "${text}": ${play}`)
  return play
}

/** Reads the file of --profile, then each --choose; later choices win. */
function profileOf({ profile: path, choose = [] }: StoreFlags): Profile {
  const profile = parseProfile(path === undefined ? {} : readProfile(path))
  return choose.reduce((chosen, text) => parseProfile(readChoice(text), chosen), profile)
}

/** The choices that a file has. @throws {UsageError} when it is no profile */
export function readProfile(path: string): Partial<Profile> {
  return inFile(path, () => givenChoices(readJsonFile('profile', path)))
}

/** Reads `SILENCE=CHOICE`. @throws {UsageError} when there is no `=` */
function readChoice(text: string): Record<string, string> {
  const equals = text.indexOf('=')
  if (equals > 0) return { [text.slice(0, equals)]: text.slice(equals + 1) }
  const hint = text.endsWith('.json') ? ` For a file, use --profile ${shellWord(text)}.` : ''
  throw new UsageError(`Cannot choose "${text}": expected SILENCE=CHOICE, such as list-order=newest-first.${hint}`)
}

const keyMembers = ['plan', 'standing', 'start', 'sandbox']

/** Reads a file of keys. What plans and standings there are is known to the core. */
function readKeys(path: string): Record<string, KeyOption> {
  const keys = readJsonFile('keys', path)
  const isFine =
    isObject(keys) && Object.values(keys).every((option) => typeof option === 'string' || isKeyOption(option))
  if (!isFine) {
    throw new UsageError(
      `Cannot use the file of keys ${path}: expected an object of keys, each with a plan ("pro") or an object of texts ` +
        'with plan, standing, start and sandbox, such as {"my-key-1": "pro", "my-key-2": {"plan": "free", "start": "last"}}.',
    )
  }
  return keys as Record<string, KeyOption>
}

function isKeyOption(option: unknown): boolean {
  return (
    isObject(option) &&
    Object.entries(option).every(([name, value]) => keyMembers.includes(name) && typeof value === 'string')
  )
}

function readJsonFile(what: 'profile' | 'keys', path: string): unknown {
  const hint = what === 'profile' && path.includes('=') ? ` For a single choice, use --choose ${shellWord(path)}.` : ''
  const reading = readJsonBytes(readFileOf(`--${what}`, path, hint))
  if (reading.ok) return reading.value
  throw new UsageError(`Cannot read the file of --${what}, ${path}: it is no JSON (${reading.problem}).`)
}

// A file that is no profile at all has a problem in each line.
const mostProblems = 3

/** Says in which file it was that choices do not fit. */
function inFile<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    throw new UsageError(`Cannot use the profile in ${path}: ${shownProblems(error)}`)
  }
}

/** Why a file is no profile, in short. */
export function shownProblems({ problems }: ProfileError): string {
  const more = problems.length - mostProblems
  return [...problems.slice(0, mostProblems), ...(more > 0 ? [`And ${more} more problems.`] : [])].join(' ')
}
