import type { Dataset } from '../../fixtures/index.ts'
import {
  type OptionKinds,
  type Pet,
  type Profile,
  aText,
  aWholeNumber,
  anObject,
  having,
  isObject,
  parseProfile,
  thereIsNo,
} from '../../spec/index.ts'
import { type ClockState, isClockState } from './clock.ts'
import { type FaultId, faultIds } from '../faults/made/fault-ids.ts'
import { type JournalBounds, usualBounds } from '../journal/journal.ts'
import { type Play, checkedPlay } from './plays.ts'
import { SandboxError } from './sandbox-error.ts'
import type { ScenarioName } from './scenarios.ts'

/** The settings of a mock, in code, flags and links. Each has a default: spec/decisions/0165-one-table-of-settings.md. */
export interface GivenSettings {
  /** The animals at the start: a dataset by name, a file by its path (not in a browser), or your own. Default: `demo`. */
  readonly dataset?: string | Dataset | readonly Pet[] | undefined
  /** How many animals of a dataset that can be made in any number. */
  readonly count?: number | undefined
  /** The seed of datasets and of scenarios that depend on chance. Default: 1. */
  readonly seed?: number | undefined
  /** Scenarios that are played from the start. If several match a call, the first one wins. */
  readonly scenario?: ScenarioName | Play | readonly Play[] | undefined
  /** A fault that is on from the start. */
  readonly fault?: FaultId | undefined
  /** The time of the sandboxes. Default: real time. */
  readonly clock?: ClockState | undefined
  /** How long each reply is held back, in milliseconds: a number, or the two ends of a range. */
  readonly latencyMilliseconds?: number | readonly [least: number, most: number] | undefined
  /** How many calls the journal of a sandbox keeps, and in how many bytes. Default: 1,000 in 8 MiB. */
  readonly journal?: { readonly [Name in keyof JournalBounds]?: JournalBounds[Name] | undefined } | undefined
  /** Choices for the silences of the interface. Silences that it does not name have their default. */
  readonly profile?: Partial<Profile> | undefined
}

type Complete<Given> = { readonly [Name in keyof Given]-?: Exclude<Given[Name], undefined> }

/** All settings of a sandbox, except where its animals come from, because they change. */
export interface Settings extends Omit<
  Complete<GivenSettings>,
  'dataset' | 'count' | 'scenario' | 'fault' | 'journal' | 'profile'
> {
  readonly scenario: readonly Play[]
  readonly fault: FaultId | undefined
  readonly journal: JournalBounds
  readonly profile: Profile
}

const mostLatencyMilliseconds = 600_000

/** As many calls as a journal may keep. */
export const mostEntries = 100_000
/** As many as all journals of a store may take together. */
export const mostJournalBytes = 128 * 1024 * 1024

const aDataset = having('load', 'a dataset')

export const settingKinds: OptionKinds<GivenSettings> = {
  dataset: {
    expected: 'the name of a dataset, the path of a file, a dataset or an array of animals',
    accepts: (value) => typeof value === 'string' || Array.isArray(value) || aDataset.accepts(value),
  },
  count: aWholeNumber(0),
  seed: aWholeNumber(),
  scenario: {
    expected: 'the id of a scenario, { scenario, operation, calls } or an array of these',
    accepts: (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
  },
  fault: aText,
  clock: {
    expected:
      '{ mode: "frozen", atMilliseconds } with an instant from 1970 to 9899, or { mode: "running", offsetMilliseconds }',
    accepts: isClockState,
  },
  latencyMilliseconds: {
    expected: `milliseconds from 0 to ${mostLatencyMilliseconds}, or the two ends of a range`,
    accepts: isLatency,
  },
  journal: {
    expected: `{ entries, bytes }, whole numbers from 1 to ${mostEntries} and to ${mostJournalBytes}`,
    accepts: areBounds,
  },
  profile: anObject,
}

/**
 * Adds the defaults. The kinds of the settings were checked before.
 * @throws {ProfileError} {SandboxError} {OptionsError} if a choice, a scenario or a fault does not exist, or does not fit
 */
export function completeSettings(given: GivenSettings): Settings {
  const { seed = 1, scenario = [], fault, latencyMilliseconds = 0, journal = {}, profile = {} } = given
  const { entries = usualBounds.entries, bytes = usualBounds.bytes } = journal
  const { clock = { mode: 'running', offsetMilliseconds: 0 } } = given
  const plays = typeof scenario === 'string' ? [{ scenario }] : [scenario].flat()
  return {
    seed,
    scenario: plays.map(checkedPlay),
    fault: fault === undefined ? undefined : knownFault(fault),
    clock,
    latencyMilliseconds,
    journal: { entries, bytes },
    profile: parseProfile(profile),
  }
}

/** @throws {SandboxError} when there is no such fault */
export function knownFault(id: string): FaultId {
  const found = faultIds.find((known) => known === id)
  if (found !== undefined) return found
  throw new SandboxError(thereIsNo('fault', id, faultIds, 'See: animal-store list faults.'))
}

function isLatency(value: unknown): boolean {
  const [least, most, ...more]: readonly unknown[] = Array.isArray(value) ? value : [value, value]
  const isFine = typeof least === 'number' && typeof most === 'number' && more.length === 0
  return isFine && least >= 0 && least <= most && most <= mostLatencyMilliseconds
}

function areBounds(value: unknown): boolean {
  const most: Readonly<Record<string, number>> = { entries: mostEntries, bytes: mostJournalBytes }
  const isBound = ([name, bound = 1]: [string, unknown]) =>
    aWholeNumber(1).accepts(bound) && Number(bound) <= (most[name] ?? 0)
  return isObject(value) && Object.entries(value).every(isBound)
}
