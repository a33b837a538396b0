import { type TestContext, expect, test, vi } from 'vitest'
import { sampleOf } from '../../scripts/testing/cases.ts'
import { checks } from '../checks/index.ts'
import { runContract } from '../index.ts'
import { ofPeople } from '../judge/animal-facts.ts'
import { probes } from '../probes/index.ts'
import type { ClauseId } from '../../spec/index.ts'
import { defaultMostAnimals, defaultMostRequests } from '../session/options.ts'
import { type TestServer, servers } from '../servers/index.ts'
import { type ServerRun, everyTurn, outcomeOf, requireUntouched, runOn, serverNamed } from '../servers/run-on.ts'
import type { FindingResult } from '../verdict/result.ts'

/** The outcomes of the checks and probes of a clause that no finding names. */
function whyMissed({ result: { verdicts, findings } }: ServerRun, clause: ClauseId): string {
  const about = verdicts.filter(({ clauses }) => clauses.includes(clause))
  const states = about.map(({ id, state, reason }) => `${id} ${state}${reason === undefined ? '' : ` (${reason})`}`)
  const found = findings.map((finding) => finding.clause).join(', ') || 'nothing'
  const advice =
    states.length === 0
      ? 'No check or probe is about it: write a probe, and list it in contract-tests/probes/index.ts.'
      : 'Where all of them held, no question shows it, or one lets it pass: look at its `expects` and `tolerates`.'
  return `Found: ${found}. About ${clause}: ${states.join(', ') || 'nothing'}. ${advice}`
}

const conforming = servers.filter(({ kind }) => kind === 'conforming')
const departing = servers.filter((server) => 'clause' in server)
const broken = departing.filter(({ kind }) => kind === 'broken')
const debatable = departing.filter(({ kind }) => kind === 'debatable')
const hostile = servers.filter((server) => server.kind === 'hostile')

test('there are at least forty servers of each kind that count', () => {
  expect(conforming.length).toBeGreaterThanOrEqual(40)
  expect(broken.length).toBeGreaterThanOrEqual(40)
})

/** Whether what people in a shop did is a warning: the service may have done it. */
function isOfPeople({ id }: TestServer, { reading }: FindingResult): boolean {
  return id.startsWith('people-') && reading === ofPeople
}

async function blamesNothing(server: TestServer, { expect: expects }: Pick<TestContext, 'expect'>) {
  const run = await runOn(server)
  const { result, arrived, created, left, events } = run
  expects(result.findings).toEqual([])
  expects(result.warnings.filter((warning) => !isOfPeople(server, warning))).toEqual([])
  expects(result.exitCode).toBe(0)
  // Other clients may have added some, and the run may have removed some again.
  const removed = events.filter(
    (event) => event.kind === 'exchange' && event.method === 'DELETE' && event.status === 204,
  )
  const named = result.animals.length + result.perhapsAdded.length + removed.length
  expects(named).toBeGreaterThanOrEqual(Math.min(created, left))
  // A request that meets a connection as it is closed was sent, and has no answer whether or not it arrived.
  const unanswered = events.filter((event) => event.kind === 'exchange' && event.status === undefined)
  const lost = server.id === 'idle-connections-closed' ? unanswered.length : 0
  expects(arrived).toBeLessThanOrEqual(result.requests)
  expects(arrived).toBeGreaterThanOrEqual(result.requests - lost)
  if (!server.needs.includes('rate-limit')) expects(arrived).toBeLessThanOrEqual(defaultMostRequests)
  expects(created).toBeLessThanOrEqual(defaultMostAnimals)
}

// Those that are slow wait together.
const [slow = [], quick = []] = [true, false].map((isSlow) =>
  conforming.filter(({ id }) => id.startsWith('slow-') === isSlow),
)
test.concurrent.for(slow)('blames nothing on $id', { timeout: 60_000 }, blamesNothing)
test.for(quick)('blames nothing on $id', blamesNothing)

