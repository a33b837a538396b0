import type { Registered } from './store/registered.ts'
import { type AnimalStore, type AnimalStoreOptions, createAnimalStore as createCore } from './store/store.ts'
import { registeredFaults } from './parts/faults/registered-faults.ts'
import { journalEntry } from './journal-text/journal-entry.ts'
import { registeredPrefer } from './prefer/prefer.ts'

/** The parts of a store, each in one line. */
export const registered: Registered = {
  faults: registeredFaults,
  prefer: registeredPrefer,
  entryOf: journalEntry,
}

/** Loads what else comes with the first call that needs it: a page may be offline by then. */
export function loadLater(): Promise<unknown> {
  return Promise.allSettled([registered.faults?.load(), registered.prefer?.load()])
}

/**
 * Makes a mock. Animals are there at once, or as soon as their dataset is loaded.
 * @throws {OptionsError} {ProfileError} {KeyError} {SandboxError} {DatasetError} if an option is invalid; the message says
 * what is allowed
 * @throws {InexactJsonError} if this JavaScript is too old to keep an int64 exact
 */
export function createAnimalStore(options: AnimalStoreOptions = {}): AnimalStore {
  return createCore(options, registered)
}
