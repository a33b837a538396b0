import type { OptionKind } from '../../spec/check-options.ts'
import { lastInstant, readInstant } from '../../spec/instant.ts'
import { thereIsNo } from '../../spec/messages.ts'
import { operationIds } from '../../spec/names.ts'
import { usualBounds } from '../journal/journal.ts'
import { type ClockState, realTime } from '../world/clock.ts'
import { type Play, checkedPlay } from '../world/plays.ts'
import { recorded } from '../world/recorded-reply.ts'
import type { ScenarioName } from '../world/scenarios.ts'
import { type GivenSettings, type Settings, mostEntries, mostJournalBytes, settingKinds } from '../world/settings.ts'

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

/** How each setting is written, in the order in which links have them. A setting without a text does not compile. */
export const settingTexts: { readonly [Name in SettingName]: SettingText<LinkedState[Name]> } = {
  dataset: { read: (name) => name, write: (name) => name },
  count: { read: (text) => readNumber(settingKinds.count, text), write: String },
  seed: { read: (text) => readNumber(settingKinds.seed, text), write: String },
  scenario: { read: (text, _now, before = []) => [...before, readPlay(text)], write: playTexts },
  fault: { read: (id) => id, write: (id) => id },
  clock: { read: readClock, write: clockText },
  latencyMilliseconds: { read: readLatency, write: (latency) => [latency].flat().map(Math.round).join('-') },
  journal: {
    read: readJournal,
    write: ({ entries, bytes }) => `${entries ?? usualBounds.entries}:${bytes ?? usualBounds.bytes}`,
  },
}

export const settingNames = Object.keys(settingTexts) as readonly SettingName[]

/** The name of a setting in links and flags: there, its unit is left out. */
export type PartName<Name> = Name extends `${infer Short}Milliseconds` ? Short : Name

export function partName(name: SettingName): string {
  return name.replace(/Milliseconds$/, '')
}

function readNumber({ accepts, expected }: OptionKind, text: string): number {
  const value = /^-?[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (accepts(value)) return value
  throw new RangeError(`Expected ${expected}.`)
}

/** Reads `real`, `frozen`, an instant or `frozen@INSTANT`. */
function readClock(text: string, now: number): ClockState {
  if (text === 'real') return realTime
  const isFrozen = text.startsWith('frozen')
  const atMilliseconds = text === 'frozen' ? now : readInstant(text.replace(/^frozen@/, ''))
  if (atMilliseconds === undefined) {
    throw new RangeError(
      'Expected real, frozen, an instant from 1970 to 9899 with its zone such as 2030-12-04T23:59:00Z or 2030-12-06, or frozen@INSTANT.',
    )
  }
  return isFrozen ? { mode: 'frozen', atMilliseconds } : { mode: 'running', offsetMilliseconds: atMilliseconds - now }
}

function clockText(clock: ClockState, now: number): string {
  if (clock.mode === 'frozen') return `frozen@${instantText(clock.atMilliseconds)}`
  return clock.offsetMilliseconds === 0 ? 'real' : instantText(now + clock.offsetMilliseconds)
}

function instantText(milliseconds: number): string {
  return new Date(Math.min(Math.max(0, milliseconds), lastInstant)).toISOString().replace('.000Z', 'Z')
}

/** Reads `ID`, `ID@RATE`, `ID:OPERATION`, `ID:CALLS` or `ID:OPERATION:CALLS`. */
function readPlay(text: string): Play {
  const [, id = '', operation, calls] = /^([^:]*)(?::([^:0-9][^:]*))?(?::([0-9]{1,15}))?$/.exec(text) ?? []
  if (id === '')
    throw new RangeError('Expected a scenario, such as slow, slow:listPets, slow:3, slow:listPets:3 or flaky@0.3.')
  const known = operationIds.find((candidate) => candidate === operation)
  if (operation !== undefined && known === undefined) {
    throw new RangeError(thereIsNo('operation', operation, operationIds))
  }
  // checkedPlay checks whether the scenario exists, and applies to the operation.
  return checkedPlay({
    scenario: id as ScenarioName,
    operation: known,
    calls: calls === undefined ? undefined : Number(calls),
  })
}

/** Recorded replies are too long for a link. */
export function playTexts(plays: readonly Play[]): string[] {
  const named = plays.filter((play) => play.scenario !== recorded)
  return named.map((play) => [play.scenario, play.operation, play.calls].filter((part) => part !== undefined).join(':'))
}

/** Reads `MS` or `MIN-MAX`. */
function readLatency(text: string): Settings['latencyMilliseconds'] {
  const [, least, most = least] = /^([0-9]{1,6})(?:-([0-9]{1,6}))?$/.exec(text) ?? []
  const latency = least === most ? Number(least) : ([Number(least), Number(most)] as const)
  if (settingKinds.latencyMilliseconds.accepts(latency)) return latency
  throw new RangeError(`Expected ${settingKinds.latencyMilliseconds.expected}, such as 250 or 100-400.`)
}

/** Reads `CALLS` or `CALLS:BYTES`. */
function readJournal(text: string): NonNullable<GivenSettings['journal']> {
  const [, entries, bytes] = /^([0-9]{1,10})(?::([0-9]{1,10}))?$/.exec(text) ?? []
  const given = { entries: Number(entries), ...(bytes === undefined ? {} : { bytes: Number(bytes) }) }
  if (settingKinds.journal.accepts(given)) return given
  throw new RangeError(`Expected CALLS or CALLS:BYTES, at most ${mostEntries}:${mostJournalBytes}, such as 5000.`)
}
