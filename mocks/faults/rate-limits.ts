import type { PlanName } from '../../spec/index.ts'
import type { Reply } from '../call/call.ts'
import type { CallContext, Overrides } from '../call/overrides.ts'
import type { Quota } from '../world/quota.ts'
import { limitsFor, quotaKeyOf } from '../call/quota-of-call.ts'
import { type EditedReply, editAll, headerAs, operationOf } from './edit-reply.ts'
import type { Fault } from './fault.ts'

/** Faults of section 8: plans, headers and 429. */
export const rateLimitFaults = [
  {
    id: 'plan-free-as-pro',
    clause: '8/free-per-minute',
    summary: 'a Free key has the quota of a Pro key',
    overrides: planned('free', 'pro'),
  },
  {
    id: 'plan-pro-as-free',
    clause: '8/pro-per-minute',
    summary: 'a Pro key has the quota of a Free key',
    overrides: planned('pro', 'free'),
  },
  {
    id: 'plan-business-as-pro',
    clause: '8/business-per-minute',
    summary: 'a Business key has the quota of a Pro key',
    overrides: planned('business', 'pro'),
  },
  {
    id: 'header-limit-missing',
    clause: '8/headers-on-every-response',
    summary: 'no response has X-RateLimit-Limit',
    overrides: editAll(headerAs('X-RateLimit-Limit', undefined)),
  },
  {
    id: 'header-remaining-missing',
    clause: '8/headers-on-every-response',
    summary: 'no response has X-RateLimit-Remaining',
    overrides: editAll(headerAs('X-RateLimit-Remaining', undefined)),
  },
  {
    id: 'header-reset-missing',
    clause: '8/headers-on-every-response',
    summary: 'no response has X-RateLimit-Reset',
    overrides: editAll(headerAs('X-RateLimit-Reset', undefined)),
  },
  {
    id: 'header-names-without-x',
    clause: '8/headers-on-every-response',
    summary: 'the headers are RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset',
    overrides: editAll((usual) => {
      const named = Object.entries(usual.headers).map(([name, held]) => [
        name.replace('X-RateLimit', 'RateLimit'),
        held,
      ])
      return { ...usual, headers: Object.fromEntries(named) }
    }),
  },
  {
    id: 'header-missing-on-errors',
    clause: '8/headers-on-every-response',
    summary: 'errors have none of the three headers',
    overrides: withoutHeaders((status) => status >= 400),
  },
  {
    id: 'header-missing-on-400',
    clause: '8/headers-on-every-response',
    summary: 'a 400 has none of the three headers',
    overrides: withoutHeaders((status) => status === 400),
  },
  {
    id: 'header-missing-on-401',
    clause: '8/headers-on-every-response',
    summary: 'a 401 has none of the three headers',
    overrides: withoutHeaders((status) => status === 401),
  },
  {
    id: 'header-missing-on-404',
    clause: '8/headers-on-every-response',
    summary: 'a 404 has none of the three headers',
    overrides: withoutHeaders((status) => status === 404),
  },
  {
    id: 'header-missing-on-201',
    clause: '8/headers-on-every-response',
    summary: 'a 201 has none of the three headers',
    overrides: withoutHeaders((status) => status === 201),
  },
  {
    id: 'header-missing-on-get',
    clause: '8/headers-on-every-response',
    summary: 'the replies of getPet have none of the three headers',
    overrides: withoutHeaders((_status, context) => operationOf(context) === 'getPet'),
  },
  {
    id: 'rate-headers-missing',
    clause: '8/headers-on-every-response',
    summary: 'a 429 has none of the three headers',
    overrides: withoutHeaders((status) => status === 429),
  },
  {
    id: 'header-limit-policy',
    clause: '8/limit-of-caller',
    summary: 'X-RateLimit-Limit holds its window too, as in "60;w=60"',
    overrides: editAll(headerAs('X-RateLimit-Limit', (limit) => `${limit};w=60`)),
  },
  {
    id: 'header-limit-text',
    clause: '8/limit-of-caller',
    summary: 'X-RateLimit-Limit is "unlimited"',
    overrides: editAll(headerAs('X-RateLimit-Limit', 'unlimited')),
  },
  {
    id: 'header-limit-negative',
    clause: '8/limit-of-caller',
    summary: 'X-RateLimit-Limit is -1',
    overrides: editAll(headerAs('X-RateLimit-Limit', '-1')),
  },
  {
    id: 'header-limit-of-no-plan',
    clause: '8/limit-of-caller',
    summary: 'X-RateLimit-Limit is 7 higher than the limit that holds',
    overrides: editAll(headerAs('X-RateLimit-Limit', (limit) => String(Number(limit) + 7))),
  },
  {
    id: 'header-remaining-above-limit',
    clause: '8/remaining-count',
    summary: 'X-RateLimit-Remaining is above X-RateLimit-Limit',
    overrides: remaining(({ quota }) => String(quota.limit + quota.remaining + 1)),
  },
  {
    id: 'header-remaining-negative',
    clause: '8/remaining-count',
    summary: 'X-RateLimit-Remaining is negative',
    overrides: remaining(({ quota }) => String(-1 - quota.remaining)),
  },
  {
    id: 'header-remaining-fraction',
    clause: '8/remaining-count',
    summary: 'X-RateLimit-Remaining is a fraction of one',
    overrides: remaining(({ quota }) => (quota.remaining / (quota.limit + 1)).toFixed(3)),
  },
  {
    id: 'header-remaining-text',
    clause: '8/remaining-count',
    summary: 'X-RateLimit-Remaining is "many"',
    overrides: remaining(() => 'many'),
  },
  {
    id: 'header-remaining-constant',
    clause: '8/remaining-falls',
    summary: 'X-RateLimit-Remaining never changes',
    overrides: remaining(({ quota }) => String(quota.limit - 1)),
  },
  {
    id: 'header-remaining-rises',
    clause: '8/remaining-falls',
    summary: 'X-RateLimit-Remaining counts the requests that were made',
    overrides: remaining(({ quota }) => String(quota.limit - quota.remaining)),
  },
  {
    id: 'header-reset-delay',
    clause: '8/reset-timestamp',
    summary: 'X-RateLimit-Reset is the number of seconds to wait',
    overrides: reset(({ quota, nowMilliseconds }) => String(quota.resetAtSeconds - Math.floor(nowMilliseconds / 1000))),
  },
  {
    id: 'header-reset-milliseconds',
    clause: '8/reset-timestamp',
    summary: 'X-RateLimit-Reset is in milliseconds since 1970',
    overrides: reset(({ quota }) => String(quota.resetAtSeconds * 1000)),
  },
  {
    id: 'header-reset-http-date',
    clause: '8/reset-timestamp',
    summary: 'X-RateLimit-Reset is a date as HTTP writes it',
    overrides: reset(({ quota }) => new Date(quota.resetAtSeconds * 1000).toUTCString()),
  },
  {
    id: 'header-reset-iso-date',
    clause: '8/reset-timestamp',
    summary: 'X-RateLimit-Reset is a date as ISO 8601 writes it',
    overrides: reset(({ quota }) => new Date(quota.resetAtSeconds * 1000).toISOString()),
  },
  {
    id: 'header-reset-zero',
    clause: '8/reset-timestamp',
    summary: 'X-RateLimit-Reset is 0',
    overrides: reset(() => '0'),
  },
  {
    id: 'header-reset-past',
    clause: '8/reset-resets',
    summary: 'X-RateLimit-Reset is two days ago',
    overrides: reset(({ quota }) => String(quota.resetAtSeconds - 2 * 86_400)),
  },
  {
    id: 'rate-waiting-in-vain',
    clause: '8/reset-resets',
    summary: 'after a 429 a key is refused for ever, however long it waits as told',
    overrides: { count: refusingForEver },
  },
  {
    id: 'rate-never-429',
    clause: '8/too-many-requests',
    summary: 'requests beyond the limit are answered as if there was none',
    overrides: { count: async (usual) => ({ ...(await usual()), isAllowed: true, isBanned: false }) },
  },
  {
    id: 'rate-403',
    clause: '8/too-many-requests',
    summary: 'requests beyond the limit are answered with 403',
    overrides: editAll((usual) => (usual.status === 429 ? { ...usual, status: 403 } : usual)),
  },
  {
    id: 'rate-503',
    clause: '8/too-many-requests',
    summary: 'requests beyond the limit are answered with 503',
    overrides: editAll((usual) => (usual.status === 429 ? { ...usual, status: 503 } : usual)),
  },
  {
    id: 'rate-retry-after-missing',
    clause: '8/retry-after-present',
    summary: 'a 429 has no Retry-After',
    overrides: editAll(headerAs('Retry-After', undefined)),
  },
  {
    id: 'rate-retry-after-text',
    clause: '8/retry-after-tells-time',
    summary: 'the Retry-After of a 429 is "soon"',
    overrides: retryAfter('soon'),
  },
  {
    id: 'rate-retry-after-negative',
    clause: '8/retry-after-tells-time',
    summary: 'the Retry-After of a 429 is negative',
    overrides: retryAfter('-30'),
  },
  {
    id: 'rate-retry-after-empty',
    clause: '8/retry-after-tells-time',
    summary: 'the Retry-After of a 429 is empty',
    overrides: retryAfter(''),
  },
] as const satisfies readonly Fault[]

