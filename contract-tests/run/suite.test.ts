import { isDeepStrictEqual } from 'node:util'
import { type TestContext, expect, test, vi } from 'vitest'
import {
  type Case,
  casesOf,
  departuresIn,
  departuresOverHttp,
  exitOf,
  foundIn,
  inLedger,
  readLedger,
} from '../../scripts/prove/ledger.ts'
import { everyCase, sampleOf } from '../../scripts/testing/cases.ts'
import { runContract } from '../index.ts'
import { readingOf } from '../verdict/sentences.ts'
import { defaultMostRequests } from '../session/options.ts'
import { type TestServer, servers } from '../servers/index.ts'
import { requireUntouched, runOn, serverNamed } from '../servers/run-on.ts'
import { ofLevel } from '../verdict/result.ts'

const conforming = servers.filter(({ kind }) => kind === 'conforming')

test('there are at least forty servers of each kind that count', () => {
  expect(conforming.length).toBeGreaterThanOrEqual(40)
  expect(servers.filter(({ kind }) => kind === 'broken').length).toBeGreaterThanOrEqual(40)
})

// What each run shows of each server is written down: spec/decisions/0264-a-ledger-of-the-suite.md
const ledger = Map.groupBy(readLedger(), ([id]) => id)
const linesOf = ({ id }: TestServer): readonly Case[] => ledger.get(id) ?? []
const runOf = (server: TestServer): Case => linesOf(server).find(([, mode]) => mode === 'run') ?? [server.id, 'run']

const words = { 0: 'held', 1: 'broken', 3: 'inconclusive' } as const

test('the ledger is about these servers', () => {
  const ids = inLedger.map(({ id }) => id)
  expect([...ledger.keys()].filter((id) => !ids.includes(id))).toEqual([])
})

/** What a server is an example of: clauses, checks, probes and readings of its findings. Without any, it is one of its own. */
function kindsOf(server: TestServer): readonly string[] {
  const found = foundIn(runOf(server))
  const kinds = found.flatMap(({ level, clauses, foundBy, text }) => [clauses[0], foundBy, level === 'warning' && text])
  return found.length === 0 ? [server.id] : kinds.flatMap((kind) => kind || [])
}

const examples = inLedger.flatMap((server) => kindsOf(server).map((kind) => ({ kind, server })))
const sampled = new Set(sampleOf(examples, ({ kind }) => kind).map(({ server }) => server))

// Random sequences take minutes: `npm run prove -- --ledger --check`.
test.each([...sampled])('what is found of $id is what the ledger says', async (server) => {
  const now = await casesOf(server, ['run', 'traffic', 'read-only'])
  const advice = 'If this is right, write it down by `npm run prove -- --ledger`, and say why in the commit.'
  expect(now, advice).toEqual(linesOf(server).filter(([, mode]) => mode !== 'thorough'))
})

/** What is wrong with what the ledger says of a server. */
function wrongWith(server: TestServer): readonly string[] {
  const run = runOf(server)
  // In random sequences, a quota that several share is a warning, too.
  const found = linesOf(server).flatMap((line) =>
    foundIn(line).filter(({ level }) => level === 'broken' || line[1] !== 'thorough'),
  )
  const ends = words[exitOf(run)]
  switch (server.kind) {
    case 'conforming': {
      // What people in a shop did is a warning: the service may have done it.
      const mayWarn = (text = ''): boolean =>
        server.id.startsWith('people-') &&
        text === readingOf({ reading: 'people', clause: '4.3/same-animal', expected: {}, received: {} })
      const blamed = found.filter(({ level, text }) => level === 'broken' || (level === 'warning' && !mayWarn(text)))
      return [...blamed.map(({ level, clauses }) => `${level} ${clauses[0]}`), ...(ends === 'held' ? [] : [ends])]
    }
    case 'broken':
      return foundIn(run).some(({ level, clauses }) => level === 'broken' && clauses.includes(server.clause))
        ? []
        : ['missed']
    case 'debatable':
      return isDeepStrictEqual(new Set([...departuresIn(run), ends]), new Set([`warning ${server.clause}`, 'held']))
        ? []
        : [...departuresIn(run), ends]
    case 'hostile':
      return server.verdicts.includes(ends) ? [] : [ends]
    default:
      return []
  }
}

test('nothing is blamed on conforming servers, and broken ones are found by the clause that they break', () => {
  const wrong = inLedger.flatMap((server) => wrongWith(server).map((what) => `${server.id}: ${what}`))
  const advice = 'If a clause is missed, write a probe, or look at `expects` and `tolerates` of the questions about it.'
  expect(wrong, advice).toEqual([])
})

test('what is a warning is broken in a strict run', async () => {
  const { result } = await runOn('name-trimmed', { strict: true })
  expect(result).toMatchObject({ findings: [{ level: 'broken', clause: '4.2/name-as-sent' }], exitCode: 1 })
})

// How these send is special, so they are reached over a port, and no run takes the same time as another.
const overHttp = conforming.filter((server) => !inLedger.includes(server))

