import { type SetupWorker, setupWorker } from 'msw/browser'
import { type HandlersOptions, handlers } from '../msw/index.ts'
import { type AnimalStore, type AnimalStoreOptions, createAnimalStore } from '../store.ts'

/** What the mock is, where it answers, and where its worker script lies. */
export interface MockOptions extends AnimalStoreOptions, HandlersOptions {
  /** The address of MSW's worker script. Default: `/mockServiceWorker.js`. */
  readonly workerUrl?: string | undefined
  /** Requests to other addresses go to the network, silently unless this says `warn`, or fail with `error`. */
  readonly onUnhandled?: 'bypass' | 'warn' | 'error' | undefined
}

/** A mock that answers the requests of this tab. */
export interface Mock {
  readonly store: AnimalStore
  /** MSW's own worker, for `use`, `resetHandlers` and events. */
  readonly worker: SetupWorker
  /** Lets requests reach the network again. */
  stop(): Promise<void>
}

/**
 * Lets a mock answer this tab's requests to the base address. Once the promise has resolved, the next request meets it.
 * @throws {BaseUrlError} and what {@link createAnimalStore} throws, when an option does not fit
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { onUnhandled = 'bypass', workerUrl = '/mockServiceWorker.js' } = options
  const store = createAnimalStore(options)
  const worker = setupWorker(...handlers(store, options))
  const names = { onUnhandledFrame: onUnhandled, onUnhandledRequest: onUnhandled }
  await worker.start({ ...names, quiet: true, serviceWorker: { url: workerUrl } })
  return { store, worker, stop: async () => worker.stop() }
}
