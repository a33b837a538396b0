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
import type { Pet } from '../../spec/made/types.ts'
import { thereIsNo } from '../../spec/messages.ts'
import { defaultProfile, parseProfile } from '../../spec/profile.ts'
import type { Profile } from '../../spec/silences.ts'
import {
  type ClockPatch,
  type ClockState,
  patchedClock,
  clockText,
  isClockPatch,
  isClockState,
  readClock,
  realTime,
} from './clock.ts'
import { type JournalBounds, usualBounds } from '../journal/journal.ts'
import { type Play, areOtherPlays, checkedPlay, playTexts, readPlay } from './plays.ts'
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

/** The state that a link describes. What it does not name has its default. `createAnimalStore` takes it as it is. */
export interface LinkedState extends GivenSettings {
  /** A dataset by its name, or a file by its path. */
  readonly dataset?: string | undefined
  /** The scenarios that are played. If several match a call, the first one wins. */
  readonly scenario?: readonly Play[] | undefined
  readonly fault?: string | undefined
  readonly clock?: ClockState | undefined
}

/** Every setting that is one text in links and flags. Choices are texts by themselves. */
export type SettingName = Exclude<keyof LinkedState, 'profile'>

/** How a setting is written as text, in a link or as the value of a flag. */
interface SettingText<Value> {
  /**
   * @param now the real time, in milliseconds since 1970
   * @param before the value so far, if a link may name the setting several times
   * @throws {RangeError} {SandboxError} {OptionsError} saying what is allowed
   */
  readonly read: (text: string, now: number, before?: Value) => NonNullable<Value>
  readonly write: (value: NonNullable<Value>, now: number) => string | readonly string[]
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
  /** Whether a sandbox with this value holds something that its start does not have. Default: it is another value. */
  readonly isOther?: (value: Kept, initial: Kept) => boolean
}

type Setting<Name extends keyof GivenSettings> = { readonly kind: OptionKind } & (Name extends SettingName
  ? { readonly text: SettingText<LinkedState[Name]> }
  : unknown) &
  (Name extends keyof Settings ? SandboxSetting<GivenSettings[Name], Settings[Name]> : unknown)

const mostLatencyMilliseconds = 600_000

/** As many calls as a journal may keep. */
const mostEntries = 100_000
/** As many as all journals of a store may take together. */
export const mostJournalBytes = 128 * 1024 * 1024

const aDataset = having('load', 'a dataset')
const aCount = aWholeNumber(0)
const aSeed = aWholeNumber()
const aLatency: OptionKind = {
  expected: `milliseconds from 0 to ${mostLatencyMilliseconds}, or the two ends of a range`,
  accepts: isLatency,
}
const bounds: OptionKind = {
  expected: `{ entries, bytes }, whole numbers from 1 to ${mostEntries} and to ${mostJournalBytes}`,
  accepts: areBounds,
}

