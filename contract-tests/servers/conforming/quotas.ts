import { editHeaders, editQuota, editRate, editReplies, replaceReplies, withRate } from '../edits.ts'
import { on, type Reply, refuse, textReply, withHeaders } from '../reply.ts'
import { type QuotaCounter, createQuotaCounter, rateHeaders } from '../quota-counter.ts'
import type { Setup } from '../server-state.ts'
import { type Servers, withNeed, withSetup } from '../variation.ts'
import { sliding, windowed } from '../windowed.ts'
import type { Hooks } from '../plain-server.ts'

const refused = on(429)

/** The 429 as the interface allows it: section 8 leaves open its body and the form of Retry-After. */
const refusals: Servers = {
  'refusal-without-body': replaceReplies({ status: 429, headers: {} }, refused),
  'refusal-as-text': replaceReplies(textReply(429, 'text/plain; charset=utf-8', 'Slow down.'), refused),
  'retry-after-date': retryingAfter((resetAt) => resetAt.toUTCString()),
  'retry-after-iso-date': retryingAfter((resetAt) => resetAt.toISOString()),
  'retry-after-longer': ({ now }) =>
    retryingAfter((resetAt) => String(Math.ceil((resetAt.getTime() - now()) / 1000) + 1)),
  // Answers 403 to everything once a request came before Retry-After had passed.
  'early-retries-banned': ({ now }) => {
    let welcomeAt = 0
    let isBanned = false
    return {
      decide(counted, usual) {
        if (!counted.quota.isAllowed) {
          isBanned ||= now() < welcomeAt
          welcomeAt = counted.quota.resetAtSeconds * 1000
        }
        return isBanned ? refuse(403) : usual(counted)
      },
    }
  },
}

/** Quotas that the interface allows: section 8 leaves open the windows, and what an Enterprise key gets. */
export const conformingQuotas: Servers = {
  ...withNeed('rate-limit', refusals),
  'day-reported': { count: ({ counter }) => counter.count('day') },
  'minute-reported': withSetup(enterprise(300, 250), { count: ({ counter }) => counter.count('shorter') }),
  'sliding-window': sliding((times) => times[0]),
  // The whole limit is back when a window has passed without a request.
  'sliding-window-told-whole': sliding((times) => times.at(-1)),
  'calendar-minutes': windowed({
    endsAt: (nowSeconds, { windowSeconds }) => (Math.floor(nowSeconds / windowSeconds) + 1) * windowSeconds,
  }),
  // A window ends up to a second before or after its Reset.
  'reset-rounded': windowed({
    endsAt: (nowSeconds, { windowSeconds }) => nowSeconds + windowSeconds,
    told: (quota) => ({ ...quota, resetAtSeconds: Math.round(quota.resetAtSeconds) }),
  }),
  // Another client uses up to three requests of the same quota between any two.
  'quota-shared': ({ random }) =>
    editQuota((usual) => {
      for (let others = Math.floor(random() * 4); others > 0; others--) usual()
      return usual()
    }),
  // Now and then another client uses 40 requests of the same quota at once.
  'quota-shared-in-bursts': ({ random }) =>
    editQuota((usual) => {
      for (let others = random() < 1 / 30 ? 40 : 0; others > 0; others--) usual()
      return usual()
    }),
  // Fills up by a request every fifth of a second. It resets when it is full again.
  'token-bucket': ({ limits: { perWindow: limit }, now, windowSeconds }) => {
    let [used, at] = [0, now()]
    return editQuota(() => {
      const perMillisecond = limit / (windowSeconds * 1000)
      used = Math.max(0, used - (now() - at) * perMillisecond)
      at = now()
      const isAllowed = used + 1 <= limit
      if (isAllowed) used += 1
      const resetAtSeconds = Math.ceil((at + used / perMillisecond) / 1000)
      return { isAllowed, limit, remaining: Math.floor(limit - used), resetAtSeconds }
    })
  },
  // Each answer rounds the rest of the window, so that what it tells moves by a second.
  'reset-from-what-is-left': ({ random, now }) =>
    editRate({ reset: (reset) => Math.floor(now() / 1000) + Math.round(reset - now() / 1000 + random() - 0.5) }),
  // The day is tighter than the minute after some of its requests.
  'day-takes-over': withSetup(enterprise(300, 450)),
  'quota-of-twelve': withSetup(enterprise(12, 100_000)),
  'quota-of-free': withSetup({ plan: 'free' }),
  'anonymous-without-quota': editRate({ limit: 0, remaining: 0 }, on(401)),
  'one-quota-of-twelve-for-all': withSetup(enterprise(12, 100_000), sharedCounter),
  'rate-headers-doubled': editReplies((reply) => {
    const doubled = Object.entries(reply.headers).filter(([name]) => /^X-RateLimit|^Content-Type/.test(name))
    return withHeaders(reply, Object.fromEntries(doubled.map(([name, value]) => [name, [value, value].flat()])))
  }),
  'quota-of-int64': withSetup(
    { plan: 'enterprise' },
    editReplies((reply, { number }) =>
      withRate(reply, { limit: 2n ** 63n - 1n, remaining: 2n ** 63n - 1n - BigInt(number) }),
    ),
  ),
  'anonymous-quota-of-five': (state) => {
    const five = createQuotaCounter(state, { perWindow: 5, perDay: 10_000 })
    const refusal = withHeaders(refuse(429), { 'Retry-After': '60' })
    return { decide: (counted, usual) => (counted.isKey || five.count().isAllowed ? usual(counted) : refusal) }
  },
  'clock-ahead': ({ now }) =>
    editReplies((reply) =>
      withHeaders(withRate(reply, { reset: (reset) => reset + 40 }), { Date: new Date(now() + 40_000).toUTCString() }),
    ),
  'clock-behind': ({ now }) =>
    editReplies((reply) =>
      withHeaders(withRate(reply, { reset: (reset) => reset - 20 }), { Date: new Date(now() - 20_000).toUTCString() }),
    ),
  'restart-of-four-seconds': ({ now, random }) => {
    const begin = 12 + Math.floor(random() * 18)
    let end = 0
    return {
      decide(counted, usual) {
        if (counted.call.number === begin) end = now() + 4000
        const left = String(Math.ceil((end - now()) / 1000))
        return now() >= end ? usual(counted) : withHeaders(refuse(503), { 'Retry-After': left })
      },
    }
  },
  'first-answer-500': oneOff(1, textReply(502, 'text/plain', 'bad gateway')),
}

function enterprise(perWindow: number, perDay: number): Setup {
  return { plan: 'enterprise', limits: { perWindow, perDay } }
}

/** Counts all calls in the counter of the key, with which a run begins. */
function sharedCounter(): Hooks {
  let shared: QuotaCounter | undefined
  return {
    count({ counter, isKey }) {
      if (isKey) shared ??= counter
      return (shared ?? counter).count()
    },
  }
}

function retryingAfter(form: (resetAt: Date) => string): Hooks {
  return editHeaders(
    { 'Retry-After': (_, { headers }) => form(new Date(Number(headers[rateHeaders.reset]) * 1000)) },
    refused,
  )
}

function oneOff(number: number, other: Reply): Hooks {
  return { decide: (counted, usual) => (counted.call.number === number ? other : usual(counted)) }
}
