import { randomUUID } from 'node:crypto'
import type { BrowserContext, Route } from '@playwright/test'
import { type NewPet, type OptionKinds, type Pet, aText, checkOptions } from '../../../spec/index.ts'
import type { JournalEntry } from '../../journal/journal.ts'
import type { JournalFilter } from '../../journal/journal-filter.ts'
import { below, readBaseUrl } from '../msw/base-url.ts'
import type { HandlersOptions } from '../msw/handlers.ts'
import { httpTransport } from '../../control/client/http-transport.ts'
import { type FailedTest, reportTarget, sandboxPath } from '../../control/client/sandbox-path.ts'
import { tabTransport } from '../../control/client/tab-transport.ts'
import type { ControlRequest, Transport } from '../../control/client/transport.ts'
import { ownPanelFiles } from '../../http/panel-files.ts'
import type { PlayableReply } from '../../world/recorded-reply.ts'
import type { PlayLimits } from '../../world/plays.ts'
import type { ScenarioId } from '../../world/scenarios.ts'
import type { SettingsPatch } from '../../world/settings.ts'
import { createAnimalStore } from '../../all.ts'
import { type AnimalStoreOptions, storeOptionKinds } from '../../store/store.ts'

/** A mock that runs as a server, which backends call too. */
export interface ServedMock extends Pick<HandlersOptions, 'baseUrl'> {
  /** Where it runs, such as `http://127.0.0.1:4010`. */
  readonly url: string
  /** The token of its control API, if it was started with one. */
  readonly token?: string | undefined
  /** Further origins that pass headers of pages on to the mock. That of Playwright's `baseURL` is always one. */
  readonly backends?: readonly string[] | undefined
}

/** A mock in the test's own process. Only pages can reach it. */
export type OwnMock = AnimalStoreOptions & Pick<HandlersOptions, 'baseUrl'> & { readonly url?: undefined }

/** Which mock tests meet. `baseUrl` is the address of the interface that pages call; it ends in `/v1`. */
export type MockOptions = OwnMock | ServedMock

const ownKinds = { ...storeOptionKinds, baseUrl: aText, url: aText }

const servedKinds: OptionKinds<ServedMock> = {
  url: aText,
  token: aText,
  baseUrl: aText,
  backends: { expected: 'an array of origins', accepts: Array.isArray },
}

/** The mock of one test: a sandbox of its own, whether the mock runs in the test's process or as a server. */
export class TestMock {
  /** The name of the sandbox. */
  readonly sandbox: string
  /** Headers that send a call with a valid key to the sandbox. Empty if no server runs. */
  readonly headers: Readonly<Record<string, string>>
  readonly #transport: Transport
  readonly #answer: (target: string, init: RequestInit) => Promise<Response>
  readonly #baseUrl: string | undefined
  readonly #backends: readonly string[]

