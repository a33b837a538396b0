import { type Dataset, DatasetError, findDataset } from '../../fixtures/index.ts'
import type { Awaitable } from '../../spec/awaitable.ts'
import {
  type OptionKinds,
  aBoolean,
  aFunction,
  aWholeNumber,
  anObject,
  checkOptions,
  having,
} from '../../spec/check-options.ts'
import { requireExactJson, writeJson } from '../../spec/json.ts'
import type { Pet } from '../../spec/made/types.ts'
import { validatePet } from '../../spec/made/validators.js'
import { type AnsweringStore, answerCall, refuseCall } from './answer-call.ts'
import { type AnimalStorage, type Animals, type AnimalsBeginning, BaseAnimals } from '../animals/animals.ts'
import type { Call, Reply } from '../call/call.ts'
import type { ErrorCode } from '../call/error-codes.ts'
import { type KeyOption, KeyRing, defaultSandboxName } from '../keys/keys.ts'
import { entryPoints } from './entry-points.ts'
import { MemoryItems } from '../animals/memory-items.ts'
import { MemoryQuotas } from '../keys/quota.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { openersOf } from '../operations/resources.ts'
import { tellAll } from '../journal/journal.ts'
import type { Holds } from '../world/holds.ts'
import { Sandbox } from '../world/sandbox.ts'
import { MemoryLimit } from '../animals/memory-limit.ts'
import { requireName } from '../world/sandbox-error.ts'
import { type GivenSettings, completeSettings, mostJournalBytes, settingKinds } from '../world/settings.ts'
import type { Registered } from './registered.ts'
import type { SharedScope, SharedState } from './shared-state.ts'
import { createSandboxes } from './sandboxes.ts'
import { StorageError } from '../animals/storage-error.ts'

/** The options of a mock. Each has a default. */
export interface AnimalStoreOptions extends GivenSettings {
  /** Keys beside the test keys, each with its plan or with more options. */
  readonly keys?: Readonly<Record<string, KeyOption>> | undefined
  /**
   * The time that a running clock follows, in milliseconds since 1970. Default: `Date`, so also the time of fake timers
   * that replace it.
   */
  readonly realNow?: (() => number) | undefined
  /**
   * How many sandboxes there may be. Beyond that, a new name replaces the sandbox that was idle longest and holds nothing. If
   * each holds animals, snapshots or settings of its own, the new name is refused. Default: 1,000.
   */
  readonly maxSandboxes?: number | undefined
  /** How long a sandbox may be idle before it is deleted, in real milliseconds. Default: one hour. */
  readonly idleMilliseconds?: number | undefined
  /** Refuses calls that name no sandbox, so that no two tests share one by accident. Default: `false`. */
  readonly strictSandboxes?: boolean | undefined
  /** How many bytes of memory the animals that are added to one sandbox may take. Default: 128 MiB. */
  readonly sandboxBytes?: number | undefined
  /** The same for all sandboxes together. Default: 256 MiB. */
  readonly totalBytes?: number | undefined
  /** Called with each answered call of every sandbox, and again with one that was held back, once that has ended. */
  readonly onRecord?: RecordListener | undefined
  /** Called with errors of the mock itself, which the client sees as a 500. Default: prints them. */
  readonly onFailure?: ((error: unknown) => void) | undefined
  /** Keeps animals elsewhere than in memory: `animalsIn(collection)` of `animal-store-kit/data`, for example. */
  readonly animals?: AnimalStorage | undefined
  /** Where replicas share everything: `redisState({ url })` of `animal-store-kit/redis`, for example. */
  readonly state?: SharedState | undefined
}

export type RecordListener = (record: JournalRecord, sandbox: Sandbox) => void

