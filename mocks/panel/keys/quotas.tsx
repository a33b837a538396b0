import type { ComponentChildren } from 'preact'
import { keyIn } from '../../keys/keys.ts'
import { type Panel, usePanel } from '../panel-context.tsx'
import { Action, TextForm } from '../ui/action.tsx'
import { CopyButton } from '../ui/text.tsx'
import { counted } from '../../../spec/counted.ts'
import { durationText } from '../ui/duration.ts'
import { Badge, SectionHead, Table } from '../ui/layout.tsx'
import { useResource } from '../use-resource.ts'
import { visibleText } from '../visible-text.ts'
import type { Key, KeyQuota } from '../../../spec/made/control-types.ts'
import { OwnKeys } from './quotas-keys.tsx'

/** The section "Quotas": what each key has left, by the clock of the sandbox, and its own keys. */
export function Quotas() {
  const panel = usePanel()
  const { view, lists, to } = panel
  const { value: ownKeys } = useResource<Key[]>('/_mock/keys')
  const quotas = view?.quotas ?? []
  const nowSeconds = Math.floor(Date.parse(view?.clock.now ?? '') / 1000)
  const ban = view?.choices['ban'] ?? lists.silences.find(({ id }) => id === 'ban')?.default ?? 'never'
  return (
    <>
      <SectionHead
        title="Quotas"
        about="The keys of this sandbox, and what each has left of its minute and its day (section 8)."
      >
        <Action
          text="Reset all"
          request={to('DELETE', '/quotas')}
          done="The quota of every key is full again."
          isDisabled={quotas.length === 0}
        />
      </SectionHead>
      {view && (
        <div class="card quotas-table">
          <Table label="Quotas" heads={['Key', 'Minute', 'Day', 'Change']}>
            {quotas.map((quota, index) => (
              <KeyRow key={quota.id ?? `${quota.name} ${index}`} quota={quota} nowSeconds={nowSeconds} ban={ban} />
            ))}
            {silentKeys(panel, ownKeys ?? []).map(({ id, name, plan, standing, about }) => (
              <tr key={id}>
                <KeyCell id={id} name={visibleText(name)} plan={plan}>
                  {about}
                </KeyCell>
                <td class="muted wide" colSpan={2}>
                  has not called yet
                </td>
                {standing === 'valid' ? <KeyActions id={id} name={visibleText(name)} isBanned={false} /> : <td />}
              </tr>
            ))}
          </Table>
        </div>
      )}
      <OwnKeys keys={ownKeys} />
    </>
  )
}

/** The keys of this sandbox that have not called. */
function silentKeys({ view, sandbox, lists }: Panel, ownKeys: readonly Key[]) {
  const called = new Set(view?.quotas.map(({ id }) => id))
  const testKeys = lists.testKeys.map(({ key, summary: about, ...more }) => {
    const name = keyIn(sandbox, key)
    return { ...more, id: name, name, about }
  })
  const own = ownKeys.filter((key) => key.sandbox === sandbox)
  const all = [...testKeys, ...own.map((key) => ({ ...key, about: `an own key: ${key.standing}` }))]
  return all.filter(({ id }) => !called.has(id))
}

function KeyRow({ quota, nowSeconds, ban }: { quota: KeyQuota; nowSeconds: number; ban: string }) {
  const { id, plan, minute, day, isBanned } = quota
  const name = visibleText(quota.name)
  const isUsedUp = minute.remaining === 0 || day.remaining === 0
  return (
    <tr>
      <KeyCell id={id} name={name} plan={plan ?? 'no plan'}>
        {isBanned && <Badge kind="bad">banned</Badge>}{' '}
        {isUsedUp && !isBanned && <Badge kind="warn">refused: 429</Badge>}{' '}
        <span>{isBanned ? banText(quota, nowSeconds) : refusalsText(quota.refusals, ban)}</span>
      </KeyCell>
      {Object.entries({ Minute: minute, Day: day }).map(([title, { remaining, limit, resetAtSeconds }]) => {
        const left = `${remaining.toLocaleString('en')} of ${limit.toLocaleString('en')} left`
        const reset = `resets in ${durationText(resetAtSeconds - nowSeconds)}`
        return (
          <td key={title} class="grows">
            <small>{left}</small>
            <meter
              aria-label={`${title} of ${name}`}
              aria-valuetext={`${left}, ${reset}`}
              max={limit}
              low={limit / 5}
              optimum={limit}
              value={remaining}
            />
            <small>{reset}</small>
          </td>
        )
      })}
      {id === null ? (
        <td class="muted wide">This is not a key of this mock, so its quota is only shown.</td>
      ) : (
        <KeyActions id={id} name={name} isBanned={isBanned} />
      )}
    </tr>
  )
}

