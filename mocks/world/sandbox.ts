import type { Awaitable } from '../../spec/awaitable.ts'
import type { OperationId } from '../../spec/names.ts'
import type { Animals } from '../animals/animals.ts'
import { Clock } from './clock.ts'
import { Collections, type Openers } from '../animals/collections.ts'
import { type HeldReply, type Holds, type Release, release } from './holds.ts'
import { type Snapshot, bytesOfSnapshot, restoreSnapshot, takeSnapshot } from './snapshot.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { Journal, type JournalBounds, type JournalOptions } from '../journal/journal.ts'
import { type Play, type PlayLimits, bytesOfPlays, scenarioOf } from './plays.ts'
import type { QuotaState, Quotas } from '../keys/quota.ts'
import { Randomness } from '../../fixtures/index.ts'
import { type PlayableReply, readRecorded, recorded } from './recorded-reply.ts'
import { type ParsedChoices, parseChoices } from '../call/parsed-choices.ts'
import type { MemoryLimit } from '../animals/memory-limit.ts'
import { requireName } from './sandbox-error.ts'
import { type Scenario, type ScenarioName, appliesTo } from './scenarios.ts'
import { type Settings, type SettingsPatch, type Surroundings, areChanged, patchedSettings } from './settings.ts'

/** What a sandbox starts with, also after a reset. */
export interface SandboxSetup {
  readonly settings: Settings
  readonly collections: Openers
  readonly openQuotas: (entries?: readonly (readonly [string, QuotaState])[]) => Quotas
  readonly surroundings: Surroundings
  /** The replies that the mock holds back, of all sandboxes. */
  readonly holds: Holds
  /** What all journals may take, and what they know of keys. */
  readonly journal: Omit<JournalOptions, keyof JournalBounds>
}

/** What a call meets, and what else was on for it. */
type SpentScenario = Scenario & Required<Pick<JournalRecord, 'others'>>

const onlyDelays = (play: Play) => Object.keys(scenarioOf(play).overrides).length === 0

/** One isolated world of the mock: its animals, quotas, scenarios, clock and journal. */
export class Sandbox {
  readonly name: string
  readonly clock: Clock
  readonly journal: Journal
  /** When it was last called, in real milliseconds since 1970. */
  lastUsedMilliseconds = 0
  readonly collections: Collections
  #quotas: Quotas
  #settings: Settings
  #randomness: Randomness
  #choices: ParsedChoices
  readonly #replyMemoryLimit: MemoryLimit
  readonly #setup: SandboxSetup
  readonly #snapshots = new Map<string, { readonly snapshot: Snapshot; readonly memoryLimit: MemoryLimit }>()

  constructor(name: string, setup: SandboxSetup) {
    this.name = name
    this.#setup = setup
    this.#replyMemoryLimit = setup.collections.Pet.memoryLimit.sibling()
    const { settings } = setup
    this.clock = new Clock(settings.clock, setup.surroundings.realNow)
    this.journal = new Journal({ ...setup.journal, ...settings.journal })
    this.collections = new Collections(setup.collections)
    this.#quotas = setup.openQuotas()
    this.#settings = settings
    this.#randomness = new Randomness(settings.seed)
    this.#choices = parseChoices(settings.profile)
    this.#replyMemoryLimit.usedBytes = bytesOfPlays(settings.scenario)
  }

  get surroundings(): Surroundings {
    return this.#setup.surroundings
  }

  get animals(): Awaitable<Animals> {
    return this.collections.of('Pet')
  }

  get quotas(): Quotas {
    return this.#quotas
  }

  /** Random numbers for scenarios: the same ones after each reset and each restore. */
  get randomness(): Randomness {
    return this.#randomness
  }

