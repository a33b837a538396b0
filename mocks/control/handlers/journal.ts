import { writeJson } from '../../../spec/index.ts'
import type { ControlTypes } from '../../../spec/made/control-types.ts'
import { type JournalFilter, fits } from '../../journal/journal-filter.ts'
import type { JournalRecord } from '../../journal/journal-record.ts'
import { JournalTimeoutError } from '../../journal/wait-for-call.ts'
import { journalEntry } from '../../journal/journal-entry.ts'
import type { KeyRing } from '../../keys/keys.ts'
import type { Sandbox } from '../../world/sandbox.ts'
import type { AnimalStore } from '../../store/store.ts'
import { originOf } from '../origin.ts'
import {
  ControlError,
  type ControlReply,
  type Handlers,
  eventStream,
  file,
  json,
  nothing,
  unknownInQuery,
} from '../handler.ts'
import { playedIds } from './behaviour.ts'

export const journalHandlers: Handlers<'journal'> = {
  showJournal({ store, sandbox: { journal }, query: { limit, ...query } }) {
    const filter = filterOf(query)
    const records = journal.records(filter)
    const entries = records.slice(-limit).map((record) => journalEntry(record, store.keys))
    const { total, size } = journal
    return json({ total, lost: total - size, fitting: records.length, entries })
  },
  countCalls: ({ sandbox: { journal }, query }) =>
    json({ total: journal.total, fitting: journal.count(filterOf(query)) }),
  async exportJournal({ sandbox: { name, journal }, query, call }) {
    const { journalHar } = await import('../../journal/journal-har.ts')
    // A server speaks TLS with everybody or with nobody.
    const scheme = originOf(call)?.startsWith('https:') === true ? 'https' : 'http'
    const har = journalHar(journal.entries(filterOf(query)), scheme)
    return file(`calls-${name}.har`, 'application/har+json', writeJson(har))
  },
  async judgeConduct({ sandbox, query: { off = '', seen } }) {
    const named = off.split(',').filter((id) => id !== '')
    const { conductOf, ruleIds } = await import('../../conduct/index.ts')
    const unknown = named.find((id) => !ruleIds.some((known) => known === id))
    if (unknown !== undefined) throw unknownInQuery('rule', unknown, ruleIds)
    return json(conductOf(sandbox, { off: ruleIds.filter((id) => named.includes(id)), seen }))
  },
  async showCoverage({ sandbox: { journal } }) {
    const { coverageOf } = await import('../../coverage/coverage.ts')
    return json(coverageOf(journal))
  },
  async waitForCall({ sandbox: { journal }, signal, query: { timeoutMilliseconds, ...query } }) {
    const filter = filterOf(query)
    try {
      return json(await journal.waitFor(filter, timeoutMilliseconds, signal))
    } catch (error) {
      const isLate = error instanceof JournalTimeoutError
      if (!isLate && signal?.aborted !== true) throw error
      const message = isLate ? error.message : 'The caller has left.'
      // Not 408: browsers take it for a stale connection and send the request again.
      throw new ControlError(504, 'nothing_came', message)
    }
  },
  watchCalls: ({ store, sandbox, query, call }) =>
    watch(store, sandbox, { ...filterOf(query), ...resumeFilter(call.headers['last-event-id'], sandbox) }),
  clearJournal({ sandbox }) {
    sandbox.journal.clear()
    return nothing
  },
}

function filterOf(query: ControlTypes['countCalls']['query']): JournalFilter {
  const { scenario } = query
  if (scenario === undefined || playedIds.some((id) => id === scenario)) return query
  throw unknownInQuery('scenario', scenario, playedIds)
}

/** Where a broken stream goes on. */
function resumeFilter(lastEventId: string | undefined, { journal }: Sandbox): JournalFilter {
  if (lastEventId === undefined) return {}
  if (!/^[0-9]{1,16}$/.test(lastEventId)) {
    const problem = 'Cannot go on after this Last-Event-ID: expected the id of an event of this stream.'
    throw new ControlError(400, 'invalid_query', problem)
  }
  const after = Number(lastEventId)
  // The number is too high, so it is from before the journal was cleared: all calls are new.
  return { after: after > journal.total ? 0 : after }
}

function watch(store: AnimalStore, { name, journal }: Sandbox, filter: JournalFilter): ControlReply {
  const { after, ...live } = filter
  const { keys } = store
  return eventStream((send) => {
    if (after !== undefined) for (const record of journal.records(filter)) send(eventOf(record, keys))
    // By name: a sandbox that was deleted and used again is another object.
    return store.subscribe((record, sandbox) => {
      if (sandbox.name === name && fits(record, live)) send(liveEventOf(record, keys))
    }, name)
  })
}

let latest: { readonly record: JournalRecord; readonly text: string } | undefined

/** The event of a new call. It is kept for other watchers, because its two bodies may have a megabyte each. */
function liveEventOf(record: JournalRecord, keys: KeyRing): string {
  if (latest?.record !== record) latest = { record, text: eventOf(record, keys) }
  return latest.text
}

function eventOf(record: JournalRecord, keys: KeyRing): string {
  return `id: ${record.number}\nevent: call\ndata: ${JSON.stringify(journalEntry(record, keys))}\n\n`
}
