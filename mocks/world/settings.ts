import type { Dataset } from '../../fixtures/index.ts'
import {
  type OptionKind,
  type OptionKinds,
  aText,
  aWholeNumber,
  anObject,
  checkOptions,
  having,
} from '../../spec/check-options.ts'
import { isObject } from '../../spec/is-object.ts'
import { mostDelayMilliseconds } from '../call/call.ts'
import type { Pet } from '../../spec/made/types.ts'
import { thereIsNo } from '../../spec/messages.ts'
import { defaultProfile, parseProfile } from '../../spec/profile.ts'
import type { Profile } from '../../spec/made/choices.ts'
import { type ClockPatch, type ClockState, patchedClock, isClockPatch, isClockState, realTime } from './clock.ts'
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
  /** A fault that is on from the start; `null` for none, which is the default. */
  readonly fault?: string | null | undefined
  /** The time of the sandboxes. Default: real time. */
  readonly clock?: ClockState | ClockPatch | undefined
  /** How long each reply is held back, in milliseconds: a number, or the two ends of a range. */
  readonly latencyMilliseconds?: number | readonly [least: number, most: number] | undefined
  /** How many calls the journal of a sandbox keeps, and in how many bytes. Default: 1,000 in 8 MiB. */
  readonly journal?: { readonly [Name in keyof JournalBounds]?: JournalBounds[Name] | undefined } | undefined
  /** Choices for the silences of the interface. Those that it does not name have their default. */
  readonly profile?: Partial<Profile> | null | undefined
}

/** What `sandbox.set` changes. Settings and choices that it does not name stay; `profile: null` restores those of the start. */
export type SettingsPatch = Omit<GivenSettings, 'dataset' | 'count'>

/** All settings of a sandbox, except where its animals come from, because they change. */
export interface Settings {
  readonly seed: number
  readonly scenario: readonly Play[]
  readonly fault: string | undefined
  readonly clock: ClockState
  readonly latencyMilliseconds: number | readonly [least: number, most: number]
  readonly journal: JournalBounds
  readonly profile: Profile
}

/** What settings depend on, beside their values. */
export interface Surroundings {
  readonly realNow: () => number
  /** The faults that are registered with the store. */
  readonly faultIds: readonly string[]
}

/** What a setting is in a sandbox. */
interface SandboxSetting<Given, Kept> {
  readonly usual: Kept
  /**
   * What a sandbox keeps of a given value. @param initial what the sandbox began with
   * @throws {SandboxError} {OptionsError} {ProfileError} if the value does not exist, or does not fit
   */
  readonly keep: (given: Exclude<Given, undefined>, before: Kept, initial: Kept, around: Surroundings) => Kept
}

type Setting<Name extends keyof GivenSettings> = { readonly kind: OptionKind } & (Name extends keyof Settings
  ? SandboxSetting<GivenSettings[Name], Settings[Name]>
  : unknown)

/** As many calls as a journal may keep. */
export const mostEntries = 100_000
/** As many as all journals of a store may take together. */
export const mostJournalBytes = 128 * 1024 * 1024

const aDataset = having('load', 'a dataset')
const aLatency: OptionKind = {
  expected: `milliseconds from 0 to ${mostDelayMilliseconds}, or the two ends of a range`,
  accepts: isLatency,
}
const bounds: OptionKind = {
  expected: `{ entries, bytes }, whole numbers from 1 to ${mostEntries} and to ${mostJournalBytes}`,
  accepts: areBounds,
}