async function blamesNothing(server: TestServer, { expect: expects }: Pick<TestContext, 'expect'>) {
  const { result, arrived, events } = await runOn(server)
  expects([result.findings.filter(({ level }) => level !== 'unstable'), result.exitCode]).toEqual([[], 0])
  // A request that meets a connection as it is closed was sent, and has no answer whether or not it arrived.
  const unanswered = events.filter((event) => event.kind === 'exchange' && event.status === undefined)
  const lost = server.id === 'idle-connections-closed' ? unanswered.length : 0
  expects(arrived).toBeLessThanOrEqual(result.requests)
  expects(arrived).toBeGreaterThanOrEqual(result.requests - lost)
  expects(result.requests).toBeLessThanOrEqual(defaultMostRequests)
}

// Those that are slow wait together.
const [slow = [], quick = []] = [true, false].map((isSlow) =>
  overHttp.filter(({ id }) => id.startsWith('slow-') === isSlow),
)
test.concurrent.for(slow)('blames nothing on $id', { timeout: 60_000 }, blamesNothing)
test.for(quick)('blames nothing on $id', blamesNothing)

test.each(inLedger.filter(({ kind }, at) => kind !== 'hostile' && kind !== 'deep' && at % (everyCase ? 4 : 20) === 0))(
  'a run on $id over HTTP finds what one in this process does',
  async (server) => {
    expect(await departuresOverHttp(server)).toEqual(departuresIn(runOf(server)))
  },
)

test.each(conforming.filter(({ id }) => id === 'pages-at-random'))(
  'blames nothing on $id, however its pages fall',
  async (server) => {
    for (const seed of sampleOf([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], (one) => `${one % 3}`)) {
      const { result } = await runOn(server, {}, { seed })
      expect(ofLevel(result, 'broken').map(({ clause }) => `${clause} with seed ${seed}`)).toEqual([])
    }
  },
)

test.each(conforming.filter(({ id }) => id.startsWith('people-')))(
  'blames nothing on $id, whenever people work',
  async (server) => {
    for (const seed of sampleOf([2, 3, 4, 5, 7, 14, 24], () => 'seed')) {
      const { result } = await runOn(server, {}, { seed })
      expect(ofLevel(result, 'broken').map(({ clause }) => `${clause} with seed ${seed}`)).toEqual([])
    }
  },
)

test('a server that counts on from the id of a body can be used after a run', async () => {
  const server = await serverNamed('id-from-client-counting').start()
  await runContract({ baseUrl: server.url, apiKey: server.apiKey, clock: { now: Date.now, sleep: async () => {} } })
  const body = JSON.stringify({ name: 'Rex', categoryId: 1 })
  const headers = { Authorization: `Bearer ${server.apiKey}`, 'Content-Type': 'application/json' }
  const later = await fetch(`${server.url}/pets`, { method: 'POST', headers, body })
  await server.close()
  expect(later.status).toBe(201)
})

const warn = vi.spyOn(console, 'warn')

const hostile = servers.filter((server) => server.kind === 'hostile')

async function survives(server: (typeof hostile)[number], { expect: expects }: Pick<TestContext, 'expect'>) {
  const { result, apiKey } = await runOn(server, {
    maxBodyBytes: 1_500_000,
    // Those that never answer are waited for again and again; the others may be slow on a busy machine.
    deadlineMilliseconds: server.isSilent ? 250 : 1000,
  })
  expects(server.verdicts).toContain(words[result.exitCode])
  expects(
    JSON.stringify(result, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain(apiKey)
}

// Those that never answer wait for one deadline after the other, so they wait together.
const sending = hostile.filter((server) => !inLedger.includes(server))
const [silent = [], others = []] = [true, false].map((isSilent) => sending.filter((one) => one.isSilent === isSilent))
test.concurrent.for(silent)('survives $id', { timeout: 60_000 }, survives)
test.for(others)('survives $id', { timeout: 60_000 }, survives)

test('a run sends nothing if JavaScript would round an int64', async () => {
  vi.stubGlobal('JSON', { parse: JSON.parse, stringify: JSON.stringify })
  try {
    await expect(runContract({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'key' })).rejects.toThrow('needs Node 22.13')
  } finally {
    vi.unstubAllGlobals()
  }
})

test('a run that harms an animal which it did not add is noticed', async () => {
  const [plain] = servers
  const deployment = await plain!.start()
  const before = deployment.animals()
  await deployment.close()
  const [first, second, ...remaining] = before
  const changed = { ...second!, name: 'Nobody' }
  expect(first).toBeDefined()
  expect(() => requireUntouched(before, [...before, { ...changed, id: 4711 }], [])).not.toThrow()
  expect(() => requireUntouched(before, [changed, ...remaining], [])).toThrow(
    'the run removed animal 1, which it did not add\nthe run changed animal 2, which it did not add',
  )
})

test('none of these runs printed anything by itself', () => {
  expect(warn).not.toHaveBeenCalled()
})
