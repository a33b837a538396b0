import { type OperationId, type Profile, operationIds, parseProfile, thereIsNo } from '../../spec/index.ts'
import type { Har } from '../../spec/har.ts'
import type { Animals, AnimalsBeginning, AnimalsChange } from './animals.ts'
import type { Awaitable } from '../call/call.ts'
import { Clock, type ClockState } from './clock.ts'
import type { Conduct, ConductOptions } from '../conduct/conduct.ts'
import { type FaultId, faultIds } from '../faults/made/fault-ids.ts'
import { Journal, type JournalFilter, type JournalOptions } from '../journal/journal.ts'
import { KeyRing } from '../keys/keys.ts'
import { type OptionKinds, aText, aWholeNumber, anObject, checkOptions, oneOfOptions } from './known-options.ts'
import { areOwn } from './own-settings.ts'
import type { QuotaState, Quotas } from '../keys/quota.ts'
import { Randomness, type RandomnessState } from '../../fixtures/index.ts'
import { type PlayableReply, type RecordedReply, readRecorded, recorded, recordedScenario } from './recorded-reply.ts'
import { type Rules, rulesOf } from '../call/rules.ts'
import { type Room, bytesOfChange } from './room.ts'
import { SandboxError, requireName } from './sandbox-error.ts'
import { type Scenario, type ScenarioId, appliesTo, scenarioIds, scenarios } from './scenarios.ts'

/** Which calls a scenario applies to. */
export interface PlayLimits {
  /** Only calls of this operation; all calls if absent. */
  readonly operation?: OperationId | undefined
  /** It ends by itself after so many calls; never if absent. */
  readonly calls?: number | undefined
}

/** A scenario that is being played, and for how long: one of the list, or a reply that was recorded. */
export type Play =
  | (PlayLimits & { readonly scenario: ScenarioId; readonly reply?: undefined })
  | (PlayLimits & { readonly scenario: typeof recorded; readonly reply: RecordedReply })

/** What a scenario that is to be played may say of itself. */
const playKinds: OptionKinds<Play> = {
  scenario: aText,
  operation: oneOfOptions(...operationIds),
  calls: aWholeNumber(1),
  reply: anObject,
}

/** What a snapshot takes beside its animals and recorded replies. */
const snapshotBytes = 1000

/** Everything of a sandbox but its animals, quotas and journal. */
export interface Settings {
  readonly profile: Profile
  readonly clock: ClockState
  /** What the clock showed in a snapshot: one that was set shows it again. */
  readonly atMilliseconds?: number
  readonly plays: readonly Play[]
  readonly fault: FaultId | undefined
  readonly seed: number
}

/** What a sandbox is when it starts, and when it is reset. */
export interface SandboxStart extends Settings {
  readonly openAnimals: (beginning: AnimalsBeginning) => Awaitable<Animals>
  /** What its animals may take. */
  readonly room: Room
  readonly openQuotas: (entries?: readonly (readonly [string, QuotaState])[]) => Quotas
  readonly realNow: () => number
  /** What the journal is bounded by, and what it knows of keys. */
  readonly journal: JournalOptions
  /** Called after each reset: what the sandbox held may be gone. */
  readonly onReset?: (() => void) | undefined
}

/** A sandbox as it was at one moment, its journal left out. */
export interface Snapshot extends Settings {
  readonly animals: AnimalsChange
  readonly room: Room
  readonly quotas: readonly (readonly [string, QuotaState])[]
  readonly chances: RandomnessState
}

/** One isolated world of the mock: its animals, quotas, scenarios, clock and journal. */
export class Sandbox {
  readonly name: string
  readonly clock: Clock
  readonly journal: Journal
  /** When it was last called, in real milliseconds since 1970. */
  lastUsedMilliseconds: number
  #animals: Awaitable<Animals>
  #quotas: Quotas
  #seed: number
  #randomness: Randomness
  #rules: Rules
  #plays: readonly Play[] = []
  readonly #roomOfPlays: Room
  #fault: FaultId | undefined
  readonly #start: SandboxStart
  readonly #snapshots = new Map<string, Snapshot>()

