import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findDataset, readPets } from '../../../fixtures/all.ts'
import type { AnimalStore, AnimalStoreOptions, JournalRecord } from '../../../mocks/entry.ts'
import { printed } from '../../testing/printed.ts'
import { type Program, startCommand } from '../../testing/program.ts'
import { serve, serveMock } from '../../testing/serve.ts'
import { memory, tempFolder } from '../../testing/temp-folder.ts'
import { statusLine } from '../shell.ts'
import { seedProgress } from './seed-text.ts'

const apiKey = 'test_enterprise.seeding-secret'

let folder: string
let journal: string

beforeEach(() => {
  folder = tempFolder(memory)
  journal = join(folder, 'seed.ndjson')
  vi.stubEnv('SEED_KEY', apiKey)
})

afterEach(() => vi.unstubAllEnvs())

const mock = (options: AnimalStoreOptions = {}) => serveMock({ dataset: 'empty', ...options })

async function namesIn(store: AnimalStore): Promise<string[]> {
  const animals = await store.sandbox('seeding-secret').animals
  return (await animals.page({ limit: 10_000, order: 'oldest-first' })).items.map(({ name }) => name)
}

async function seed(...args: readonly string[]) {
  const said = await printed('seed', '--journal', journal, ...args)
  expect(`${said.out}${said.err}`).not.toContain('secret')
  return said
}

test('200 animals are seeded, listed and written with their ids', async () => {
  const { url, store } = await mock({ dataset: 'large', count: 30 })
  const file = join(folder, 'seeded.csv')
  const seeded = await seed('--url', url, '--key-env', 'SEED_KEY', '--count', '200', '--seed', '7', '--out', file)
  expect(seeded).toEqual({
    code: 0,
    out:
      '200 of 200 animals accepted. This run took 201 requests.\nIds: 31–230\n' +
      `Wrote 200 animals with their ids to ${file}.\n`,
    // Where the machine is busy, it says on the way how far it is.
    err: expect.stringMatching(
      /^200 animals to send after a look at the list, in at most 201 requests: up to a minute \(5,000 requests a minute\)\. Each is written to .*seed\.ndjson\.\n/,
    ) as string,
  })
  const animals = await findDataset('demo').load({ count: 200, seed: 7 })
  expect((await namesIn(store)).slice(30)).toEqual(animals.map(({ name }) => name))
  expect(readPets(file, readFileSync(file, 'utf8'), 'csv').map(({ id }) => id)).toEqual(
    Array.from({ length: 200 }, (_, at) => at + 31),
  )
  expect(readFileSync(journal, 'utf8')).not.toContain('secret')
  const again = await seed('--resume', '--key-env', 'SEED_KEY')
  expect(again).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^No animal was sent. By the journal of 20.* UTC: 200 of 200 .* took \d requests\.\nLooked at id 31, which is there, and at id 230, which is there\.\n/,
    ) as string,
  })
})

test('another key goes on with its own quota, whatever the first one had left', async () => {
  const { url } = await mock()
  vi.stubEnv('SEED_KEY', 'test_free_last.seeding-secret')
  const to = ['--url', url, '--key-env', 'SEED_KEY', '--max-wait', '0']
  expect(await seed(...to, '--count', '3')).toMatchObject({ code: 1 })
  vi.stubEnv('SEED_KEY', apiKey)
  expect(await seed(...to, '--resume')).toMatchObject({ code: 0 })
})

test('a refused key stops it with what to do, and is masked where the answer repeats it', async () => {
  const { url } = await serve(({ method, headers }, response) => {
    if (method === 'GET') return void response.setHeader('Content-Type', 'application/json').end('[]')
    const message = `No such key: ${headers.authorization}`
    response.writeHead(401, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ code: 'unauthorised', message, status: 401 }))
  })
  const { code, err } = await seed('--url', url, '--key-env', 'SEED_KEY')
  expect(code).toBe(1)
  expect(err).toContain('Stopped: the API key was refused (answered 401: No such key: Bearer [API key]). Check the key')
  expect(err).toContain(`To go on: animal-store seed --resume --journal ${journal} --key-env SEED_KEY\n`)
  expect(readFileSync(journal, 'utf8')).not.toContain('secret')
})

test('ids that no deployment gives are said to be lost, also before a run', async () => {
  const { url } = await mock()
  const err = expect.stringContaining('A deployment gives ids of its own: these are not kept.\n') as string
  for (const dataset of ['int64', 'demo'])
    for (const how of [['--dry-run'], ['--journal', `${journal}.${dataset}`]])
      expect(await seed('--url', url, '--key-env', 'SEED_KEY', '--dataset', dataset, ...how)).toMatchObject({
        code: 0,
        err: dataset === 'int64' ? err : (expect.not.stringContaining('not kept') as string),
      })
})

