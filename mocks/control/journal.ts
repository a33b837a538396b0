import { operationIds } from '../../spec/index.ts'
import { type JournalFilter, type JournalRecord, JournalTimeoutError, fits, journalEntry } from '../world/journal.ts'
import type { Sandbox } from '../world/sandbox.ts'
import type { AnimalStore } from '../world/store.ts'
import { ControlError } from './control-error.ts'
import { digits, oneOf, text } from './kinds.ts'
import { type ControlReply, type ControlRoute, json, nothing, sandboxRoute } from './route.ts'
import { playedIds } from './scenarios.ts'

const filterKinds = {
  operation: oneOf(operationIds),
  method: text(40),
  path: text(8000),
  status: digits(100, 599),
  scenario: oneOf(playedIds),
  after: digits(0, Number.MAX_SAFE_INTEGER),
}

/** How often a stream says that it is still there, so that nothing between takes it for dead. */
export const heartbeatMilliseconds = 15_000

/** The routes of a sandbox's journal. */
export const journalRoutes: readonly ControlRoute[] = [
  sandboxRoute(
    {
      method: 'GET',
      path: '/journal',
      summary: 'Show the latest calls that fit, oldest first',
      query: { ...filterKinds, limit: digits(1, 1000) },
    },
    ({ sandbox: { journal }, query: { limit = 100, ...filter } }) =>
      json({ total: journal.total, fitting: journal.count(filter), entries: journal.entries(filter, limit) }),
  ),
  sandboxRoute(
    { method: 'GET', path: '/journal/count', summary: 'Count the calls that fit', query: filterKinds },
    ({ sandbox: { journal }, query }) => json({ total: journal.total, fitting: journal.count(query) }),
  ),
  sandboxRoute(
    {
      method: 'GET',
      path: '/journal/wait',
      summary: 'Wait for a call that fits, one that has come already included',
      query: { ...filterKinds, timeoutMilliseconds: digits(0, 60_000) },
    },
    async ({ sandbox: { journal }, signal, query: { timeoutMilliseconds, ...filter } }) => {
      try {
        return json(await journal.waitFor(filter, timeoutMilliseconds, signal))
      } catch (error) {
        // Nobody reads this any more.
        if (signal?.aborted === true) throw new ControlError(504, 'nothing_came', 'The caller has left.')
        // Not 408: browsers take that for a stale connection and ask again.
        if (error instanceof JournalTimeoutError) throw new ControlError(504, 'nothing_came', error.message)
        throw error
      }
    },
  ),
  sandboxRoute(
    {
      method: 'GET',
      path: '/journal/events',
      summary: 'Watch the calls that fit as they come, as server-sent events',
      query: filterKinds,
    },
    ({ store, sandbox, query, call }) =>
      watch(store, sandbox, { ...query, ...resumed(call.headers['last-event-id'], sandbox) }),
  ),
  sandboxRoute(
    { method: 'DELETE', path: '/journal', summary: 'Forget every call, and count from 1 again' },
    ({ sandbox }) => {
      sandbox.journal.clear()
      return nothing
    },
  ),
]

/** Where a stream that broke off goes on. */
function resumed(lastEventId: string | undefined, { journal }: Sandbox): JournalFilter {
  if (lastEventId === undefined) return {}
  const after = digits(0, Number.MAX_SAFE_INTEGER).read(lastEventId)
  if (after === undefined) {
    throw new ControlError(
      400,
      'invalid_query',
      'Cannot go on after this Last-Event-ID: expected the id of an event of this stream.',
    )
  }
  // A higher number than any is from before the journal was cleared, so all of it is new.
  return { after: after > journal.total ? 0 : after }
}

function watch(store: AnimalStore, { name, journal }: Sandbox, filter: JournalFilter): ControlReply {
  const { after, ...live } = filter
  const mask = (shown: string): string => store.keys.mask(shown)
  return {
    status: 200,
    headers: { 'Content-Type': 'text/event-stream' },
    body: '',
    events(send) {
      send('retry: 2000\n\n')
      if (after !== undefined) for (const record of journal.records(filter)) send(eventOf(record, mask))
      // By name, for a sandbox that was forgotten is another one when it is used again.
      const stop = store.subscribe((record, sandbox) => {
        if (sandbox.name === name && fits(record, live)) send(liveEventOf(record, mask))
      })
      const heartbeat = setInterval(() => send(': still here\n\n'), heartbeatMilliseconds)
      // A stream alone keeps no process alive. Browsers have numbers for timers.
      if (typeof heartbeat === 'object') heartbeat.unref()
      return () => {
        clearInterval(heartbeat)
        stop()
      }
    },
  }
}

let latest: { readonly record: JournalRecord; readonly text: string } | undefined

/** The event of a call that has just come: many may watch, and it has up to two bodies of a megabyte. */
function liveEventOf(record: JournalRecord, mask: (shown: string) => string): string {
  if (latest?.record !== record) latest = { record, text: eventOf(record, mask) }
  return latest.text
}

function eventOf(record: JournalRecord, mask: (shown: string) => string): string {
  return `id: ${record.number}\nevent: call\ndata: ${JSON.stringify(journalEntry(record, mask))}\n\n`
}
