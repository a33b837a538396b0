import { AsyncLocalStorage } from 'node:async_hooks'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Reply } from '../../entry.ts'
import { hasRedis } from '../../testing/redis-server.ts'
import { bodyOf, get, post, testStore } from '../../testing/test-calls.ts'
import { redisState } from './index.ts'
import { fates, isBusy, simulation, turn, until } from './simulated-redis.ts'
import { askControl, useRedis } from './test-replicas.ts'

vi.mock('@redis/client', async () => ({ createClient: (await import('./simulated-redis.ts')).simulatedClient }))

const redisUrl = useRedis()
const { RUNS = '150', SEED = String(Date.now() % 2 ** 31) } = process.env
const parameters = { seed: Number(SEED), numRuns: Number(RUNS), endOnFailure: true }
const sandboxes = ['one', 'other'] as const

const aCall = fc.record({
  does: fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom('create', 'create', 'list', 'get') },
    { weight: 1, arbitrary: fc.constantFrom('scenario', 'reset', 'remove') },
  ),
  key: fc.constantFrom('test_free', 'test_pro'),
  sandbox: fc.constantFrom(...sandboxes),
  replica: fc.nat(3),
  /** How much else happens before it. */
  turns: fc.nat(8),
  status: fc.constantFrom('available', 'pending', 'sold'),
  isFiltered: fc.boolean(),
  limit: fc.constantFrom(4, 6, 100),
  id: fc.integer({ min: 4, max: 9 }),
  times: fc.integer({ min: 1, max: 4 }),
})
type Asked = typeof aCall extends fc.Arbitrary<infer A> ? A : never

/** No sandbox gets two scenarios, or is begun anew twice. */
const selector = (call: Asked) =>
  ['create', 'list', 'get'].includes(call.does) ? call : `${call.sandbox} ${String(call.does === 'scenario')}`

const someFates = fc.array(fc.constantFrom(...Array.from({ length: 42 }, () => fates[0]), ...fates), { minLength: 40 })
const aPlan = fc.record({
  scheduler: fc.scheduler(),
  calls: fc.uniqueArray(aCall, { minLength: 8, maxLength: 24, selector }),
  /** By how many seconds the clock of each replica is ahead. */
  clocks: fc.array(fc.integer({ min: -25, max: 25 }), { minLength: 2, maxLength: 4 }),
  fates: fc.oneof(fc.constant([fates[0]]), someFates),
})

/** What was asked, when that began and ended, and what came back. */
type Told = Asked & Readonly<{ name: string; begun: number; ended: number; reply: Reply }>
type Animal = Readonly<{ id: number; name: string; status: string }>

const aheadBy = new AsyncLocalStorage<number>()
const realNow = Date.now

