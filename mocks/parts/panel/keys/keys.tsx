import { type QuotaStart, keyIn } from '../../../keys/keys.ts'
import { counted } from '../../../../spec/counted.ts'
import type { Key, KeyQuota, Window } from '../../../../spec/made/control-types.ts'
import { type Panel, usePanel } from '../panel-context.tsx'
import { planNames, plans } from '../../../../spec/index.ts'
import { quotaCommands } from '../actions.ts'
import { Action } from '../ui/action.tsx'
import { durationText } from '../ui/duration.ts'
import { Fold } from '../ui/fold.tsx'
import { RequestForm, countField } from '../ui/form.tsx'
import { Badge, Table, toneOf } from '../ui/layout.tsx'
import { Menu } from '../ui/menu.tsx'
import { Roving } from '../ui/roving.tsx'
import { CopyButton } from '../ui/text.tsx'
import { useResource } from '../use-resource.ts'
import { visibleText } from '../visible-text.ts'

/** A key of the table. */
export interface KeyRow {
  /** Names it in requests; `null` for a key of no mock, which is only shown. */
  readonly id: string | null
  readonly name: string
  readonly plan: Key['plan'] | null
  readonly about: string
  /** With how much it begins; `undefined` for a key of no mock. */
  readonly start?: QuotaStart
  /** What it used; `undefined` for one that has not called. */
  readonly quota: KeyQuota | undefined
  /** The sandbox of its calls. */
  readonly sandbox: string
  readonly isValid: boolean
  readonly isOwn: boolean
}

/** The tab "Keys": the keys of the sandbox, and what each has left by its clock (section 8). */
export function Keys() {
  const panel = usePanel()
  const { view, lists, to, transport } = panel
  const { value: ownKeys = [] } = useResource<Key[]>('/_mock/keys')
  const nowSeconds = Math.floor(Date.parse(view?.clock.now ?? '') / 1000)
  const ban = view?.choices['ban'] ?? lists.silences.find(({ id }) => id === 'ban')?.default ?? 'never'
  return (
    <div class="stack">
      <Roving class="keys-table">
        <Table label="Keys" heads={['Key', 'Plan', 'Minute', 'Day', 'State', 'Change']}>
          {view &&
            rowsOf(panel, ownKeys).map((row, index) => (
              <Row key={row.id ?? `${row.name} ${index}`} row={row} nowSeconds={nowSeconds} ban={ban} />
            ))}
        </Table>
      </Roving>
      <Action
        text="Reset all quotas"
        request={to('DELETE', '/quotas')}
        done="The quota of every key is full again."
        disabled={view?.quotas.length === 0}
      />
      {!transport.report && (
        <Fold id="add" title="Add a key of your own" about="The panel shows only its beginning.">
          <NewKeyForm />
        </Fold>
      )}
    </div>
  )
}

/** Those that have called first, then the other keys of the sandbox, then own keys of other sandboxes. */
function rowsOf({ view, sandbox, lists }: Panel, ownKeys: readonly Key[]): readonly KeyRow[] {
  const quotas = new Map(view?.quotas.map((quota) => [quota.id, quota]))
  const test = lists.testKeys.map(({ key, standing, summary: about, plan, start }) => {
    const id = keyIn(sandbox, key)
    const isValid = standing === 'valid'
    return { id, name: id, plan, start, about, quota: quotas.get(id), sandbox, isValid, isOwn: false }
  })
  const own = ownKeys.map(({ id, name, plan, standing, start, sandbox: home, from, until }) => ({
    id,
    // Keys with the same beginning look the same when they are masked.
    name: `${name} ${id}`,
    plan,
    start,
    about: [
      `own key, ${standing}`,
      from && `from ${from}`,
      until && `until ${until}`,
      start !== 'full' && `starts ${start}`,
      home !== sandbox && `in the sandbox ${home}`,
    ]
      .filter(Boolean)
      .join(', '),
    quota: quotas.get(id),
    sandbox: home,
    isValid: standing === 'valid',
    isOwn: true,
  }))
  const known = [...test, ...own]
  const others = [...quotas.values()]
    .filter(({ id }) => !known.some((key) => key.id === id))
    .map((quota) => {
      const { id, name, plan } = quota
      return {
        id,
        name,
        plan,
        about: 'not a key of this mock',
        quota,
        sandbox,
        isValid: false,
        isOwn: false,
      }
    })
  const rank = (row: KeyRow) => (row.quota !== undefined ? 0 : row.sandbox === sandbox ? 1 : 2)
  return [...known, ...others].toSorted((one, other) => rank(one) - rank(other))
}

function Row({ row, nowSeconds, ban }: { row: KeyRow; nowSeconds: number; ban: string }) {
  const { id, plan, about, quota } = row
  const name = visibleText(row.name)
  const windows = quota ?? startOf(row)
  return (
    <tr>
      <th scope="row" title={about}>
        {/* What is masked cannot be copied. */}
        {row.name === id ? (
          <CopyButton text={name} what={`the key ${name}`} word={name} />
        ) : (
          <span class="mono">{name}</span>
        )}{' '}
      </th>
      <td class="plan">
        <Badge kind="accent">{plan ?? 'no plan'}</Badge>
      </td>
      {windows === undefined ? (
        <td class="muted" colSpan={2}>
          {row.isValid && 'not used yet'}
        </td>
      ) : (
        <>
          <Bar of={name} span="Minute" window={windows.minute} nowSeconds={nowSeconds} />
          <Bar of={name} span="Day" window={windows.day} nowSeconds={nowSeconds} />
        </>
      )}
      <td class="wide">
        {quota === undefined ? (
          <span class="muted">{about}</span>
        ) : (
          <State quota={quota} nowSeconds={nowSeconds} ban={ban} />
        )}
      </td>
      <td class="key-menu">
        <KeyMenu row={row} name={name} />
      </td>
    </tr>
  )
}

