import { editHeaders, editQuota, editRate, editReplies, editText, replaceReplies, withRate } from '../edits.ts'
import { type QuotaBook, countIn, rateHeaders } from '../quota-book.ts'
import { type Reply, refuse, textReply, withHeaders } from '../reply.ts'
import { type Servers, each, needing, starting } from '../variation.ts'
import type { Hooks } from '../way.ts'
import { on } from '../when.ts'

const refused = on(429)

/** The 429 as the interface allows it: section 8 leaves open its body and the form of Retry-After. */
const refusals: Servers = {
  ...each((other: Reply) => replaceReplies(other, refused), {
    'refusal-without-body: Sends a 429 without a body.': { status: 429, headers: {} },
    'refusal-as-text: Sends a 429 with a text.': textReply(429, 'text/plain; charset=utf-8', 'Slow down.'),
    'refusal-as-page: Sends a 429 with a page.': textReply(429, 'text/html', '<!doctype html><title>429</title>'),
    'refusal-as-other-json: Sends a 429 with JSON that is no Error.': textReply(
      429,
      'application/json',
      '["slow","down"]',
    ),
  }),
  'refusal-in-spaces: Sends a 429 with a megabyte of blanks.': editText(() => ' '.repeat(1_000_000), refused),
  'retry-after-date: Sends Retry-After as an HTTP date.': retryingAfter((resetAt) => resetAt.toUTCString()),
  'retry-after-iso-date: Sends Retry-After as an ISO 8601 date.': retryingAfter((resetAt) => resetAt.toISOString()),
  'retry-after-fraction: Sends Retry-After in seconds with a fraction.': ({ now }) =>
    retryingAfter((resetAt) => ((resetAt.getTime() - now() + 50) / 1000).toFixed(3)),
  'retry-after-longer: Asks for a second more in Retry-After than X-RateLimit-Reset does.': ({ now }) =>
    retryingAfter((resetAt) => String(Math.ceil((resetAt.getTime() - now()) / 1000) + 1)),
  'early-retries-banned: Answers 403 to everything once a request came before Retry-After had passed.': ({ now }) => {
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
  ...needing('rate-limit', refusals),
  'day-reported: Reports the day in the headers.': { count: ({ book }) => book.count('day') },
  'minute-reported: Reports the minute in the headers though less is left of the day.': starting(
    { plan: 'enterprise', limits: { perWindow: 300, perDay: 250 } },
    { count: ({ book }) => book.count('shorter') },
  ),
  'sliding-window: Counts the requests of the last minute; Reset is when the oldest of them no longer counts.': ({
    limits,
    now,
    windowSeconds,
  }) => {
    let times: number[] = []
    return editQuota(() => {
      times = times.filter((time) => time > now() - windowSeconds * 1000)
      const resetAtSeconds = Math.ceil((times[0] ?? now()) / 1000) + windowSeconds
      const quota = countIn({ limit: limits.perWindow, used: times.length, resetAtSeconds })
      if (quota.isAllowed) times.push(now())
      return quota
    })
  },
  'calendar-minutes: Begins its windows with the minutes of the clock.': ({ limits, now, windowSeconds }) => {
    const window = { limit: limits.perWindow, used: 0, resetAtSeconds: 0 }
    return editQuota(() => {
      if (now() >= window.resetAtSeconds * 1000) {
        window.used = 0
        window.resetAtSeconds = (Math.floor(now() / 1000 / windowSeconds) + 1) * windowSeconds
      }
      return countIn(window)
    })
  },
  'quota-shared: Another client uses up to three requests of the same quota between any two.': ({ random }) =>
    editQuota((usual) => {
      for (let others = Math.floor(random() * 4); others > 0; others--) usual()
      return usual()
    }),
  ...each(starting, {
    'quota-of-twelve: Allows twelve requests a minute, by an Enterprise agreement.': {
      plan: 'enterprise',
      limits: { perWindow: 12, perDay: 100_000 },
    },
    'quota-of-free: Has a Free key.': { plan: 'free' },
    'quota-of-enterprise: Has an Enterprise key with quotas like no other plan.': {
      plan: 'enterprise',
      limits: { perWindow: 4_321, perDay: 9_007_199_254_740_991 },
    },
  }),
  'quota-low-in-the-day: Has a Free key of which 900 requests of the day were used before.': starting(
    { plan: 'free' },
    ({ now }) => {
      const day = { limit: 1_000, used: 900, resetAtSeconds: Math.ceil(now() / 1000) + 40_000 }
      return editQuota((usual) => {
        const quota = usual()
        return quota.isAllowed ? countIn(day) : quota
      })
    },
  ),
  'anonymous-without-quota: Sends a Limit of 0 and a Remaining of 0 to a caller without a valid key.': editRate(
    { limit: 0, remaining: 0 },
    on(401),
  ),
  'one-quota-for-all: Has a Free key, and counts calls without a valid one in the same quota.': starting(
    { plan: 'free' },
    sharingBook,
  ),
  'one-quota-of-twelve-for-all: Allows twelve requests a minute, with a valid key or without one.': starting(
    { plan: 'enterprise', limits: { perWindow: 12, perDay: 100_000 } },
    sharingBook,
  ),
  'further-rate-headers: Sends the headers of the IETF draft, too, in which Reset is a delay.': editHeaders({
    'RateLimit-Policy': '"minute";q=300;w=60',
    RateLimit: '"minute";r=250;t=30',
    'RateLimit-Reset': '30',
    'X-RateLimit-Resource': 'core',
    'X-RateLimit-Used': '50',
  }),
  'rate-headers-doubled: Sends each X-RateLimit header and Content-Type twice, as a proxy and a service may that both add them.':
    editReplies((reply) => {
      const doubled = Object.entries(reply.headers).filter(([name]) => /^X-RateLimit|^Content-Type/.test(name))
      return withHeaders(reply, Object.fromEntries(doubled.map(([name, value]) => [name, [value, value].flat()])))
    }),
  'quota-of-sixteen-digits: Reports a day of 9007199254740991 requests.': starting(
    { plan: 'enterprise', limits: { perWindow: 5000, perDay: 9_007_199_254_740_991 } },
    { count: ({ book }) => book.count('day') },
  ),
  'quota-of-int64: Has a quota as large as an int64, of which each request takes one.': starting(
    { plan: 'enterprise' },
    editReplies((reply, { number }) =>
      withRate(reply, { limit: 2n ** 63n - 1n, remaining: 2n ** 63n - 1n - BigInt(number) }),
    ),
  ),
  'quota-refilled: Has a bucket of a billion requests that fills up again within a minute, so that each request finds it full.':
    starting({ plan: 'enterprise' }, ({ now }) =>
      editRate({ limit: 1_000_000_000, remaining: 999_999_999, reset: () => Math.ceil(now() / 1000 + 0.1) }),
    ),
  'anonymous-quota-of-five: Answers a caller without a valid key five times a minute, and then 429.': ({ now }) => {
    let times: number[] = []
    return {
      decide(counted, usual) {
        if (counted.isKey) return usual(counted)
        times = [...times.filter((time) => time > now() - 60_000), now()]
        if (times.length <= 5) return usual(counted)
        return withHeaders(refuse(429), { 'Retry-After': '60' })
      },
    }
  },
  'clock-behind: Has a clock that is 20 seconds behind, as Date shows.': ({ now }) =>
    editReplies((reply) =>
      withHeaders(withRate(reply, { reset: (reset) => reset - 20 }), { Date: new Date(now() - 20_000).toUTCString() }),
    ),
  'one-off-500: Answers 500 to one of the first thirty requests.': ({ random }) =>
    oneOff(2 + Math.floor(random() * 28), refuse(500)),
  'one-off-503: Answers 503 with a page and Retry-After to one of the first thirty requests.': ({ random }) => {
    const page = withHeaders(textReply(503, 'text/html', '<h1>Be right back</h1>'), { 'Retry-After': '1' })
    return oneOff(2 + Math.floor(random() * 28), page)
  },
  'first-answer-500: Answers 502 to the first request of all.': oneOff(1, textReply(502, 'text/plain', 'bad gateway')),
}

/** Counts all calls in the book of the key, with which a run begins. */
function sharingBook(): Hooks {
  let shared: QuotaBook | undefined
  return {
    count({ book, isKey }) {
      if (isKey) shared ??= book
      return (shared ?? book).count()
    },
  }
}

/** Writes Retry-After in another form. */
function retryingAfter(form: (resetAt: Date) => string): Hooks {
  return editHeaders(
    { 'Retry-After': (_, { headers }) => form(new Date(Number(headers[rateHeaders.reset]) * 1000)) },
    refused,
  )
}

function oneOff(number: number, other: Reply): Hooks {
  return { decide: (counted, usual) => (counted.call.number === number ? other : usual(counted)) }
}
