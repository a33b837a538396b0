import { useState } from 'preact/hooks'
import type { PlanName } from '../../../../spec/index.ts'
import { keyIn } from '../../../keys/keys.ts'
import { type Panel, sandboxPath, usePanel } from '../../panel-context.tsx'
import type { ControlRequest } from '../../transport/transport.ts'
import { Action, ActionForm } from '../../ui/action.tsx'
import { Choice, TextField } from '../../ui/field.tsx'
import { durationText } from '../../ui/duration.ts'
import { Gauge } from '../../ui/gauge.tsx'
import { Badge, Card, Empty, SectionHead } from '../../ui/layout.tsx'
import { useResource } from '../../use-resource.ts'
import { visibleText } from '../../visible-text.ts'
import type { OwnKeyView, QuotaView, WindowView } from '../../views.ts'
import { OwnKeys } from './quotas-keys.tsx'

/** The section "Quotas": what each key has left, by the clock of the sandbox, and its own keys. */
export function Quotas() {
  const panel = usePanel()
  const { view, sandbox } = panel
  const { value: ownKeys, refresh } = useResource<OwnKeyView[]>('/_mock/keys')
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
          done="The story of every key begins again."
          isDisabled={quotas.length === 0}
        >
          Reset all
        </Action>
      </SectionHead>
      {view === undefined ? null : (
        <div class="grid quotas">
          {quotas.map((quota, index) => (
            <KeyCard
              key={quota.id ?? `${quota.name} ${index}`}
              quota={quota}
              nowSeconds={Math.floor(Date.parse(view.clock.now) / 1000)}
              ban={view.choices['ban'] ?? defaultBan(panel)}
            />
          ))}
          {quotas.length > 0 ? null : (
            <Empty title="No key has called yet">
              <p>A gauge stands here with the first call of a key, or with what you choose for one.</p>
            </Empty>
          )}
          {silent.length === 0 ? null : <SilentKeyCard keys={silent} />}
        </div>
      )}
      <OwnKeys keys={ownKeys} onChange={refresh} />
    </>
  )
}

function defaultBan({ lists }: Panel): string {
  return lists.silences.find(({ id }) => id === 'ban')?.default ?? 'never'
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
    <Card title={name} class="key-card">
      <p class="row key-badges">
        <Badge kind="accent">{plan === null ? 'no plan' : plan}</Badge>
        {isBanned ? <Badge kind="bad">banned</Badge> : null}
        {!isBanned && (minute.remaining === 0 || day.remaining === 0) ? <Badge kind="warn">refused: 429</Badge> : null}
      </p>
      <div class="gauges">
        <WindowGauge title="Minute" name={name} view={minute} nowSeconds={nowSeconds} />
        <WindowGauge title="Day" name={name} view={day} nowSeconds={nowSeconds} />
      </div>
      <p class="key-story">{isBanned ? banText(quota, nowSeconds) : refusalsText(quota.refusals, ban)}</p>
      {id === null ? (
        <p class="muted">It is no key that could be chosen for, so its story is only shown.</p>
      ) : (
        <KeyActions id={id} name={name} isBanned={isBanned} />
      )}
    </Card>
  )
}

interface WindowGaugeProps {
  readonly title: string
  readonly name: string
  readonly view: WindowView
  readonly nowSeconds: number
}

function WindowGauge({ title, name, view, nowSeconds }: WindowGaugeProps) {
  return (
    <Gauge
      title={title}
      label={`${title} of ${name}`}
      remaining={view.remaining}
      limit={view.limit}
      note={`resets in ${durationText(view.resetAtSeconds - nowSeconds)}`}
    />
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
  const were = refusals === 0 ? 'No call refused in a row' : `${countOf(refusals, 'call')} refused in a row`
  if (ban === 'never') return `${were}; no number of them bans the key.`
  // The first refusal tells to wait; those after it are the early retries that count.
  const left = Math.max(1, Number(ban.split('/')[0]) + 1 - refusals)
  return `${were}; ${left.toLocaleString('en')} more ${left === 1 ? 'bans' : 'ban'} the key.`
}

function countOf(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
}

/** A key that has not called: what shall it meet when it does? */
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
        hint="Its gauges appear with what you choose for it here, before its first call."
      />
      <KeyActions id={key.id} name={visibleText(key.name)} isBanned={false} />
    </Card>
  )
}

/** What can be done with the quota of one key. */
function KeyActions({ id, name, isBanned }: { id: string; name: string; isBanned: boolean }) {
  const { sandbox } = usePanel()
  const [remaining, setRemaining] = useState('')
  const put = (change: object): ControlRequest => ({
    method: 'PUT',
    target: sandboxPath(sandbox, '/quotas'),
    body: { key: id, ...change },
  })
  return (
    <>
      <div class="row">
        <Action request={put({ remaining: 0 })} done={`${name} has no request left.`} label={`Exhaust ${name}`}>
          Exhaust
        </Action>
        <Action request={put({ remaining: 1 })} done={`${name} has one request left.`} label={`Leave 1 to ${name}`}>
          Leave 1
        </Action>
        <Action request={put({ remaining: 3 })} done={`${name} has 3 requests left.`} label={`Leave 3 to ${name}`}>
          Leave 3
        </Action>
        <Action
          request={put({ minuteUsed: 0, dayUsed: 0 })}
          done={
            isBanned ? `The minute and the day of ${name} are full; the ban stays.` : `${name} has all its requests.`
          }
          label={`Refill ${name}`}
        >
          Refill
        </Action>
        {isBanned ? (
          <Action
            request={put({ bannedForSeconds: 0 })}
            done={`${name} is not banned any longer.`}
            label={`Unban ${name}`}
          >
            Unban
          </Action>
        ) : (
          <Action
            request={put({ bannedForSeconds: 300 })}
            done={`${name} is banned for five minutes.`}
            kind="danger"
            label={`Ban 5 min: ${name}`}
          >
            Ban 5 min
          </Action>
        )}
      </div>
      <ActionForm
        class="leave-form"
        label={`Leave so many requests to ${name}`}
        request={/^[0-9]{1,9}$/.test(remaining) ? put({ remaining: Number(remaining) }) : undefined}
        done={`${name} has ${countOf(Number(remaining), 'request')} left.`}
        onDone={() => setRemaining('')}
      >
        <TextField
          label="Requests to leave"
          type="text"
          inputMode="numeric"
          pattern="[0-9]{1,9}"
          placeholder="7"
          value={remaining}
          onValue={setRemaining}
        />
        <button type="submit" class="button" disabled={!/^[0-9]{1,9}$/.test(remaining)}>
          Leave
        </button>
      </ActionForm>
    </>
  )
}