/** What a key has before its first call, where that is not its whole quota. */
function startOf({ plan, start = 'full', isValid }: KeyRow) {
  const { requestsPerMinute: minute, requestsPerDay: day } = plans[plan ?? 'enterprise']
  const left = { full: null, banned: null, last: 1, exhausted: 0 }[start]
  if (!isValid || left === null || minute === null) return undefined
  return { minute: { limit: minute, remaining: left }, day: { limit: day, remaining: day - minute + left } }
}

interface BarProps {
  readonly of: string
  readonly span: string
  /** Without an end until its first call. */
  readonly window: Pick<Window, 'limit' | 'remaining'> & Partial<Window>
  readonly nowSeconds: number
}

/** What is left of a window. An empty one is red all along: a bar without a length would not be seen. */
function Bar(props: BarProps) {
  const { of: name, span, window, nowSeconds } = props
  const { remaining, limit, resetAtSeconds } = window
  const left = `${remaining.toLocaleString('en')} of ${limit.toLocaleString('en')}`
  const reset = resetAtSeconds ? `resets in ${durationText(resetAtSeconds - nowSeconds)}` : 'at its first call'
  return (
    <td class="window" data-span={span}>
      <span>{left}</span> <small>{reset}</small>
      <div
        style={{
          ...toneOf(remaining === 0 ? 'bad' : 'accent'),
          '--left': remaining === 0 ? '100%' : `${(100 * remaining) / limit}%`,
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

/** Whether the key is refused, and how near it is to a ban. */
function State({ quota, nowSeconds, ban }: { quota: KeyQuota; nowSeconds: number; ban: string }) {
  const { minute, day, isBanned, refusals } = quota
  const isUsedUp = minute.remaining === 0 || day.remaining === 0
  return (
    <>
      {isBanned && <Badge kind="bad">banned</Badge>} {isUsedUp && !isBanned && <Badge kind="warn">429</Badge>}{' '}
      <small>{isBanned ? banText(quota, nowSeconds) : refusalsText(refusals, ban)}</small>
    </>
  )
}

function banText({ bannedUntilSeconds }: KeyQuota, nowSeconds: number): string {
  if (bannedUntilSeconds === null) return 'Banned.'
  const [now = '', until = ''] = [nowSeconds, bannedUntilSeconds].map((at) => new Date(at * 1000).toISOString())
  const end = `${until.slice(0, 10) === now.slice(0, 10) ? '' : `${until.slice(0, 10)} `}${until.slice(11, 19)}`
  return `for ${durationText(bannedUntilSeconds - nowSeconds)} more, until ${end} UTC`
}

/** How many calls were refused, and how many more ban the key under this choice for the silence `ban`. */
function refusalsText(refusals: number, ban: string): string {
  // The first refusal asks to wait; those after it are the early retries that count.
  const left = Math.max(1, Number(ban.split('/')[0]) + 1 - refusals)
  if (refusals === 0) return ban === 'never' ? 'Never banned.' : `${counted(left, 'refusal')} in a row would ban it.`
  return `${counted(refusals, 'call')} refused in a row, ${ban === 'never' ? 'never banned' : `banned after ${left} more`}.`
}

/** What can be done with one key. */
function KeyMenu({ row: { id, quota, isValid, isOwn, sandbox: home }, name }: { row: KeyRow; name: string }) {
  const panel = usePanel()
  const { to, sandbox, transport } = panel
  const isUsable = isValid && home === sandbox
  if (id === null || transport.report || !(isUsable || isOwn)) return null
  return (
    <Menu
      label={`Change ${name}`}
      commands={() => (isUsable ? quotaCommands(panel, id, name, quota?.isBanned === true) : [])}
    >
      {isUsable && (
        <RequestForm
          label="Set remaining"
          fields={[{ ...countField('remaining', 'Requests left', undefined), required: true, size: 6 }]}
          requestFor={({ remaining }) => to('PUT', '/quotas', { key: id, remaining: Number(remaining) })}
          doneFor={({ remaining }) => `${name} has ${counted(Number(remaining), 'request')} left.`}
          submit="Set"
          look=""
        />
      )}
      {isOwn && (
        <Action
          text="Delete"
          aria-label={`Delete the key ${name}`}
          request={{ method: 'DELETE', target: `/_mock/keys/${encodeURIComponent(id)}` }}
          done={`The key ${name} was deleted: its calls get 401.`}
          class="danger"
        />
      )}
    </Menu>
  )
}

const standings = ['valid', ['revoked', 'revoked: 401'], ['expired', 'expired: 401']] as const
const starts = [
  ['full', 'with all its requests'],
  ['last', 'with one request in the minute'],
  ['exhausted', 'with none in the minute'],
  ['banned', 'banned'],
] as const

/** Adds a key of one's own to the mock, for calls in this sandbox. */
function NewKeyForm() {
  const { sandbox } = usePanel()
  const requestFor = (body: object) => ({ method: 'POST', target: '/_mock/keys', body: { ...body, sandbox } }) as const
  return (
    <RequestForm
      label="Add a key"
      fields={[
        { name: 'key', label: 'Key', type: 'password', required: true, spellcheck: false },
        { name: 'plan', label: 'Plan', options: planNames },
        { name: 'standing', label: 'Standing', options: standings },
        { name: 'start', label: 'Begins', options: starts },
      ]}
      first={newKey}
      requestFor={requestFor}
      shownFor={(texts) => requestFor({ ...texts, key: 'YOUR_KEY' })}
      doneFor={() => 'The key was added.'}
      submit="Add"
    />
  )
}

const newKey = { key: '', plan: 'free', standing: 'valid', start: 'full' }
