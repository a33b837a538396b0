import { OptionsError } from '../../spec/check-options.ts'
import { shown } from '../../spec/messages.ts'
import { type JournalFilter, fits } from './journal-filter.ts'
import type { JournalRecord } from './journal-record.ts'
import type { Journal } from './journal.ts'
import { lostText } from './lost-calls.ts'

/** Nothing came in time. */
export class JournalTimeoutError extends Error {
  override readonly name = 'JournalTimeoutError'
}

const mostTimeoutMilliseconds = 2 ** 31 - 1

/** Waits for a call that matches, as {@link Journal.waitFor} says. */
export async function waitForCall(
  journal: Journal,
  filter: JournalFilter,
  timeoutMilliseconds: number,
  signal: AbortSignal | undefined,
): Promise<JournalRecord> {
  // No timer can take another one.
  if (!(timeoutMilliseconds >= 0 && timeoutMilliseconds <= mostTimeoutMilliseconds))
    throw new OptionsError(
      `Cannot wait for a call: expected milliseconds from 0 to ${mostTimeoutMilliseconds} as the second argument, found ${shown(timeoutMilliseconds)}.`,
    )
  const found = journal.records(filter)[0]
  if (found !== undefined) return found
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<JournalRecord>()
  const stop = journal.subscribe((record) => {
    if (fits(record, filter)) resolve(record)
  })
  const timer = setTimeout(() => {
    const lost = journal.total - journal.size
    const earlier = lost === 0 ? '' : ` One may have come before: ${lostText(lost)}`
    const wanted = JSON.stringify(filter)
    reject(new JournalTimeoutError(`No call that fits ${wanted} came within ${timeoutMilliseconds} ms.${earlier}`))
  }, timeoutMilliseconds)
  const abort = () => reject(signal?.reason as Error)
  signal?.addEventListener('abort', abort)
  return promise.finally(() => {
    clearTimeout(timer)
    stop()
    signal?.removeEventListener('abort', abort)
  })
}
