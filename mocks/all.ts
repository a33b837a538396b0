import type { Registered } from './store/registered.ts'
import { type AnimalStore, type AnimalStoreOptions, createAnimalStore as createCore } from './store/store.ts'
import { faultIds } from './parts/faults/made/fault-ids.ts'
import { explain, loadExamples, readPreference } from './parts/prefer/prefer.ts'

/** The parts of a store, each in one line. */
const registered = {
  // All faults together are large, so they are loaded with the first: spec/decisions/0266-what-a-tab-loads-later.md.
  faults: { ids: faultIds, load: async () => (await import('./parts/faults/index.ts')).faults },
  prefer: { read: readPreference, explain },
} satisfies Registered

/** Loads what else comes with the first call that needs it: a page may be offline by then. */
export function loadLater(): Promise<unknown> {
  return Promise.allSettled([registered.faults.load(), loadExamples()])
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