  /** All current settings. */
  get settings(): Settings {
    if (this.#settings.clock !== this.clock.state) this.#settings = { ...this.#settings, clock: this.clock.state }
    return this.#settings
  }

  get choices(): ParsedChoices {
    return this.#choices
  }

  /** Replaces all settings, and starts the random numbers again. */
  replaceSettings(settings: Settings): void {
    this.#set(settings)
    this.#randomness = new Randomness(settings.seed)
  }

  #set(settings: Settings): void {
    this.#settings = settings
    this.clock.state = settings.clock
    this.journal.resize(settings.journal)
    if (settings.profile !== this.#choices.profile) this.#choices = parseChoices(settings.profile)
    this.#replyMemoryLimit.usedBytes = bytesOfPlays(settings.scenario)
  }

  /**
   * Changes settings from the next call on: `sandbox.set({ fault: 'list-redirects' })`. Those that are not named stay. If one
   * is wrong, nothing changes.
   * @throws {OptionsError} {SandboxError} {ProfileError} naming what is wrong, and what is allowed
   * @throws {NoRoomError} when there is no room for a recorded reply
   */
  set(patch: SettingsPatch): void {
    const { settings: initial, surroundings } = this.#setup
    const changed = patchedSettings(patch, this.settings, initial, surroundings)
    this.#replyMemoryLimit.check(bytesOfPlays(changed.scenario) - this.#replyMemoryLimit.usedBytes)
    if (patch.seed === undefined) this.#set(changed)
    else this.replaceSettings(changed)
  }

  /**
   * Plays a scenario from the next call on. It comes before scenarios that are being played already.
   * @throws {OptionsError} {SandboxError} when the scenario, the operation or the number is invalid, or they do not fit
   */
  play(scenario: ScenarioName, limits: PlayLimits = {}): void {
    this.#add({ ...limits, scenario })
  }

  /**
   * Answers with this reply from the next call on: `sandbox.playReply(await store.answer(call))`. The quota counts as
   * usual, and the headers about quota and time are the current ones.
   * @throws {SandboxError} if it is no possible reply, or as {@link Sandbox.play}
   * @throws {NoRoomError} when there is no room for it
   */
  playReply(reply: PlayableReply, limits: PlayLimits = {}): void {
    this.#add({ ...limits, scenario: recorded, reply: readRecorded(reply) })
  }

  #add(play: Play): void {
    this.set({ scenario: [play, ...this.#settings.scenario] })
  }

  /**
   * Ends a scenario, `flaky` at whatever rate; all of them if none is named.
   * @param operation ends only what is played for this operation alone
   * @throws {SandboxError} when the scenario is unknown
   */
  stop(scenario?: Play['scenario'], operation?: OperationId): void {
    if (scenario !== undefined && scenario !== recorded) scenarioOf({ scenario })
    const left = this.#settings.scenario.filter(
      (play) =>
        ![undefined, play.scenario, scenarioOf(play).id].includes(scenario) ||
        (operation ?? play.operation) !== play.operation,
    )
    this.set({ scenario: left })
  }

  /** The scenario that applies to a call of this operation, later by one that only delays; counts the call for both. */
  spendScenario(operation: OperationId | undefined): SpentScenario | undefined {
    const plays = this.#settings.scenario
    const on = plays.filter(
      (play) => appliesTo(scenarioOf(play), operation) && (play.operation ?? operation) === operation,
    )
    const delaying = on.find(onlyDelays)
    const first = on.find((play) => !onlyDelays(play)) ?? delaying
    if (first === undefined) return undefined
    const spent: readonly (Play | undefined)[] = [first, delaying]
    const left = plays.flatMap((play) => {
      if (play.calls === undefined || !spent.includes(play)) return [play]
      return play.calls > 1 ? [{ ...play, calls: play.calls - 1 }] : []
    })
    if (spent.some((play) => play?.calls !== undefined)) this.#set({ ...this.settings, scenario: left })
    const others = on
      .filter((play) => play !== first)
      .map((play) => ({ outcome: spent.includes(play) ? 'scenario' : 'passed-over', by: play.scenario }) as const)
    return { ...(delaying && scenarioOf(delaying)), ...scenarioOf(first), others }
  }

  /** The replies that the scenario `hold` keeps back here: spec/decisions/0007-one-way-to-take-over-a-step.md. */
  get held(): readonly HeldReply[] {
    return [...this.#setup.holds.keys()].filter(({ sandbox }) => sandbox === this.name)
  }

  /**
   * Releases replies that are held back, as they are or changed.
   * Rejects with an {@link OptionsError} or a {@link SandboxError} when a changed reply is not possible.
   * @returns how many
   */
  async release(what: Release = {}): Promise<number> {
    return release(this.#setup.holds, this.name, what)
  }

  /** Cuts held replies: the animals and settings that they were made from are gone. */
  async #cutHeld(): Promise<void> {
    await this.release({ reply: { effect: 'reset' } })
  }

  /** Frees the memory of its journal, animals, recorded replies and snapshots. */
  close(): void {
    void this.#cutHeld()
    this.journal.clear()
    this.collections.close()
    this.#replyMemoryLimit.close()
    for (const { memoryLimit } of this.#snapshots.values()) memoryLimit.close()
  }

  /** Goes back to the start; snapshots stay. Rejects if the animals cannot be reset, and then resets nothing. */
  async reset(): Promise<void> {
    const resetting = this.collections.reset()
    // In memory it is done at once, so a caller that does not await finds all of it done.
    if (resetting instanceof Promise) await resetting
    this.replaceQuotas()
    this.replaceSettings(this.#setup.settings)
    this.journal.clear()
    await this.#cutHeld()
  }

  /** Replaces what all keys have used. */
  replaceQuotas(entries?: readonly (readonly [string, QuotaState])[]): void {
    this.#quotas = this.#setup.openQuotas(entries)
  }

  get snapshots(): readonly string[] {
    return [...this.#snapshots.keys()]
  }

  /** Whether its deletion would lose something: animals (also those still loading), a snapshot, or what a person set. */
  get hasChanges(): boolean {
    const { snapshots, collections, settings } = this
    return snapshots.length > 0 || !collections.isUnchanged || areChanged(settings, this.#setup.settings)
  }

  /**
   * Keeps animals, quotas, settings and random numbers as they are now, under a name.
   * Rejects with a {@link SandboxError} for an invalid name, and with a {@link NoRoomError} when there is no room.
   */
  async snapshot(name: string): Promise<void> {
    requireName('snapshot', name)
    const snapshot = await takeSnapshot(this)
    const bytes = bytesOfSnapshot(snapshot)
    const before = this.#snapshots.get(name)?.memoryLimit
    const memoryLimit = this.#replyMemoryLimit.sibling()
    memoryLimit.check(bytes - (before?.usedBytes ?? 0))
    before?.close()
    memoryLimit.usedBytes = bytes
    // Deleted first, so that the latest snapshot is the last one.
    this.#snapshots.delete(name)
    this.#snapshots.set(name, { snapshot, memoryLimit })
  }

  /** Goes back to a snapshot, which stays. @throws {SandboxError} when no snapshot has this name */
  async restore(name: string): Promise<void> {
    await restoreSnapshot(this, name, this.#snapshots.get(name)?.snapshot)
  }

  /** Deletes a snapshot. @returns whether it was there */
  forgetSnapshot(name: string): boolean {
    this.#snapshots.get(name)?.memoryLimit.close()
    return this.#snapshots.delete(name)
  }
}
