import { useState } from 'preact/hooks'
import type { PlanName } from '../../../../spec/index.ts'
import { keyIn } from '../../../keys/keys.ts'
import { type Panel, sandboxPath, usePanel } from '../../panel-context.tsx'
import type { ControlRequest } from '../../transport/transport.ts'
import { Action, TextForm } from '../../ui/action.tsx'
import { Choice } from '../../ui/field.tsx'
import { counted } from '../../ui/counted.ts'
import { durationText } from '../../ui/duration.ts'
import { Gauge } from '../../ui/gauge.tsx'
import { Badge, Card, Empty, SectionHead } from '../../ui/layout.tsx'
import { useResource } from '../../use-resource.ts'
import { visibleText } from '../../visible-text.ts'
import type { OwnKeyView, QuotaView } from '../../views.ts'
import { OwnKeys } from './quotas-keys.tsx'

/** The section "Quotas": what each key has left, by the clock of the sandbox, and its own keys. */
export function Quotas() {
  const panel = usePanel()
  const { view, sandbox, lists } = panel
  const { value: ownKeys } = useResource<OwnKeyView[]>('/_mock/keys')
  const quotas = view?.quotas ?? []
  const silent = silentKeys(panel, ownKeys ?? [])
  return (
    <>
      <SectionHead
        title="Quotas"
        about="What each key that called has left of its minute and of its day (section 8), by the clock of the sandbox."
      >
        <Action
          request={{ method: 'DELETE', target: sandboxPath(sandbox, '/quotas') }}
          done="The quota of every key begins again."
          isDisabled={quotas.length === 0}
        >
          Reset all
        </Action>
      </SectionHead>
      {view === undefined ? null : (
        <div class="grid">
          {quotas.map((quota, index) => (
            <KeyCard
              key={quota.id ?? `${quota.name} ${index}`}
              quota={quota}
              nowSeconds={Math.floor(Date.parse(view.clock.now) / 1000)}
              ban={view.choices['ban'] ?? lists.silences.find(({ id }) => id === 'ban')?.default ?? 'never'}
            />
          ))}
          {quotas.length > 0 ? null : (
            <Empty title="No key has called yet">
              <p>A gauge appears with the first call of a key, or when you set a quota for one.</p>
            </Empty>
          )}
          {silent.length === 0 ? null : <SilentKeyCard keys={silent} />}
        </div>
      )}
      <OwnKeys keys={ownKeys} />
    </>
  )
}

interface SilentKey {
  readonly id: string
  readonly name: string
  readonly plan: PlanName
}

/** The keys of this sandbox whose calls would be answered, and that have not called. */
function silentKeys({ view, sandbox, lists }: Panel, ownKeys: readonly OwnKeyView[]): readonly SilentKey[] {
  const called = new Set(view?.quotas.map(({ id }) => id))
  const own = ownKeys.filter((key) => key.standing === 'valid' && key.sandbox === sandbox)
  const test = lists.testKeys
    .filter(({ standing }) => standing === 'valid')
    .map(({ key, plan }) => ({ id: keyIn(sandbox, key), name: keyIn(sandbox, key), plan }))
  return [...test, ...own].filter(({ id }) => !called.has(id))
}

function KeyCard({ quota, nowSeconds, ban }: { quota: QuotaView; nowSeconds: number; ban: string }) {
  const { id, plan, minute, day, isBanned } = quota
  const name = visibleText(quota.name)
  return (
    <Card title={name}>
      <p class="row">
        <Badge kind="accent">{plan === null ? 'no plan' : plan}</Badge>
        {isBanned ? <Badge kind="bad">banned</Badge> : null}
        {!isBanned && (minute.remaining === 0 || day.remaining === 0) ? <Badge kind="warn">refused: 429</Badge> : null}
      </p>
      <div class="pair">
        {Object.entries({ Minute: minute, Day: day }).map(([title, { remaining, limit, resetAtSeconds }]) => (
          <Gauge
            key={title}
            title={title}
            label={`${title} of ${name}`}
            remaining={remaining}
            limit={limit}
            note={`resets in ${durationText(resetAtSeconds - nowSeconds)}`}
          />
        ))}
      </div>
      <p class="key-story">{isBanned ? banText(quota, nowSeconds) : refusalsText(quota.refusals, ban)}</p>
      {id === null ? (
        <p class="muted">This is not a key of this mock, so its quota is only shown.</p>
      ) : (
        <KeyActions id={id} name={name} isBanned={isBanned} />
      )}
    </Card>
  )
}

