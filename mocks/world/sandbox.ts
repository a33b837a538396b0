import { type Awaitable, type OperationId, type Profile, parseProfile, thereIsNo } from '../../spec/index.ts'
import type { Har } from '../../spec/har.ts'
import type { Animals, AnimalsBeginning, AnimalsChange } from '../animals/animals.ts'
import { Clock } from './clock.ts'
import type { Conduct, ConductOptions } from '../conduct/conduct.ts'
import type { FaultId } from '../faults/made/fault-ids.ts'
import { Journal, type JournalBounds, type JournalOptions } from '../journal/journal.ts'
import type { JournalFilter } from '../journal/journal-filter.ts'
import { KeyRing } from '../keys/keys.ts'
import { areOwn } from './own-settings.ts'
import { type Play, type PlayLimits, bytesOfPlays, checkedPlay, scenarioOf } from './plays.ts'
import type { QuotaState, Quotas } from '../keys/quota.ts'
import { Randomness, type RandomnessState } from '../../fixtures/index.ts'
import { type PlayableReply, readRecorded, recorded } from './recorded-reply.ts'
import { type Rules, rulesOf } from '../call/rules.ts'
import { type MemoryLimit, bytesOfChange } from '../animals/memory-limit.ts'
import { SandboxError, requireName } from './sandbox-error.ts'
import { type Scenario, type ScenarioId, appliesTo } from './scenarios.ts'
import { type Settings, knownFault } from './settings.ts'

/** What a snapshot takes beside its animals and recorded replies. */
const snapshotBytes = 1000

/** What a sandbox is when it starts, and when it is reset. */
export interface SandboxStart {
  readonly settings: Settings
  readonly openAnimals: (beginning: AnimalsBeginning) => Awaitable<Animals>
  /** What its animals may take. */
  readonly room: MemoryLimit
  readonly openQuotas: (entries?: readonly (readonly [string, QuotaState])[]) => Quotas
  readonly realNow: () => number
  /** What all journals may take, and what they know of keys. */
  readonly journal: Omit<JournalOptions, keyof JournalBounds>
  /** Called after each reset: what the sandbox held may be gone. */
  readonly onReset?: (() => void) | undefined
}

/** A sandbox as it was at one moment, its journal left out. */
export interface Snapshot {
  readonly settings: Settings
  /** What the clock showed. */
  readonly atMilliseconds: number
  readonly animals: AnimalsChange
  readonly room: MemoryLimit
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
  #settings: Settings
  #randomness: Randomness
  #rules: Rules
  readonly #roomOfPlays: MemoryLimit
  readonly #start: SandboxStart
  readonly #snapshots = new Map<string, Snapshot>()