  constructor(name: string, start: SandboxStart) {
    this.name = name
    this.#start = start
    this.#roomOfPlays = start.room.beside()
    this.clock = new Clock(start.clock, start.realNow)
    this.journal = new Journal(start.journal)
    this.lastUsedMilliseconds = start.realNow()
    const animals = start.openAnimals('kept')
    this.#animals = animals
    // From then on no call has to wait for them.
    if (animals instanceof Promise) {
      animals.then((opened) => this.#animals === animals && (this.#animals = opened)).catch(() => undefined)
    }
    this.#quotas = start.openQuotas()
    this.#seed = start.seed
    this.#randomness = new Randomness(start.seed)
    this.#rules = rulesOf(start.profile)
    this.begin(start)
  }

  get animals(): Awaitable<Animals> {
    return this.#animals
  }

  get quotas(): Quotas {
    return this.#quotas
  }

  /** Numbers for scenarios that throw dice, the same ones after each reset and each restore. */
  get randomness(): Randomness {
    return this.#randomness
  }

  /** What these numbers come from. Setting it begins them anew, until a reset brings those of the start back. */
  get seed(): number {
    return this.#seed
  }

  set seed(seed: number) {
    this.#seed = seed
    this.#randomness = new Randomness(seed)
  }

  get rules(): Rules {
    return this.#rules
  }

  get profile(): Profile {
    return this.#rules.profile
  }

  /** Changes choices; silences that are not named keep theirs. @throws {ProfileError} when a choice is invalid */
  choose(choices: Partial<Profile>): void {
    this.#rules = rulesOf(parseProfile(choices, this.profile))
  }

  /** Goes back to the choices that it started with. */
  resetProfile(): void {
    this.#rules = rulesOf(this.#start.profile)
  }

  /** The scenarios that are being played; the first that applies to a call is the one it meets. */
  get plays(): readonly Play[] {
    return this.#plays
  }

  /**
   * Plays a scenario from the next call on, before those that are being played already.
   * @throws {OptionsError} {SandboxError} when the scenario, the operation or the number is invalid, or they do not fit
   */
  play(scenario: ScenarioId, limits: PlayLimits = {}): void {
    this.#add({ ...limits, scenario })
  }

  /**
   * Answers with this reply from the next call on: `sandbox.playReply(await store.answer(call))`. Its status, headers and
   * body are played again; the quota counts as usual, and headers of windows and of the time are of now.
   * @throws {SandboxError} when no reply can be like that, or as {@link Sandbox.play}
   * @throws {NoRoomError} when there is no room for it
   */
  playReply(reply: PlayableReply, limits: PlayLimits = {}): void {
    const play: Play = { ...limits, scenario: recorded, reply: readRecorded(reply) }
    this.#roomOfPlays.check(bytesOfPlays([play]))
    this.#add(play)
  }

  #add(play: Play): void {
    checkPlay(play)
    this.#setPlays([play, ...this.#plays])
  }

