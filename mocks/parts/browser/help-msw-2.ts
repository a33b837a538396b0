import type { SetupWorker } from 'msw/browser'
import { ask } from './ready-worker.ts'

/**
 * MSW 2's worker keeps only in memory which pages it works for. After the browser has stopped and restarted it, requests go
 * to the network. So each call wakes the worker first. MSW 3's worker remembers its pages.
 * @returns a function that ends this
 */
export function wakeBeforeCalls(base: string): () => void {
  const isBelow = (address: string) => {
    const { origin, pathname } = new URL(address, location.href)
    return `${origin}${pathname}/`.startsWith(`${base}/`)
  }
  const { fetch, XMLHttpRequest: PlainRequest } = globalThis

  globalThis.fetch = async (input, init) => {
    if (isBelow(input instanceof Request ? input.url : String(input))) await wake()
    return fetch(input, init)
  }
  globalThis.XMLHttpRequest = class extends PlainRequest {
    #isCall = false

    override open(...args: [method: string, url: string | URL, ...rest: unknown[]]): void {
      // A request that blocks the page never reaches the worker.
      this.#isCall = args[2] !== false && isBelow(String(args[1]))
      // As many arguments as were given: `undefined` as the third one means something else.
      super.open(...(args as unknown as [method: string, url: string, async: boolean]))
    }

    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      if (!this.#isCall) return super.send(body)
      const send = () => {
        // The request was aborted while it waited.
        if (this.readyState === PlainRequest.OPENED) super.send(body)
      }
      wake().then(send, () => this.dispatchEvent(new ProgressEvent('error')))
    }
  }
  return () => {
    Object.assign(globalThis, { fetch, XMLHttpRequest: PlainRequest })
  }
}

async function wake(): Promise<void> {
  const { controller } = navigator.serviceWorker
  const answer = controller && (await ask(controller, 'MOCK_ACTIVATE', 'MOCKING_ENABLED'))
  // A request that nobody may answer must not reach the network.
  if (!answer) throw new TypeError('Failed to fetch: the worker of the mock does not answer. Reload the page.')
}

let earlier: SetupWorker | undefined

/** MSW 2.12 still lets requests of a stopped worker pass, even if another worker would answer them. */
export function forgetEarlier(worker: SetupWorker): void {
  const { context } = (earlier ?? {}) as { context?: { workerChannel?: { removeAllListeners?: () => void } } }
  if (earlier !== worker) context?.workerChannel?.removeAllListeners?.()
  earlier = worker
}