  /**
   * @param title the beginning of the sandbox's name, so that the panel shows which test it belongs to
   * @param appUrl where the app is
   * @throws {OptionsError} {BaseUrlError} and what {@link createAnimalStore} throws, when an option does not fit
   */
  constructor(options: MockOptions, title: string, appUrl?: string) {
    checkOptions('mockOptions', options, options.url === undefined ? ownKinds : servedKinds)
    if (options.url === undefined) {
      const { baseUrl, url: _none, ...storeOptions } = options
      const store = createAnimalStore(storeOptions)
      this.sandbox = 'default'
      this.headers = {}
      this.#baseUrl = readBaseUrl(baseUrl)
      this.#backends = []
      this.#transport = tabTransport(store, { panel: ownPanelFiles() })
      this.#answer = async (target, init) => store.fetch(target, init)
    } else {
      const { baseUrl, token, backends = [] } = options
      const { origin } = new URL(options.url)
      this.sandbox = `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-`.slice(0, 50) + randomUUID().slice(0, 8)
      this.headers = { 'X-Mock-Sandbox': this.sandbox, baggage: `mock-sandbox=${this.sandbox}` }
      this.#baseUrl = baseUrl === undefined ? undefined : readBaseUrl(baseUrl)
      this.#backends = [origin, ...(appUrl === undefined ? [] : [appUrl]), ...backends].map(
        (url) => new URL(url).origin,
      )
      this.#transport = httpTransport(origin, () => token)
      this.#answer = async (target, init) => fetch(origin + target, { ...init, redirect: 'manual' })
    }
  }

  /** Plays a scenario from the next call on, before those that are being played already. */
  play(scenario: ScenarioId, limits: PlayLimits = {}): Promise<void> {
    return this.#do('POST', '/scenarios', { ...limits, scenario })
  }

  /** Answers with this reply from the next call on. */
  playReply(reply: PlayableReply & { readonly body?: string }, limits: PlayLimits = {}): Promise<void> {
    return this.#do('POST', '/scenarios', { ...limits, scenario: 'recorded', reply })
  }

  /** Ends a scenario; all of them if none is named. */
  stop(scenario?: ScenarioId | 'recorded'): Promise<void> {
    return this.#do('DELETE', scenario === undefined ? '/scenarios' : `/scenarios/${encodeURIComponent(scenario)}`)
  }

  /** Changes settings, such as `{ fault: 'list-truncated' }` or `{ profile: { 'list-order': 'newest-first' } }`. Others stay. */
  set(patch: SettingsPatch): Promise<void> {
    return this.#do('PATCH', '/settings', patch)
  }

  /** The clock of the sandbox. Instants are as RFC 3339 writes them, such as `2030-12-05T00:00:00Z`. */
  readonly clock = {
    freeze: (at?: string): Promise<void> => this.set({ clock: { mode: 'frozen', at } }),
    set: (at: string): Promise<void> => this.set({ clock: { at } }),
    advance: (milliseconds: number): Promise<void> =>
      this.#do('POST', '/clock/advance', { seconds: milliseconds / 1000 }),
    resume: (): Promise<void> => this.set({ clock: { mode: 'running' } }),
  }

  /** All animals of the sandbox, without the limits of the interface. */
  readonly animals = {
    list: async (): Promise<readonly Pet[]> => (await this.control('GET', '/animals/export')) as readonly Pet[],
    /** Adds an animal. One with an id takes the place of the animal that has it. */
    add: async (pet: NewPet & Partial<Pet>): Promise<Pet> => (await this.control('POST', '/animals', pet)) as Pet,
    /** Replaces all animals by these, or by those of a dataset. */
    replace: (pets: readonly Pet[] | { dataset: string; count?: number; seed?: number }): Promise<void> =>
      this.#do('PUT', '/animals', pets),
  }

  /** The calls that the sandbox was sent, with their replies and the reason of each. */
  readonly journal = {
    /** The latest 1,000 kept calls that match, oldest first. */
    entries: async (filter: JournalFilter = {}): Promise<readonly JournalEntry[]> => {
      const page = await this.control('GET', `/journal?${queryOf({ ...filter, limit: 1000 })}`)
      return (page as { readonly entries: readonly JournalEntry[] }).entries
    },
    count: async (filter: JournalFilter = {}): Promise<number> => {
      const counts = await this.control('GET', `/journal/count?${queryOf(filter)}`)
      return (counts as { readonly fitting: number }).fitting
    },
    /** Waits for a call that matches. One that has already come counts. Rejects if none comes in time. */
    waitFor: async (filter: JournalFilter = {}, timeoutMilliseconds = 5000): Promise<JournalEntry> =>
      (await this.control('GET', `/journal/wait?${queryOf({ ...filter, timeoutMilliseconds })}`)) as JournalEntry,
  }

  /**
   * Sends any request of the control API about the sandbox: `mock.control('PUT', '/quotas', { key: 'test_pro', remaining: 3 })`.
   * Rejects with the message of a refusal.
   */
  control(method: ControlRequest['method'], path = '', body?: unknown): Promise<unknown> {
    return this.#transport.send({ method, target: sandboxPath(this.sandbox, path), body })
  }

  async #do(...request: Parameters<TestMock['control']>): Promise<void> {
    await this.control(...request)
  }

  /** Creates the sandbox. Rejects if the mock does not run. */
  open(): Promise<void> {
    return this.#do('POST', '/reset')
  }

  /** Deletes the sandbox. */
  close(): Promise<void> {
    return this.#do('DELETE')
  }

  /**
   * Makes the mock answer what the pages of a context send to `baseUrl`, and adds the headers to requests to the backends.
   * The fixture does so for `context` and `page`.
   * @returns what ends it
   */
  async route(context: BrowserContext): Promise<() => Promise<void>> {
    const ending = new AbortController()
    // Not as extra headers of the context, which third parties would refuse: spec/decisions/0076-one-key-many-tests.md.
    await context.route(
      ({ origin }) => this.#backends.includes(origin),
      async (route) => route.fallback({ headers: { ...route.request().headers(), ...this.headers } }),
    )
    const base = this.#baseUrl
    if (base !== undefined) {
      await context.route(below(base, '(?:[/?].*)?'), async (route) => this.#fulfil(route, base, ending.signal))
    }
    return async () => {
      ending.abort()
      await context.unrouteAll({ behavior: 'ignoreErrors' })
    }
  }

  async #fulfil(route: Route, base: string, signal: AbortSignal): Promise<void> {
    const request = route.request()
    const body = request.postDataBuffer()
    const headers = { ...(await request.allHeaders()), ...this.headers }
    const init = { method: request.method(), headers, body: body && new Uint8Array(body), signal }
    try {
      const response = await this.#answer(`/v1${request.url().slice(base.length)}`, init)
      await route.fulfill({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: Buffer.from(await response.arrayBuffer()),
      })
    } catch {
      // A scenario cut the connection, or the test is over.
      await route.abort('connectionreset')
    }
  }

  /** The panel with all that the sandbox has now, as one HTML file that asks nobody. */
  reportPage(failed: FailedTest): Promise<string> {
    return this.#transport.read(reportTarget(this.sandbox, failed))
  }

  /** The calls as text, for the report of a test that failed. */
  async report(): Promise<string> {
    const { origin, isServer } = this.#transport
    const entries = await this.journal.entries()
    return [
      `Sandbox ${this.sandbox}${isServer ? `: ${origin}/#/calls?sandbox=${this.sandbox}` : ''}`,
      ...entries.map(({ number, at, method, target, status, reason, request, response }) =>
        [`${number}. ${at} ${method} ${target} → ${status}`, ...reason, request.body, response.body]
          .filter((line) => line !== '')
          .join('\n   '),
      ),
      ...(entries.length === 0 ? ['No call came.'] : []),
    ].join('\n\n')
  }
}

function queryOf(values: object): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return String(new URLSearchParams(given.map(([name, value]) => [name, String(value)])))
}
