import { editHeaders, editReplies, editText, on } from '../edits.ts'
import type { Variation } from '../listen.ts'
import type { QuotaBook } from '../quota.ts'
import { type Reply, refuse, textReply, withHeaders } from '../reply.ts'
import type { Hooks } from '../way.ts'

/** Quotas that the interface allows: section 8 leaves open the windows, the 429's body and the form of Retry-After. */
export const conformingQuotas: readonly Variation[] = [
  {
    id: 'refusal-without-body',
    summary: 'Sends a 429 without a body.',
    needs: ['rate-limit'],
    hooks: () => editRefusals(() => ({ status: 429, headers: {} })),
  },
  {
    id: 'refusal-as-text',
    summary: 'Sends a 429 with a text.',
    needs: ['rate-limit'],
    hooks: () => editRefusals(() => textReply(429, 'text/plain; charset=utf-8', 'Slow down.')),
  },
  {
    id: 'refusal-as-page',
    summary: 'Sends a 429 with a page.',
    needs: ['rate-limit'],
    hooks: () => editRefusals(() => textReply(429, 'text/html', '<!doctype html><title>429</title>')),
  },
  {
    id: 'refusal-as-other-json',
    summary: 'Sends a 429 with JSON that is no Error.',
    needs: ['rate-limit'],
    hooks: () => editRefusals(() => textReply(429, 'application/json', '["slow","down"]')),
  },
  {
    id: 'retry-after-date',
    summary: 'Sends Retry-After as an HTTP date.',
    needs: ['rate-limit'],
    hooks: () => retryAfter((resetAt) => resetAt.toUTCString()),
  },
  {
    id: 'retry-after-iso-date',
    summary: 'Sends Retry-After as an ISO 8601 date.',
    needs: ['rate-limit'],
    hooks: () => retryAfter((resetAt) => resetAt.toISOString()),
  },
  {
    id: 'retry-after-fraction',
    summary: 'Sends Retry-After in seconds with a fraction.',
    needs: ['rate-limit'],
    hooks: ({ now }) => retryAfter((resetAt) => ((resetAt.getTime() - now() + 50) / 1000).toFixed(3)),
  },
  {
    id: 'retry-after-longer',
    summary: 'Asks for a second more in Retry-After than X-RateLimit-Reset does.',
    needs: ['rate-limit'],
    hooks: ({ now }) => retryAfter((resetAt) => String(Math.ceil((resetAt.getTime() - now()) / 1000) + 1)),
  },
  {
    id: 'early-retries-banned',
    summary: 'Answers 403 to everything once a request came before Retry-After had passed.',
    needs: ['rate-limit'],
    hooks(world) {
      let welcomeAt = 0
      let isBanned = false
      return {
        decide(counted, usual) {
          if (!counted.quota.isAllowed) {
            isBanned ||= world.now() < welcomeAt
            welcomeAt = counted.quota.resetAtSeconds * 1000
          }
          return isBanned ? refuse(403, 'banned', 'This key is banned for a while.') : usual(counted)
        },
      }
    },
  },
  {
    id: 'day-reported',
    summary: 'Reports the day in the headers.',
    hooks: () => ({ count: ({ book }) => book.count('day') }),
  },
  {
    id: 'minute-reported',
    summary: 'Reports the minute in the headers though less is left of the day.',
    plan: 'enterprise',
    limits: { perWindow: 300, perDay: 250 },
    hooks: () => ({ count: ({ book }) => book.count('shorter') }),
  },
  {
    id: 'sliding-window',
    summary: 'Counts the requests of the last minute; Reset is when the oldest of them no longer counts.',
    hooks({ limits, now, windowSeconds }) {
      let counted: number[] = []
      return {
        count({ isKey, book }) {
          if (!isKey) return book.count()
          counted = counted.filter((time) => time > now() - windowSeconds * 1000)
          const isAllowed = counted.length < limits.perWindow
          if (isAllowed) counted.push(now())
          const resetAtSeconds = Math.ceil((counted[0] ?? now()) / 1000) + windowSeconds
          return { isAllowed, limit: limits.perWindow, remaining: limits.perWindow - counted.length, resetAtSeconds }
        },
      }
    },
  },
  {
    id: 'calendar-minutes',
    summary: 'Begins its windows with the minutes of the clock.',
    hooks({ limits, now, windowSeconds }) {
      let used = 0
      let resetAtSeconds = 0
      return {
        count({ isKey, book }) {
          if (!isKey) return book.count()
          if (now() >= resetAtSeconds * 1000) {
            used = 0
            resetAtSeconds = (Math.floor(now() / 1000 / windowSeconds) + 1) * windowSeconds
          }
          const isAllowed = used < limits.perWindow
          if (isAllowed) used += 1
          return { isAllowed, limit: limits.perWindow, remaining: limits.perWindow - used, resetAtSeconds }
        },
      }
    },
  },
  {
    id: 'quota-shared',
    summary: 'Another client uses up to three requests of the same quota between any two.',
    hooks: ({ random }) => ({
      count({ isKey, book }) {
        for (let others = isKey ? Math.floor(random() * 4) : 0; others > 0; others--) book.count()
        return book.count()
      },
    }),
  },
  {
    id: 'quota-of-twelve',
    summary: 'Allows twelve requests a minute, by an Enterprise agreement.',
    plan: 'enterprise',
    limits: { perWindow: 12, perDay: 100_000 },
  },
  {
    id: 'quota-of-free',
    summary: 'Has a Free key.',
    plan: 'free',
  },
  {
    id: 'quota-of-enterprise',
    summary: 'Has an Enterprise key with quotas like no other plan.',
    plan: 'enterprise',
    limits: { perWindow: 4_321, perDay: 9_007_199_254_740_991 },
  },
  {
    id: 'quota-low-in-the-day',
    summary: 'Has a Free key of which 900 requests of the day were used before.',
    plan: 'free',
    hooks({ now }) {
      const resetAtSeconds = Math.ceil(now() / 1000) + 40_000
      let used = 900
      return {
        count({ isKey, book }) {
          const quota = book.count()
          if (!isKey || !quota.isAllowed) return quota
          const isAllowed = used < 1_000
          if (isAllowed) used += 1
          return { isAllowed, limit: 1_000, remaining: 1_000 - used, resetAtSeconds }
        },
      }
    },
  },
  {
    id: 'anonymous-without-quota',
    summary: 'Tells a Limit of 0 and a Remaining of 0 to a caller without a valid key.',
    hooks: () => editHeaders({ 'X-RateLimit-Limit': '0', 'X-RateLimit-Remaining': '0' }, on(401)),
  },
  {
    id: 'one-quota-for-all',
    summary: 'Has a Free key, and counts calls without a valid one in the same quota.',
    plan: 'free',
    hooks() {
      let shared: QuotaBook | undefined
      return {
        count({ book }) {
          shared ??= book
          return shared.count()
        },
      }
    },
  },
  {
    id: 'one-quota-of-twelve-for-all',
    summary: 'Allows twelve requests a minute, with a valid key or without one.',
    plan: 'enterprise',
    limits: { perWindow: 12, perDay: 100_000 },
    hooks() {
      let shared: QuotaBook | undefined
      return {
        count({ book, isKey }) {
          // The run begins with its key.
          if (isKey) shared ??= book
          return (shared ?? book).count()
        },
      }
    },
  },
  {
    id: 'further-rate-headers',
    summary: 'Sends the headers of the IETF draft, too, which tell Reset as a delay.',
    hooks: () =>
      editHeaders({
        'RateLimit-Policy': '"minute";q=300;w=60',
        RateLimit: '"minute";r=250;t=30',
        'RateLimit-Reset': '30',
        'X-RateLimit-Resource': 'core',
        'X-RateLimit-Used': '50',
      }),
  },
  {
    id: 'rate-headers-doubled',
    summary: 'Sends each X-RateLimit header and Content-Type twice, as a proxy and a service may that both add them.',
    hooks: () =>
      editReplies((reply) => {
        const doubled = Object.entries(reply.headers).filter(([name]) => /^X-RateLimit|^Content-Type/.test(name))
        return withHeaders(reply, Object.fromEntries(doubled.map(([name, value]) => [name, [value, value].flat()])))
      }),
  },
  {
    id: 'quota-of-sixteen-digits',
    summary: 'Reports a day of 9007199254740991 requests.',
    plan: 'enterprise',
    limits: { perWindow: 5000, perDay: 9_007_199_254_740_991 },
    hooks: () => ({ count: ({ book }) => book.count('day') }),
  },
  {
    id: 'quota-of-int64',
    summary: 'Has a quota as large as an int64, of which each request takes one.',
    plan: 'enterprise',
    hooks: () =>
      editReplies((reply, { number }) =>
        withHeaders(reply, {
          'X-RateLimit-Limit': String(2n ** 63n - 1n),
          'X-RateLimit-Remaining': String(2n ** 63n - 1n - BigInt(number)),
        }),
      ),
  },
  {
    id: 'quota-refilled',
    summary:
      'Has a bucket of a million requests that fills up again within a minute, so that each request finds it full.',
    plan: 'enterprise',
    hooks: ({ now }) =>
      editReplies((reply) =>
        withHeaders(reply, {
          'X-RateLimit-Limit': '1000000',
          'X-RateLimit-Remaining': '999999',
          'X-RateLimit-Reset': String(Math.ceil(now() / 1000 + 0.1)),
        }),
      ),
  },
  {
    id: 'anonymous-quota-of-five',
    summary: 'Answers a caller without a valid key five times a minute, and then 429.',
    hooks({ now }) {
      let times: number[] = []
      return {
        decide(counted, usual) {
          if (counted.isKey) return usual(counted)
          times = [...times.filter((time) => time > now() - 60_000), now()]
          if (times.length <= 5) return usual(counted)
          return withHeaders(refuse(429, 'too_many_requests', 'Come back with a key.'), { 'Retry-After': '60' })
        },
      }
    },
  },
  {
    id: 'clock-behind',
    summary: 'Has a clock that is 20 seconds behind, as Date tells.',
    hooks: (world) => ({
      reply: (reply) =>
        withHeaders(reply, {
          Date: new Date(world.now() - 20_000).toUTCString(),
          'X-RateLimit-Reset': String(Number(reply.headers['X-RateLimit-Reset']) - 20),
        }),
    }),
  },
  {
    id: 'one-off-500',
    summary: 'Answers 500 to one of the first thirty requests.',
    hooks: ({ random }) => oneOff(2 + Math.floor(random() * 28), refuse(500, 'internal', 'Something broke.')),
  },
  {
    id: 'one-off-503',
    summary: 'Answers 503 with a page and Retry-After to one of the first thirty requests.',
    hooks: ({ random }) =>
      oneOff(
        2 + Math.floor(random() * 28),
        withHeaders(textReply(503, 'text/html', '<h1>Be right back</h1>'), { 'Retry-After': '1' }),
      ),
  },
  {
    id: 'first-answer-500',
    summary: 'Answers 502 to the first request of all.',
    hooks: () => oneOff(1, textReply(502, 'text/plain', 'bad gateway')),
  },
  {
    id: 'refusal-in-spaces',
    summary: 'Sends a 429 with a megabyte of blanks.',
    needs: ['rate-limit'],
    hooks: () => editText(() => ' '.repeat(1_000_000), on(429)),
  },
]

function editRefusals(edit: () => Reply): Hooks {
  return editReplies(({ headers }) => {
    const { 'Content-Type': _, ...others } = headers
    const other = edit()
    return withHeaders(other, { ...others, ...other.headers })
  }, on(429))
}

function retryAfter(tell: (resetAt: Date) => string): Hooks {
  return editReplies((reply) => {
    const resetAt = new Date(Number(reply.headers['X-RateLimit-Reset']) * 1000)
    return withHeaders(reply, { 'Retry-After': tell(resetAt) })
  }, on(429))
}

function oneOff(number: number, other: Reply): Hooks {
  return { decide: (counted, usual) => (counted.call.number === number ? other : usual(counted)) }
}