/** Every setting, once: what it may be, and what a sandbox keeps of it. `state-link/setting-texts.ts` has its text. */
const settingTable: { readonly [Name in keyof GivenSettings]-?: Setting<Name> } = {
  dataset: {
    kind: {
      expected: 'the name of a dataset, the path of a file, a dataset or an array of animals',
      accepts: (value) => typeof value === 'string' || Array.isArray(value) || aDataset.accepts(value),
    },
  },
  count: { kind: aWholeNumber(0) },
  seed: {
    kind: aWholeNumber(),
    usual: 1,
    keep: (seed) => seed,
  },
  scenario: {
    kind: {
      expected: 'the id of a scenario, { scenario, operation, calls } or an array of these',
      accepts: (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
    },
    usual: [],
    keep: (given) => (typeof given === 'string' ? [{ scenario: given }] : [given].flat()).map(checkedPlay),
  },
  fault: {
    kind: { expected: 'the id of a fault, or null', accepts: (value) => value === null || aText.accepts(value) },
    usual: undefined,
    keep: (id, _before, _initial, { faultIds }) => (id === null ? undefined : knownFault(id, faultIds)),
  },
  clock: {
    kind: {
      expected: '{ mode, at }, such as { mode: "frozen", at: "2030-12-05" }',
      accepts: (value) => isClockState(value) || isClockPatch(value),
    },
    usual: realTime,
    keep: (given, before, _initial, { realNow }) =>
      isClockState(given) ? given : patchedClock(given, before, realNow),
  },
  latencyMilliseconds: {
    kind: aLatency,
    usual: 0,
    keep: (latency) => latency,
  },
  journal: {
    kind: bounds,
    usual: usualBounds,
    keep: ({ entries, bytes }, before) => ({ entries: entries ?? before.entries, bytes: bytes ?? before.bytes }),
  },
  profile: {
    kind: { expected: 'an object, or null', accepts: (value) => value === null || anObject.accepts(value) },
    usual: defaultProfile,
    keep: (chosen, before, initial) => (chosen === null ? initial : parseProfile(chosen, before)),
  },
}

const { dataset: _dataset, count: _count, ...ofSandbox } = settingTable

export const settingKinds = kindsOf<GivenSettings>(settingTable)
const patchKinds = kindsOf<SettingsPatch>(ofSandbox)

function kindsOf<Given>(rows: { readonly [Name in keyof Given]-?: { readonly kind: OptionKind } }): OptionKinds<Given> {
  const kinds = Object.entries<{ readonly kind: OptionKind }>(rows).map(([name, { kind }]) => [name, kind])
  return Object.fromEntries(kinds) as OptionKinds<Given>
}

/** The rows of a sandbox, for a loop: the compiler cannot follow that name, value and row belong together. */
const rowsOfSandbox = Object.entries(ofSandbox) as unknown as readonly (readonly [
  name: keyof Settings,
  row: SandboxSetting<unknown, unknown>,
])[]

export const usualSettings = Object.fromEntries(
  rowsOfSandbox.map(([name, { usual }]) => [name, usual]),
) as unknown as Settings

/**
 * Adds the defaults. The kinds of the settings were checked before.
 * @throws {ProfileError} {SandboxError} {OptionsError} if a choice, a scenario or a fault does not exist, or does not fit
 */
export function completeSettings(given: GivenSettings, around: Surroundings): Settings {
  return keptSettings(given, usualSettings, usualSettings, around)
}

/** The settings with a change. @throws {OptionsError} and as {@link completeSettings}, naming the first that is wrong */
export function patchedSettings(
  patch: SettingsPatch,
  before: Settings,
  initial: Settings,
  around: Surroundings,
): Settings {
  checkOptions('sandbox.set', patch, patchKinds)
  return keptSettings(patch, before, initial, around)
}

function keptSettings(given: SettingsPatch, before: Settings, initial: Settings, around: Surroundings): Settings {
  const kept = rowsOfSandbox.map(([name, { keep }]) => [
    name,
    given[name] === undefined ? before[name] : keep(given[name], before[name], initial[name], around),
  ])
  return Object.fromEntries(kept) as Settings
}

/** Whether a person, or a call that used up a scenario, changed these settings. */
export function areChanged(now: Settings, initial: Settings): boolean {
  return rowsOfSandbox.some(([name]) => JSON.stringify(now[name]) !== JSON.stringify(initial[name]))
}

function knownFault(id: string, faultIds: readonly string[]): string {
  if (faultIds.includes(id)) return id
  throw new SandboxError(thereIsNo('fault', id, faultIds, 'See: animal-store list faults.'))
}

function isLatency(value: unknown): boolean {
  const [least, most, ...more]: readonly unknown[] = Array.isArray(value) ? value : [value, value]
  const isFine = typeof least === 'number' && typeof most === 'number' && more.length === 0
  return isFine && least >= 0 && least <= most && most <= mostDelayMilliseconds
}

function areBounds(value: unknown): boolean {
  const most: Readonly<Record<string, number>> = { entries: mostEntries, bytes: mostJournalBytes }
  const isBound = ([name, bound = 1]: [string, unknown]) =>
    aWholeNumber(1).accepts(bound) && Number(bound) <= (most[name] ?? 0)
  return isObject(value) && Object.entries(value).every(isBound)
}
