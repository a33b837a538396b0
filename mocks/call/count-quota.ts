import type { Awaitable } from '../../spec/index.ts'
import type { CallContext } from './overrides.ts'
import {
  type PlanLimits,
  type Quota,
  type QuotaRequest,
  daySeconds,
  minuteSeconds,
  untouchedQuota,
  windowEnd,
} from '../keys/quota.ts'

/** The name for calls without a valid key. No key has this name, because a key has no spaces. */
export const anonymousQuotaKey = 'calls without a valid key'

/** Counts a call, unless it has no valid key (section 8, silence `rate-anonymous`). */
export function countQuota(context: CallContext): Awaitable<Quota> {
  const key = quotaKeyOf(context)
  if (key !== undefined) return context.sandbox.quotas.count(quotaRequest(context, key))
  return quotaOfNobody(context)
}

/** The quota of a call that is not counted: a full Free window. */
export function quotaOfNobody({ rules, nowMilliseconds }: Pick<CallContext, 'rules' | 'nowMilliseconds'>): Quota {
  return untouchedQuota(rules.limits.free, rules.quota, Math.floor(nowMilliseconds / 1000))
}

/** The key whose quota a call uses; `undefined` if none. */
export function quotaKeyOf({ identity, rules }: CallContext): string | undefined {
  if (identity.isValid) return identity.key
  return rules.profile['rate-anonymous'] === 'yes' ? anonymousQuotaKey : undefined
}

export function quotaRequest(context: CallContext, key: string): QuotaRequest {
  const { identity, rules, nowMilliseconds } = context
  return {
    key,
    limits: limitsFor(context),
    start: identity.isValid ? identity.record.start : 'full',
    terms: rules.quota,
    nowSeconds: Math.floor(nowMilliseconds / 1000),
  }
}

export function limitsFor({ identity, rules }: CallContext): PlanLimits {
  return rules.limits[identity.isValid ? identity.record.plan : 'free']
}

/** The quota of a call when no request is left in a window. */
export function exhaustedQuota(context: CallContext, window: 'minute' | 'day' = 'minute'): Quota {
  const length = window === 'minute' ? minuteSeconds : daySeconds
  return {
    isAllowed: false,
    isBanned: false,
    window,
    limit: limitsFor(context)[window],
    remaining: 0,
    resetAtSeconds: windowEnd(length, context.rules.quota, Math.floor(context.nowMilliseconds / 1000)),
  }
}
