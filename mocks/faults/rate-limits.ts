import type { PlanName } from '../../spec/index.ts'
import type { Reply } from '../call/call.ts'
import type { CallContext, Overrides } from '../call/overrides.ts'
import { limitsFor, quotaKeyOf, quotaRequest } from '../keys/quota-of-call.ts'
import type { Quota, QuotaRequest } from '../keys/quota.ts'
import { editAll, editStatus, editWhere, headerAs, operationOf } from './edit-reply.ts'
import type { FaultTable } from './fault.ts'

/** Faults of section 8: plans, headers and 429. */
export const rateLimitFaults: FaultTable = {
  'plan-free-as-pro': [
    '8/free-per-minute',
    'a Free key has the quota of a Pro key',
    limited('free', ({ rules }) => ({ limits: rules.limits.pro })),
  ],
  'plan-free-500-a-day': [
    '8/free-per-day',
    'a Free key has 500 requests per day, and the headers report the day',
    limited('free', inADay(500)),
  ],
  'plan-pro-as-free': [
    '8/pro-per-minute',
    'a Pro key has the quota of a Free key',
    limited('pro', ({ rules }) => ({ limits: rules.limits.free })),
  ],
  'plan-pro-5000-a-day': [
    '8/pro-per-day',
    'a Pro key has 5,000 requests per day, and the headers report the day',
    limited('pro', inADay(5000)),
  ],
  'plan-business-as-pro': [
    '8/business-per-minute',
    'a Business key has the quota of a Pro key',
    limited('business', ({ rules }) => ({ limits: rules.limits.pro })),
  ],
  'plan-business-50000-a-day': [
    '8/business-per-day',
    'a Business key has 50,000 requests per day, and the headers report the day',
    limited('business', inADay(50_000)),
  ],
  'header-limit-missing': [
    '8/headers-on-every-response',
    'no response has X-RateLimit-Limit',
    editAll(headerAs('X-RateLimit-Limit', undefined)),
  ],
  'header-names-without-x': [
    '8/headers-on-every-response',
    'the headers are RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset',
    editAll((usual) => {
      const named = Object.entries(usual.headers).map(([name, value]) => [name.replace(/^X-(?=Rate)/, ''), value])
      return { ...usual, headers: Object.fromEntries(named) }
    }),
  ],
  'header-missing-on-errors': [
    '8/headers-on-every-response',
    'errors have none of the three headers',
    editWhere(({ status }) => status >= 400, withoutRateLimit),
  ],
  'rate-headers-missing': [
    '8/headers-on-every-response',
    'a 429 has none of the three headers',
    editStatus(429, withoutRateLimit),
  ],
  'header-limit-policy': [
    '8/limit-of-caller',
    'X-RateLimit-Limit holds its window too, as in "60;w=60"',
    editAll(headerAs('X-RateLimit-Limit', (limit) => `${limit};w=60`)),
  ],
  'header-remaining-negative': [
    '8/remaining-count',
    'X-RateLimit-Remaining is negative',
    editAll(headerAs('X-RateLimit-Remaining', (_usual, { quota }) => String(-1 - quota.remaining))),
  ],
  'header-remaining-constant': [
    '8/remaining-falls',
    'X-RateLimit-Remaining never changes',
    editAll(headerAs('X-RateLimit-Remaining', (_usual, { quota }) => String(quota.limit - 1))),
  ],
  'header-reset-delay': [
    '8/reset-timestamp',
    'X-RateLimit-Reset is the number of seconds to wait',
    editAll(
      headerAs('X-RateLimit-Reset', (reset, { nowMilliseconds }) =>
        String(Number(reset) - Math.floor(nowMilliseconds / 1000)),
      ),
    ),
  ],
  'header-reset-milliseconds': [
    '8/reset-timestamp',
    'X-RateLimit-Reset is in milliseconds since 1970',
    editAll(headerAs('X-RateLimit-Reset', (reset) => `${reset}000`)),
  ],
  'rate-waiting-in-vain': [
    '8/reset-resets',
    'after a 429 a key is refused for ever, however long it waits',
    { count: refusingForEver },
  ],
  'rate-never-429': [
    '8/too-many-requests',
    'requests beyond the limit are answered as if there was none',
    { count: async (usual) => ({ ...(await usual()), isAllowed: true, isBanned: false }) },
  ],
  'list-429-too-early': [
    '8/within-limit',
    'listPets is refused with 429 while requests remain',
    {
      count: async (usual, context) => {
        const quota = await usual()
        return operationOf(context) === 'listPets' ? { ...quota, isAllowed: false } : quota
      },
    },
  ],
  'rate-retry-after-missing': [
    '8/retry-after-present',
    'a 429 has no Retry-After',
    editStatus(429, headerAs('Retry-After', undefined)),
  ],
  'rate-retry-after-text': [
    '8/retry-after-is-a-time',
    'the Retry-After of a 429 is "soon"',
    editStatus(429, headerAs('Retry-After', 'soon')),
  ],
}

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
