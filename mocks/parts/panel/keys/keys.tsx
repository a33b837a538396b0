import { counted } from '../../../../spec/counted.ts'
import type { Key } from '../../../../spec/made/control-types.ts'
import { defaultBanSeconds } from '../../../keys/quota.ts'
import { quotaCommands } from '../actions.ts'
import { type Panel, usePanel } from '../panel-context.tsx'
import { durationText } from '../ui/duration.ts'
import { Badge, statusKind, toneOf } from '../ui/layout.tsx'
import { Menu } from '../ui/menu.tsx'
import { Roving } from '../ui/roving.tsx'
import { CopyButton } from '../ui/text.tsx'
import { useResource } from '../use-resource.ts'
import { visibleText } from '../visible-text.ts'
import { type KeyRow, type QuotaNow, choiceOf, keyRows } from './key-rows.ts'

/** The tab "Keys": the keys of the sandbox, and what each has left by its clock (section 8). */
export function Keys() {
  const panel = usePanel()
  const { value: own } = useResource<Key[]>('/_mock/keys', undefined, panel.view?.calls)
  return (
    <Roving class="table-box keys-table">
      <table aria-label="Keys">
        <thead>
          <tr>
            {['Key', 'Plan', 'Minute', 'Day', 'By itself gets', 'Change'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{panel.view && keyRows(panel, own).map((row) => <Row key={row.id} row={row} />)}</tbody>
      </table>
      <p class="muted">
        What plays comes before what a key gets by itself. Your own keys come by --keys FILE, in code, or while the mock
        runs by POST /_mock/keys; a new one is here with the next call.
      </p>
    </Roving>
  )
}

function Row({ row }: { row: KeyRow }) {
  const panel = usePanel()
  const { id, plan, quota } = row
  const name = visibleText(row.name)
  const commands = () => [
    ...(quota ? quotaCommands(panel, row, quota) : []),
    { text: 'Show its calls', run: () => panel.go('calls', `key:${row.name}`, null) },
  ]
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
      <td data-span="By itself gets">
        <State row={row} />
      </td>
      <td class="key-menu">
        {quota && !panel.transport.report && <Menu label={`Change ${name}`} commands={commands} />}
      </td>
    </tr>
  )
}

/** What is left of a window. The ground of an empty one is red. */
function Bar({ of: name, span, window }: { of: string; span: string; window: QuotaNow['minute'] | undefined }) {
  const { view, isLost } = usePanel()
  if (window === undefined) return <td class="none muted">–</td>
  const { remaining, limit, resetAtSeconds } = window
  const left = `${remaining.toLocaleString('en')} of ${limit.toLocaleString('en')}`
  const begins = remaining === limit ? '' : 'once it calls'
  // The clock of a mock that is gone stands nowhere.
  const reset = isLost ? '' : resetAtSeconds ? `resets in ${timeTo(resetAtSeconds, view)}` : begins
  return (
    <td class="window" data-span={span}>
      <span>{left}</span> <small>{reset}</small>
      <div
        style={{ ...toneOf(remaining === 0 ? 'bad' : 'accent'), '--left': `${(100 * remaining) / limit}%` }}
        role="meter"
        aria-label={`${span} of ${name}`}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={remaining}
        aria-valuetext={reset === '' ? left : `${left} left, ${reset}`}
      />
    </td>
  )
}

/** What the key gets by itself, and how near it is to a ban. */
function State({ row: { quota, standing, until: end } }: { row: KeyRow }) {
  const panel = usePanel()
  const { isBanned = false, bannedUntilSeconds: until, refusals = 0 } = quota ?? {}
  const empty = quota && [quota.day, quota.minute].find(({ remaining }) => remaining === 0)
  const refill = empty?.resetAtSeconds
    ? `for ${timeTo(empty.resetAtSeconds, panel.view)} more`
    : 'until the minute of its next call ends'
  // The first refusal asks to wait; those after it are the early retries that count.
  const [early, banSeconds = defaultBanSeconds] = choiceOf(panel, 'ban').split('/').map(Number)
  const more = Math.max(1, (early ?? 0) + 1 - refusals)
  const howLong = until ? `${timeTo(until, panel.view)} more` : `${durationText(banSeconds)} once it calls`
  const facts = isBanned
    ? [panel.isLost ? 'banned' : `banned for ${howLong}`]
    : [
        empty && (panel.isLost ? 'used up' : `used up ${refill}`),
        refusals > 0 && `${counted(refusals, 'call')} refused in a row`,
        refusals > 0 && Number.isFinite(more) && `banned after ${more} more`,
        standing === 'valid' ? end && `valid until ${end}` : standing,
      ]
  // What a banned key gets is a choice.
  const banned = choiceOf(panel, 'banned-key') === 'unauthorized' ? 401 : 429
  const status = standing !== 'valid' ? 401 : isBanned ? banned : empty ? 429 : 200
  return (
    <>
      <Badge kind={statusKind(status)}>{status}</Badge> <small>{facts.filter(Boolean).join(', ')}</small>
    </>
  )
}

/** How long it is until then, by the clock of the sandbox. */
const timeTo = (seconds: number, view: Panel['view']) =>
  durationText(seconds - Math.floor(Date.parse(view?.clock.now ?? '') / 1000))
