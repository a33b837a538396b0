import { plans } from '../../../../spec/index.ts'
import type { Key, KeyQuota, Lists, Window } from '../../../../spec/made/control-types.ts'
import { keyIn } from '../../../keys/keys.ts'
import type { Panel } from '../panel-context.tsx'

type TestKey = Lists['testKeys'][number]

/** A key of the table. */
export interface KeyRow {
  /** Names it in requests. */
  readonly id: string
  /** As it is shown: the beginning of an own key. */
  readonly name: string
  readonly plan: string | null
  readonly standing: string
  /** The instant from which on it is expired. */
  readonly until?: string | null
  /** What it used, or has before its first call; `undefined` where it has nothing to use. */
  readonly quota: QuotaNow | undefined
}

/** A quota, whose windows have no end before the first call. */
export type QuotaNow = Pick<KeyQuota, 'refusals' | 'isBanned' | 'bannedUntilSeconds'> &
  Readonly<Record<'minute' | 'day', Pick<Window, 'limit' | 'remaining'> & Partial<Window>>>

/** The test keys, own keys as they are listed, and others that have called. */
export function keyRows(panel: Panel, listed: readonly Key[] = []): readonly KeyRow[] {
  const { view, sandbox, lists } = panel
  const quotas = new Map(view?.quotas.map((quota) => [quota.id, quota]))
  const now = Date.parse(view?.clock.now ?? '')
  const known = [
    ...lists.testKeys.map((one): KeyRow => {
      const id = keyIn(sandbox, one.key)
      return { ...one, id, name: id, quota: quotas.get(id) ?? firstQuota(panel, one) }
    }),
    ...listed.flatMap(({ from, ...one }): KeyRow[] => {
      const standing =
        Date.parse(one.until ?? '') <= now ? 'expired' : Date.parse(from ?? '') > now ? 'not yet valid' : one.standing
      const quota = quotas.get(one.id) ?? firstQuota(panel, one)
      return one.sandbox === sandbox ? [{ ...one, standing, quota }] : []
    }),
  ]
  const called = [...quotas.values()].flatMap((quota): KeyRow[] => {
    const { id, name, plan } = quota
    return id === null || known.some((one) => one.id === id) ? [] : [{ id, name, plan, standing: 'valid', quota }]
  })
  return [...known, ...called]
}

/** What this sandbox chose for a silence. */
export function choiceOf({ view, lists }: Panel, silence: string): string {
  return view?.choices[silence] ?? lists.silences.find(({ id }) => id === silence)?.default ?? ''
}

/** What a valid key has before its first call. */
function firstQuota(
  panel: Panel,
  { standing, plan, start }: Pick<TestKey, 'standing' | 'plan' | 'start'>,
): QuotaNow | undefined {
  const [customMinute, customDay] = choiceOf(panel, 'enterprise').split('/').map(Number)
  const minute = plans[plan].requestsPerMinute ?? customMinute
  const day = plans[plan].requestsPerDay ?? customDay
  if (standing !== 'valid' || minute === undefined || day === undefined) return undefined
  const remaining = { full: minute, banned: minute, last: 1, exhausted: 0 }[start]
  return {
    minute: { limit: minute, remaining },
    day: { limit: day, remaining: day - minute + remaining },
    refusals: 0,
    isBanned: start === 'banned',
    bannedUntilSeconds: null,
  }
}