/** A mock of the Animal Store Service Interface. */
export interface AnimalStore {
  /** Answers a call as the interface says. Never throws and never rejects. */
  readonly answer: (call: Call) => Promise<Reply>
  /**
   * Answers a `Request`, or a URL and the options of `fetch`. The path of the URL begins with `/v1`; its host does not
   * matter and may be left out. Rejects as `fetch` does if a scenario cuts the connection.
   */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>
  /** The reply to a request that its transport refuses before it is a call. Never throws. */
  refuse(status: number, code: ErrorCode, message: string): Reply
  /**
   * The sandbox of that name, made at first use. Default: the sandbox of keys that name none.
   * @throws {SandboxError} if the name is invalid
   * @throws {SandboxLimitError} if there are too many sandboxes, and each has changes
   */
  sandbox(name?: string): Sandbox
  readonly sandboxes: readonly Sandbox[]
  /** Deletes a sandbox; the default one is reset. @returns whether it was there */
  forget(name: string): boolean
  /** Goes back to the start: resets the default sandbox, and deletes the others. */
  reset(): Promise<void>
  /**
   * Calls the listener with each answered call of every sandbox, and again with one that was held back, once that has ended;
   * until the returned function is called.
   * @param sandbox if replicas share the sandboxes: listens to this sandbox alone, on all replicas
   */
  subscribe(listener: RecordListener, sandbox?: string): () => void
  /** If replicas share the sandboxes: reads or changes one, because its state is not in this process. */
  readonly within?: <T>(scope: SharedScope, work: (store: AnimalStore) => Awaitable<T>) => Promise<T>
  readonly dataset: string | undefined
  /** The seed of datasets and scenarios at the start. */
  readonly seed: number
  readonly keys: KeyRing
  /** The parts of this store. */
  readonly registered: Registered
  /** The dataset that sandboxes start from. Rejects if it cannot be loaded. */
  readonly baseAnimals: Awaitable<BaseAnimals>
}

/** Real time even while fake timers run. Otherwise an hour of theirs would delete the sandboxes that are idle. */
const dateNow = Date.now