/** Every setting, once: what it may be, what a sandbox keeps of it, and how links and flags write it. */
const settingTable: { readonly [Name in keyof GivenSettings]-?: Setting<Name> } = {
  dataset: {
    kind: {
      expected: 'the name of a dataset, the path of a file, a dataset or an array of animals',
      accepts: (value) => typeof value === 'string' || Array.isArray(value) || aDataset.accepts(value),
    },
    text: { read: (name) => name, write: (name) => name },
  },
  count: { kind: aCount, text: { read: (text) => readNumber(aCount, text), write: String } },
  seed: {
    kind: aSeed,
    usual: 1,
    keep: (seed) => seed,
    text: { read: (text) => readNumber(aSeed, text), write: String },
  },
  scenario: {
    kind: {
      expected: 'the id of a scenario, { scenario, operation, calls } or an array of these',
      accepts: (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
    },
    usual: [],
    keep: (given) => (typeof given === 'string' ? [{ scenario: given }] : [given].flat()).map(checkedPlay),
    isOther: areOtherPlays,
    text: { read: (text, _now, before = []) => [...before, readPlay(text)], write: playTexts },
  },
  fault: {
    kind: { expected: 'the id of a fault, or null', accepts: (value) => value === null || aText.accepts(value) },
    usual: undefined,
    keep: (id, _before, _initial, { faultIds }) => (id === null ? undefined : knownFault(id, faultIds)),
    text: { read: (id) => id, write: (id) => id },
  },
  clock: {
    kind: {
      expected: '{ mode, at }, such as { mode: "frozen", at: "2030-12-05" }',
      accepts: (value) => isClockState(value) || isClockPatch(value),
    },
    usual: realTime,
    keep: (given, before, _initial, { realNow }) =>
      isClockState(given) ? given : patchedClock(given, before, realNow),
    text: { read: readClock, write: clockText },
  },
  latencyMilliseconds: {
    kind: aLatency,
    usual: 0,
    keep: (latency) => latency,
    text: { read: readLatency, write: (latency) => [latency].flat().map(Math.round).join('-') },
  },
  journal: {
    kind: bounds,
    usual: usualBounds,
    keep: ({ entries, bytes }, before) => ({ entries: entries ?? before.entries, bytes: bytes ?? before.bytes }),
    text: {
      read: readJournal,
      write: ({ entries, bytes }) => `${entries ?? usualBounds.entries}:${bytes ?? usualBounds.bytes}`,
    },
  },
  profile: {
    kind: { expected: 'an object, or null', accepts: (value) => value === null || anObject.accepts(value) },
    usual: defaultProfile,
    keep: (chosen, before, initial) => (chosen === null ? initial : parseProfile(chosen, before)),
  },
}

const { dataset: _dataset, count: _count, ...ofSandbox } = settingTable
const { profile: _profile, ...withText } = settingTable

/** How each setting is written, in the order in which links have them. */
export const settingTexts = Object.fromEntries(
  Object.entries(withText).map(([name, { text }]) => [name, text]),
) as unknown as { readonly [Name in SettingName]: SettingText<LinkedState[Name]> }

export const settingNames = Object.keys(settingTexts) as readonly SettingName[]

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

/** Whether a person changed these settings. Calls alone only use up scenarios that have a number of calls. */
export function areChanged(now: Settings, initial: Settings): boolean {
  return rowsOfSandbox.some(([name, { isOther = differ }]) => isOther(now[name], initial[name]))
}

function differ(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other)
}

/** The name of a setting in links and flags: there, its unit is left out. */
export type PartName<Name> = Name extends `${infer Short}Milliseconds` ? Short : Name

export function partName(name: SettingName): string {
  return name.replace(/Milliseconds$/, '')
}

function knownFault(id: string, faultIds: readonly string[]): string {
  if (faultIds.includes(id)) return id
  throw new SandboxError(thereIsNo('fault', id, faultIds, 'See: animal-store list faults.'))
}

function readNumber({ accepts, expected }: OptionKind, text: string): number {
  const value = /^-?[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (accepts(value)) return value
  throw new RangeError(`Expected ${expected}.`)
}

function isLatency(value: unknown): boolean {
  const [least, most, ...more]: readonly unknown[] = Array.isArray(value) ? value : [value, value]
  const isFine = typeof least === 'number' && typeof most === 'number' && more.length === 0
  return isFine && least >= 0 && least <= most && most <= mostLatencyMilliseconds
}

/** Reads `MS` or `MIN-MAX`. */
function readLatency(text: string): Settings['latencyMilliseconds'] {
  const [, least, most = least] = /^([0-9]{1,6})(?:-([0-9]{1,6}))?$/.exec(text) ?? []
  const latency = least === most ? Number(least) : ([Number(least), Number(most)] as const)
  if (isLatency(latency)) return latency
  throw new RangeError(`Expected ${aLatency.expected}, such as 250 or 100-400.`)
}

function areBounds(value: unknown): boolean {
  const most: Readonly<Record<string, number>> = { entries: mostEntries, bytes: mostJournalBytes }
  const isBound = ([name, bound = 1]: [string, unknown]) =>
    aWholeNumber(1).accepts(bound) && Number(bound) <= (most[name] ?? 0)
  return isObject(value) && Object.entries(value).every(isBound)
}

/** Reads `CALLS` or `CALLS:BYTES`. */
function readJournal(text: string): NonNullable<GivenSettings['journal']> {
  const [, entries, bytes] = /^([0-9]{1,10})(?::([0-9]{1,10}))?$/.exec(text) ?? []
  const given = { entries: Number(entries), ...(bytes === undefined ? {} : { bytes: Number(bytes) }) }
  if (areBounds(given)) return given
  throw new RangeError(`Expected CALLS or CALLS:BYTES, at most ${mostEntries}:${mostJournalBytes}, such as 5000.`)
}
