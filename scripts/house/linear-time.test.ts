import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { reports } from '../../contract-tests/all.ts'
import { Traffic, entriesIn, readEntry } from '../../contract-tests/parts/traffic/index.ts'
import { readPets } from '../../fixtures/files/read-pets.ts'
import { ConductWatch } from '../../mocks/conduct/conduct.ts'
import { EventReader } from '../../mocks/control/client/event-reader.ts'
import { createControl } from '../../mocks/control/index.ts'
import { type JournalRecord, createAnimalStore, journalEntry, readStateLink } from '../../mocks/entry.ts'
import { parseProfile, readJson } from '../../spec/index.ts'
import { textLine } from '../commands/mock/log.ts'
import { answerHeaders, refusalOf } from '../commands/proxy/framing.ts'

const store = createAnimalStore()
const control = createControl(store)

/** A call, and all that the mock does with it afterwards. */
async function call(headers: Readonly<Record<string, string>>, target = '/v1/pets', body?: string) {
  const records: JournalRecord[] = []
  const { journal } = store.sandbox()
  const stop = journal.subscribe((record) => records.push(record))
  const method = body === undefined ? 'GET' : 'POST'
  await store.answer({ method, target, headers: { authorization: 'Bearer test_enterprise', ...headers }, body })
  stop()
  for (const record of records) {
    new ConductWatch(store.keys).see(record)
    journalEntry(record, store.keys)
    textLine({ record, sandbox: 'default', time: new Date(), keys: store.keys })
  }
}

function controlled(path: string, headers: Readonly<Record<string, string>>) {
  return control.answer({ method: 'GET', target: `/_mock${path}`, headers: { host: 'localhost', ...headers } })
}

function proxied(connection: string): void {
  const message: Partial<IncomingMessage> = {
    method: 'GET',
    url: '/v1/pets',
    httpVersion: '1.1',
    headers: { host: 'a', connection },
    // A header for each name, as far as there is room for both.
    rawHeaders: ['Host', 'a', ...connection.split(',', 4000).flatMap((_, at) => [`x${at}`, ''])],
  }
  refusalOf(message as IncomingMessage)
  answerHeaders(message as IncomingMessage)
}

interface Recorded {
  readonly url?: string
  readonly sent?: string
  readonly headers?: readonly string[]
  readonly answer?: string
}

/** An exchange of a recording, judged and reported. */
function recorded({ url = '/v1/pets', sent, headers = [], answer = '[]' }: Recorded): void {
  const all = (value: string) => headers.map((name) => ({ name, value }))
  const entry = {
    startedDateTime: '2026-11-22T10:00:00Z',
    request: {
      method: sent === undefined ? 'GET' : 'POST',
      url: `http://127.0.0.1${url}`,
      headers: [{ name: 'content-type', value: 'application/json' }, ...all(sent ?? '')],
      postData: sent === undefined ? undefined : { text: sent },
    },
    response: { status: 200, headers: all(answer), content: { text: answer } },
  }
  const traffic = new Traffic()
  const read = readEntry(entry)
  if (typeof read === 'object') traffic.judge(read)
  for (const report of Object.values(reports)) report(traffic.result())
}

/** Runs what refuses a text by an error. */
function refused(run: () => unknown): void {
  expect(run).toThrow(Error)
}

function animals(format: 'csv' | 'json' | 'ndjson', text: string): void {
  refused(() => readPets(`animals.${format}`, text, format))
}

// All that text from outside reaches, each way in with what is read of it.
const entries: Readonly<Record<string, (text: string) => unknown>> = {
  'the Authorization of a call': (text) => call({ authorization: `Bearer ${text}` }),
  'a body like the key of its call': (text) =>
    call({ authorization: `Bearer ${text.slice(0, 16_000).replace(/\W$/, '')}` }, '/v1/pets', text),
  'the baggage of a call': (text) => call({ baggage: `mock-sandbox=${text}` }),
  'other headers of a call': (text) =>
    call({ prefer: `scenario=${text}`, 'content-type': text, origin: text, cookie: text, 'x-mock-sandbox': text }),
  'the query of a call': (text) => call({}, `/v1/pets?${text}`),
  'the path of a call': (text) => call({}, `/v1/pets/${text}`),
  'the body of a call': (text) => call({ 'content-type': 'application/json' }, '/v1/pets', text),
  'the animal of a call': (text) => call({}, '/v1/pets', `{"name":${JSON.stringify(text)},"categoryId":1,${text}`),
  'a control call': (text) => controlled(`/sandboxes/${text}?${text}`, { origin: text, authorization: text }),
  'the Connection that passes the proxy': proxied,
  'the address in a recording': (text) => recorded({ url: `/v1/pets/${text}?${text}#${text}` }),
  'a request in a recording': (text) => recorded({ sent: text, headers: ['authorization', 'cookie', 'referer'] }),
  'a secret in a recording': (text) => recorded({ sent: `key: \\\\"${text}` }),
  'an answer of a deployment': (text) => recorded({ answer: text, headers: ['content-type', 'date', 'retry-after'] }),
  'a list of a deployment': (text) => recorded({ answer: JSON.stringify([{ id: 1, name: text, status: text }, text]) }),
  'a recording': (text) => entriesIn(`{"log":{"entries":[${text}`).map(readEntry),
  'a profile': (text) => refused(() => parseProfile({ ...Object(readJson(text)), [text]: text, ban: text })),
  'a state link': (text) => refused(() => readStateLink(`clock=${text}&scenario=${text}`.slice(0, -99))),
  'a file of keys': (text) => refused(() => createAnimalStore({ keys: { shop: { until: text } } })),
  'a CSV file of animals': (text) => animals('csv', `id,name,categoryId,status\n1,"${text}",1,${text}\n`),
  'a JSON file of animals': (text) => animals('json', `[{"id":1,"name":"a","categoryId":1,"b":${text}`),
  'an NDJSON file of animals': (text) => animals('ndjson', `${text}\n{"id":1,"name":${JSON.stringify(text)}}`),
  'a stream of events': (text) => {
    const reader = new EventReader(() => undefined)
    for (let at = 0; at < text.length; at += 2) reader.read(text.slice(at, at + 2))
  },
}

// What a pattern may read in several ways, each time with an end that none of them takes.
const repeated = [' ', '\n', ',', ',a', '?', '/', '#', '{', '[', '\\', '\\"', '"', "'", 'a', 'T', '1', '=', '<', '&a=1']

// Where the time grows with the square of the length, 64 kB take more. The clock of a thread ticks every few milliseconds.
const [shortMilliseconds, tickMilliseconds] = [40, 5]

/** The least time of three that this thread computes: what other programs do meanwhile does not count. */
async function millisecondsOf(read: (text: string) => unknown, unit: string, characters: number): Promise<number> {
  const text = `a${unit.repeat(characters / unit.length)}"!`
  let least = Number.POSITIVE_INFINITY
  for (let count = 0; count < 3 && least > shortMilliseconds; count++) {
    const before = process.threadCpuUsage()
    await read(text)
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return Math.max(least, tickMilliseconds)
}

test.each(Object.entries(entries))('four times the length takes less than eight times as long: %s', async (_, read) => {
  const slow: string[] = []
  for (const unit of repeated) {
    const long = await millisecondsOf(read, unit, 65_536)
    if (long <= shortMilliseconds) continue
    const short = await millisecondsOf(read, unit, 16_384)
    if (long >= 8 * short) slow.push(`${JSON.stringify(unit)}: ${short} ms, then ${long} ms`)
  }
  expect(slow).toEqual([])
})
