import { counted } from '../../../../spec/counted.ts'
import { planNames, plans } from '../../../../spec/index.ts'
import type { Key, KeyQuota, Window } from '../../../../spec/made/control-types.ts'
import { type QuotaStart, keyIn } from '../../../keys/keys.ts'
import { quotaCommands } from '../actions.ts'
import { type Panel, usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { durationText } from '../ui/duration.ts'
import { RequestForm } from '../ui/form.tsx'
import { Badge, Table, toneOf } from '../ui/layout.tsx'
import { Menu } from '../ui/menu.tsx'
import { Roving } from '../ui/roving.tsx'
import { CopyButton } from '../ui/text.tsx'
import { useResource } from '../use-resource.ts'
import { visibleText } from '../visible-text.ts'

/** A key of the table. */
interface KeyRow {
  /** Names it in requests. */
  readonly id: string
  readonly name: string
  readonly plan: Key['plan']
  /** What is special about it. */
  readonly about: string
  readonly isValid: boolean
  readonly isOwn: boolean
  /** The sandbox of its calls. */
  readonly sandbox: string
  /** What it used, or has before its first call; `undefined` where it has nothing to use. */
  readonly quota: QuotaNow | undefined
  readonly hasCalled: boolean
}

/** A quota, whose windows have no end before the first call. */
type QuotaNow = Pick<KeyQuota, 'refusals' | 'isBanned' | 'bannedUntilSeconds'> &
  Readonly<Record<'minute' | 'day', Pick<Window, 'limit' | 'remaining'> & Partial<Window>>>

/** The tab "Keys": the keys of the sandbox, and what each has left by its clock (section 8). */
export function Keys() {
  const panel = usePanel()
  const { value: ownKeys = [] } = useResource<Key[]>('/_mock/keys')
  return (
    <div class="stack">
      <Roving class="keys-table">
        <Table label="Keys" heads={['Key', 'Plan', 'Minute', 'Day', 'State', 'Change']}>
          {panel.view && rowsOf(panel, ownKeys).map((row) => <Row key={row.id} row={row} />)}
        </Table>
      </Roving>
      {!panel.transport.report && <NewKeyForm />}
    </div>
  )
}

/** Those that have called first, then the other keys of the sandbox, then own keys of other sandboxes. */
function rowsOf(panel: Panel, ownKeys: readonly Key[]): readonly KeyRow[] {
  const { view, sandbox, lists } = panel
  const quotas = new Map(view?.quotas.map((quota) => [quota.id, quota]))
  const rowOf = (
    key: Pick<KeyRow, 'id' | 'name' | 'plan' | 'about' | 'isOwn' | 'sandbox'>,
    { standing, start }: Pick<Key, 'standing' | 'start'>,
  ): KeyRow => {
    const isValid = standing === 'valid'
    const quota = quotas.get(key.id)
    return {
      ...key,
      isValid,
      quota: quota ?? (isValid ? firstQuota(panel, key.plan, start) : undefined),
      hasCalled: quota !== undefined,
    }
  }
  const test = lists.testKeys.map(({ key, plan, ...rest }) => {
    const id = keyIn(sandbox, key)
    const about = rest.standing === 'valid' ? '' : rest.standing
    return rowOf({ id, name: id, plan, about, isOwn: false, sandbox }, rest)
  })
  const own = ownKeys.map(({ id, name, plan, sandbox: home, from, until, ...rest }) => {
    const facts = [
      'own key',
      rest.standing !== 'valid' && rest.standing,
      from && `from ${from}`,
      until && `until ${until}`,
      home !== sandbox && `in the sandbox ${home}`,
    ]
    // Keys with the same beginning look the same when they are masked.
    const shown = { name: `${name} ${id}`, about: facts.filter(Boolean).join(', ') }
    return rowOf({ id, plan, isOwn: true, sandbox: home, ...shown }, rest)
  })
  const rank = (row: KeyRow) => (row.hasCalled ? 0 : row.sandbox === sandbox ? 1 : 2)
  return [...test, ...own].toSorted((one, other) => rank(one) - rank(other))
}

/** What this sandbox chose for a silence. */
function choiceOf({ view, lists }: Panel, silence: string): string {
  return view?.choices[silence] ?? lists.silences.find(({ id }) => id === silence)?.default ?? ''
}

/** What a valid key has before its first call. */
function firstQuota(panel: Panel, plan: Key['plan'], start: QuotaStart): QuotaNow | undefined {
  const [customMinute, customDay] = choiceOf(panel, 'enterprise').split('/').map(Number)
  const minute = plans[plan].requestsPerMinute ?? customMinute
  const day = plans[plan].requestsPerDay ?? customDay
  if (minute === undefined || day === undefined) return undefined
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
        <KeyMenu row={row} name={name} />
      </td>
    </tr>
  )
}

