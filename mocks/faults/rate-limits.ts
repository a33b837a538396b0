import type { PlanName } from '../../spec/index.ts'
import type { Reply } from '../call/call.ts'
import type { CallContext, Overrides } from '../call/overrides.ts'
import { limitsFor, quotaKeyOf, quotaRequest } from '../keys/quota-of-call.ts'
import type { Quota, QuotaRequest } from '../keys/quota.ts'
import { editAll, editStatus, editWhere, headerAs, operationOf } from './edit-reply.ts'
import type { Fault } from './fault.ts'

/** Faults of section 8: plans, headers and 429. */
export const rateLimitFaults: readonly Fault[] = [
  {
    id: 'plan-free-as-pro',
    clause: '8/free-per-minute',
    summary: 'a Free key has the quota of a Pro key',
    overrides: limited('free', ({ rules }) => ({ limits: rules.limits.pro })),
  },
  {
    id: 'plan-free-500-a-day',
    clause: '8/free-per-day',
    summary: 'a Free key has 500 requests per day, and the headers report the day',
    overrides: limited('free', inADay(500)),
  },
  {
    id: 'plan-pro-as-free',
    clause: '8/pro-per-minute',
    summary: 'a Pro key has the quota of a Free key',
    overrides: limited('pro', ({ rules }) => ({ limits: rules.limits.free })),
  },
  {
    id: 'plan-pro-5000-a-day',
    clause: '8/pro-per-day',
    summary: 'a Pro key has 5,000 requests per day, and the headers report the day',
    overrides: limited('pro', inADay(5000)),
  },
  {
    id: 'plan-business-as-pro',
    clause: '8/business-per-minute',
    summary: 'a Business key has the quota of a Pro key',
    overrides: limited('business', ({ rules }) => ({ limits: rules.limits.pro })),
  },
  {
    id: 'plan-business-50000-a-day',
    clause: '8/business-per-day',
    summary: 'a Business key has 50,000 requests per day, and the headers report the day',
    overrides: limited('business', inADay(50_000)),
  },
  {
    id: 'header-limit-missing',
    clause: '8/headers-on-every-response',
    summary: 'no response has X-RateLimit-Limit',
    overrides: editAll(headerAs('X-RateLimit-Limit', undefined)),
  },
  {
    id: 'header-names-without-x',
    clause: '8/headers-on-every-response',
    summary: 'the headers are RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset',
    overrides: editAll((usual) => {
      const named = Object.entries(usual.headers).map(([name, value]) => [name.replace(/^X-(?=Rate)/, ''), value])
      return { ...usual, headers: Object.fromEntries(named) }
    }),
  },
  {
    id: 'header-missing-on-errors',
    clause: '8/headers-on-every-response',
    summary: 'errors have none of the three headers',
    overrides: editWhere(({ status }) => status >= 400, withoutRateLimit),
  },
  {
    id: 'rate-headers-missing',
    clause: '8/headers-on-every-response',
    summary: 'a 429 has none of the three headers',
    overrides: editStatus(429, withoutRateLimit),
  },
  {
    id: 'header-limit-policy',
    clause: '8/limit-of-caller',
    summary: 'X-RateLimit-Limit holds its window too, as in "60;w=60"',
    overrides: editAll(headerAs('X-RateLimit-Limit', (limit) => `${limit};w=60`)),
  },
  {
    id: 'header-remaining-negative',
    clause: '8/remaining-count',
    summary: 'X-RateLimit-Remaining is negative',
    overrides: editAll(headerAs('X-RateLimit-Remaining', (_usual, { quota }) => String(-1 - quota.remaining))),
  },
  {
    id: 'header-remaining-constant',
    clause: '8/remaining-falls',
    summary: 'X-RateLimit-Remaining never changes',
    overrides: editAll(headerAs('X-RateLimit-Remaining', (_usual, { quota }) => String(quota.limit - 1))),
  },
  {
    id: 'header-reset-delay',
    clause: '8/reset-timestamp',
    summary: 'X-RateLimit-Reset is the number of seconds to wait',
    overrides: editAll(
      headerAs('X-RateLimit-Reset', (reset, { nowMilliseconds }) =>
        String(Number(reset) - Math.floor(nowMilliseconds / 1000)),
      ),
    ),
  },
  {
    id: 'header-reset-milliseconds',
    clause: '8/reset-timestamp',
    summary: 'X-RateLimit-Reset is in milliseconds since 1970',
    overrides: editAll(headerAs('X-RateLimit-Reset', (reset) => `${reset}000`)),
  },
  {
    id: 'rate-waiting-in-vain',
    clause: '8/reset-resets',
    summary: 'after a 429 a key is refused for ever, however long it waits',
    overrides: { count: refusingForEver },
  },
  {
    id: 'rate-never-429',
    clause: '8/too-many-requests',
    summary: 'requests beyond the limit are answered as if there was none',
    overrides: { count: async (usual) => ({ ...(await usual()), isAllowed: true, isBanned: false }) },
  },
  {
    id: 'list-429-too-early',
    clause: '8/within-limit',
    summary: 'listPets is refused with 429 while requests remain',
    overrides: {
      count: async (usual, context) => {
        const quota = await usual()
        return operationOf(context) === 'listPets' ? { ...quota, isAllowed: false } : quota
      },
    },
  },
  {
    id: 'rate-retry-after-missing',
    clause: '8/retry-after-present',
    summary: 'a 429 has no Retry-After',
    overrides: editStatus(429, headerAs('Retry-After', undefined)),
  },
  {
    id: 'rate-retry-after-text',
    clause: '8/retry-after-tells-time',
    summary: 'the Retry-After of a 429 is "soon"',
    overrides: editStatus(429, headerAs('Retry-After', 'soon')),
  },
]

/** Counts the calls with keys of one plan by other limits. */
function limited(plan: PlanName, change: (context: CallContext) => Partial<QuotaRequest>): Overrides {
  return {
    count: (usual, context) => {
      const { identity, sandbox } = context
      if (!identity.isValid || identity.record.plan !== plan) return usual()
      return sandbox.quotas.count({ ...quotaRequest(context, identity.key), ...change(context) })
    },
  }
}

function inADay(day: number): (context: CallContext) => Partial<QuotaRequest> {
  return (context) => ({
    limits: { ...limitsFor(context), day },
    terms: { ...context.rules.quota, window: 'day' },
  })
}

function withoutRateLimit(usual: Reply): Reply {
  const kept = Object.entries(usual.headers).filter(([name]) => !name.startsWith('X-RateLimit-'))
  return { ...usual, headers: Object.fromEntries(kept) }
}

/** Bans a key for good at its first 429, and goes on asking it to wait until the end of the minute. */
async function refusingForEver(usual: () => Quota | Promise<Quota>, context: CallContext): Promise<Quota> {
  const quota = await usual()
  if (quota.isAllowed) return quota
  const key = quotaKeyOf(context)
  const { quotas } = context.sandbox
  const state = key === undefined ? undefined : await quotas.get(key)
  if (key !== undefined && state !== undefined) await quotas.set(key, { ...state, bannedUntilSeconds: 1e11 })
  const minute = Math.floor(context.nowMilliseconds / 60_000)
  return {
    ...quota,
    isBanned: false,
    window: 'minute',
    limit: limitsFor(context).minute,
    resetAtSeconds: (minute + 1) * 60,
  }
}