test('what the journal has and the deployment has not is said, also before a run', async () => {
  const { url, store } = await mock()
  const args = ['--url', url, '--key-env', 'SEED_KEY', '--count', '5']
  expect(await seed(...args)).toMatchObject({ code: 0 })
  expect(await seed(...args, '--dry-run')).toMatchObject({
    code: 0,
    out: expect.stringContaining(`by the journal ${journal}, no animal is missing`) as string,
  })
  await store.sandbox('seeding-secret').reset()
  const again = await seed(...args)
  expect([again.code, again.out]).toEqual([3, expect.stringContaining('Looked at id 1, which is gone, and at id 5')])
  expect(again.err).toContain(`send those that are missing: animal-store seed --resume --ensure --journal ${journal}`)
  expect(await seed(...args, '--resume', '--ensure')).toMatchObject({ code: 0 })
  expect(await namesIn(store)).toHaveLength(5)
  const looked = await seed(...args, '--ensure')
  expect(looked).toMatchObject({ code: 0, out: expect.stringContaining('5 of 5 animals found there.') as string })
})

test('where nobody listens, it stops at once, says how to start a mock and leaves nothing behind', async () => {
  expect(await seed('--url', 'http://127.0.0.1:1/v1', '--key-env', 'SEED_KEY')).toMatchObject({
    code: 1,
    out: '0 of 60 animals accepted, 60 not sent. This run took 1 request.\n',
    err: expect.stringMatching(
      /^Stopped: nobody listens there .* mock: animal-store mock\.\nTo go on: animal-store seed --url http:\S+ --journal/,
    ) as string,
  })
  expect(readdirSync(folder)).toEqual([])
})

test('animals that are there already are never sent once more: a run and a dry one say so, and --ensure sends the others', async () => {
  const { url, store } = await mock({ dataset: 'demo' })
  const args = ['--url', url, '--key-env', 'SEED_KEY', '--count', '70']
  for (const how of [['--dry-run'], []])
    expect(await seed(...args, ...how)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('60 of these 70 animals are there already, so none is sent. Add --ensure') as string,
    })
  expect(await namesIn(store)).toHaveLength(60)
  expect(await seed(...args, '--ensure')).toMatchObject({ code: 0 })
  expect(await namesIn(store)).toHaveLength(70)
})

test('each address has a journal of its own', async () => {
  const { url } = await mock()
  const seeded = await printed('seed', '--resume', '--url', url, '--key-env', 'SEED_KEY')
  const { host } = new URL(url)
  expect(seeded).toMatchObject({
    code: 2,
    err: expect.stringContaining(
      `Cannot use the journal animal-store-seed-${host.replace(':', '-')}.ndjson: there is no such`,
    ) as string,
  })
  expect((await printed('seed', '--resume', '--key-env', 'SEED_KEY')).err).toContain('with --url, or the file')
})

type Behave = (post: number, body: string, response: ServerResponse) => void

/** A deployment that answers lists as it should, and POST as a test wants. */
function hostile(behave: Behave): ReturnType<typeof serve> {
  let posts = 0
  return serve(async (request, response) => {
    const body = await textOf(request)
    if (request.method === 'GET') response.end('[]')
    else behave(++posts, body, response)
  })
}

const steering = '\u001B[31m\u009B2J\u202E'

test('--max-wait bounds a wait for the rate limit, and is left out of the command that goes on', async () => {
  const { url } = await mock()
  vi.stubEnv('SEED_KEY', 'test_free_exhausted')
  const { code, err } = await seed('--url', url, '--key-env', 'SEED_KEY', '--count', '3', '--max-wait', '0')
  expect(code).toBe(1)
  expect(err).toMatch(/^Stopped: nothing can be sent before \d.*, or let it wait with --max-wait\.$/m)
  expect(err).toMatch(/^To go on: .* --resume (?!.*--max-wait)/m)
})

