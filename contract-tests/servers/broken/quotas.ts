import type { OperationId, PlanName } from '../../../spec/index.ts'
import type { BrokenVariation } from './broken.ts'
import { type When, editHeaders, editReplies, on, onError, successOf } from '../edits.ts'
import { type Reply, refuse, withHeaders } from '../reply.ts'
import type { Hooks } from '../way.ts'
import type { Limits } from '../world.ts'

const all = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

/** Headers, limits and refusals that break section 8. */
export const brokenQuotas: readonly BrokenVariation[] = [
  missing('limit-header-missing', 'Sends no X-RateLimit-Limit.', ['X-RateLimit-Limit']),
  missing('remaining-header-missing', 'Sends no X-RateLimit-Remaining.', ['X-RateLimit-Remaining']),
  missing('reset-header-missing', 'Sends no X-RateLimit-Reset.', ['X-RateLimit-Reset']),
  missing('rate-headers-missing', 'Sends no X-RateLimit headers.', all),
  missing('rate-headers-missing-on-errors', 'Sends no X-RateLimit headers with errors.', all, onError),
  missing('rate-headers-missing-on-401', 'Sends no X-RateLimit headers with a 401.', all, on(401)),
  missing('rate-headers-missing-on-404', 'Sends no X-RateLimit headers with a 404.', all, on(404)),
  missing('rate-headers-missing-on-400', 'Sends no X-RateLimit headers with a 400.', all, on(400)),
  missing('rate-headers-missing-on-201', 'Sends no X-RateLimit headers with a 201.', all, on(201)),
  missing('rate-headers-missing-on-get', 'Sends no X-RateLimit headers with getPet.', all, successOf('getPet')),
  missing(
    'reset-header-missing-on-list',
    'Sends no X-RateLimit-Reset with the list.',
    ['X-RateLimit-Reset'],
    successOf('listPets'),
  ),
  {
    id: 'rate-headers-renamed',
    clause: '8/headers-on-every-response',
    summary: 'Sends the X-RateLimit headers as X-Rate-Limit ones.',
    hooks: () =>
      editReplies(({ headers, ...reply }) => ({
        ...reply,
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.replace('RateLimit', 'Rate-Limit'), value]),
        ),
      })),
  },
  {
    id: 'rate-headers-missing-on-429',
    clause: '8/headers-on-every-response',
    summary: 'Sends no X-RateLimit headers with a 429.',
    needs: ['rate-limit'],
    hooks: () => editHeaders(Object.fromEntries(all.map((name) => [name, undefined])), on(429)),
  },
  headerAs(
    'limit-in-words',
    '8/limit-of-caller',
    'Sends a Limit of unlimited.',
    'X-RateLimit-Limit',
    () => 'unlimited',
  ),
  headerAs('limit-empty', '8/limit-of-caller', 'Sends an empty Limit.', 'X-RateLimit-Limit', () => ''),
  headerAs('limit-negative', '8/limit-of-caller', 'Sends a Limit of -1.', 'X-RateLimit-Limit', () => '-1'),
  headerAs(
    'remaining-in-words',
    '8/remaining-count',
    'Sends a Remaining of many.',
    'X-RateLimit-Remaining',
    () => 'many',
  ),
  headerAs(
    'remaining-negative',
    '8/remaining-count',
    'Sends a negative Remaining.',
    'X-RateLimit-Remaining',
    (count) => `-${count}`,
  ),
  headerAs(
    'remaining-fraction',
    '8/remaining-count',
    'Sends a Remaining with a fraction.',
    'X-RateLimit-Remaining',
    (count) => `${count}.5`,
  ),
  headerAs(
    'remaining-above-limit',
    '8/remaining-count',
    'Sends a Remaining above Limit.',
    'X-RateLimit-Remaining',
    (count) => `${100_000 + Number(count)}`,
  ),
  headerAs(
    'remaining-percent',
    '8/remaining-count',
    'Sends Remaining as a percentage.',
    'X-RateLimit-Remaining',
    (count) => `${Math.round(Number(count) / 3)}%`,
  ),
  headerAs(
    'remaining-constant',
    '8/remaining-falls',
    'Sends the same Remaining always.',
    'X-RateLimit-Remaining',
    () => '42',
  ),
  headerAs(
    'remaining-always-full',
    '8/remaining-falls',
    'Sends a Remaining as large as Limit always.',
    'X-RateLimit-Remaining',
    (_, { headers }) => String(headers['X-RateLimit-Limit']),
  ),
  headerAs(
    'used-as-remaining',
    '8/remaining-falls',
    'Sends how many requests were made as Remaining.',
    'X-RateLimit-Remaining',
    (count, { headers }) => String(Number(headers['X-RateLimit-Limit']) - Number(count)),
  ),
  headerAs(
    'reset-in-milliseconds',
    '8/reset-timestamp',
    'Sends Reset in milliseconds since 1970.',
    'X-RateLimit-Reset',
    (seconds) => `${seconds}000`,
  ),
  headerAs('reset-as-iso-date', '8/reset-timestamp', 'Sends Reset as an ISO date.', 'X-RateLimit-Reset', (seconds) =>
    new Date(Number(seconds) * 1000).toISOString(),
  ),
  headerAs('reset-as-http-date', '8/reset-timestamp', 'Sends Reset as an HTTP date.', 'X-RateLimit-Reset', (seconds) =>
    new Date(Number(seconds) * 1000).toUTCString(),
  ),
  headerAs('reset-zero', '8/reset-timestamp', 'Sends a Reset of 0.', 'X-RateLimit-Reset', () => '0'),
  headerAs('reset-in-the-past', '8/reset-timestamp', 'Sends a Reset of an hour ago.', 'X-RateLimit-Reset', (seconds) =>
    String(Number(seconds) - 3660),
  ),
  headerAs(
    'reset-in-the-past-century',
    '8/reset-timestamp',
    'Sends a Reset in 1999.',
    'X-RateLimit-Reset',
    () => '915148800',
  ),
  {
    id: 'reset-as-delay',
    clause: '8/reset-timestamp',
    summary: 'Sends the seconds until the reset as Reset.',
    hooks: ({ now }) => ({
      reply: (reply) =>
        withHeaders(reply, {
          'X-RateLimit-Reset': String(Math.ceil(Number(reply.headers['X-RateLimit-Reset']) - now() / 1000)),
        }),
    }),
  },
  {
    id: 'reset-in-a-century',
    clause: '8/reset-resets',
    summary: 'Sends a Reset that is a hundred years ahead.',
    hooks: ({ now }) =>
      editReplies((reply) =>
        withHeaders(reply, { 'X-RateLimit-Reset': String(Math.ceil(now() / 1000) + 100 * 365 * 86_400) }),
      ),
  },
  {
    id: 'limit-at-random',
    clause: '8/limit-of-caller',
    summary: 'Sends another Limit with each answer.',
    hooks: ({ random }) => ({
      reply: (reply) => withHeaders(reply, { 'X-RateLimit-Limit': String(1000 + Math.floor(random() * 100_000)) }),
    }),
  },
  ...plansWith('free', { perWindow: 100, perDay: 1_000 }, { perWindow: 60, perDay: 45 }),
  ...plansWith('pro', { perWindow: 250, perDay: 10_000 }, { perWindow: 300, perDay: 5_000 }),
  ...plansWith('business', { perWindow: 600, perDay: 100_000 }, { perWindow: 1_000, perDay: 50_000 }),
  {
    id: 'refused-after-ten',
    clause: '8/within-limit',
    summary: 'Answers 429 from the eleventh request on, though Remaining tells that more are allowed.',
    hooks: () => ({
      decide: (counted, usual) =>
        counted.isKey && counted.call.number > 10
          ? withHeaders(refuse(429, 'too_many_requests', 'Enough.'), { 'Retry-After': '60' })
          : usual(counted),
    }),
  },
  {
    id: 'limit-never-enforced',
    clause: '8/too-many-requests',
    summary: 'Answers requests beyond the limit as if there were none.',
    needs: ['rate-limit'],
    hooks: () => ({ decide: (counted, usual) => usual({ ...counted, quota: { ...counted.quota, isAllowed: true } }) }),
  },
  refusedBy('refusal-503', '8/too-many-requests', 'Answers 503 to a request beyond the limit.', (reply) => ({
    ...reply,
    status: 503,
  })),
  refusedBy('refusal-403', '8/too-many-requests', 'Answers 403 to a request beyond the limit.', (reply) => ({
    ...reply,
    status: 403,
  })),
  refusedBy(
    'refusal-200',
    '8/too-many-requests',
    'Answers 200 with an Error to a request beyond the limit.',
    (reply) => ({ ...reply, status: 200 }),
  ),
  refusedBy('retry-after-missing', '8/retry-after-present', 'Sends a 429 without Retry-After.', (reply) =>
    withHeaders(reply, { 'Retry-After': undefined }),
  ),
  refusedBy('retry-after-empty', '8/retry-after-tells-time', 'Sends an empty Retry-After.', (reply) =>
    withHeaders(reply, { 'Retry-After': '' }),
  ),
  refusedBy('retry-after-in-words', '8/retry-after-tells-time', 'Sends a Retry-After of soon.', (reply) =>
    withHeaders(reply, { 'Retry-After': 'soon' }),
  ),
  refusedBy('retry-after-negative', '8/retry-after-tells-time', 'Sends a negative Retry-After.', (reply) =>
    withHeaders(reply, { 'Retry-After': '-30' }),
  ),
  refusedBy(
    'retry-after-too-short',
    '8/retry-after-tells-time',
    'Tells in Retry-After to wait a second, after which it still refuses.',
    (reply) => withHeaders(reply, { 'Retry-After': '1' }),
  ),
  refusedBy(
    'retry-after-in-the-past',
    '8/retry-after-tells-time',
    'Tells in Retry-After a date that is an hour ago.',
    (reply) =>
      withHeaders(reply, {
        'Retry-After': new Date(Date.parse(String(reply.headers['Date'])) - 3_600_000).toUTCString(),
      }),
  ),
  uncounted('lookups-uncounted', 'getPet'),
  uncounted('lists-uncounted', 'listPets'),
  {
    id: 'remaining-at-random',
    clause: '8/remaining-count',
    summary: 'Tells any number up to the limit as Remaining.',
    hooks: ({ random }) =>
      editReplies((reply) =>
        withHeaders(reply, {
          'X-RateLimit-Remaining': String(Math.floor(random() * Number(reply.headers['X-RateLimit-Limit']))),
        }),
      ),
  },
  {
    id: 'reset-at-the-beginning',
    clause: '8/reset-resets',
    summary: 'Tells in Reset when the window began.',
    hooks: ({ windowSeconds }) =>
      editReplies((reply) =>
        withHeaders(reply, {
          'X-RateLimit-Reset': String(Number(reply.headers['X-RateLimit-Reset']) - windowSeconds - 1),
        }),
      ),
  },
  {
    id: 'refusal-cut-off',
    clause: '8/too-many-requests',
    summary: 'Cuts the connection instead of a 429.',
    needs: ['rate-limit'],
    hooks: () => ({
      send: (reply, _call, response, usual) => {
        if (reply.status === 429) response.destroy()
        else usual(reply)
      },
    }),
  },
  {
    id: 'never-resets',
    clause: '8/reset-resets',
    summary: 'Goes on to refuse after Reset and Retry-After have passed.',
    needs: ['rate-limit'],
    hooks({ limits, now, windowSeconds }) {
      const resetAtSeconds = Math.ceil(now() / 1000) + windowSeconds
      let used = 0
      return {
        count({ isKey, book }) {
          if (!isKey) return book.count()
          const isAllowed = used < limits.perWindow
          if (isAllowed) used += 1
          const later = now() / 1000 < resetAtSeconds ? resetAtSeconds : Math.ceil(now() / 1000) + windowSeconds
          return { isAllowed, limit: limits.perWindow, remaining: limits.perWindow - used, resetAtSeconds: later }
        },
      }
    },
  },
]

