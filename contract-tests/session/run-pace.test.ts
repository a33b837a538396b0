import { expect, test } from 'vitest'
import { type ContractOptions, type RunEvent, runContract } from '../index.ts'
import { firstRefusals } from '../probes/keys.ts'
import { startDeployment } from '../servers/start-deployment.ts'
import type { QuotaCounter } from '../servers/quota-counter.ts'
import { refuse, withHeaders } from '../servers/reply.ts'
import type { ServerState } from '../servers/server-state.ts'
import type { StartOptions } from '../servers/test-server.ts'
import { type Variation, hooksFor } from '../servers/variation.ts'
import type { Hooks } from '../servers/plain-server.ts'
import { RunPace } from './run-pace.ts'

interface Arrival {
  readonly at: number
  readonly status: number
  readonly remaining: number
  readonly resetAtSeconds: number
  readonly isKey: boolean
}

/** A run against a deployment that writes down when each request came, by its own clock, and its headers. */
async function runOn(variation: Variation, options: Partial<ContractOptions> = {}, start: StartOptions = {}) {
  const arrivals: Arrival[] = []
  const waits: number[] = []
  const reasons: string[] = []
  const now = start.now ?? Date.now
  const hooks = (state: ServerState): Hooks => {
    const others = hooksFor(variation, state)
    return {
      ...others,
      reply(reply, call) {
        const last = others.reply?.(reply, call) ?? reply
        const number = (name: string): number => Number(last.headers[`X-RateLimit-${name}`])
        const isKey = call.headers.authorization === `Bearer ${state.apiKey}`
        const [remaining, resetAtSeconds] = [number('Remaining'), number('Reset')]
        arrivals.push({ at: now(), status: last.status, remaining, resetAtSeconds, isKey })
        return last
      },
    }
  }
  const deployment = await startDeployment({ ...variation, hooks }, start)
  const onEvent = (event: RunEvent) => {
    if (event.kind !== 'wait') return
    waits.push(event.milliseconds)
    reasons.push(event.reason)
  }
  try {
    const { url: baseUrl, apiKey } = deployment
    const result = await runContract({ baseUrl, apiKey, onEvent, ...options })
    return { result, arrivals, waits, reasons }
  } finally {
    await deployment.close()
  }
}

/** A clock that a run and a deployment share: whoever sleeps moves it. */
function sharedClock() {
  let moved = 0
  const now = () => Date.now() + moved
  return { now, sleep: async (milliseconds: number) => void (moved += milliseconds) }
}

const twelve: Variation = { plan: 'enterprise', limits: { perWindow: 12, perDay: 100_000 } }

/** Requests with the key that came though the one before had left no more than the reserve, and before the reset. */
function early(arrivals: readonly Arrival[]): readonly Arrival[] {
  const withKey = arrivals.filter(({ isKey }) => isKey)
  return withKey.filter((arrival, at) => {
    const before = withKey[at - 1]
    return before !== undefined && before.remaining <= 1 && arrival.at < before.resetAtSeconds * 1000
  })
}

test('with twelve requests a window, a whole run waits for each reset, sends nothing early and comes to its end', async () => {
  const clock = sharedClock()
  const { result, arrivals, waits, reasons } = await runOn(twelve, { clock }, { now: clock.now })
  expect(result).toMatchObject({ exitCode: 0, gaveUp: undefined, findings: [] })
  expect(result.requests).toBeGreaterThan(40)
  expect(arrivals.filter(({ status }) => status === 429)).toEqual([])
  expect(early(arrivals)).toEqual([])
  expect(waits.length).toBeGreaterThanOrEqual(3)
  expect(new Set(reasons)).toEqual(new Set(['X-RateLimit-Remaining is down to the reserve of 1']))
  expect(Math.min(...arrivals.filter(({ isKey }) => isKey).map(({ remaining }) => remaining))).toBe(1)
})

test('if calls without a key use up the same quota, no call of either kind exceeds it', async () => {
  const clock = sharedClock()
  let shared: QuotaCounter | undefined
  const hooks = () => ({
    count({ counter, isKey }: { readonly counter: QuotaCounter; readonly isKey: boolean }) {
      if (isKey) shared ??= counter
      return (shared ?? counter).count()
    },
  })
  const { result, arrivals } = await runOn({ ...twelve, hooks }, { clock }, { now: clock.now })
  expect(result).toMatchObject({ exitCode: 0, gaveUp: undefined, findings: [] })
  const wrongKeys = arrivals.filter(({ isKey }) => !isKey)
  expect(wrongKeys.length).toBeGreaterThanOrEqual(firstRefusals.length)
  expect(arrivals.filter(({ status }) => status === 429)).toEqual([])
})

/** Refuses one request of the key with 429, and asks to wait in this way. */
function refusingOnce(number: number, retryAfter: (now: number) => string): Variation {
  return {
    hooks: ({ now }) => ({
      decide: (counted, usual) =>
        counted.call.number === number
          ? withHeaders(refuse(429, 'slow_down', 'Wait.'), { 'Retry-After': retryAfter(now()) })
          : usual(counted),
    }),
  }
}