/** Gives the keys of one plan the quota of another. */
function planned(plan: PlanName, as: PlanName): Overrides {
  return {
    identify: (usual) =>
      usual.isValid && usual.record.plan === plan ? { ...usual, record: { ...usual.record, plan: as } } : usual,
  }
}

function withoutHeaders(isMeant: (status: number, context: CallContext) => boolean): EditedReply {
  return editAll((usual, context) => (isMeant(usual.status, context) ? stripped(usual) : usual))
}

function stripped(usual: Reply): Reply {
  const kept = Object.entries(usual.headers).filter(([name]) => !name.startsWith('X-RateLimit-'))
  return { ...usual, headers: Object.fromEntries(kept) }
}

function remaining(tell: (context: CallContext) => string): EditedReply {
  return editAll((usual, context) => headerAs('X-RateLimit-Remaining', tell(context))(usual, context))
}

function reset(tell: (context: CallContext) => string): EditedReply {
  return editAll((usual, context) => headerAs('X-RateLimit-Reset', tell(context))(usual, context))
}

function retryAfter(told: string): EditedReply {
  return editAll((usual, context) => (usual.status === 429 ? headerAs('Retry-After', told)(usual, context) : usual))
}

/** Bans a key for good at its first 429, and goes on telling it to wait for the end of the minute. */
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