function uncounted(id: string, operation: OperationId): BrokenVariation {
  return {
    id,
    clause: '8/remaining-falls',
    summary: `Counts no ${operation}.`,
    hooks() {
      let reset: unknown
      let left = 0
      return editReplies((reply, call) => {
        // Callers without a key have a quota of their own.
        if (reply.status === 401) return reply
        if (reset !== reply.headers['X-RateLimit-Reset']) left = 0
        reset = reply.headers['X-RateLimit-Reset']
        if (call.operation === operation) left += 1
        const { 'X-RateLimit-Remaining': remaining, 'X-RateLimit-Limit': limit } = reply.headers
        return withHeaders(reply, {
          'X-RateLimit-Remaining': String(Math.min(Number(remaining) + left, Number(limit))),
        })
      })
    },
  }
}

function missing(id: string, summary: string, names: readonly string[], when?: When): BrokenVariation {
  const hooks = (): Hooks => editHeaders(Object.fromEntries(names.map((name) => [name, undefined])), when)
  return { id, clause: '8/headers-on-every-response', summary, hooks }
}

function headerAs(
  id: string,
  clause: BrokenVariation['clause'],
  summary: string,
  name: string,
  change: (value: string, reply: Reply) => string,
): BrokenVariation {
  const hooks = (): Hooks =>
    editReplies((reply) => withHeaders(reply, { [name]: change(String(reply.headers[name]), reply) }))
  return { id, clause, summary, hooks }
}

function plansWith(plan: PlanName & ('free' | 'pro' | 'business'), minute: Limits, day: Limits): BrokenVariation[] {
  return [
    {
      id: `${plan}-minute-other`,
      clause: `8/${plan}-per-minute`,
      summary: `Allows ${minute.perWindow} requests a minute to a ${plan} key.`,
      needs: ['plan'],
      plan,
      limits: minute,
    },
    {
      id: `${plan}-day-other`,
      clause: `8/${plan}-per-day`,
      summary: `Allows ${day.perDay} requests a day to a ${plan} key, and reports the day.`,
      needs: ['plan'],
      plan,
      limits: day,
      hooks: () => ({ count: ({ book }) => book.count('day') }),
    },
  ]
}

function refusedBy(
  id: string,
  clause: BrokenVariation['clause'],
  summary: string,
  edit: (reply: Reply) => Reply,
): BrokenVariation {
  return { id, clause, summary, needs: ['rate-limit'], hooks: () => editReplies(edit, on(429)) }
}