  #setPlays(plays: readonly Play[]): void {
    this.#plays = plays
    this.#roomOfPlays.usedBytes = bytesOfPlays(plays)
  }

  /** Ends a scenario; all of them if none is named. @throws {SandboxError} when the scenario is unknown */
  stop(scenario?: Play['scenario']): void {
    if (scenario !== undefined && scenario !== recorded) scenarioOf({ scenario })
    this.#setPlays(scenario === undefined ? [] : this.#plays.filter((play) => play.scenario !== scenario))
  }

  /** The scenario that applies to a call of this operation; counts the call. */
  takeScenario(operation: OperationId | undefined): Scenario | undefined {
    if (this.#plays.length === 0) return undefined
    for (const [index, play] of this.#plays.entries()) {
      const scenario = scenarioOf(play)
      if (!appliesTo(scenario, operation) || (play.operation !== undefined && play.operation !== operation)) continue
      if (play.calls !== undefined) {
        const left = play.calls > 1 ? [{ ...play, calls: play.calls - 1 }] : []
        this.#setPlays(this.#plays.toSpliced(index, 1, ...left))
      }
      return scenario
    }
    return undefined
  }

  get fault(): { readonly id: FaultId } | undefined {
    return this.#fault === undefined ? undefined : { id: this.#fault }
  }

  /** Turns a fault on, or all of them off. @throws {SandboxError} when the fault is unknown */
  setFault(fault: FaultId | undefined): void {
    if (fault !== undefined && !faultIds.includes(fault)) {
      throw new SandboxError(thereIsNo('fault', fault, faultIds, 'See: animal-store list faults.'))
    }
    this.#fault = fault
  }

  /**
   * Takes other animals, all of them at once; a reset brings back those of the start.
   * @throws {NoRoomError} when there is no room for them
   */
  async replaceAnimals(changes: AnimalsChange): Promise<void> {
    const { room, openAnimals } = this.#start
    room.check(bytesOfChange(changes) - room.usedBytes)
    this.#animals = await openAnimals(changes)
  }

  /**
   * Judges the client: whether its calls, as far as the journal still has them, keep what binds clients.
   * Rejects with an {@link OptionsError} when an option is invalid.
   */
  async conduct(options: ConductOptions = {}): Promise<Conduct> {
    // A page that never asks need not load the rules.
    const { ConductWatch } = await import('../conduct/conduct.ts')
    const watch = new ConductWatch(this.#start.journal.keys ?? new KeyRing(), options)
    watch.seeAll(this.journal)
    return watch.conduct
  }

  /**
   * The calls of the journal that fit as a HAR file, which browsers, Playwright and `animal-store check` read.
   * Rejects with an {@link OptionsError} when the filter is invalid.
   */
  async journalAsHar(filter: JournalFilter = {}): Promise<Har> {
    // A page that never asks need not load it.
    const { journalHar } = await import('../journal/journal-har.ts')
    return journalHar(this.journal.entries(filter))
  }

  /** Gives back what it took of the room for journals and animals. */
  close(): void {
    this.journal.clear()
    this.#start.room.close()
    this.#roomOfPlays.close()
    for (const { room } of this.#snapshots.values()) room.close()
  }

  /** Back to the start, all of it at once; snapshots stay. Rejects when the animals cannot go back: nothing does then. */
  async reset(): Promise<void> {
    const opening = this.#start.openAnimals('dataset')
    // No pause for animals in memory: whoever does not wait for the reset finds it done.
    this.#animals = opening instanceof Promise ? await opening : opening
    this.#quotas = this.#start.openQuotas()
    this.begin(this.#start)
    this.journal.clear()
    this.#start.onReset?.()
  }

  /** Goes to the start, or to a snapshot. */
  protected begin({ profile, clock, plays, fault, seed, atMilliseconds }: Settings): void {
    this.#rules = rulesOf(profile)
    this.clock.state = clock
    if (atMilliseconds !== undefined && clock.mode === 'running' && clock.offsetMilliseconds !== 0) {
      this.clock.set(atMilliseconds)
    }
    this.seed = seed
    this.stop()
    for (const play of plays.toReversed()) {
      this.#add(play.scenario === recorded ? { ...play, reply: readRecorded(play.reply) } : play)
    }
    this.setFault(fault)
  }

  /** What it would begin with if it began as it is now. */
  protected get now(): Settings {
    const { profile, clock, plays, seed } = this
    return { profile, clock: clock.state, plays, fault: this.#fault, seed }
  }

  get snapshots(): readonly string[] {
    return [...this.#snapshots.keys()]
  }

  /** Whether something would be lost with it: animals, a snapshot, or what a person set. Animals on their way count. */
  get isHolding(): boolean {
    if (this.snapshots.length > 0) return true
    const { animals } = this
    if (animals instanceof Promise || animals.isUnchanged !== true) return true
    const { profile, clock, plays, fault, seed } = this.#start
    return areOwn(this.now, { profile, clock, plays, fault, seed })
  }

  /**
   * Keeps animals, quotas, profile, clock, scenarios, chances and fault as they are now, under a name.
   * Rejects with a {@link SandboxError} for an invalid name, and with a {@link NoRoomError} when there is no room.
   */
  async snapshot(name: string): Promise<void> {
    requireName('snapshot', name)
    const animals = await (await this.#animals).changes()
    const bytes = snapshotBytes + bytesOfChange(animals) + bytesOfPlays(this.#plays)
    const before = this.#snapshots.get(name)?.room
    const room = this.#start.room.beside()
    room.check(bytes - (before?.usedBytes ?? 0))
    before?.close()
    room.usedBytes = bytes
    // The latest is the last one.
    this.#snapshots.delete(name)
    this.#snapshots.set(name, {
      ...this.now,
      animals,
      room,
      quotas: await this.#quotas.entries(),
      atMilliseconds: this.clock.now(),
      chances: this.#randomness.state,
    })
  }

  /** Goes back to a snapshot, which stays. @throws {SandboxError} when no snapshot has this name */
  async restore(name: string): Promise<void> {
    const snapshot = this.#snapshots.get(name)
    if (snapshot === undefined) throw new SandboxError(thereIsNo('snapshot', name, this.snapshots))
    await this.replaceAnimals(snapshot.animals)
    this.#quotas = this.#start.openQuotas(snapshot.quotas)
    this.begin(snapshot)
    this.#randomness.state = snapshot.chances
  }

  /** Forgets a snapshot. @returns whether it was there */
  forgetSnapshot(name: string): boolean {
    this.#snapshots.get(name)?.room.close()
    return this.#snapshots.delete(name)
  }
}

function bytesOfPlays(plays: readonly Play[]): number {
  const texts = plays.flatMap(({ reply }) =>
    reply === undefined ? [] : [reply.body, ...Object.entries(reply.headers).flat()],
  )
  return texts.reduce((sum, text) => sum + 2 * text.length, 0)
}

/** @throws {SandboxError} {OptionsError} when nothing can be played like that */
export function checkPlay(play: Play): void {
  checkOptions('a scenario', play, playKinds)
  const { scenario, operation } = play
  if (play.scenario === recorded && (play.reply as unknown) === undefined) {
    throw new SandboxError('Cannot play "recorded" by its name: give the reply to playReply.')
  }
  const found = scenarioOf(play)
  if (operation !== undefined && !appliesTo(found, operation)) {
    throw new SandboxError(
      `Cannot play "${scenario}" for ${operation}: it applies only to ${found.operations?.join(', ')}.`,
    )
  }
}

/** The scenario that is played. @throws {SandboxError} when no scenario has this id */
export function scenarioOf(play: Play): Scenario {
  if (play.scenario === recorded) return recordedScenario(play.reply)
  const found = scenarios.find(({ id }) => id === play.scenario)
  if (found === undefined) throw new SandboxError(thereIsNo('scenario', play.scenario, scenarioIds))
  return found
}