test.each<[what: string, behave: Behave, code: number, messages: readonly string[]]>([
  [
    'a redirect, which it does not follow',
    (_post, _body, response) => response.writeHead(307, { location: 'http://\u009B31m.test/' }).end(),
    1,
    ['Stopped: POST /pets answered 307, a redirect to http://\\u{9b}31m.test/. Is the address right?\n', '1 unknown'],
  ],
  [
    'silence, which it does not wait for without end',
    (post, body, response) => {
      if (post > 1) response.writeHead(201).end(JSON.stringify({ id: post, ...(JSON.parse(body) as object) }))
    },
    1,
    ['2 of 3 animals accepted, 1 unknown.', 'Timeout of 1000ms exceeded', '--ensure'],
  ],
  [
    'a Retry-After of centuries',
    (_post, _body, response) => response.writeHead(429, { 'retry-after': '99999999999999999999' }).end(),
    1,
    ['0 of 3 animals accepted, 3 not sent.', 'nothing can be sent before 20', 'or let it wait with --max-wait.'],
  ],
  [
    'pages, and animals without an end',
    (post, _body, response) => {
      response.writeHead(201, { 'content-type': 'text/html' }).write(`<h1>${steering}</h1>`)
      if (post < 3) response.end()
      else response.end('x'.repeat(12_000_000))
    },
    0,
    ['3 of 3 animals accepted.', 'Created, but without an id that could be read:'],
  ],
  [
    'another animal, with one id for all and names that steer a terminal',
    (_post, _body, response) => {
      response.writeHead(201).end(JSON.stringify({ id: 7, name: `${steering}evil\nIds: 9`, categoryId: 1 }))
    },
    3,
    ['the id 7 a second time'],
  ],
  [
    'errors that repeat the key and steer a terminal',
    (_post, _body, response) => {
      const error = { code: 'x', message: `${steering}\nno ${apiKey}`, status: 400 }
      response.writeHead(400).end(JSON.stringify(error))
    },
    1,
    ['0 of 3 animals accepted, 3 refused.', String.raw`answered 400: \u{1b}[31m\u{9b}2J\u{202e}\u{a}no [API key]`],
  ],
  [
    'half an answer, and none',
    (post, _body, response) => {
      if (post === 1) response.destroy()
      else
        response
          .writeHead(post === 2 ? 201 : 200, { 'content-length': 1000 })
          .write('{"id":1,', () => response.destroy())
    },
    1,
    ['1 of 3 animals accepted, 2 unknown.', 'socket hang up'],
  ],
])('of a deployment that answers with %s, it tells the truth in safe signs', async (_what, behave, code, messages) => {
  const { url } = await hostile(behave)
  // A busy machine takes its time for large answers. Only silence lasts until the timeout.
  const timeout = ['--timeout', messages.includes('Timeout of 1000ms exceeded') ? '1' : '20']
  const seeded = await seed('--url', url, '--key-env', 'SEED_KEY', '--count', '3', '--plan', 'pro', ...timeout)
  const text = `${seeded.out}${seeded.err}`
  for (const message of messages) expect(text).toContain(message)
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
  expect(seeded.code).toBe(code)
})

test('a journal is used for what it was begun with', async () => {
  const { url } = await mock()
  const file = join(folder, 'animals.csv')
  writeFileSync(file, 'id,name,categoryId,status\n1,Rex,1,sold\n')
  const key = ['--key-env', 'SEED_KEY']
  for (const _ of ['first', 'again'])
    expect(await seed('--url', url, ...key, '--dataset', file)).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 of 1 animal accepted.') as string,
    })
  vi.stubEnv('OTHER_KEY', 'test_pro.other')
  const cases: readonly (readonly [readonly string[], number, string])[] = [
    [['--url', url, ...key], 2, `it is of another seeding, which sent 1 animals of "${file}" to ${url}. Name another`],
    [['--url', url, '--key-env', 'OTHER_KEY', '--dataset', file], 2, `to ${url} with another key. Name another file`],
    [['--resume', ...key, '--url', 'http://localhost:1/v1'], 2, `it was begun with --url ${url}`],
    [['--resume', ...key, '--dataset', 'demo'], 2, `it was begun with --dataset ${file}`],
    [['--resume', ...key, '--count', '3'], 2, 'it was begun with --count (its default)'],
  ]
  for (const [args, code, message] of cases) {
    const seeded = await seed(...args)
    expect(seeded.err).toContain(message)
    expect(seeded.code).toBe(code)
  }
  writeFileSync(file, 'id,name,categoryId,status\n1,Tom,1,sold\n')
  expect((await seed('--resume', ...key)).err).toContain('have changed since it was begun')
  writeFileSync(journal, 'id,name\n')
  expect(await seed('--resume', ...key)).toMatchObject({
    code: 1,
    err: expect.stringContaining('line 1 is not JSON.') as string,
  })
})

const launch = (args: readonly string[]) => startCommand(['seed', '--journal', journal, ...args])

// At each point a real process dies. More of them: SEED_KILLS=200.
const kills = Number(process.env['SEED_KILLS'] ?? 4)

