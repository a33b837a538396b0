import { counted } from '../../../../spec/counted.ts'
import { plans } from '../../../../spec/index.ts'
import type { KeyQuota, Lists, Window } from '../../../../spec/made/control-types.ts'
import { keyIn } from '../../../keys/keys.ts'
import { quotaCommands } from '../actions.ts'
import { type Panel, usePanel } from '../panel-context.tsx'
import { durationText } from '../ui/duration.ts'
import { Badge, toneOf } from '../ui/layout.tsx'
import { Menu } from '../ui/menu.tsx'
import { Roving } from '../ui/roving.tsx'
import { CopyButton } from '../ui/text.tsx'
import { visibleText } from '../visible-text.ts'

type TestKey = Lists['testKeys'][number]

/** A key of the table. */
interface KeyRow {
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
type QuotaNow = Pick<KeyQuota, 'refusals' | 'isBanned' | 'bannedUntilSeconds'> &
  Readonly<Record<'minute' | 'day', Pick<Window, 'limit' | 'remaining'> & Partial<Window>>>

/** The tab "Keys": the keys of the sandbox, and what each has left by its clock (section 8). */
export function Keys() {
  const panel = usePanel()
  return (
    <Roving class="table-box keys-table">
      <table aria-label="Keys">
        <thead>
          <tr>
            {['Key', 'Plan', 'Minute', 'Day', 'Next call gets', 'Change'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{panel.view && rowsOf(panel).map((row) => <Row key={row.id} row={row} />)}</tbody>
      </table>
    </Roving>
  )
}

/** The test keys, and own keys that have called. */
function rowsOf(panel: Panel): readonly KeyRow[] {
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
function choiceOf({ view, lists }: Panel, silence: string): string {
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

function Row({ row }: { row: KeyRow }) {
  const panel = usePanel()
  const { id, plan, quota } = row
  const name = visibleText(row.name)
  return (
    <tr>
      <th scope="row">
        {/* What is masked cannot be copied. */}
        {row.name === id ? (
          <CopyButton text={name} what={`the key ${name}`} word={name} />
        ) : (
          <span class="mono">{name}</span>
        )}{' '}
      </th>
      <td class="plan">{plan}</td>
      <Bar of={name} span="Minute" window={quota?.minute} />
      <Bar of={name} span="Day" window={quota?.day} />
      <td class="wide">
        <State row={row} />
      </td>
      <td class="key-menu">
        {quota && !panel.transport.report && (
          <Menu label={`Change ${name}`} commands={() => quotaCommands(panel, id, name, quota.isBanned)} />
        )}
      </td>
    </tr>
  )
}

interface BarProps {
  readonly of: string
  readonly span: string
  readonly window: QuotaNow['minute'] | undefined
}

/** What is left of a window. The ground of an empty one is red. */
function Bar({ of: name, span, window }: BarProps) {
  const nowSeconds = useNowSeconds()
  if (window === undefined) return <td class="none muted">–</td>
  const { remaining, limit, resetAtSeconds } = window
  const left = `${remaining.toLocaleString('en')} of ${limit.toLocaleString('en')}`
  const reset = resetAtSeconds ? `resets in ${durationText(resetAtSeconds - nowSeconds)}` : 'begins with its first call'
  return (
    <td class="window" data-span={span}>
      <span>{left}</span> <small>{reset}</small>
      <div
        style={{
          ...toneOf(remaining === 0 ? 'bad' : 'accent'),
          '--left': `${(100 * remaining) / limit}%`,
        }}
        role="meter"
        aria-label={`${span} of ${name}`}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={remaining}
        aria-valuetext={`${left} left, ${reset}`}
      />
    </td>
  )
}

/** What the next call gets, and how near the key is to a ban. */
function State({ row: { quota, standing } }: { row: KeyRow }) {
  const panel = usePanel()
  const nowSeconds = useNowSeconds()
  const { isBanned = false, bannedUntilSeconds: until, refusals = 0 } = quota ?? {}
  const isUsedUp = quota?.minute.remaining === 0 || quota?.day.remaining === 0
  // The first refusal asks to wait; those after it are the early retries that count.
  const more = Math.max(1, Number.parseInt(choiceOf(panel, 'ban'), 10) + 1 - refusals)
  const facts = [
    isBanned && (until ? `banned for ${durationText(until - nowSeconds)} more` : 'banned'),
    !isBanned && isUsedUp && 'used up',
    !isBanned && refusals > 0 && `${counted(refusals, 'call')} refused in a row`,
    !isBanned && refusals > 0 && Number.isFinite(more) && `banned after ${more} more`,
    standing !== 'valid' && standing,
  ]
  const [tone, badge] =
    standing !== 'valid'
      ? (['bad', '401'] as const)
      : isBanned
        ? (['bad', '429'] as const)
        : isUsedUp
          ? (['warn', '429'] as const)
          : (['good', '200'] as const)
  return (
    <>
      <Badge kind={tone}>{badge}</Badge> <small>{facts.filter(Boolean).join(', ')}</small>
    </>
  )
}

/** The time by the clock of the sandbox. */
function useNowSeconds(): number {
  return Math.floor(Date.parse(usePanel().view?.clock.now ?? '') / 1000)
}
