import { type SetupWorker, setupWorker } from 'msw/browser'
import { type OptionKinds, OptionsError, aText, checkOptions } from '../../../spec/index.ts'
import { readBaseUrl } from '../msw/base-url.ts'
import { type HandlersOptions, handlers } from '../msw/index.ts'
import { type UnhandledOptions, registerMock, unhandledOptionKinds } from '../msw/running-mock.ts'
import { type AnimalStore, type AnimalStoreOptions, storeOptionKinds } from '../../store/store.ts'
import { createAnimalStore, loadLater } from '../../all.ts'
import { startWorker } from './start-worker.ts'
import type { animalsOfTabs } from './tab-animals.ts'

/** What the mock is, where it answers, and where its worker script lies. */
export interface MockOptions extends AnimalStoreOptions, Pick<HandlersOptions, 'baseUrl'>, UnhandledOptions {
  /** The address of MSW's worker script. Default: `/mockServiceWorker.js`. */
  readonly workerUrl?: string | undefined
  /**
   * The browser keeps the animals, so that they survive a reload and the end of the browser: `true`, or a name where
   * one origin has several apps. Tabs that keep them under the same name see each other's changes.
   */
  readonly persist?: boolean | string | undefined
}

const optionKinds: OptionKinds<MockOptions> = {
  ...storeOptionKinds,
  ...unhandledOptionKinds,
  workerUrl: aText,
  persist: {
    expected: 'true, false or a name',
    accepts: (value) => typeof value === 'boolean' || (typeof value === 'string' && value !== ''),
  },
}

/** A mock that answers the requests of this tab. */
export interface Mock {
  /** Where it answers, such as `https://api.example.com/v1`. */
  readonly baseUrl: string
  /** The animals, scenarios, clocks and journals of the mock. */
  readonly store: AnimalStore
  /** MSW's own worker, for `use`, `resetHandlers` and events. */
  readonly worker: SetupWorker
  /** Lets requests reach the network again. */
  stop(): Promise<void>
}

/**
 * Lets a mock answer this tab's requests to the base address. Once the promise has resolved, the next request meets it.
 * After a hard reload, which no worker can control, it loads the page once more.
 * @throws {WorkerError} when the browser or the worker script does not fit; the message says how to fix it
 * @throws {MockRunningError} when a mock runs in this tab already
 * @throws {KeptAnimalsError} when the browser cannot keep the animals
 * @throws {OptionsError} {BaseUrlError} and what {@link createAnimalStore} throws, when an option does not fit
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  checkOptions('startMock', options, optionKinds)
  const { baseUrl, onUnhandled = 'bypass', quiet = false, workerUrl = '/mockServiceWorker.js', ...rest } = options
  const { persist = false, ...storeOptions } = rest
  const base = readBaseUrl(baseUrl)
  const unregisterMock = registerMock('this tab')
  let shared: ReturnType<typeof animalsOfTabs> | undefined
  const leave = () => {
    shared?.close()
    unregisterMock()
  }
  try {
    if (persist !== false) {
      if (storeOptions.animals !== undefined) {
        throw new OptionsError('Cannot use the option animals of startMock together with persist.', 'animals')
      }
      const tabs = await import('./tab-animals.ts')
      shared = tabs.animalsOfTabs(persist === true ? base : persist)
    }
    const store = createAnimalStore(shared === undefined ? storeOptions : { ...storeOptions, animals: shared })
    // What cannot be loaded fails here, and not at the first request.
    await store.sandbox().animals
    const { missedCalls, warnOfMissed } = await import('../msw/missed-request.ts')
    const worker = setupWorker(...handlers(store, { baseUrl, undocumented: 'answer' }), ...missedCalls(store, baseUrl))
    if (!quiet) worker.events.on('request:unhandled', warnOfMissed(baseUrl))
    const stopWorker = await startWorker(worker, { workerUrl, onUnhandled })
    // The page's server may be away when they are needed, and a browser keeps the failure of an import until a reload.
    void loadLater()
    return {
      baseUrl: base,
      store,
      worker,
      async stop() {
        await stopWorker()
        leave()
      },
    }
  } catch (error) {
    leave()
    throw error
  }
}