function banText({ bannedUntilSeconds }: QuotaView, nowSeconds: number): string {
  if (bannedUntilSeconds === null) return 'Banned.'
  const until = new Date(bannedUntilSeconds * 1000).toISOString()
  const isToday = until.slice(0, 10) === new Date(nowSeconds * 1000).toISOString().slice(0, 10)
  const end = isToday ? until.slice(11, 19) : `${until.slice(0, 10)} ${until.slice(11, 19)}`
  return `Banned for ${durationText(bannedUntilSeconds - nowSeconds)} more, until ${end} UTC.`
}

/** How many refusals there were, and how many more ban the key under this choice for the silence `ban`. */
function refusalsText(refusals: number, ban: string): string {
  const were = `${refusals === 0 ? 'No call' : counted(refusals, 'call')} refused in a row`
  if (ban === 'never') return `${were}; no number of them bans the key.`
  // The first refusal asks to wait; those after it are the early retries that count.
  const left = Math.max(1, Number(ban.split('/')[0]) + 1 - refusals)
  return `${were}; ${left.toLocaleString('en')} more ${left === 1 ? 'bans' : 'ban'} the key.`
}

/** Sets the quota of a key before its first call. */
function SilentKeyCard({ keys }: { keys: readonly SilentKey[] }) {
  const [chosen, setChosen] = useState('')
  const key = keys.find(({ id }) => id === chosen) ?? keys[0]
  if (key === undefined) return null
  return (
    <Card title="A key that has not called yet">
      <Choice
        label="Key"
        options={keys.map(({ id, name, plan }) => ({
          value: id,
          text: name === id ? name : visibleText(`${name} (${plan})`),
        }))}
        value={key.id}
        onChange={setChosen}
        hint="Its gauges appear as soon as you set its quota here, before its first call."
      />
      <KeyActions id={key.id} name={visibleText(key.name)} isBanned={false} />
    </Card>
  )
}

/** What can be done with the quota of one key. */
function KeyActions({ id, name, isBanned }: { id: string; name: string; isBanned: boolean }) {
  const { sandbox } = usePanel()
  const put = (change: object): ControlRequest => ({
    method: 'PUT',
    target: sandboxPath(sandbox, '/quotas'),
    body: { key: id, ...change },
  })
  const full = isBanned ? `The minute and the day of ${name} are full; the ban stays.` : `${name} has all its requests.`
  const actions: readonly (readonly [text: string, label: string, change: object, done: string])[] = [
    ['Exhaust', `Exhaust ${name}`, { remaining: 0 }, `${name} has no request left.`],
    ['Leave 1', `Leave 1 to ${name}`, { remaining: 1 }, `${name} has one request left.`],
    ['Leave 3', `Leave 3 to ${name}`, { remaining: 3 }, `${name} has 3 requests left.`],
    ['Refill', `Refill ${name}`, { minuteUsed: 0, dayUsed: 0 }, full],
    isBanned
      ? ['Unban', `Unban ${name}`, { bannedForSeconds: 0 }, `${name} is no longer banned.`]
      : ['Ban 5 min', `Ban 5 min: ${name}`, { bannedForSeconds: 300 }, `${name} is banned for five minutes.`],
  ]
  return (
    <>
      <div class="row">
        {actions.map(([text, label, change, done]) => (
          <Action
            key={text}
            request={put(change)}
            done={done}
            label={label}
            kind={text.startsWith('Ban') ? 'danger' : 'plain'}
          >
            {text}
          </Action>
        ))}
      </div>
      <TextForm
        purpose={`Leave so many requests to ${name}`}
        label="Requests to leave"
        submit="Leave"
        kind="plain"
        size={10}
        inputMode="numeric"
        placeholder="7"
        problem="It must be a whole number from 0 on."
        requestFor={(text) => (/^[0-9]{1,9}$/.test(text) ? put({ remaining: Number(text) }) : undefined)}
        doneFor={(text) => `${name} has ${counted(Number(text), 'request')} left.`}
      />
    </>
  )
}