/** Plays a plan on new replicas. @returns all of it in the order in which it ended, and the creations that one heard of */
async function play(calls: readonly Asked[], clocks: readonly number[]) {
  const [history, heard, running]: [Told[], string[], Promise<void>[]] = [[], [], []]
  let time = 0
  const clock = { mode: 'running', offsetMilliseconds: 0 } as const
  const replicas = clocks.map((seconds) =>
    aheadBy.run(seconds * 1000, () => {
      const state = redisState({ url: redisUrl(), deadlineMilliseconds: 100_000 })
      return { seconds, state, store: testStore({ state, clock, onFailure: () => undefined }) }
    }),
  )
  const tell = async (call: Asked, name = '') => {
    const { seconds, store } = replicas[call.replica % replicas.length] as (typeof replicas)[number]
    const key = `${call.key}.${call.sandbox}`
    const at = `/sandboxes/${call.sandbox}`
    const filter = call.isFiltered ? `&status=${call.status}` : ''
    const scenario = { scenario: 'recorded', reply: { status: 410 }, calls: call.times }
    const ask = {
      create: () => store.answer(post({ name, categoryId: 1, status: call.status }, key)),
      list: () => store.answer(get(`/v1/pets?limit=${call.limit}${filter}`, key)),
      get: () => store.answer(get(`/v1/pets/${call.id}`, key)),
      scenario: () => askControl(store, 'POST', `${at}/scenarios`, scenario),
      reset: () => askControl(store, 'POST', `${at}/reset`),
      remove: () => askControl(store, 'DELETE', at),
    }[call.does]
    history.push({ ...call, name, begun: time++, reply: await aheadBy.run(seconds * 1000, ask), ended: time++ })
  }
  await until(Promise.all(replicas.map(({ state }) => state.connect())))
  const watch = (name: string) =>
    replicas[0]?.store.subscribe(({ call, atMilliseconds: at }) => {
      heard.push(name + String(call.body) + (Math.abs(at - realNow()) > 3000 ? ' at a wrong time' : ''))
    }, name)
  aheadBy.run((clocks[0] ?? 0) * 1000, () => sandboxes.forEach(watch))
  simulation.mayFail = true
  for (const [index, call] of calls.entries()) {
    for (let turns = call.turns; turns > 0; turns--) await turn()
    running.push(tell(call, `new-${index}`))
  }
  await until(Promise.all(running))
  simulation.mayFail = false
  for (let quiet = 0; quiet < 5; quiet = isBusy() ? 0 : quiet + 1) await turn()
  // What is left of a scenario is used up. Then each replica shows all that there is.
  const last = { key: 'test_pro', turns: 0, status: 'sold', isFiltered: false, limit: 100, id: 1, times: 1 } as const
  for (const sandbox of sandboxes) {
    for (let left = 4; left > 0; left--) await until(tell({ ...last, does: 'get', sandbox, replica: 0 }))
    for (const replica of replicas.keys()) await until(tell({ ...last, does: 'list', sandbox, replica }))
  }
  await until(Promise.all(replicas.map(({ state }) => state.close())))
  return { history, heard }
}

/** Whether a sandbox was begun anew between the two. */
const isBetween = (reset: Told | undefined, ended: number, begun: number) =>
  reset !== undefined && reset.reply.status !== 503 && ended < reset.begun && reset.ended < begun

/** Each read shows what was answered or shown before it began, and nothing that nobody asked for yet, or that is gone. */
function checkReads(calls: readonly Told[], reset: Told | undefined): void {
  const created = calls.flatMap((call) => {
    if (call.does !== 'create' || call.reply.status === 410) return []
    // Nobody knows yet whether what failed is there.
    if (call.reply.status === 503) return { ...call, id: 0, since: Infinity }
    return { ...call, id: (bodyOf(call.reply) as Animal).id, since: call.ended }
  })
  for (const read of calls) {
    if (read.does === 'create' || ![200, 404].includes(read.reply.status)) continue
    const shown = (read.reply.status === 404 ? [] : [bodyOf(read.reply)].flat()) as Animal[]
    const ids = shown.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other))
    for (const { name, id, status } of shown.filter((animal) => animal.name.startsWith('new'))) {
      const creation = created.find((other) => other.name === name && other.begun < read.ended)
      expect({ ...creation, id: creation?.id || id }, `what is shown of ${name}`).toMatchObject({ id, status })
      const since = Math.min(creation?.since ?? 0, read.ended)
      expect(isBetween(reset, since, read.begun), `${name} is shown and gone`).toBe(false)
      Object.assign(creation ?? {}, { id, since })
    }
    for (const { name, id, since, begun, status } of created) {
      const isFitting = !read.isFiltered || status === read.status
      const isOnPage = isFitting && (shown.length < read.limit || id < (ids.at(-1) ?? 0))
      const mayBeGone = reset !== undefined && reset.begun < read.ended && !isBetween(reset, -1, begun)
      const isSure = since < read.begun && !mayBeGone && (read.does === 'get' ? id === read.id : isOnPage)
      if (isSure) expect(shown, 'what was created').toContainEqual(expect.objectContaining({ name }))
    }
  }
  if (reset !== undefined) return
  const known = created.filter(({ since }) => since < Infinity)
  expect(new Set(known.map(({ id }) => id)).size, 'ids').toBe(known.length)
  for (const { id, since } of known) {
    for (const later of known) if (since < later.begun) expect(id, 'ids are in order').toBeLessThan(later.id)
  }
}

