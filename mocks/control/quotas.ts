import { type KeyRecord, keyIn, maskKey } from '../world/keys.ts'
import { type Limits, type QuotaRequest, type QuotaState, currentState } from '../world/quota.ts'
import type { Sandbox } from '../world/sandbox.ts'
import { ControlError } from './control-error.ts'
import type { KeyName } from './key-names.ts'
import { secret, wholeNumber } from './kinds.ts'
import { type ControlRoute, type ControlWorld, json, members, sandboxRoute } from './route.ts'

const most = 1_000_000_000

/** The routes of the quotas of a sandbox's keys. */
export const quotaRoutes: readonly ControlRoute[] = [
  sandboxRoute(
    { method: 'GET', path: '/quotas', summary: 'List the quota of each key that called' },
    async ({ sandbox, ...world }) => json(await quotaViews(world, sandbox)),
  ),
  sandboxRoute(
    {
      method: 'PUT',
      path: '/quotas',
      summary: 'Say what a key has used: exhaust it, refill it, leave some requests, ban it, lift a ban',
      body: members(
        {
          key: secret,
          minuteUsed: wholeNumber(0, most),
          dayUsed: wholeNumber(0, most),
          remaining: wholeNumber(0, most),
          bannedForSeconds: wholeNumber(0, 31_536_000),
        },
        ['key'],
      ),
    },
    async ({ sandbox, body: { key: idOrKey, ...change }, ...world }) => {
      const quota = await readQuota(world, sandbox, homeKey(world, sandbox, idOrKey))
      await sandbox.quotas.set(quota.request.key, changedState(quota, change))
      return json(quotaView(await readQuota(world, sandbox, quota.request.key)))
    },
  ),
  sandboxRoute(
    { method: 'DELETE', path: '/quotas', summary: 'Let the story of every key begin again' },
    async ({ sandbox }) => {
      for (const [key] of await sandbox.quotas.entries()) await sandbox.quotas.set(key, undefined)
      return json([])
    },
  ),
]

/** The quota of each key that called, as plain data. */
export async function quotaViews(world: ControlWorld, sandbox: Sandbox) {
  const entries = await sandbox.quotas.entries()
  return entries.map(([key, state]) => quotaView(currentQuota(world, sandbox, key, state)))
}

interface KeyQuota {
  readonly name: KeyName
  readonly record: KeyRecord | undefined
  readonly request: QuotaRequest
  readonly state: QuotaState
}

async function readQuota(world: ControlWorld, sandbox: Sandbox, key: string): Promise<KeyQuota> {
  return currentQuota(world, sandbox, key, await sandbox.quotas.get(key))
}

function currentQuota(
  { store, keyNames }: ControlWorld,
  sandbox: Sandbox,
  key: string,
  state: QuotaState | undefined,
): KeyQuota {
  const record = store.keys.recordOf(key)
  const request: QuotaRequest = {
    key,
    limits: sandbox.rules.limits[record?.plan ?? 'free'],
    start: record?.start ?? 'full',
    terms: sandbox.rules.quota,
    nowSeconds: Math.floor(sandbox.clock.now() / 1000),
  }
  return { name: keyNames.nameOf(key), record, request, state: currentState(state, request) }
}

function quotaView({ name, record, request: { limits, nowSeconds }, state }: KeyQuota) {
  const isBanned = nowSeconds < state.bannedUntilSeconds
  return {
    ...name,
    plan: record?.plan ?? null,
    minute: windowView(state.minuteUsed, limits.minute, state.minuteEndSeconds),
    day: windowView(state.dayUsed, limits.day, state.dayEndSeconds),
    refusals: state.refusals,
    isBanned,
    bannedUntilSeconds: isBanned ? state.bannedUntilSeconds : null,
  }
}

function windowView(used: number, limit: number, resetAtSeconds: number) {
  return { used, limit, remaining: Math.max(0, limit - used), resetAtSeconds }
}

/** The key that is meant, if its calls are in this sandbox: a quota elsewhere would never be used. */
function homeKey({ store, keyNames }: ControlWorld, sandbox: Sandbox, idOrKey: string): string {
  const key = keyNames.find(idOrKey)
  const record = key === undefined ? undefined : store.keys.recordOf(key)
  if (key === undefined || record === undefined) {
    throw new ControlError(
      404,
      'not_found',
      `There is no key ${maskKey(idOrKey)}. GET /_mock/keys lists own keys, GET /_mock/lists test keys.`,
    )
  }
  if (record.sandbox === sandbox.name) return key
  const { id, name } = keyNames.nameOf(key)
  const isTestKey = id === key
  const elsewhere = `Cannot set the quota of ${name} here: its calls are in the sandbox "${record.sandbox}".`
  const base = key.split('.')[0] ?? ''
  throw new ControlError(
    400,
    'invalid_body',
    isTestKey ? `${elsewhere} The key of this one is ${keyIn(sandbox.name, base)}.` : elsewhere,
  )
}

interface QuotaChange {
  readonly minuteUsed?: number | undefined
  readonly dayUsed?: number | undefined
  readonly remaining?: number | undefined
  readonly bannedForSeconds?: number | undefined
}

function changedState({ request: { limits, nowSeconds }, state }: KeyQuota, change: QuotaChange): QuotaState {
  const { minuteUsed, dayUsed, remaining, bannedForSeconds } = change
  if (Object.keys(change).length === 0) {
    throw refuse('it needs minuteUsed, dayUsed, remaining or bannedForSeconds')
  }
  if (remaining !== undefined && (minuteUsed !== undefined || dayUsed !== undefined)) {
    throw refuse('remaining goes without minuteUsed and dayUsed')
  }
  const used =
    remaining === undefined
      ? { minuteUsed: minuteUsed ?? state.minuteUsed, dayUsed: dayUsed ?? state.dayUsed }
      : usedToLeave(remaining, limits, state)
  // Requests that are left are there to be used, so leaving some lifts a ban.
  const bannedUntilSeconds = remaining === undefined || remaining === 0 ? state.bannedUntilSeconds : 0
  return {
    ...state,
    ...used,
    refusals: 0,
    bannedUntilSeconds: bannedForSeconds === undefined ? bannedUntilSeconds : banEnd(bannedForSeconds, nowSeconds),
  }
}

function banEnd(bannedForSeconds: number, nowSeconds: number): number {
  return bannedForSeconds === 0 ? 0 : nowSeconds + bannedForSeconds
}

/** What must have been used so that just so many requests pass. */
function usedToLeave(remaining: number, limits: Limits, state: QuotaState): Pick<QuotaState, 'minuteUsed' | 'dayUsed'> {
  const full = Math.min(limits.minute, limits.day)
  if (remaining > full) throw refuse(`remaining must be from 0 to ${full}, the limit of the plan`)
  const minuteUsed = limits.minute - remaining
  return { minuteUsed, dayUsed: Math.min(Math.max(state.dayUsed, minuteUsed), limits.day - remaining) }
}

function refuse(problem: string): ControlError {
  return new ControlError(400, 'invalid_body', `Cannot set the quota: ${problem}.`)
}
