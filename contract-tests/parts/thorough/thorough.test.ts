import { expect, test } from 'vitest'
import { type ContractOptions, type RunEvent, terminalReport } from '../../index.ts'
import { servers } from '../../servers/index.ts'
import { runOn, serverNamed } from '../../servers/run-on.ts'
import { ofLevel } from '../../verdict/result.ts'

// At the end of a window, a run would draw something else.
const startsAt = Date.UTC(2026, 10, 23, 12, 0, 5)

/** A run with random sequences alone. */
function explore(id: string, options: Partial<ContractOptions> = {}) {
  return runOn(id, { only: ['thorough'], thorough: { seed: 1 }, ...options }, { timeScale: 0.02, startsAt })
}

// The ledger has all: spec/decisions/0264-a-ledger-of-the-suite.md
const conforming = servers.filter(({ kind }, at) => kind === 'conforming' && at % 4 === 0).map(({ id }) => id)

test.each(conforming)('blames nothing on %s', { timeout: 60_000 }, async (id) => {
  const { result } = await explore(id, { thorough: { requests: 60, animals: 10, seed: 1 } })
  expect(result.findings.filter(({ level }) => level !== 'unstable')).toEqual([])
})

test.each([
  // By a value, alone or with others.
  ['name-cut-at-255', '4.2/name-as-sent', 1],
  ['name-split-at-64k', '4.2/name-as-sent', 1],
  ['any-key-with-status', '5/invalid-key', 1],
  ['key-end-ignored', '5/invalid-key', 1],
  ['two-missing-taken', '4.2/name-required', 1],
  // By two answers that contradict each other, whatever led to them.
  ['id-repeated-every-tenth', '2/pet-id-unique', 12],
  ['one-in-30-missing', '4.3/answers-pet', 12],
  // By what comes before.
  ['get-after-short-list', '4.3/same-id', 3],
  ['filter-of-the-list-before', '4.1/status-filter', 2],
  // On animals that only the run has touched, in a way that people would not.
  ['one-of-three-lost', '1/added-animal-kept', 12],
  ['sixth-get-404', '1/added-animal-kept', 12],
  ['not-found-remembered', '1/added-animal-kept', 12],
  ['sold-when-fetched', '1/added-animal-kept', 12],
  ['moved-by-the-next-of-its-name', '4.3/same-animal', 12],
  // After many requests.
  ['get-404-after-120', '4.3/answers-pet', 12],
  ['key-refused-now-and-then-after-200', '5/bearer-key', 12],
  // At once.
  ['lists-torn-beside-creations', '2/pet-name-present', 6],
  ['lists-500-beside-creations', '4.1/answers-pets', 6],
  ['creations-at-once-500', '4.2/answers-pet', 3],
] as const)('finds %s, and shows it by few requests', { timeout: 60_000 }, async (id, clause, most) => {
  const { result } = await explore(id)
  const found = result.findings.find((finding) => [finding.clause, ...finding.also].includes(clause))
  expect(found, JSON.stringify(result.findings.map((finding) => finding.clause))).toBeDefined()
  expect(found?.sequence.length).toBeGreaterThan(0)
  expect(found?.sequence.length).toBeLessThanOrEqual(most)
})

// What people in the shop would show too is a warning.
test.each([
  ['forgets-after-thirty', '1/added-animal-kept'],
  ['one-of-two-lost', '1/added-animal-kept'],
] as const)('warns of %s', async (id, clause) => {
  const waits: string[] = []
  const onEvent = (event: RunEvent) => void (event.kind === 'wait' && waits.push(event.reason))
  const { result } = await explore(id, { onEvent })
  expect(ofLevel(result, 'broken')).toEqual([])
  const found = result.findings.find((warning) => [warning.clause, ...warning.also].includes(clause))
  expect(found).toMatchObject({
    reading: 'people',
    received: { is: 404, and: 'later' },
  })
  expect(waits.filter((reason) => /doubtful answer/.test(reason))).not.toEqual([])
})

test('warns of an animal that getPet no longer finds and an old list would show', async () => {
  const { result } = await explore('get-of-the-first-404-after-150')
  expect(result.findings).toMatchObject([{ clause: '4.3/answers-pet', kind: 'listed-missing', reading: 'stale' }])
})