/** Each answered call of a key was counted once, in the order of the calls; each that failed, at most once. */
function checkQuota(calls: readonly Told[], reset: Told | undefined, startedAt: number): void {
  const alike = reset === undefined ? calls : calls.filter(({ begun }) => isBetween(reset, -1, begun))
  const header = ({ reply }: Told, name: string) => Number(reply.headers[`X-RateLimit-${name}`])
  const usedBy = (call: Told) => header(call, 'Limit') - header(call, 'Remaining')
  const answered = alike.filter(({ reply }) => reply.status !== 503)
  for (const [end, told] of Map.groupBy(answered, (call) => header(call, 'Reset'))) {
    const used = told.map(usedBy)
    expect(end > startedAt / 1000 && end <= realNow() / 1000 + 60, 'the clock is that of Redis').toBe(true)
    expect(new Set(used).size, `each counts once: ${used.join()}`).toBe(used.length)
    const gaps = Math.max(...used) - used.length
    expect(gaps, `gaps in ${used.join()}`).toBeLessThanOrEqual(calls.length - answered.length)
    for (const one of told) {
      for (const later of told) if (one.ended < later.begun) expect(usedBy(later)).toBeGreaterThan(usedBy(one))
    }
  }
}

/** A scenario was played as often as it says; each call that failed may have taken a turn. */
function checkScenario(calls: readonly Told[], scenario: Told | undefined, reset: Told | undefined): void {
  const having = (status: number) => calls.filter(({ reply }) => reply.status === status).length
  const isKept = scenario?.reply.status !== 503 && reset === undefined
  expect(having(410), 'plays').toBeLessThanOrEqual(scenario?.times ?? 0)
  if (isKept) expect(having(410) + having(503), 'plays').toBeGreaterThanOrEqual(scenario?.times ?? 0)
}

/** Whoever watches hears of each creation once: of all, if nothing failed. */
function checkHeard(calls: readonly Told[], heard: readonly string[], isCalm: boolean, reset: Told | undefined): void {
  expect(heard.find((text) => text.endsWith('wrong time'))).toBeUndefined()
  for (const { name, begun, sandbox } of calls.filter(({ does }) => does === 'create')) {
    const times = heard.filter((text) => text.startsWith(sandbox) && text.includes(`"${name}"`)).length
    const isSure = isCalm && (reset === undefined || isBetween(reset, -1, begun))
    expect(isSure ? times : Math.max(1, times), `how often ${name} was heard`).toBe(1)
  }
}

test.skipIf(!(await hasRedis()))(
  'however commands to Redis interleave and fail, replicas answer as one store',
  { timeout: parameters.numRuns * 4000 },
  async () => {
    const { createClient } = await vi.importActual<typeof import('@redis/client')>('@redis/client')
    const client = await createClient({ url: redisUrl() }).connect()
    simulation.send = (...command) => client.sendCommand(command)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + (aheadBy.getStore() ?? 0))
    const property = fc.asyncProperty(aPlan, async (plan) => {
      await client.flushAll()
      Object.assign(simulation, { listeners: new Map(), scheduler: plan.scheduler, fates: plan.fates, commands: 0 })
      const startedAt = realNow()
      const { history, heard } = await play(plan.calls, plan.clocks)
      try {
        for (const sandbox of sandboxes) {
          const told = history.filter((each) => each.sandbox === sandbox)
          const [scenario] = told.filter(({ does }) => does === 'scenario')
          const [reset] = told.filter(({ does }) => does === 'reset' || does === 'remove')
          const calls = told.filter((each) => each !== reset && each !== scenario)
          for (const { reply } of calls) expect([200, 201, 404, 410, 503], String(reply.body)).toContain(reply.status)
          checkReads(calls, reset)
          for (const ofKey of Map.groupBy(calls, ({ key }) => key).values()) checkQuota(ofKey, reset, startedAt)
          checkScenario(calls, scenario, reset)
          checkHeard(calls, heard, plan.fates.length === 1, reset)
        }
      } catch (error) {
        const lines = history.map(
          ({ reply, ...told }) => `${JSON.stringify(told)}: ${reply.status} ${String(reply.body)}`,
        )
        throw new Error([String(error), ...lines].join('\n'), { cause: error })
      }
    })
    const { failed, numRuns, errorInstance } = await fc.check(property, parameters)
    client.destroy()
    expect(failed, `SEED=${SEED} failed in run ${numRuns}: ${String(errorInstance)}`).toBe(false)
  },
)
