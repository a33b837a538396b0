import { thereIsNo, writeJson } from '../../../spec/index.ts'
import type { ControlTypes } from '../../../spec/made/control-types.ts'
import type { Journal } from '../../journal/journal.ts'
import { type JournalFilter, fits } from '../../journal/journal-filter.ts'
import type { JournalRecord } from '../../journal/journal-record.ts'
import { JournalTimeoutError } from '../../journal/wait-for-call.ts'
import { coverageOf } from '../../journal-text/coverage.ts'
import { journalEntry } from '../../journal-text/journal-entry.ts'
import { journalHar } from '../../journal-text/journal-har.ts'
import type { KeyRing } from '../../keys/keys.ts'
import type { Sandbox } from '../../world/sandbox.ts'
import type { AnimalStore } from '../../store/store.ts'
import { originOf } from '../origin.ts'
import { ControlError, type ControlReply, type Handlers, file, json, nothing } from '../handler.ts'
import { eventStream } from '../event-stream.ts'
import { thoseThatFit } from '../report/mock-report.ts'
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
  exportJournal({ sandbox: { name, journal }, query, call }) {
    // A server speaks TLS with everybody or with nobody.
    const scheme = originOf(call)?.startsWith('https:') === true ? 'https' : 'http'
    const har = journalHar(journal.entries(filterOf(query)), scheme)
    return file(`calls-${name}.har`, 'application/har+json', writeJson(har))
  },
  async judgeConduct({ sandbox, query: { seen } }) {
    const { conductOf } = await import('../../conduct/index.ts')
    return json(conductOf(sandbox, { seen }))
  },
  showCoverage: ({ sandbox: { journal } }) => json(coverageOf(journal)),
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
  watchCalls: ({ store, sandbox, query, call, signal }) =>
    watch(store, sandbox, filterOf(query), latestSeen(call.headers['last-event-id']), signal),
  clearJournal({ sandbox }) {
    sandbox.journal.clear(sandbox.held.map(({ record }) => record))
    return nothing
  },
}

function filterOf(query: ControlTypes['countCalls']['query']): JournalFilter {
  const { scenario } = query
  if (scenario === undefined || playedIds.some((id) => id === scenario)) return query
  throw new ControlError(400, 'invalid_query', `Cannot use the query. ${thereIsNo('scenario', scenario, playedIds)}`)
}

/** The event after which a broken stream goes on. */
function latestSeen(lastEventId: string | undefined) {
  if (lastEventId === undefined) return undefined
  const [epoch = '', number = ''] = lastEventId.split('-')
  return { epoch, number: Number(number) || 0 }
}

/** What a stream sends at most of the calls that came before it. Later ones come as fast as they are read. */
const mostEarlierBytes = 16 * 1024 * 1024

function watch(
  store: AnimalStore,
  sandbox: Sandbox,
  { after, ...live }: JournalFilter,
  seen: ReturnType<typeof latestSeen>,
  signal: AbortSignal | undefined,
): ControlReply {
  const { keys } = store
  return eventStream((send) => {
    let journal: Journal = sandbox.journal
    const sendCleared = () => {
      send(`id: ${journal.epoch}-0\nevent: cleared\ndata: {"epoch":"${journal.epoch}"}\n\n`)
      for (const { record } of sandbox.held)
        if (journal.records(live).includes(record)) send(callEvent(record, journal, keys))
    }
    let stopClearing = journal.onClear(sendCleared)
    const isOther = seen !== undefined && seen.epoch !== journal.epoch
    if (isOther) sendCleared()
    const from = isOther ? 0 : (seen?.number ?? after)
    const earlier = from === undefined ? [] : journal.records({ ...live, after: from })
    const kept = thoseThatFit(earlier.toReversed(), (record) => callEvent(record, journal, keys), mostEarlierBytes)
    for (const event of kept.toReversed()) send(event)
    const stopCalls = store.subscribe((record, { name, journal: current }) => {
      if (name !== sandbox.name) return
      // A sandbox that was deleted and used again is another object.
      if (current !== journal) {
        stopClearing()
        journal = current
        stopClearing = journal.onClear(sendCleared)
        sendCleared()
      }
      if (fits(record, live)) send(callEvent(record, journal, keys))
    }, sandbox.name)
    return () => {
      stopClearing()
      stopCalls()
    }
  }, signal)
}

function callEvent(record: JournalRecord, { epoch }: Journal, keys: KeyRing): string {
  return `id: ${epoch}-${record.number}\nevent: call\ndata: ${JSON.stringify(journalEntry(record, keys))}\n\n`
}
