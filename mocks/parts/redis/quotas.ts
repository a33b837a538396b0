import { type QuotaRequest, type QuotaState, defaultBanSeconds } from '../../keys/quota.ts'
import type { ClockState } from '../../world/clock.ts'

/** The numbers of a quota, in the order in which the script has them. */
const members = [
  'minuteEndSeconds',
  'minuteUsed',
  'dayEndSeconds',
  'dayUsed',
  'refusals',
  'bannedUntilSeconds',
] as const satisfies readonly (keyof QuotaState)[]

/** A quota from the numbers that the script has. */
export function quotaOf(numbers: readonly number[]): QuotaState {
  // Each member has its number.
  return Object.fromEntries(members.map((member, index) => [member, numbers[index] ?? 0])) as unknown as QuotaState
}

/** Those of a flat list: key, quota, key, quota … */
export function quotasOf(list: readonly string[]): (readonly [key: string, state: QuotaState])[] {
  return list.flatMap((key, index) =>
    index % 2 === 0 ? [[key, quotaOf((list[index + 1] ?? '').split(' ').map(Number))] as const] : [],
  )
}

/** A quota as the script reads it; "" for none. */
export function quotaText(state: QuotaState | undefined): string {
  return state === undefined ? '' : members.map((member) => state[member]).join(' ')
}

/** What a count depends on, as text for the script: the version that the copy must have, "" for any, and the rest. */
export function contextOf(version: string, clock: ClockState, { limits, start, terms }: QuotaRequest): string {
  const { ban, windowStart } = terms
  const at = clock.mode === 'frozen' ? `f${clock.atMilliseconds}` : `r${clock.offsetMilliseconds}`
  const banned = ban === undefined ? `never 0 ${defaultBanSeconds}` : `${ban.calls} ${ban.seconds} ${ban.seconds}`
  return `${version} ${at} ${limits.minute} ${limits.day} ${start} ${windowStart} ${banned}`
}
