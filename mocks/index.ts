/** The core of the mock: a store that answers calls, free of any transport. It is whole without the parts. */
export { type AnimalStore, type AnimalStoreOptions, type RecordListener, createAnimalStore } from './store/store.ts'
export type { Registered } from './store/registered.ts'