  constructor(name: string, start: SandboxStart) {
    this.name = name
    this.#start = start
    this.#roomOfPlays = start.room.beside()
    const { settings } = start
    this.clock = new Clock(settings.clock, start.realNow)
    this.journal = new Journal({ ...start.journal, ...settings.journal })
    this.lastUsedMilliseconds = start.realNow()
    const animals = start.openAnimals('kept')
    this.#animals = animals
    // Kept without the promise, so that `isHolding` can look at them.
    if (animals instanceof Promise) {
      animals.then((opened) => this.#animals === animals && (this.#animals = opened)).catch(() => undefined)
    }
    this.#quotas = start.openQuotas()
    this.#settings = settings
    this.#randomness = new Randomness(settings.seed)
    this.#rules = rulesOf(settings.profile)
    this.#roomOfPlays.usedBytes = bytesOfPlays(settings.scenario)
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

  /** Everything that is set now. */
  get settings(): Settings {
    if (this.#settings.clock !== this.clock.state) this.#settings = { ...this.#settings, clock: this.clock.state }
    return this.#settings
  }

  get rules(): Rules {
    return this.#rules
  }

  /** Takes settings in place of all that are there, and begins the chances anew. */
  begin(settings: Settings): void {
    this.#set(settings)
    this.#randomness = new Randomness(settings.seed)
  }

  #set(settings: Settings): void {
    this.#settings = settings
    this.clock.state = settings.clock
    this.journal.keep(settings.journal)
    if (settings.profile !== this.#rules.profile) this.#rules = rulesOf(settings.profile)
    this.#roomOfPlays.usedBytes = bytesOfPlays(settings.scenario)
  }

  /** Changes choices; silences that are not named keep theirs. @throws {ProfileError} when a choice is invalid */
  choose(choices: Partial<Profile>): void {
    this.#set({ ...this.settings, profile: parseProfile(choices, this.#settings.profile) })
  }

  /** Goes back to the choices that it started with. */
  resetProfile(): void {
    this.#set({ ...this.settings, profile: this.#start.settings.profile })
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
    this.#set({ ...this.settings, scenario: [checkedPlay(play), ...this.#settings.scenario] })
  }

  /** Ends a scenario; all of them if none is named. @throws {SandboxError} when the scenario is unknown */
  stop(scenario?: Play['scenario']): void {
    if (scenario !== undefined && scenario !== recorded) scenarioOf({ scenario })
    const left = scenario === undefined ? [] : this.#settings.scenario.filter((play) => play.scenario !== scenario)
    this.#set({ ...this.settings, scenario: left })
  }

  /** The scenario that applies to a call of this operation; counts the call. */
  takeScenario(operation: OperationId | undefined): Scenario | undefined {
    const plays = this.#settings.scenario
    if (plays.length === 0) return undefined
    for (const [index, play] of plays.entries()) {
      const scenario = scenarioOf(play)
      if (!appliesTo(scenario, operation) || (play.operation !== undefined && play.operation !== operation)) continue
      if (play.calls !== undefined) {
        const left = play.calls > 1 ? [{ ...play, calls: play.calls - 1 }] : []
        this.#set({ ...this.settings, scenario: plays.toSpliced(index, 1, ...left) })
      }
      return scenario
    }
    return undefined
  }

  /** Turns a fault on, or all of them off. @throws {SandboxError} when the fault is unknown */
  setFault(fault: FaultId | undefined): void {
    this.#set({ ...this.settings, fault: fault === undefined ? undefined : knownFault(fault) })
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
    // Animals in memory are there at once, so a caller that does not await the reset finds it done.
    this.#animals = opening instanceof Promise ? await opening : opening
    this.#quotas = this.#start.openQuotas()
    this.begin(this.#start.settings)
    this.journal.clear()
    this.#start.onReset?.()
  }

  /** Goes back to what a snapshot says of its settings. A clock that was set shows the same instant again. */
  protected goBackTo({
    settings,
    atMilliseconds,
    chances,
  }: Pick<Snapshot, 'settings' | 'atMilliseconds' | 'chances'>): void {
    const { clock } = settings
    this.begin(settings)
    if (clock.mode === 'running' && clock.offsetMilliseconds !== 0) this.clock.set(atMilliseconds)
    this.#randomness.state = chances
  }

  get snapshots(): readonly string[] {
    return [...this.#snapshots.keys()]
  }

  /** Whether something would be lost with it: animals, a snapshot, or what a person set. Animals on their way count. */
  get isHolding(): boolean {
    if (this.snapshots.length > 0) return true
    const { animals } = this
    if (animals instanceof Promise || animals.isUnchanged !== true) return true
    return areOwn(this.settings, this.#start.settings)
  }

  /**
   * Keeps animals, quotas, profile, clock, scenarios, chances and fault as they are now, under a name.
   * Rejects with a {@link SandboxError} for an invalid name, and with a {@link NoRoomError} when there is no room.
   */
  async snapshot(name: string): Promise<void> {
    requireName('snapshot', name)
    const animals = await (await this.#animals).changes()
    const bytes = snapshotBytes + bytesOfChange(animals) + bytesOfPlays(this.#settings.scenario)
    const before = this.#snapshots.get(name)?.room
    const room = this.#start.room.beside()
    room.check(bytes - (before?.usedBytes ?? 0))
    before?.close()
    room.usedBytes = bytes
    // The latest is the last one.
    this.#snapshots.delete(name)
    this.#snapshots.set(name, {
      settings: this.settings,
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
    this.goBackTo(snapshot)
  }

  /** Forgets a snapshot. @returns whether it was there */
  forgetSnapshot(name: string): boolean {
    this.#snapshots.get(name)?.room.close()
    return this.#snapshots.delete(name)
  }
}