/** Makes a store with these parts. Users get it with all of them: `mocks/all.ts` says how. */
export function createAnimalStore(options: AnimalStoreOptions = {}, registered: Registered = {}): AnimalStore {
  requireExactJson()
  checkOptions('createAnimalStore', options, storeOptionKinds)
  if (options.state) return options.state.open(options, registered)
  const { dataset = 'demo', realNow = () => Date.now(), onFailure = failurePrinter() } = options
  const keys = new KeyRing(options.keys)
  const base = openBase(options)
  const surroundings = { realNow, faultIds: registered.faults?.ids ?? [] }
  const settings = completeSettings(options, surroundings)
  const storage: AnimalStorage = options.animals ?? {
    open: (_name, laidOut, beginning, memoryLimit) => new MemoryItems(laidOut, beginning, memoryLimit),
  }
  const holds: Holds = new Map()
  const budget = { usedBytes: 0, mostBytes: mostJournalBytes }
  const { maxSandboxes, idleMilliseconds, strictSandboxes, sandboxBytes, totalBytes } = limitsOf(options)
  const totalBudget = { usedBytes: 0, mostBytes: totalBytes }

  function makeSandbox(name: string): Sandbox {
    const memoryLimit = new MemoryLimit(sandboxBytes, totalBudget)
    function openAnimals(beginning: AnimalsBeginning): Awaitable<Animals> {
      const open = (laidOut: BaseAnimals) => storage.open(name, laidOut, beginning, memoryLimit)
      return base instanceof BaseAnimals ? open(base) : base.then(open)
    }
    return new Sandbox(name, {
      settings,
      surroundings,
      holds,
      collections: openersOf({ open: openAnimals, memoryLimit }),
      openQuotas: (entries) => new MemoryQuotas(entries),
      journal: { budget, keys, onFailure, entryOf: registered.entryOf },
    })
  }

  const sandboxes = createSandboxes(makeSandbox, {
    most: maxSandboxes,
    idleMilliseconds,
    realNow: options.realNow ?? dateNow,
    keys,
  })
  const listeners = new Set(options.onRecord === undefined ? [] : [options.onRecord])
  const answering: AnsweringStore = {
    keys,
    registered,
    holds,
    strictSandboxes,
    sandboxOf: (name) => sandboxes.open(name),
    // Refused keys make no sandboxes, so that callers without a key cannot replace the sandboxes of others.
    sandboxOrDefault: (name) => sandboxes.byName.get(name) ?? sandboxes.first,
    onRecord: (...heard) => tellAll(listeners, heard, onFailure),
  }

  const refuse: AnimalStore['refuse'] = (...why) => refuseCall(sandboxes.first, ...why)

  return {
    ...entryPoints((call) => answerCall(answering, call), refuse, onFailure),
    sandbox(name = defaultSandboxName) {
      requireName('sandbox', name)
      return sandboxes.open(name)
    },
    get sandboxes() {
      return [...sandboxes.byName.values()]
    },
    forget(name) {
      // Reset as well, because a storage may keep animals longer than the sandbox lives.
      sandboxes.byName.get(name)?.reset().catch(onFailure)
      return name === defaultSandboxName || sandboxes.forget(name)
    },
    async reset() {
      await storage.reset?.()
      for (const name of sandboxes.byName.keys()) if (name !== defaultSandboxName) sandboxes.forget(name)
      await sandboxes.first.reset()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dataset: typeof dataset === 'string' ? dataset : 'name' in dataset ? dataset.name : undefined,
    seed: settings.seed,
    keys,
    registered,
    baseAnimals: base,
  }
}

/** Prints failures. A full disk fails at every call, so it gets one line a minute. */
export function failurePrinter(): (error: unknown) => void {
  let silentUntil = 0
  return (error) => {
    if (!(error instanceof StorageError)) return console.error(error)
    if (Date.now() < silentUntil) return
    silentUntil = Date.now() + 60_000
    console.error(error.message)
  }
}

function openBase({ dataset = 'demo', count, seed }: AnimalStoreOptions): Awaitable<BaseAnimals> {
  if (Array.isArray(dataset)) return new BaseAnimals(checkedPets(dataset))
  const found = typeof dataset === 'string' ? findDataset(dataset) : (dataset as Dataset)
  const pets = found.load({ count, seed })
  if (!(pets instanceof Promise)) return new BaseAnimals(pets)
  const base = pets.then((loaded) => new BaseAnimals(loaded))
  // A call that asks for the animals gets the error. Until then it must not end the process.
  base.catch(() => undefined)
  return base
}

/** The kinds of these options, for functions that take them among others. */
export const storeOptionKinds: OptionKinds<AnimalStoreOptions> = {
  ...settingKinds,
  keys: anObject,
  realNow: aFunction,
  maxSandboxes: aWholeNumber(1),
  idleMilliseconds: { expected: 'milliseconds from 0 on', accepts: (value) => typeof value === 'number' && value >= 0 },
  strictSandboxes: aBoolean,
  sandboxBytes: aWholeNumber(0),
  totalBytes: aWholeNumber(0),
  onRecord: aFunction,
  onFailure: aFunction,
  animals: having('open', 'a storage for animals, such as animalsIn(pets) of animal-store-kit/data'),
  state: having('open', 'a state that replicas share, such as redisState({ url }) of animal-store-kit/redis'),
}

/** Checks every animal of an array. @throws {DatasetError} naming the first that is not a Pet */
function checkedPets(pets: readonly unknown[]): readonly Pet[] {
  const wrong = pets.findIndex((pet) => !validatePet(pet))
  if (wrong === -1) return pets as readonly Pet[]
  throw new DatasetError(
    `Cannot use this dataset: its animal ${wrong + 1} is not a Pet of the interface (section 2): ${writeJson(pets[wrong])}.`,
  )
}

const mebibyte = 1024 * 1024

/** The limits that the options set, with defaults for the rest. */
export function limitsOf({
  maxSandboxes = 1000,
  idleMilliseconds = 3_600_000,
  strictSandboxes = false,
  sandboxBytes = 128 * mebibyte,
  totalBytes = 256 * mebibyte,
}: AnimalStoreOptions = {}) {
  return { maxSandboxes, idleMilliseconds, strictSandboxes, sandboxBytes, totalBytes }
}
