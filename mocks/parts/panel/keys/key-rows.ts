import { plans } from '../../../../spec/index.ts'
import type { KeyQuota, Lists, Window } from '../../../../spec/made/control-types.ts'
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
  readonly standing: TestKey['standing']
  /** What it used, or has before its first call; `undefined` where it has nothing to use. */
  readonly quota: QuotaNow | undefined
}

/** A quota, whose windows have no end before the first call. */
export type QuotaNow = Pick<KeyQuota, 'refusals' | 'isBanned' | 'bannedUntilSeconds'> &
  Readonly<Record<'minute' | 'day', Pick<Window, 'limit' | 'remaining'> & Partial<Window>>>

/** The test keys, and own keys that have called. */
export function keyRows(panel: Panel): readonly KeyRow[] {
  const { view, sandbox, lists } = panel
  const quotas = new Map(view?.quotas.map((quota) => [quota.id, quota]))
  const test = lists.testKeys.map((one): KeyRow => {
    const id = keyIn(sandbox, one.key)
    return { ...one, id, name: id, quota: quotas.get(id) ?? firstQuota(panel, one) }
  })
  const own = [...quotas.values()].flatMap((quota): KeyRow[] => {
    const { id, name, plan } = quota
    return id === null || test.some((one) => one.id === id) ? [] : [{ id, name, plan, standing: 'valid', quota }]
  })
  return [...test, ...own]
}

/** What this sandbox chose for a silence. */
export function choiceOf({ view, lists }: Panel, silence: string): string {
  return view?.choices[silence] ?? lists.silences.find(({ id }) => id === silence)?.default ?? ''
}

/** What a valid key has before its first call. */
function firstQuota(panel: Panel, { standing, plan, start }: TestKey): QuotaNow | undefined {
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
