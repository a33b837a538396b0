import type { SetupWorker } from 'msw/browser'
import { ask } from './ready-worker.ts'

/**
 * MSW 2's worker keeps in memory alone which pages it works for, so after the browser stopped it, it lets requests pass
 * to the network. Here each call wakes it first; MSW 3's worker remembers by itself.
 * @returns what ends it
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
      // A request that blocks the page passes the worker by anyway.
      this.#isCall = args[2] !== false && isBelow(String(args[1]))
      // As many as were given: a third one that is missing is not the same as none.
      super.open(...(args as unknown as [method: string, url: string, async: boolean]))
    }

    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      if (!this.#isCall) return super.send(body)
      const send = () => {
        // Whoever waited no longer has closed it.
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
  const { serviceWorker } = navigator
  const { controller } = serviceWorker
  const answer = controller && (await ask(serviceWorker, controller, 'MOCK_ACTIVATE', 'MOCKING_ENABLED'))
  // A request that nobody may answer must not reach the network.
  if (!answer) throw new TypeError('Failed to fetch: the worker of the mock does not answer. Reload the page.')
}

let earlier: SetupWorker | undefined

/** MSW 2.12 goes on to let requests pass for a worker that was stopped, though another one would answer them. */
export function forgetEarlier(worker: SetupWorker): void {
  const { context } = (earlier ?? {}) as { context?: { workerChannel?: { removeAllListeners?: () => void } } }
  if (earlier !== worker) context?.workerChannel?.removeAllListeners?.()
  earlier = worker
}
