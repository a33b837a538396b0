import type { Awaitable } from '../../spec/awaitable.ts'
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

/** Counts a call (section 8). One without a valid key is counted only if the silence `rate-anonymous` says so. */
export function countQuota(context: CallContext): Awaitable<Quota> {
  const key = quotaKeyOf(context)
  if (key !== undefined) return context.sandbox.quotas.count(quotaRequest(context, key))
  return quotaOfNobody(context)
}

/** The quota of a call that is not counted: a full Free window. */
export function quotaOfNobody({ choices, nowMilliseconds }: Pick<CallContext, 'choices' | 'nowMilliseconds'>): Quota {
  return untouchedQuota(choices.limits.free, choices.quota, Math.floor(nowMilliseconds / 1000))
}

/** The key whose quota a call uses; `undefined` if none. */
export function quotaKeyOf({ identity, choices }: CallContext): string | undefined {
  if (identity.isValid) return identity.key
  return choices.profile['rate-anonymous'] === 'yes' ? anonymousQuotaKey : undefined
}

export function quotaRequest(context: CallContext, key: string): QuotaRequest {
  const { identity, choices, nowMilliseconds } = context
  return {
    key,
    limits: limitsFor(context),
    start: identity.isValid ? identity.known.start : 'full',
    terms: choices.quota,
    nowSeconds: Math.floor(nowMilliseconds / 1000),
  }
}

export function limitsFor({ identity, choices }: CallContext): PlanLimits {
  return choices.limits[identity.isValid ? identity.known.plan : 'free']
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
    resetAtSeconds: windowEnd(length, context.choices.quota, Math.floor(context.nowMilliseconds / 1000)),
  }
}
