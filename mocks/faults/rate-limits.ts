import type { PlanName } from '../../spec/index.ts'
import type { Reply } from '../call/call.ts'
import type { Overrides } from '../call/overrides.ts'
import { exhaustedQuota, quotaKeyOf, quotaRequest } from '../call/count-quota.ts'
import type { QuotaRequest } from '../keys/quota.ts'
import { edit, headerAs, operationOf } from './edit-reply.ts'
import type { WrittenId } from './catalogue.ts'

/** Faults of section 8: plans, headers and 429. */
export const rateLimitFaults = {
  'plan-free-as-pro': limitedAs('free', 'pro'),
  'plan-free-500-a-day': limitedTo('free', 500),
  'plan-pro-as-free': limitedAs('pro', 'free'),
  'plan-pro-5000-a-day': limitedTo('pro', 5000),
  'plan-business-as-pro': limitedAs('business', 'pro'),
  'plan-business-50000-a-day': limitedTo('business', 50_000),
  'header-limit-missing': { reply: headerAs('X-RateLimit-Limit', undefined) },
  'header-names-without-x': {
    reply: (usual) => {
      const named = Object.entries(usual.headers).map(([name, value]) => [name.replace(/^X-(?=Rate)/, ''), value])
      return { ...usual, headers: Object.fromEntries(named) }
    },
  },
  'header-missing-on-errors': edit(({ status }) => status >= 400, withoutRateLimit),
  'rate-headers-missing': edit(429, withoutRateLimit),
  'header-limit-policy': { reply: headerAs('X-RateLimit-Limit', (limit) => `${limit};w=60`) },
  'header-remaining-negative': {
    reply: headerAs('X-RateLimit-Remaining', (_usual, { quota }) => String(-1 - quota.remaining)),
  },
  'header-remaining-constant': {
    reply: headerAs('X-RateLimit-Remaining', (_usual, { quota }) => String(quota.limit - 1)),
  },
  'header-reset-delay': {
    reply: headerAs('X-RateLimit-Reset', (reset, { nowMilliseconds }) =>
      String(Number(reset) - Math.floor(nowMilliseconds / 1000)),
    ),
  },
  'header-reset-milliseconds': { reply: headerAs('X-RateLimit-Reset', (reset) => `${reset}000`) },
  'rate-waiting-in-vain': {
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
  },
  'rate-never-429': { count: async (usual) => ({ ...(await usual()), isAllowed: true, isBanned: false }) },
  'list-429-too-early': {
    count: async (usual, context) => {
      const quota = await usual()
      return operationOf(context) === 'listPets' ? { ...quota, isAllowed: false } : quota
    },
  },
  'rate-retry-after-missing': edit(429, headerAs('Retry-After', undefined)),
  'rate-retry-after-text': edit(429, headerAs('Retry-After', 'soon')),
} satisfies Partial<Record<WrittenId, Overrides>>

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
      if (!identity.isValid || identity.record.plan !== plan) return usual()
      return sandbox.quotas.count(change(quotaRequest(context, identity.key), choices.limits))
    },
  }
}

function withoutRateLimit(usual: Reply): Reply {
  const kept = Object.entries(usual.headers).filter(([name]) => !name.startsWith('X-RateLimit-'))
  return { ...usual, headers: Object.fromEntries(kept) }
}
