import { pathToFileURL } from 'node:url'
import type { HttpHandler } from 'msw'
import * as msw from 'msw/node'

/**
 * MSW's `setupServer`; with MSW 3, one that gets every request of this process. MSW's own gets those of `fetch`,
 * `node:http` and XMLHttpRequest, so undici from npm would reach the network: spec/decisions/0215-what-an-entry-needs.md.
 */
export async function setupServer(...handlers: HttpHandler[]): Promise<msw.SetupServer> {
  const msw3 = isMsw2 ? undefined : await loadMsw3().catch(() => undefined)
  return msw3 === undefined ? msw.setupServer(...handlers) : serverOfAll(msw3, handlers)
}

/** MSW 2 sees nothing of undici from npm. */
const isMsw2 = 'SetupServerApi' in msw

/** What such a server is made of. The package of interceptors is the one of this MSW, wherever it was installed. */
async function loadMsw3() {
  // webpack reads an imported createRequire, and warns of an argument that it does not know.
  const { createRequire } = process.getBuiltinModule('node:module')
  const ofMsw = createRequire(createRequire(import.meta.url).resolve('msw/node'))
  const load = async (part: string): Promise<unknown> => {
    const file = pathToFileURL(ofMsw.resolve(`@mswjs/interceptors/${part}`)).href
    return import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ file)
  }
  const [network, everyRequest, webSockets, clients] = await Promise.all([
    import('msw/experimental'),
    load('http') as Promise<typeof import('@mswjs/interceptors/http')>,
    load('WebSocket') as Promise<typeof import('@mswjs/interceptors/WebSocket')>,
    load('presets/node') as Promise<typeof import('@mswjs/interceptors/presets/node')>,
  ])
  return { ...network, ...everyRequest, ...webSockets, clients: clients.default }
}

function serverOfAll(msw3: Awaited<ReturnType<typeof loadMsw3>>, handlers: HttpHandler[]): msw.SetupServer {
  const interceptors = [new msw3.HttpRequestInterceptor(), new msw3.WebSocketInterceptor()]
  const controller = new msw.AsyncHandlersController(handlers)
  const network = msw3.defineNetwork({
    ...msw.defaultNetworkOptions,
    sources: [new msw3.InterceptorSource({ interceptors })],
    handlers: controller,
  })
  const { events, use, resetHandlers, restoreHandlers, listHandlers } = network
  return {
    get readyState() {
      return network.readyState
    },
    events,
    use,
    resetHandlers,
    restoreHandlers,
    listHandlers,
    boundary: controller.boundary.bind(controller),
    listen({ onUnhandledFrame = 'warn' } = {}) {
      network.configure({ onUnhandledFrame })
      // They forward nothing here, but give what they do for their clients, such as relative addresses for fetch.
      // They throw where another server listens, so they come first.
      for (const client of msw3.clients) client.apply()
      network.enable()
    },
    close() {
      network.disable()
      for (const client of msw3.clients) client.dispose()
    },
  }
}