test.each([
  ['in seconds', () => '1'],
  ['as a date', (now: number) => new Date(Math.ceil(now / 1000) * 1000 + 1000).toUTCString()],
] as const)('a Retry-After %s is obeyed: nothing is sent before', async (_how, retryAfter) => {
  const clock = sharedClock()
  const { result, arrivals } = await runOn(refusingOnce(3, retryAfter), { clock, only: ['list'] }, { now: clock.now })
  const [refused, next] = arrivals.slice(2)
  expect([refused?.status, next?.status]).toEqual([429, 200])
  expect((next?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(1000)
  expect(result).toMatchObject({ exitCode: 0, gaveUp: undefined })
})

test('after a second 429 in a row nothing is sent any more', async () => {
  const clock = sharedClock()
  const always: Variation = {
    hooks: () => ({
      decide: (counted, usual) =>
        counted.call.number < 3 ? usual(counted) : withHeaders(refuse(429, 'no', 'No.'), { 'Retry-After': '1' }),
    }),
  }
  const { result, arrivals } = await runOn(always, { clock }, { now: clock.now })
  expect(arrivals.map(({ status }) => status)).toEqual([200, 200, 429, 429])
  expect(result.gaveUp).toContain('second 429')
})

test.each([
  ['99999999999999999999', 0],
  ['946684800', 0],
  ['-5', 1],
  ['NaN', 1],
  ['Infinity', 1],
  ['', 1],
  ['0', 1],
])('a Retry-After of "%s" ends in a wait of at most two minutes, or none', async (retryAfter, count) => {
  const clock = sharedClock()
  const { result, waits } = await runOn(
    refusingOnce(3, () => retryAfter),
    { clock, only: ['list'] },
    { now: clock.now },
  )
  expect(waits).toHaveLength(count)
  expect(Math.max(0, ...waits)).toBeLessThanOrEqual(120_000)
  expect(waits.every((milliseconds) => milliseconds >= 1000)).toBe(true)
  expect(result.gaveUp === undefined).toBe(count === 1)
})

test.each([
  ['in five seconds', 5],
  ['in a hundred seconds', 100],
  ['in a month', 30 * 86_400],
  ['in the year 9999', 251_000_000_000],
])('a Remaining of 0 for ever, with a Reset that is always %s, holds no run up for ever', async (_when, ahead) => {
  const clock = sharedClock()
  const empty: Variation = {
    hooks: ({ now }) => ({
      reply: (reply) =>
        withHeaders(reply, {
          'X-RateLimit-Remaining': '0',
          'X-RateLimit-Reset': String(Math.ceil(now() / 1000) + ahead),
        }),
    }),
  }
  const { result, waits } = await runOn(empty, { clock }, { now: clock.now })
  expect(waits.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(120_000)
  // A month is longer than a run waits; a year that no window has is no reason to wait.
  expect(result.gaveUp !== undefined).toBe(ahead === 30 * 86_400)
})

const now = Date.UTC(2027, 0, 1, 12, 0, 0)

function answer(limit: number, remaining: number, aheadSeconds: number) {
  const [max, left, reset] = [limit, remaining, now / 1000 + aheadSeconds].map((number) => [String(number)])
  const headers = { 'x-ratelimit-limit': max, 'x-ratelimit-remaining': left, 'x-ratelimit-reset': reset }
  return { status: 200, headers: new Map(Object.entries(headers) as [string, string[]][]) }
}

test('if the headers are about the day, the run keeps the minute of that plan too', () => {
  const pace = new RunPace()
  for (let sent = 1; sent <= 60; sent++) {
    expect(pace.next(now)).toBeUndefined()
    pace.update(answer(1000, 1000 - sent, 40_000), now)
  }
  expect(pace.next(now)).toEqual({ milliseconds: 61_000, reason: 'the plan has no more in a minute' })
  const unknown = new RunPace()
  for (let sent = 1; sent <= 60; sent++) unknown.update(answer(5000, 5000 - sent, 40_000), now)
  expect(unknown.next(now)).toBeUndefined()
})

test('an answer of the same window to a request of another quota counts, and one of another window does not', () => {
  const pace = new RunPace()
  pace.update(answer(60, 30, 20), now)
  pace.learnFromOther(answer(60, 5, 25))
  expect(pace.hasRoomFor(28)).toBe(true)
  pace.learnFromOther(answer(60, 5, 20))
  expect(pace.hasRoomFor(4)).toBe(false)
  expect(pace.hasRoomFor(3)).toBe(true)
})

test('requests of others are added to the reserve', () => {
  const pace = new RunPace()
  pace.update(answer(60, 30, 20), now)
  pace.update(answer(60, 27, 20), now)
  pace.update(answer(60, 3, 20), now)
  expect(pace.next(now)?.reason).toBe('X-RateLimit-Remaining is down to the reserve of 3')
})
