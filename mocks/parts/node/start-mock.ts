/// <reference lib="esnext.disposable" preserve="true" />
import { randomUUID } from 'node:crypto'
import { http, HttpResponse } from 'msw'
import type { SetupServer } from 'msw/node'
import { corsHeaders } from '../../call/cors.ts'
import { type OptionKinds, checkOptions } from '../../../spec/index.ts'
import { readBaseUrl } from '../msw/base-url.ts'
import { type HandlersOptions, handlers } from '../msw/index.ts'
import { missedCalls, warnOfMissed } from '../msw/missed-request.ts'
import { type UnhandledOptions, registerMock, unhandledBy, unhandledOptionKinds } from '../msw/running-mock.ts'
import { type AnimalStore, type AnimalStoreOptions, storeOptionKinds } from '../../store/store.ts'
import { createAnimalStore } from '../../all.ts'
import { setupServer } from './setup-server.ts'

/** What the mock holds, where it answers, and what happens to other requests. */
export interface MockOptions extends AnimalStoreOptions, Pick<HandlersOptions, 'baseUrl'>, UnhandledOptions {}

/** A mock that answers the requests of this process. */
export interface Mock {
  /** Where it answers, such as `https://api.example.com/v1`. */
  readonly baseUrl: string
  readonly store: AnimalStore
  /** MSW's own server, for `use`, `resetHandlers` and events. */
  readonly server: SetupServer
  /** Lets requests reach the network again. */
  stop(): void
  [Symbol.dispose](): void
}

/** MSW does not see the requests of this process; the message says what to do. */
export class UnseenRequestsError extends Error {
  override readonly name = 'UnseenRequestsError'
}

const optionKinds: OptionKinds<MockOptions> = { ...storeOptionKinds, ...unhandledOptionKinds }

/**
 * Starts a mock that answers this process's requests to the base address, from the moment the promise resolves. MSW 3
 * takes over connections, so it does not see requests on a connection that was opened before: if a real server listens
 * there, start the mock first. There can be one mock at a time; for two stores, give the handlers of both to one server
 * of your own.
 * @throws {UnseenRequestsError} when MSW does not see the requests of this runtime
 * @throws {MockRunningError} when a mock runs in this process already
 * @throws {OptionsError} when an option is unknown or invalid
 * @throws {BaseUrlError} and what {@link createAnimalStore} throws, when an option does not fit
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  checkOptions('startMock', options, optionKinds)
  const { baseUrl, onUnhandled = 'bypass', quiet = false, ...storeOptions } = options
  const store = createAnimalStore(storeOptions)
  const sign = randomUUID()
  const server = await setupServer(
    ...handlers(store, { baseUrl, undocumented: 'answer' }),
    ...missedCalls(store, baseUrl),
    http.all(proofUrl, () => new HttpResponse(sign, { headers: corsHeaders })),
  )
  const unregisterMock = registerMock('this process')
  listen(server, onUnhandled, unregisterMock)
  if (!quiet) server.events.on('request:unhandled', warnOfMissed(baseUrl))
  let isRunning = true
  const stop = () => {
    // A test and its clean-up may both stop it, and MSW 3 would throw.
    if (!isRunning) return
    isRunning = false
    server.close()
    unregisterMock()
  }
  const answer = await fetch(proofUrl).then(
    (response) => response.text(),
    () => undefined,
  )
  if (answer !== sign) {
    stop()
    throw new UnseenRequestsError(`Cannot start the mock: ${unseen}`)
  }
  return { baseUrl: readBaseUrl(baseUrl), store, server, stop, [Symbol.dispose]: stop }
}

/** @throws {UnseenRequestsError} when another server of MSW 3 listens, or nock 15 is active */
function listen(server: SetupServer, onUnhandled: 'bypass' | 'warn' | 'error', unregisterMock: () => void): void {
  const options = unhandledBy(onUnhandled)
  try {
    server.listen(options)
  } catch (cause) {
    unregisterMock()
    throw new UnseenRequestsError(`Cannot start the mock: ${replacedBySamePackage}`, { cause })
  }
}

// Both replace fetch by the package of interceptors, which takes one only and does not say whose it is.
const replacedBySamePackage =
  'something has replaced fetch in this process: nock 15, another server of MSW, or whatever else uses' +
  ' @mswjs/interceptors. With nock: nock.restore() before startMock, or nock 14, which works beside it. With another' +
  " server of MSW: give that one the mock's handlers, in place of startMock: server.use(...handlers(store)), with" +
  ' handlers of animal-store-kit/msw.'

/** The top-level domain is reserved, so no server exists there: spec/decisions/0215-what-an-entry-needs.md. */
const proofUrl = 'http://animal-store-kit.invalid/'

const unseen =
  'MSW does not see what fetch sends, as MSW 3 does not in Bun and Deno. Use msw 2.15, or the mock without MSW:' +
  ' store.fetch of animal-store-kit, or startServer of animal-store-kit/server. Where nock or a MockAgent of undici' +
  ' refuses requests (disableNetConnect), call its enableNetConnect() before startMock.'
