import { editHeaders, editQuota, editRate, editReplies, editStatus, withRate } from '../edits.ts'
import { type Reply, refuse, withHeaders } from '../reply.ts'
import { type Limits, limitsOf } from '../server-state.ts'
import { type BrokenServers, each, needing, starting } from '../variation.ts'
import type { Hooks } from '../way.ts'
import { type When, on, onError, successOf } from '../when.ts'
import type { OperationId } from '../../../spec/index.ts'
import { countIn } from '../quota-book.ts'

/** Headers, limits and refusals that break section 8. */
export const brokenQuotas: BrokenServers = {
  '8/headers-on-every-response': {
    'limit-header-missing: Sends no X-RateLimit-Limit.': editRate({ limit: undefined }),
    'remaining-header-missing: Sends no X-RateLimit-Remaining.': editRate({ remaining: undefined }),
    'reset-header-missing: Sends no X-RateLimit-Reset.': editRate({ reset: undefined }),
    ...each(withoutHeaders, {
      'rate-headers-missing: Sends no X-RateLimit headers.': () => true,
      'rate-headers-missing-on-errors: Sends no X-RateLimit headers with errors.': onError,
      'rate-headers-missing-on-401: Sends no X-RateLimit headers with a 401.': on(401),
      'rate-headers-missing-on-404: Sends no X-RateLimit headers with a 404.': on(404),
      'rate-headers-missing-on-400: Sends no X-RateLimit headers with a 400.': on(400),
      'rate-headers-missing-on-201: Sends no X-RateLimit headers with a 201.': on(201),
      'rate-headers-missing-on-get: Sends no X-RateLimit headers with getPet.': successOf('getPet'),
    }),
    ...needing('rate-limit', {
      'rate-headers-missing-on-429: Sends no X-RateLimit headers with a 429.': withoutHeaders(on(429)),
    }),
    'reset-header-missing-on-list: Sends no X-RateLimit-Reset with the list.': editRate(
      { reset: undefined },
      successOf('listPets'),
    ),
    'rate-headers-renamed: Sends the X-RateLimit headers as X-Rate-Limit ones.': editReplies(
      ({ headers, ...reply }) => {
        const renamed = Object.entries(headers).map(([name, value]) => [name.replace('RateLimit', 'Rate-Limit'), value])
        return { ...reply, headers: Object.fromEntries(renamed) as Reply['headers'] }
      },
    ),
  },
  '8/limit-of-caller': {
    'limit-in-words: Sends a Limit of unlimited.': editRate({ limit: 'unlimited' }),
    'limit-empty: Sends an empty Limit.': editRate({ limit: '' }),
    'limit-negative: Sends a Limit of -1.': editRate({ limit: -1 }),
    'limit-at-random: Sends another Limit with each answer.': ({ random }) =>
      editRate({ limit: () => 1000 + Math.floor(random() * 100_000) }),
  },
  '8/remaining-count': {
    'remaining-in-words: Sends a Remaining of many.': editRate({ remaining: 'many' }),
    'remaining-negative: Sends a negative Remaining.': editRate({ remaining: (remaining) => `-${remaining}` }),
    'remaining-fraction: Sends a Remaining with a fraction.': editRate({ remaining: (remaining) => remaining + 0.5 }),
    'remaining-above-limit: Sends a Remaining above Limit.': editRate({
      remaining: (remaining) => 100_000 + remaining,
    }),
    'remaining-percent: Sends Remaining as a percentage.': editRate({
      remaining: (remaining) => `${Math.round(remaining / 3)}%`,
    }),
    'remaining-at-random: Sends any number up to the limit as Remaining.': ({ random }) =>
      editRate({ remaining: (_, { limit }) => Math.floor(random() * limit) }),
  },
  '8/remaining-falls': {
    'remaining-constant: Sends the same Remaining always.': editRate({ remaining: 42 }),
    'remaining-always-full: Sends a Remaining as large as Limit always.': editRate({
      remaining: (_, { limit }) => limit,
    }),
    'used-as-remaining: Sends how many requests were made as Remaining.': editRate({
      remaining: (remaining, { limit }) => limit - remaining,
    }),
    'lookups-uncounted: Counts no getPet.': () => uncounted('getPet'),
    'lists-uncounted: Counts no listPets.': () => uncounted('listPets'),
  },
  '8/reset-timestamp': {
    'reset-in-milliseconds: Sends Reset in milliseconds since 1970.': editRate({ reset: (reset) => reset * 1000 }),
    'reset-as-iso-date: Sends Reset as an ISO date.': editRate({
      reset: (reset) => new Date(reset * 1000).toISOString(),
    }),
    'reset-as-http-date: Sends Reset as an HTTP date.': editRate({
      reset: (reset) => new Date(reset * 1000).toUTCString(),
    }),
    'reset-zero: Sends a Reset of 0.': editRate({ reset: 0 }),
    'reset-in-the-past: Sends a Reset of an hour ago.': editRate({ reset: (reset) => reset - 3660 }),
    'reset-in-the-past-century: Sends a Reset in 1999.': editRate({ reset: 915_148_800 }),
    'reset-as-delay: Sends the seconds until the reset as Reset.': ({ now }) =>
      editRate({ reset: (reset) => Math.ceil(reset - now() / 1000) }),
  },
  '8/reset-resets': {
    'reset-in-a-century: Sends a Reset that is a hundred years ahead.': ({ now }) =>
      editRate({ reset: () => Math.ceil(now() / 1000) + 100 * 365 * 86_400 }),
    'reset-in-two-days: Sends a Reset that is two days ahead.': ({ now }) =>
      editRate({ reset: () => Math.ceil(now() / 1000) + 2 * 86_400 }),
    'reset-at-the-beginning: Sends as Reset when the window began.': ({ windowSeconds }) =>
      editRate({ reset: (reset) => reset - windowSeconds - 1 }),
    ...needing('rate-limit', {
      'never-resets: Goes on to refuse after Reset and Retry-After have passed.': ({ limits, now, windowSeconds }) => {
        const resetIn = (): number => Math.ceil(now() / 1000) + windowSeconds
        const window = { limit: limits.perWindow, used: 0, resetAtSeconds: resetIn() }
        const firstReset = window.resetAtSeconds
        return editQuota(() => {
          window.resetAtSeconds = now() / 1000 < firstReset ? firstReset : resetIn()
          return countIn(window)
        })
      },
    }),
  },
  ...otherLimits('free', { perWindow: 100, perDay: 45 }),
  ...otherLimits('pro', { perWindow: 250, perDay: 5_000 }),
  ...otherLimits('business', { perWindow: 600, perDay: 50_000 }),
  '8/within-limit': {
    'refused-after-ten: Answers 429 from the eleventh request on, though Remaining says that more are allowed.': {
      decide: (counted, usual) =>
        counted.isKey && counted.call.number > 10 ? withHeaders(refuse(429), { 'Retry-After': '60' }) : usual(counted),
    },
  },
  '8/too-many-requests': needing('rate-limit', {
    'limit-never-enforced: Answers requests beyond the limit as if there were no limit.': {
      decide: (counted, usual) => usual({ ...counted, quota: { ...counted.quota, isAllowed: true } }),
    },
    'refusal-503: Answers 503 to a request beyond the limit.': refusingWith(503),
    'refusal-403: Answers 403 to a request beyond the limit.': refusingWith(403),
    'refusal-200: Answers 200 with an Error to a request beyond the limit.': refusingWith(200),
    'refusal-cut-off: Cuts the connection instead of a 429.': {
      send(reply, _call, response, usual) {
        if (reply.status === 429) response.destroy()
        else usual(reply)
      },
    },
  }),
  '8/retry-after-present': needing('rate-limit', {
    'retry-after-missing: Sends a 429 without Retry-After.': editHeaders({ 'Retry-After': undefined }, on(429)),
  }),
  '8/retry-after-is-a-time': needing('rate-limit', {
    ...each((value: string) => editHeaders({ 'Retry-After': value }, on(429)), {
      'retry-after-empty: Sends an empty Retry-After.': '',
      'retry-after-in-words: Sends a Retry-After of soon.': 'soon',
      'retry-after-negative: Sends a negative Retry-After.': '-30',
      'retry-after-too-short: Asks in Retry-After to wait a second, after which it still refuses.': '1',
    }),
    'retry-after-in-the-past: Names in Retry-After a date that is an hour ago.': ({ now }) =>
      editHeaders({ 'Retry-After': () => new Date(now() - 3_600_000).toUTCString() }, on(429)),
  }),
}