interface BarProps {
  readonly of: string
  readonly span: string
  readonly window: QuotaNow['minute'] | undefined
}

/** What is left of a window. An empty one is red all along: a bar without a length would not be seen. */
function Bar({ of: name, span, window }: BarProps) {
  const nowSeconds = useNowSeconds()
  if (window === undefined) return <td class="none muted">–</td>
  const { remaining, limit, resetAtSeconds } = window
  const left = `${remaining.toLocaleString('en')} of ${limit.toLocaleString('en')}`
  const reset = resetAtSeconds ? `resets in ${durationText(resetAtSeconds - nowSeconds)}` : 'not used yet'
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

/** What the next call gets, and how near the key is to a ban. */
function State({ row: { quota, isValid, about } }: { row: KeyRow }) {
  const panel = usePanel()
  const nowSeconds = useNowSeconds()
  const { isBanned = false, bannedUntilSeconds: until, refusals = 0 } = quota ?? {}
  const isUsedUp = quota?.minute.remaining === 0 || quota?.day.remaining === 0
  // The first refusal asks to wait; those after it are the early retries that count.
  const more = Math.max(1, Number.parseInt(choiceOf(panel, 'ban'), 10) + 1 - refusals)
  const facts = [
    isBanned && until && `for ${durationText(until - nowSeconds)} more`,
    !isBanned && refusals > 0 && `${counted(refusals, 'call')} refused in a row`,
    !isBanned && refusals > 0 && Number.isFinite(more) && `banned after ${more} more`,
    about,
  ]
  const [tone, badge] = !isValid
    ? (['bad', '401'] as const)
    : isBanned
      ? (['bad', '429, banned'] as const)
      : isUsedUp
        ? (['warn', '429'] as const)
        : (['good', 'valid'] as const)
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

/** What can be done with one key. */
function KeyMenu({ row: { id, quota, isValid, isOwn, sandbox: home }, name }: { row: KeyRow; name: string }) {
  const panel = usePanel()
  const isUsable = isValid && home === panel.sandbox
  if (panel.transport.report || !(isUsable || isOwn)) return null
  return (
    <Menu
      label={`Change ${name}`}
      commands={() => (isUsable ? quotaCommands(panel, id, name, quota?.isBanned === true) : [])}
    >
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

/** Adds a key of one's own to the mock, for calls in this sandbox. */
function NewKeyForm() {
  const { sandbox } = usePanel()
  const requestFor = (body: object) => ({ method: 'POST', target: '/_mock/keys', body: { ...body, sandbox } }) as const
  return (
    <div class="card">
      <h2>Add a key of your own</h2>
      <RequestForm
        label="Add a key"
        fields={[
          {
            name: 'key',
            label: 'Key',
            hint: 'The panel shows only its beginning.',
            type: 'password',
            required: true,
            spellcheck: false,
          },
          { name: 'plan', label: 'Plan', options: planNames },
        ]}
        first={{ key: '', plan: 'free' }}
        requestFor={requestFor}
        shownFor={(texts) => requestFor({ ...texts, key: 'YOUR_KEY' })}
        doneFor={() => 'The key was added.'}
        submit="Add"
      />
    </div>
  )
}
