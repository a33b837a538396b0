import { type CallCount, CallCounts } from '../../journal/call-counts.ts'
import type { Sandbox } from '../../world/sandbox.ts'
import type { AnimalStore } from '../../store/store.ts'
import type { ControlReply } from '../handler.ts'

/** Counts the calls of a store from the first scrape on. */
export type CallMeter = (store: AnimalStore) => readonly CallCount[]

/**
 * Makes a meter. It begins with what the journals have counted, and then listens: a counter must not fall when a sandbox
 * is reset or deleted. A mock that nobody scrapes counts no call twice.
 */
export function callMeter(): CallMeter {
  const fresh = new CallCounts()
  let before: readonly CallCount[] | undefined
  return (store) => {
    if (before === undefined) {
      // Replicas share their journals, and each of them counts its own calls.
      before = store.within === undefined ? store.sandboxes.flatMap(({ journal }) => journal.counts) : []
      store.subscribe((record) => fresh.add(record))
    }
    return [...before, ...fresh.all]
  }
}

type Sample = readonly [labels: string, value: number]

/** The metrics of a mock in the format OpenMetrics 1.0. */
export function metricsReply(store: AnimalStore, answered: readonly CallCount[]): ControlReply {
  const type = 'application/openmetrics-text; version=1.0.0; charset=utf-8'
  const families = [...callFamilies(answered), ...sandboxFamilies(store.sandboxes), ...memoryFamilies()]
  return { status: 200, headers: { 'Content-Type': type }, body: `${families.join('')}# EOF\n` }
}

function callFamilies(answered: readonly CallCount[]): string[] {
  const refused = (status: number) => sumOf(answered, (each) => (each.status === status ? each.count : 0))
  const byLabels = Map.groupBy(answered, ({ operation = 'undocumented', status }) => {
    return `{operation="${operation}",status="${status}"}`
  })
  const calls = [...byLabels].map(([labels, each]): Sample => [labels, sumOf(each, ({ count }) => count)])
  const refusals: Sample[] = [
    ['{reason="key"}', refused(401)],
    ['{reason="quota"}', refused(429)],
  ]
  return [
    family('animal_store_calls', 'counter', 'Answered calls.', calls),
    family('animal_store_refusals', 'counter', 'Calls that were answered with 401 or 429.', refusals),
  ]
}

function sandboxFamilies(sandboxes: readonly Sandbox[]): string[] {
  const gauge = (name: string, help: string, count: (sandbox: Sandbox) => number) =>
    family(`animal_store_${name}`, 'gauge', help, [['', sumOf(sandboxes, count)]])
  return [
    gauge('sandboxes', 'Sandboxes.', () => 1),
    gauge('held_replies', 'Replies that are held back.', ({ held }) => held.length),
    gauge('journal_calls', 'Calls that the journals keep.', ({ journal }) => journal.size),
    gauge('journal_lost_calls', 'Calls that the journals have dropped.', ({ journal }) => journal.total - journal.size),
  ]
}

function memoryFamilies(): string[] {
  // A tab cannot tell.
  if (typeof process !== 'object') return []
  const { rss, heapUsed } = process.memoryUsage()
  return [
    family('process_resident_memory_bytes', 'gauge', 'Memory of the process.', [['', rss]]),
    family('process_heap_bytes', 'gauge', 'Memory of JavaScript objects.', [['', heapUsed]]),
  ]
}

/** One metric with its samples. A name that ends in its unit says so. */
function family(name: string, kind: 'counter' | 'gauge', help: string, samples: readonly Sample[]): string {
  const unit = name.endsWith('_bytes') ? `# UNIT ${name} bytes\n` : ''
  const suffix = kind === 'counter' ? '_total' : ''
  const lines = samples.map(([labels, value]) => `${name}${suffix}${labels} ${value}\n`)
  return `# TYPE ${name} ${kind}\n${unit}# HELP ${name} ${help}\n${lines.join('')}`
}

function sumOf<Each>(all: readonly Each[], count: (each: Each) => number): number {
  return all.reduce((sum, each) => sum + count(each), 0)
}
