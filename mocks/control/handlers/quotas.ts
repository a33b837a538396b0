import type { ControlTypes, KeyQuota as QuotaView, Window } from '../../../spec/made/control-types.ts'
import { maskKey } from '../../keys/keys.ts'
import { type PlanLimits, type QuotaRequest, type QuotaState, currentState, hasRested } from '../../keys/quota.ts'
import type { Sandbox } from '../../world/sandbox.ts'
import { ControlError, type ControlContext, type Handlers, cannot, json } from '../handler.ts'

export const quotaHandlers: Handlers<'quotas'> = {
  listQuotas: async ({ sandbox, ...context }) => json(await quotaViews(context, sandbox)),
  async setQuota({ sandbox, body: { key: idOrKey, ...patch }, ...context }) {
    const key = homeKey(context, sandbox, idOrKey)
    const request = requestOf(context, sandbox, key)
    const state = patchedState(request, currentState(await sandbox.quotas.get(key), request), patch)
    await sandbox.quotas.set(key, state)
    return json(quotaView(context, request, state))
  },
  async resetQuotas({ sandbox }) {
    for (const [key] of await sandbox.quotas.entries()) await sandbox.quotas.set(key, undefined)
    return json([])
  },
}

export async function quotaViews(context: ControlContext, sandbox: Sandbox): Promise<readonly QuotaView[]> {
  const entries = await sandbox.quotas.entries()
  return entries.flatMap(([key, state]) => {
    const request = requestOf(context, sandbox, key)
    // As before its first call: no minute or ban of it runs.
    return hasRested(state, request) ? [] : [quotaView(context, request, state)]
  })
}

/** The quota request that a call with this key would make now. */
function requestOf({ store }: ControlContext, { choices, clock }: Sandbox, key: string): QuotaRequest {
  const { plan = 'free', start = 'full' } = store.keys.find(key) ?? {}
  return { key, limits: choices.limits[plan], start, terms: choices.quota, nowSeconds: Math.floor(clock.now() / 1000) }
}

function quotaView({ store, keyNames }: ControlContext, request: QuotaRequest, stored: QuotaState): QuotaView {
  const { key, limits, nowSeconds } = request
  const state = currentState(stored, request)
  const isBanned = nowSeconds < state.bannedUntilSeconds
  return {
    ...keyNames.nameOf(key),
    plan: store.keys.find(key)?.plan ?? null,
    minute: windowView(state.minuteUsed, limits.minute, state.minuteEndSeconds),
    day: windowView(state.dayUsed, limits.day, state.dayEndSeconds),
    refusals: state.refusals,
    isBanned,
    bannedUntilSeconds: isBanned ? state.bannedUntilSeconds : null,
  }
}

function windowView(used: number, limit: number, resetAtSeconds: number): Window {
  return { used, limit, remaining: Math.max(0, limit - used), resetAtSeconds }
}

/** The key that is meant. Its calls must be in this sandbox: otherwise its quota would never be used. */
function homeKey({ store, keyNames }: ControlContext, sandbox: Sandbox, idOrKey: string): string {
  const key = keyNames.find(idOrKey)
  const known = key === undefined ? undefined : store.keys.find(key)
  if (key === undefined || known === undefined) {
    const advice = 'GET /_mock/keys lists own keys, GET /_mock/lists test keys.'
    throw new ControlError(404, 'not_found', `There is no key ${maskKey(idOrKey)}. ${advice}`)
  }
  if (known.sandbox === sandbox.name) return key
  throw cannot(`set the quota of ${keyNames.nameOf(key).name} here`, `its calls are in the sandbox "${known.sandbox}"`)
}

type QuotaPatch = Omit<ControlTypes['setQuota']['body'], 'key'>

function patchedState({ limits, nowSeconds }: QuotaRequest, state: QuotaState, patch: QuotaPatch): QuotaState {
  const { minuteUsed, dayUsed, remaining, bannedForSeconds } = patch
  if (remaining !== undefined && (minuteUsed !== undefined || dayUsed !== undefined)) {
    throw cannot('set the quota', 'remaining goes without minuteUsed and dayUsed')
  }
  const used =
    remaining === undefined
      ? { minuteUsed: minuteUsed ?? state.minuteUsed, dayUsed: dayUsed ?? state.dayUsed }
      : usedToLeave(remaining, limits, state)
  const ban = bannedForSeconds === 0 ? 0 : nowSeconds + (bannedForSeconds ?? 0)
  // Remaining requests must be usable, so setting some lifts a ban.
  const usual = remaining === undefined || remaining === 0 ? state.bannedUntilSeconds : 0
  return { ...state, ...used, refusals: 0, bannedUntilSeconds: bannedForSeconds === undefined ? usual : ban }
}

/** How many requests must count as used so that exactly so many are left. */
function usedToLeave(
  remaining: number,
  limits: PlanLimits,
  state: QuotaState,
): Pick<QuotaState, 'minuteUsed' | 'dayUsed'> {
  const full = Math.min(limits.minute, limits.day)
  if (remaining > full) throw cannot('set the quota', `remaining must be from 0 to ${full}, the limit of the plan`)
  const minuteUsed = limits.minute - remaining
  return { minuteUsed, dayUsed: Math.min(Math.max(state.dayUsed, minuteUsed), limits.day - remaining) }
}
