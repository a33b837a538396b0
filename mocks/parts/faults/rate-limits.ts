import type { PlanName } from '../../../spec/index.ts'
import type { Overrides } from '../../call/overrides.ts'
import { exhaustedQuota, quotaKeyOf, quotaRequest } from '../../call/count-quota.ts'
import type { QuotaRequest } from '../../keys/quota.ts'
import { headerAs, operationOf } from './edit-reply.ts'
import { type WrittenFault, breaks } from './written-fault.ts'

/** Faults of section 8: plans, headers and 429. */
export const rateLimitFaults = {
  'plan-free-as-pro': breaks('8/free-per-minute', 'a Free key has the quota of a Pro key').by(limitedAs('free', 'pro')),
  'plan-free-500-a-day': breaks(
    '8/free-per-day',
    'a Free key has 500 requests per day, and the headers report the day',
  ).by(limitedTo('free', 500)),
  'plan-pro-as-free': breaks('8/pro-per-minute', 'a Pro key has the quota of a Free key').by(limitedAs('pro', 'free')),
  'plan-pro-5000-a-day': breaks(
    '8/pro-per-day',
    'a Pro key has 5,000 requests per day, and the headers report the day',
  ).by(limitedTo('pro', 5000)),
  'plan-business-as-pro': breaks('8/business-per-minute', 'a Business key has the quota of a Pro key').by(
    limitedAs('business', 'pro'),
  ),
  'plan-business-50000-a-day': breaks(
    '8/business-per-day',
    'a Business key has 50,000 requests per day, and the headers report the day',
  ).by(limitedTo('business', 50_000)),
  'header-limit-missing': breaks('8/headers-on-every-response', 'no response has X-RateLimit-Limit').on(
    'all',
    headerAs('X-RateLimit-Limit', undefined),
  ),
  'header-limit-policy': breaks('8/limit-of-caller', 'X-RateLimit-Limit holds its window too, as in "60;w=60"').on(
    'all',
    headerAs('X-RateLimit-Limit', (limit) => `${limit};w=60`),
  ),
  'header-remaining-negative': breaks('8/remaining-count', 'X-RateLimit-Remaining is negative').on(
    'all',
    headerAs('X-RateLimit-Remaining', (_usual, { quota }) => String(-1 - quota.remaining)),
  ),
  'header-remaining-constant': breaks('8/remaining-falls', 'X-RateLimit-Remaining never changes').on(
    'all',
    headerAs('X-RateLimit-Remaining', (_usual, { quota }) => String(quota.limit - 1)),
  ),
  'header-reset-delay': breaks('8/reset-timestamp', 'X-RateLimit-Reset is the number of seconds to wait').on(
    'all',
    headerAs('X-RateLimit-Reset', (reset, { nowMilliseconds }) =>
      String(Number(reset) - Math.floor(nowMilliseconds / 1000)),
    ),
  ),
  'rate-waiting-in-vain': breaks('8/reset-resets', 'after a 429 a key is refused for ever, however long it waits').by({
    // Bans the key for ever at its first 429, but still tells it to wait until the end of the minute.
    count: async (usual, context) => {
      const quota = await usual()
      if (quota.isAllowed) return quota
      const key = quotaKeyOf(context)
      const { quotas } = context.sandbox
      const state = key === undefined ? undefined : await quotas.get(key)
      if (key !== undefined && state !== undefined) await quotas.set(key, { ...state, bannedUntilSeconds: 1e11 })
      return exhaustedQuota(context)
    },
  }),
  'rate-never-429': breaks('8/too-many-requests', 'requests beyond the limit are answered as if there was none').by({
    count: async (usual) => ({ ...(await usual()), isAllowed: true, isBanned: false }),
  }),
  'list-429-too-early': breaks('8/within-limit', 'listPets is refused with 429 while requests remain').by({
    count: async (usual, context) => {
      const quota = await usual()
      return operationOf(context) === 'listPets' ? { ...quota, isAllowed: false } : quota
    },
  }),
  'rate-retry-after-missing': breaks('8/retry-after-present', 'a 429 has no Retry-After').on(
    429,
    headerAs('Retry-After', undefined),
  ),
  'rate-retry-after-text': breaks('8/retry-after-is-a-time', 'the Retry-After of a 429 is "soon"').on(
    429,
    headerAs('Retry-After', 'soon'),
  ),
} satisfies Readonly<Record<string, WrittenFault>>

/** Gives keys of one plan the limits of another. */
function limitedAs(plan: PlanName, other: PlanName): Overrides {
  return limited(plan, (request, limits) => ({ ...request, limits: limits[other] }))
}

/** Gives keys of one plan so many requests a day, and reports the day in the headers. */
function limitedTo(plan: PlanName, day: number): Overrides {
  return limited(plan, (request) => ({
    ...request,
    limits: { ...request.limits, day },
    terms: { ...request.terms, window: 'day' },
  }))
}

type LimitsByPlan = Readonly<Record<PlanName, QuotaRequest['limits']>>

function limited(plan: PlanName, change: (request: QuotaRequest, limits: LimitsByPlan) => QuotaRequest): Overrides {
  return {
    count: (usual, context) => {
      const { identity, sandbox, choices } = context
      if (!identity.isValid || identity.known.plan !== plan) return usual()
      return sandbox.quotas.count(change(quotaRequest(context, identity.key), choices.limits))
    },
  }
}
