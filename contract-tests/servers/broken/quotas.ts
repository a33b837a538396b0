import { editHeaders, editRate, editStatus, replaceReplies, withoutRate } from '../edits.ts'
import { on, onError, refuse, textReply, withHeaders } from '../reply.ts'
import { type PlanLimits, limitsOf } from '../server-state.ts'
import { type BrokenServers, combined, withNeed, withSetup } from '../variation.ts'
import { windowed } from '../windowed.ts'

/** Headers, limits and refusals that break section 8. */
export const brokenQuotas: BrokenServers = {
  '8/headers-on-every-response': {
    'remaining-header-missing': editRate({ remaining: undefined }),
    'rate-headers-missing-on-errors': withoutRate(onError),
    ...withNeed('rate-limit', { 'rate-headers-missing-on-429': withoutRate(on(429)) }),
  },
  '8/limit-of-caller': {
    'limit-negative': editRate({ limit: -1 }),
    'limit-at-random': ({ random }) => editRate({ limit: () => 1000 + Math.floor(random() * 100_000) }),
  },
  '8/remaining-count': {
    'remaining-fraction': editRate({ remaining: (remaining) => remaining + 0.5 }),
    'remaining-above-limit': editRate({ remaining: (remaining) => 100_000 + remaining }),
    'remaining-at-random': ({ random }) => editRate({ remaining: (_, { limit }) => Math.floor(random() * limit) }),
  },
  '8/remaining-falls': {
    'remaining-constant': editRate({ remaining: 42 }),
    'used-as-remaining': editRate({ remaining: (remaining, { limit }) => limit - remaining }),
  },
  '8/reset-timestamp': {
    'reset-in-milliseconds': editRate({ reset: (reset) => reset * 1000 }),
    'reset-zero': editRate({ reset: 0 }),
    'reset-in-the-past': editRate({ reset: (reset) => reset - 3660 }),
    'reset-as-delay': ({ now }) => editRate({ reset: (reset) => Math.ceil(reset - now() / 1000) }),
  },
  '8/reset-resets': {
    'reset-in-a-century': ({ now }) => editRate({ reset: () => Math.ceil(now() / 1000) + 100 * 365 * 86_400 }),
    'reset-at-the-beginning': ({ windowSeconds }) => editRate({ reset: (reset) => reset - windowSeconds - 1 }),
    ...withNeed('rate-limit', {
      // Still refuses after Reset and Retry-After have passed.
      'never-resets': windowed({
        before(window, _call, { answered }) {
          window.used = answered.filter(({ isKey, reply }) => isKey && reply.status !== 429).length
        },
      }),
    }),
  },
  ...otherLimits('free', { perWindow: 100, perDay: 45 }),
  ...otherLimits('pro', { perWindow: 250, perDay: 5_000 }),
  ...otherLimits('business', { perWindow: 600, perDay: 50_000 }),
  '8/within-limit': {
    'refused-after-ten': {
      decide: (counted, usual) =>
        counted.isKey && counted.call.number > 10 ? withHeaders(refuse(429), { 'Retry-After': '60' }) : usual(counted),
    },
  },
  '8/too-many-requests': withNeed('rate-limit', {
    'limit-never-enforced': {
      decide: (counted, usual) => usual({ ...counted, quota: { ...counted.quota, isAllowed: true } }),
    },
    'refusal-200': editStatus(200, on(429)),
    'busy-beyond-limit': combined([
      replaceReplies(textReply(503, 'text/plain', 'Busy.'), on(429)),
      withoutRate(on(503)),
    ]),
  }),
  '8/retry-after-present': withNeed('rate-limit', {
    'retry-after-missing': editHeaders({ 'Retry-After': undefined }, on(429)),
  }),
  '8/retry-after-is-a-time': withNeed('rate-limit', {
    'retry-after-in-words': editHeaders({ 'Retry-After': 'soon' }, on(429)),
    'retry-after-too-short': editHeaders({ 'Retry-After': '1' }, on(429)),
  }),
}

/** A key of a plan with another limit than the plan has, for a minute or for a day. */
function otherLimits(plan: 'free' | 'pro' | 'business', { perWindow, perDay }: PlanLimits): BrokenServers {
  const usual = limitsOf[plan]
  return {
    [`8/${plan}-per-minute`]: withNeed('plan', {
      [`${plan}-minute-other`]: withSetup({
        plan,
        limits: { ...usual, perWindow },
      }),
    }),
    [`8/${plan}-per-day`]: withNeed('plan', {
      [`${plan}-day-other`]: withSetup(
        { plan, limits: { ...usual, perDay } },
        { count: ({ counter }) => counter.count('day') },
      ),
    }),
  }
}