/** A key of a plan with another limit than the plan has, for a minute or for a day. */
function otherLimits(plan: 'free' | 'pro' | 'business', { perWindow, perDay }: Limits): BrokenServers {
  const usual = limitsOf[plan]
  return {
    [`8/${plan}-per-minute`]: needing('plan', {
      [`${plan}-minute-other: Allows ${perWindow} requests a minute to a ${plan} key.`]: starting({
        plan,
        limits: { ...usual, perWindow },
      }),
    }),
    [`8/${plan}-per-day`]: needing('plan', {
      [`${plan}-day-other: Allows ${perDay} requests a day to a ${plan} key, and reports the day.`]: starting(
        { plan, limits: { ...usual, perDay } },
        { count: ({ book }) => book.count('day') },
      ),
    }),
  }
}

function withoutHeaders(when?: When): Hooks {
  return editRate({ limit: undefined, remaining: undefined, reset: undefined }, when)
}

function refusingWith(status: number): Hooks {
  return editStatus(status, on(429))
}

/** Gives back in Remaining what calls of an operation took from the window. */
function uncounted(operation: OperationId): Hooks {
  let window = 0
  let left = 0
  return editReplies(
    (reply, call) =>
      withRate(reply, ({ limit, remaining, reset }) => {
        if (window !== reset) left = 0
        window = reset
        if (call.operation === operation) left += 1
        return { limit, remaining: Math.min(remaining + left, limit), reset }
      }),
    // Callers without a key have a quota of their own.
    ({ status }) => status !== 401,
  )
}