test.each(conforming.filter(({ id }) => id === 'pages-varying' || id === 'pages-at-random'))(
  'blames nothing on $id, however its pages fall',
  async (server) => {
    for (const seed of sampleOf(
      [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
      () => 'seed',
      () => 3,
    )) {
      const { result } = await runOn(server, {}, { seed })
      expect(result.findings.map(({ clause }) => `${clause} with seed ${seed}`)).toEqual([])
    }
  },
)

test.each(conforming.filter(({ id }) => id.startsWith('people-')))(
  'blames nothing on $id, whenever people work',
  async (server) => {
    for (const seed of sampleOf([2, 3, 4, 5, 7, 14, 24], () => 'seed')) {
      const { result } = await runOn(server, {}, { seed })
      expect(result.findings.map(({ clause }) => `${clause} with seed ${seed}`)).toEqual([])
    }
  },
)

// What a run needs to find them: spec/decisions/0103-requests-that-a-run-needs.md. Three extra probes are among it.
const asked = probes.filter(
  ({ id, isExtra }) => isExtra !== true || ['more-refused', 'observe', 'duplicate'].includes(id),
)
const needed = 1 + asked.reduce((sum, { cost }) => sum + cost, 0)

/** How many checks and probes there are for a clause. */
const testsOf = (clause: string): number =>
  [...checks, ...probes].filter(({ clauses }) => clauses.some((id) => id === clause)).length

test.each(sampleOf(broken, ({ clause }) => clause, testsOf))('finds $id', async (server) => {
  const isNamed = ({ result: { findings } }: ServerRun): boolean =>
    findings.some(({ clause, also }) => clause === server.clause || also.includes(server.clause))
  let run = await runOn(server, { mostRequests: needed, ...everyTurn[0] })
  for (const turn of everyTurn.slice(1)) if (!isNamed(run)) run = await runOn(server, { mostRequests: needed, ...turn })
  const { result, arrived, created } = run
  expect(isNamed(run), whyMissed(run, server.clause)).toBe(true)
  expect(result.exitCode).toBe(1)
  expect(arrived).toBe(result.requests)
  if (!server.needs.includes('rate-limit')) expect(arrived).toBeLessThanOrEqual(needed)
  expect(created).toBeLessThanOrEqual(defaultMostAnimals)
})

// All servers are compared by `npm run prove`.
test.each(servers.filter(({ kind }, at) => kind !== 'hostile' && kind !== 'deep' && at % 20 === 0))(
  'a run on $id over HTTP finds what one in this process does',
  async (server) => {
    expect(outcomeOf(await runOn(server, {}, { isOverHttp: true }))).toEqual(outcomeOf(await runOn(server)))
  },
)

test.each(debatable)('warns of $id, and blames it only when it is strict', async (server) => {
  const { result } = await runOn(server)
  expect(result.findings).toEqual([])
  expect(result.exitCode).toBe(0)
  expect(new Set(result.warnings.map(({ clause }) => clause))).toEqual(new Set([server.clause]))
  expect(result.clauses.find(({ id }) => id === server.clause)?.state).toBe('warning')
  const { result: strict } = await runOn(server, { strict: true })
  expect(strict).toMatchObject({ warnings: [], exitCode: 1 })
  expect(strict.findings.map(({ clause }) => clause)).toContain(server.clause)
})

test.each([
  ['limit-default-10', '4.1/limit-default-as-20'],
  ['creations-closed', '4.2/answers-pet'],
  ['creations-once', '4.2/answers-pet'],
  ['category-beyond-double-refused', '4.2/answers-pet'],
  ['unknown-id-403', '4.3/not-found'],
])('reports %s once, by the clause that is broken', async (id, clause) => {
  const { result } = await runOn(id)
  expect(result.findings.map((finding) => finding.clause)).toEqual([clause])
})

function clauseOf(id: string): ClauseId {
  const server = serverNamed(id)
  if (!('clause' in server)) throw new Error(`${id} breaks no clause.`)
  return server.clause
}

const foundWithoutSequences = `
  name-blanks-joined name-cut-at-255 name-tabs-replaced name-lines-joined name-percent-decoded
  name-entities-decoded name-escapes-read name-plus-replaced category-absolute category-signed-32
  category-smallest-changed category-smallest-500 id-zero-500 get-absolute any-key-with-status
  one-of-two-lost ids-collide-at-once name-of-the-other-at-once category-shifted-in-a-row
  renamed-by-the-next get-after-short-list gets-at-once-mixed limit-remembered key-locked connection-remembered
  code-lost-after-creation unknown-id-200-after-creation
  creations-uncounted count-in-tens count-of-each-operation limit-of-creations limit-of-long-lists
  reset-put-off-by-creations reset-a-second-later-each
`
  .trim()
  .split(/\s+/)

test.each(sampleOf(foundWithoutSequences, clauseOf))('finds the deep %s without --thorough', async (id) => {
  const { result, arrived } = await runOn(id, { strict: true, mostRequests: needed })
  expect(result.findings.flatMap(({ clause, also }) => [clause, ...also])).toContain(clauseOf(id))
  expect(arrived).toBeLessThanOrEqual(needed)
})

test('a server that counts on from the id of a body can be used after a run', async () => {
  const server = await serverNamed('id-from-client-counting').start()
  await runContract({ baseUrl: server.url, apiKey: server.apiKey, clock: { now: Date.now, sleep: async () => {} } })
  const body = JSON.stringify({ name: 'Rex', categoryId: 1 })
  const headers = { Authorization: `Bearer ${server.apiKey}`, 'Content-Type': 'application/json' }
  const later = await fetch(`${server.url}/pets`, { method: 'POST', headers, body })
  await server.close()
  expect(later.status).toBe(201)
})

test.each([
  ['header-left-out', 'there was no Authorization'],
  ['empty-key', 'the key was empty'],
  ['truncated-key', 'the end of the key was left out'],
  ['key-in-any-case', 'the letters of the key were in the other case'],
])('says of %s what was wrong with the key that was taken', async (id, reason) => {
  const { result } = await runOn(id)
  expect(result.findings.length).toBeGreaterThan(0)
  for (const { expected } of result.findings)
    expect(expected).toMatch(new RegExp(`^status 401, because ${reason}(?:, also for an? .*)?$`))
})

test.each([
  ['json-before-key', 'also for a body that is malformed'],
  ['body-before-key', 'also for an invalid body'],
  ['lookup-before-key', 'also for an animal that is not there'],
])('says of %s what else was wrong with the request', async (id, flaw) => {
  const { result } = await runOn(id)
  expect(result.findings.filter(({ expected }) => expected.endsWith(flaw))).not.toEqual([])
  expect(result.findings.filter(({ expected }) => !/, also for an? .*$/.test(expected))).toEqual([])
})

const warn = vi.spyOn(console, 'warn')

const words = { 0: 'held', 1: 'broken', 3: 'inconclusive' } as const

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

// These runs wait for one deadline after the other, so they wait together.
const [silent = [], others = []] = [true, false].map((isSilent) => hostile.filter((one) => one.isSilent === isSilent))
test.concurrent.for(silent)('survives $id', { timeout: 60_000 }, survives)
test.for(others)('survives $id', { timeout: 60_000 }, survives)

test('a run sends nothing if JavaScript would round an int64', async () => {
  vi.stubGlobal('JSON', { parse: JSON.parse, stringify: JSON.stringify })
  try {
    await expect(runContract({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'key' })).rejects.toThrow(
      'this JavaScript has no JSON.rawJSON',
    )
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

test('a run on a server that loses an animal meanwhile fails', async () => {
  const [plain] = servers
  const start: TestServer['start'] = async (options) => {
    const deployment = await plain!.start(options)
    const isAsked = () => deployment.requests() > 0
    return { ...deployment, animals: () => deployment.animals().slice(isAsked() ? 1 : 0) }
  }
  await expect(runOn({ ...plain!, open: start })).rejects.toThrow('the run removed animal 1, which it did not add')
})

test('none of these runs printed anything by itself', () => {
  expect(warn).not.toHaveBeenCalled()
})
