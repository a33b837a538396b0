import {
  MemoryQuotas,
  type Quota,
  type QuotaRequest,
  type QuotaState,
  type Quotas,
  defaultBanSeconds,
} from '../../keys/quota.ts'
import type { ClockState } from '../../world/clock.ts'

/** Quotas of a copy, and what Redis does not have of them. */
export class CopyQuotas extends MemoryQuotas {
  /** By key, as the script reads them; "" where the key is gone. */
  readonly changed = new Map<string, string>()

  constructor(entries: readonly (readonly [string, QuotaState])[] = []) {
    super()
    for (const [key, state] of entries) this.set(key, state)
  }

  override set(key: string, state: QuotaState | undefined): void {
    super.set(key, state)
    this.changed.set(key, state === undefined ? '' : quotaText(state))
  }

  override count(request: QuotaRequest): Quota {
    const quota = super.count(request)
    this.set(request.key, this.get(request.key))
    return quota
  }
}

/** What Redis does not have of the quotas of a copy, which opens no others. */
export function changedOf(quotas: Quotas): Map<string, string> {
  return (quotas as CopyQuotas).changed
}

/** A quota from the numbers that the script has. */
export function quotaOf(numbers: readonly number[]): QuotaState {
  const [minuteEndSeconds = 0, minuteUsed = 0, dayEndSeconds = 0, dayUsed = 0, refusals = 0, bannedUntilSeconds = 0] =
    numbers
  return { minuteEndSeconds, minuteUsed, dayEndSeconds, dayUsed, refusals, bannedUntilSeconds }
}

/** Those of a flat list: key, quota, key, quota … */
export function quotasOf(list: readonly string[]): (readonly [key: string, state: QuotaState])[] {
  return list.flatMap((key, index) =>
    index % 2 === 0 ? [[key, quotaOf((list[index + 1] ?? '').split(' ').map(Number))] as const] : [],
  )
}

/** A quota as the script reads it. */
function quotaText(state: QuotaState): string {
  const { minuteEndSeconds, minuteUsed, dayEndSeconds, dayUsed, refusals, bannedUntilSeconds } = state
  return [minuteEndSeconds, minuteUsed, dayEndSeconds, dayUsed, refusals, bannedUntilSeconds].join(' ')
}

/** What a count depends on, as text for the script: the version that the copy must have, "" for any, and the rest. */
export function contextOf(version: string, clock: ClockState, { limits, start, terms }: QuotaRequest): string {
  const { ban, windowStart } = terms
  const at = clock.mode === 'frozen' ? `f${clock.atMilliseconds}` : `r${clock.offsetMilliseconds}`
  const banned = ban === undefined ? `never 0 ${defaultBanSeconds}` : `${ban.calls} ${ban.seconds} ${ban.seconds}`
  return `${version} ${at} ${limits.minute} ${limits.day} ${start} ${windowStart} ${banned}`
}
