import { type Har, harEntry, harOf } from '../../spec/har.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { spentMilliseconds } from './took.ts'

/**
 * Entries of a journal as a HAR file. A reply that was not sent has the status 0, as in browsers.
 * @param scheme how clients reach the mock; calls do not say it
 */
export function journalHar(entries: readonly JournalEntry[], scheme: 'http' | 'https' = 'http'): Har {
  return harOf(entries.map((entry) => entryOf(entry, scheme)))
}

function entryOf(entry: JournalEntry, scheme: string): object {
  const { at, method, target, status, steps, request, response } = entry
  const { effect, headers, body } = response
  const wasSent = effect === null
  const isKept = steps.every(({ outcome }) => outcome !== 'reply-too-large')
  return harEntry({
    startedAtMilliseconds: Date.parse(at),
    tookMilliseconds: spentMilliseconds(entry),
    method,
    // A client sent the target, so it may be anything.
    url: (
      URL.parse(target, `${scheme}://${request.headers['host'] ?? 'localhost'}`) ?? new URL(`${scheme}://localhost`)
    ).href,
    requestHeaders: Object.entries(request.headers),
    requestBody: request.body === '' ? undefined : request.body,
    status: wasSent ? status : 0,
    responseHeaders: wasSent ? Object.entries(headers) : [],
    body: wasSent && isKept ? { text: body, size: new TextEncoder().encode(body).length } : undefined,
    problem: wasSent ? undefined : (effect ?? undefined),
  })
}