function KeyCell(props: { id: string | null; name: string; plan: string; children: ComponentChildren }) {
  const { id, name, plan, children } = props
  return (
    <th scope="row" class="wide">
      <div class="row">
        <span class="mono">{name}</span>
        <Badge kind="accent">{plan}</Badge>
        {/* An own key is masked. */}
        {id === name && <CopyButton text={name} what={`the key ${name}`} />}
      </div>
      <small>{children}</small>
    </th>
  )
}

function banText({ bannedUntilSeconds }: KeyQuota, nowSeconds: number): string {
  if (bannedUntilSeconds === null) return 'Banned.'
  const [now = '', until = ''] = [nowSeconds, bannedUntilSeconds].map((at) => new Date(at * 1000).toISOString())
  const end = `${until.slice(0, 10) === now.slice(0, 10) ? '' : `${until.slice(0, 10)} `}${until.slice(11, 19)}`
  return `Banned for ${durationText(bannedUntilSeconds - nowSeconds)} more, until ${end} UTC.`
}

/** How many calls were refused, and how many more ban the key under this choice for the silence `ban`. */
function refusalsText(refusals: number, ban: string): string {
  // The first refusal asks to wait; those after it are the early retries that count.
  const left = Math.max(1, Number(ban.split('/')[0]) + 1 - refusals)
  if (refusals === 0) return ban === 'never' ? 'Never banned.' : `Banned after ${counted(left, 'refusal')} in a row.`
  return `${counted(refusals, 'call')} refused in a row, ${ban === 'never' ? 'never banned' : `banned after ${left} more`}.`
}

/** What can be done with the quota of one key. */
function KeyActions({ id, name, isBanned }: { id: string; name: string; isBanned: boolean }) {
  const { to } = usePanel()
  const put = (change: object) => to('PUT', '/quotas', { key: id, ...change })
  const full = isBanned ? `The minute and the day of ${name} are full; the ban stays.` : `${name} has all its requests.`
  const actions: readonly (readonly [text: string, change: object, done: string])[] = [
    ['Exhaust', { remaining: 0 }, `${name} has no request left.`],
    ['Refill', { minuteUsed: 0, dayUsed: 0 }, full],
    isBanned
      ? ['Unban', { bannedForSeconds: 0 }, `${name} is no longer banned.`]
      : ['Ban 5 min', { bannedForSeconds: 300 }, `${name} is banned for five minutes.`],
  ]
  return (
    <td class="key-actions wide">
      <div class="row">
        {actions.map(([text, change, done]) => (
          <Action key={text} text={text} label={`${text}: ${name}`} request={put(change)} done={done} />
        ))}
        <TextForm
          purpose={`Set remaining: ${name}`}
          label={`Remaining requests of ${name}`}
          submit="Set"
          kind="plain"
          size={5}
          inputMode="numeric"
          placeholder="7 left"
          problem="It must be a whole number from 0 on."
          requestFor={(text) => (/^[0-9]{1,9}$/.test(text) ? put({ remaining: Number(text) }) : undefined)}
          doneFor={(text) => `${name} has ${counted(Number(text), 'request')} left.`}
        />
      </div>
    </td>
  )
}
