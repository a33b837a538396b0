import type { Exchange, Outgoing } from './exchange.ts'
import type { Client } from './http-client.ts'

/** The problem of an exchange whose answer was not waited for. */
export const interrupted = 'It was interrupted.'
const answerMilliseconds = 2000

/** Sends a request. Once the signal is aborted, its answer is waited for two seconds more. */
export async function sendUntilAborted(
  { send, baseUrl = '' }: Pick<Client, 'send'> & Partial<Client>,
  outgoing: Outgoing,
  { signal, now }: { readonly signal: AbortSignal | undefined; readonly now: () => number },
): Promise<Exchange> {
  const sentAtMilliseconds = now()
  const { promise, resolve } = Promise.withResolvers<Exchange>()
  let timer: NodeJS.Timeout | undefined
  const giveUp = (): void => {
    const request = { ...outgoing, url: baseUrl + outgoing.path }
    const problem = { kind: 'deadline', message: interrupted } as const
    const exchange: Exchange = { request, sentAtMilliseconds, tookMilliseconds: 0, response: undefined, problem }
    timer = setTimeout(resolve, answerMilliseconds, exchange)
  }
  signal?.addEventListener('abort', giveUp, { once: true })
  return Promise.race([send(outgoing), promise]).finally(() => {
    signal?.removeEventListener('abort', giveUp)
    clearTimeout(timer)
  })
}