test(
  `killed by kill -9 at ${kills} points, it ends with every animal exactly once`,
  async () => {
    let isDying = () => false
    let dying: Program | undefined
    const { url, store } = await mock({
      onRecord: () => {
        if (isDying()) dying?.child.kill('SIGKILL')
      },
    })
    const count = kills * 4
    const file = join(folder, 'base.csv')
    const names = Array.from({ length: count }, (_, at) => `Animal ${at + 1}`)
    writeFileSync(file, `id,name,categoryId,status\n${names.map((name, at) => `${at + 1},${name},1,`).join('\n')}\n`)
    const key = ['--key-env', 'SEED_KEY']
    for (let kill = 0; kill < kills; kill++) {
      let calls = 0
      isDying = () => ++calls === 1 + (kill % 4)
      const begin = existsSync(journal) ? ['--resume'] : ['--url', url, '--dataset', file]
      dying = launch([...begin, ...key])
      expect(await dying.ended).toEqual([null, 'SIGKILL'])
    }
    isDying = () => false
    const left = await seed('--resume', ...key)
    expect(new Set(await namesIn(store)).size).toBe((await namesIn(store)).length)
    expect(left.out).toMatch(/, [0-9]+ unknown\./)
    const last = await seed('--resume', '--ensure', ...key)
    expect(last).toMatchObject({ code: 0 })
    expect(last.out).toContain(`${count} of ${count} animals `)
    expect((await namesIn(store)).toSorted()).toEqual(names.toSorted())
  },
  20_000 + kills * 3000,
)

test('Ctrl-C writes the answer on its way down, and says how to go on', async () => {
  const begun = Promise.withResolvers<void>()
  const onRecord = (record: JournalRecord) => record.number > 3 && begun.resolve()
  const { url, store } = await mock({ latencyMilliseconds: 30, onRecord })
  const { stop, out, err } = launch(['--url', url, '--key-env', 'SEED_KEY', '--count', '500'])
  await begun.promise
  expect(await stop('SIGINT')).toEqual([130, null])
  expect(err()).toContain('Stopped: it was interrupted.')
  expect(err()).toContain('To go on: animal-store seed --resume --journal')
  expect(out() + err()).not.toContain('unknown')
  expect(out()).toMatch(new RegExp(`^${(await namesIn(store)).length} of 500 animals accepted`, 'm'))
  expect(statSync(journal).mode & 0o777).toBe(0o600)
})

test('a second seeder by the same journal is turned away', async () => {
  const [called, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // The first one waits for its first answer until the second one is gone.
  const { url } = await serveMock({ dataset: 'empty' }, (store) => ({
    async answer(call) {
      called.resolve()
      await answer.promise
      return store.answer(call)
    },
  }))
  const first = launch(['--url', url, '--key-env', 'SEED_KEY', '--count', '500'])
  await called.promise
  const second = await seed('--resume', '--key-env', 'SEED_KEY')
  expect(second.code).toBe(1)
  expect(second.err).toContain('another process is using it. Stop that one, or name another file.')
  const stopped = first.stop()
  answer.resolve()
  expect(await stopped).toEqual([143, null])
})

test('progress on a terminal is one line with what it waits for', () => {
  let now = 0
  let err = ''
  const shell = { out: () => undefined, err: (text: string) => void (err += text), columns: 100 }
  const line = statusLine(shell, () => now)
  const progress = seedProgress(line, 200, 50, 'seed.ndjson', () => now)
  const plan = { animals: 150, requests: 151, plan: 'free', minuteLimit: 60, dayLimit: 1000 } as const
  progress.onEvent({ kind: 'counted', plan })
  expect(err).toContain('about 3 min (60 requests a minute), 16 % of')
  now = 10_000
  progress.onEvent({ kind: 'answered', number: 51, answer: { outcome: 'created' } })
  expect(err.endsWith('\r\u001B[K51 of 200')).toBe(true)
  now += 200
  progress.onEvent({ kind: 'waiting', milliseconds: 34_000, reason: 'no secret\u001B is left' })
  expect(err.endsWith('51 of 200  waiting 34 s: no secret\\u{1b} is left')).toBe(true)
  progress.end()
})

test('progress in a log is a line every ten seconds', () => {
  let now = 0
  let err = ''
  const line = statusLine({ err: (text) => void (err += text), columns: undefined }, () => now)
  const progress = seedProgress(line, 200, 0, 'seed.ndjson', () => now)
  for (now = 0; now < 21_000; now += 1000) {
    progress.onEvent({ kind: 'answered', number: 1, answer: { outcome: 'created' } })
    progress.onEvent({ kind: 'waiting', milliseconds: 1000, reason: 'no answer' })
  }
  expect(err).toMatch(/^11 of 200\n21 of 200\n$/)
  progress.onEvent({ kind: 'waiting', milliseconds: 34_000, reason: 'no request is left' })
  expect(err).toMatch(/\n21 of 200 {2}waiting 34 s: no request is left\n$/)
  progress.end()
})