// What several machines, a shared key, a new plan or a window that slides would show too is a warning.
test.each([
  ['filtered-lists-uncounted', 'broken'],
  ['limit-lower-after-a-hundred', 'broken'],
  ['window-ends-early', 'warning'],
  ['refused-one-early', 'warning'],
] as const)('finds the quota of %s: %s', { timeout: 60_000 }, async (id, state) => {
  const server = serverNamed(id)
  const { result, events } = await explore(id, { thorough: { seed: 2 } })
  const found = ofLevel(result, state)
  expect(found.map(({ clause }) => clause)).toContain('clause' in server && server.clause)
  if (state === 'warning') expect([ofLevel(result, 'broken'), result.exitCode]).toEqual([[], 0])
  const waits = events.flatMap((event) => (event.kind === 'wait' && !ofQuota.test(event.reason) ? [event] : []))
  expect(waits.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBeLessThan(30_000)
})

test.each([1, 2])('a 429 with requests left that comes again is broken, with seed %i', async (seed) => {
  const { result } = await explore('creations-refused-at-two-thirds', { thorough: { seed } })
  expect(result.findings.map(({ clause }) => clause)).toContain('8/within-limit')
})

test('a limit on creations that no header tells is waited for once, and the run says what it left out', async () => {
  const { result, events } = await explore('twelve-creations-in-a-window')
  expect(result.findings.map(({ clause }) => clause)).toEqual(['8/within-limit'])
  expect(result.gaveUp).toMatch(/^createPet was answered with 429 .*: \d+ animals of .* were not added\.$/)
  // Those of several creations at once are one wait.
  const waits = events.flatMap((event) =>
    event.kind === 'wait' && /429/.test(event.reason) ? [event.milliseconds] : [],
  )
  expect(waits.length).toBeLessThanOrEqual(3)
})

test('finds the category that takes animals', async () => {
  const { result } = await explore('one-category-open', { thorough: { requests: 120, animals: 20, seed: 1 } })
  expect(result.animals.length).toBeGreaterThan(2)
})

test('ends within five minutes on a plan of 60 requests a minute, judged, and says what it left out', async () => {
  const { result, events } = await explore('quota-of-free', { only: undefined })
  expect([result.findings, result.exitCode]).toEqual([[], 0])
  expect(result.tookMilliseconds).toBeLessThanOrEqual(300_000)
  expect(result.gaveUp).toMatch(/^Everything would take too long\. \d+ of the 500 requests .* were left out\.$/)
  // It looks at the end of each window: a later one may end early.
  const watched = events.filter((event) => event.kind === 'wait' && event.reason.startsWith('one request is left'))
  expect(watched.length).toBeGreaterThan(2)
})

test('what follows the sequences is asked, though these took their time', async () => {
  const only = ['thorough', 'exceed-limit']
  const { result } = await explore('quota-of-free', { only, probeRateLimit: true })
  expect(result.clauses.find(({ id }) => id === '8/too-many-requests')?.state).toBe('held')
})

test.each([
  ['filter-misses-every-fifth-new', 'broken'],
  ['list-cached-for-ever', 'warning'],
] as const)('finds at the end what lists lack: %s, %s', async (id, level) => {
  const { result } = await explore(id)
  expect(result.findings).toMatchObject([{ clause: '4.1/status-filter-finds', level }])
})

test('a long name that is kept in another form is a warning, too', async () => {
  const { result } = await explore('name-normalised', { thorough: { seed: 2 } })
  expect(ofLevel(result, 'broken')).toEqual([])
})

test('draws the same from the same seed, announces what it takes, and takes no more', async () => {
  const thorough = { requests: 150, animals: 15, seed: 7 }
  const runs = [await explore('plain', { thorough }), await explore('plain', { thorough })]
  const other = await explore('plain', { thorough: { ...thorough, seed: 8 } })
  const [asked, again, others] = [...runs, other].map(({ events: all }) =>
    all.flatMap((event) => (event.kind === 'exchange' ? [`${event.method} ${event.status}`] : [])),
  )
  expect(asked).toEqual(again)
  expect(asked).not.toEqual(others)
  const [{ result, events, arrived, created } = await explore('plain')] = runs
  expect(events[0]).toMatchObject({ kind: 'plan', mostRequests: 210, mostAnimals: 27 })
  // A few are left for what needs another look at the end.
  expect([result.seed, arrived > 135 && arrived <= 151]).toEqual([7, true])
  expect(created).toBeLessThanOrEqual(15)
  expect(created).toBeGreaterThan(5)
  const statuses = events.flatMap((event) => (event.kind === 'exchange' ? [event.status] : []))
  expect(statuses).not.toContain(429)
})

const ofQuota = /reserve|left of|the plan has|429/

test.each(['get-finds-nothing', 'oldest-dropped', 'status-ignored'])(
  'a departure of %s that was settled is not waited for again: a run takes no minutes',
  { timeout: 60_000 },
  async (id) => {
    const { events, result } = await explore(id, { only: undefined })
    const waits = events.flatMap((event) => (event.kind === 'wait' && ofQuota.test(event.reason) ? [event] : []))
    const ofOthers = result.tookMilliseconds - waits.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
    expect(ofOthers).toBeLessThan(30_000)
  },
)

test('sends nothing but GET in a read-only run', async () => {
  const { created, events, result } = await explore('plain', { readOnly: true, thorough: { requests: 80, seed: 3 } })
  const methods = events.flatMap((event) => (event.kind === 'exchange' ? [event.method] : []))
  expect([created, new Set(methods), result.findings]).toEqual([0, new Set(['GET']), []])
})

test('ends when it is stopped, with what it found and added until then', async () => {
  const stopping = new AbortController()
  let requests = 0
  const onEvent = (event: RunEvent) => {
    if (event.kind === 'exchange' && ++requests === 90) stopping.abort()
  }
  const { result } = await explore('name-blanks-joined', { onEvent, signal: stopping.signal, strict: true })
  expect(result.gaveUp).toBe('It was interrupted.')
  expect(result.requests).toBeLessThanOrEqual(95)
  expect(result.findings.map(({ clause }) => clause)).toEqual(['4.2/name-as-sent'])
  expect(result.animals.length).toBeGreaterThan(0)
})

test('the report names the requests before, the seed and the command', async () => {
  const { result } = await explore('get-after-short-list')
  const report = terminalReport(result, { hasColour: false, command: 'contract --thorough --seed 1' })
  expect(report).toMatch(/\n {2}after {5}.*GET \/pets\?limit=1.* → 200/s)
  expect(report).toContain('again     contract --thorough --seed 1 --only thorough\n')
  expect(report).toMatch(/ s, seed 1; /)
})
