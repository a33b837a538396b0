/** A Vite plugin for the mock in a tab. */
export { type AnimalStorePlugin, type AnimalStorePluginOptions, animalStore } from './animal-store.ts'
export { MswError } from './worker-script.ts'
