import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { useMemo } from 'preact/hooks'
import type { JournalEntry } from '../../../journal/journal-entry.ts'
import { Badge, statusKind } from '../../ui/layout.tsx'
import { millisecondsText } from '../../ui/duration.ts'
import { Text } from '../../ui/text.tsx'
import { visibleText } from '../../visible-text.ts'
import { shortReason } from './call-reason.ts'

const columns = {
  time: 'Time',
  method: 'Method',
  target: 'Target',
  status: 'Status',
  plan: 'Plan',
  why: 'Why',
  took: 'Took',
}

interface CallListProps {
  /** The latest first. */
  readonly entries: readonly JournalEntry[]
  readonly chosen: JournalEntry | undefined
  readonly onChoose: (entry: JournalEntry) => void
  /** Shows the details of a call. */
  readonly onOpen: (entry: JournalEntry) => void
}

/** A page of calls as rows: arrows move through them, Enter opens one. */
export function CallList({ entries, chosen, onChoose, onOpen }: CallListProps) {
  const active = Math.max(0, chosen === undefined ? -1 : entries.indexOf(chosen))
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTableSectionElement>) => {
    const { rows } = event.currentTarget
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: rows.length - 1 }[event.key]
    if (to !== undefined) rows[Math.max(0, Math.min(to, rows.length - 1))]?.focus()
    else if (event.key === 'Enter' && entries[active] !== undefined) onOpen(entries[active])
    else return
    event.preventDefault()
  }
  const rowOf = (target: EventTarget | null) => (target instanceof Element ? target.closest('tr') : null)
  const entryOf = (target: EventTarget | null) => entries[rowOf(target)?.sectionRowIndex ?? -1]
  const open = ({ target }: Event) => {
    const entry = entryOf(target)
    if (entry === undefined) return
    // The details give the focus back to where it was.
    rowOf(target)?.focus({ preventScroll: true })
    onOpen(entry)
  }
  return (
    <table class="calls" role="grid" aria-label="Calls, the latest first">
      {/* Roles, for the style makes these elements blocks and grids. */}
      <thead role="rowgroup">
        <tr role="row">
          {Object.entries(columns).map(([name, title]) => (
            <th key={name} role="columnheader" scope="col" class={`cell-${name}`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody
        role="rowgroup"
        onKeyDown={onKeyDown}
        onFocusIn={({ target }) => {
          const entry = entryOf(target)
          if (entry !== undefined) onChoose(entry)
        }}
        // While calls stream in, a row has moved on when the button is let go.
        onMouseDown={(event) => event.button === 0 && open(event)}
        // Screen readers click without a mouse.
        onClick={(event) => event.detail === 0 && open(event)}
      >
        {entries.map((entry, index) => (
          <Row
            key={`${entry.number} ${entry.at}`}
            entry={entry}
            isActive={index === active}
            isChosen={entry === chosen}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly entry: JournalEntry
  readonly isActive: boolean
  readonly isChosen: boolean
}

/** A row is made once for each call: in a frame many rows may move, and hardly one of them changes. */
function Row({ entry, isActive, isChosen }: RowProps) {
  return useMemo(
    () => (
      <tr role="row" tabIndex={isActive ? 0 : -1} aria-selected={isChosen}>
        {Object.entries(cellsOf(entry)).map(([name, cell]) => (
          <td key={name} role="gridcell" class={`cell-${name}`} style={{ gridArea: name }}>
            {cell}
          </td>
        ))}
      </tr>
    ),
    [entry, isActive, isChosen],
  )
}

function cellsOf(entry: JournalEntry): Readonly<Record<keyof typeof columns, ComponentChildren>> {
  const { at, method, target, plan, scenario, fault, tookMilliseconds, response } = entry
  return {
    time: (
      <time dateTime={at}>
        {at.slice(11, 19)}
        <span class="time-rest">{at.slice(19, 23)}</span>
      </time>
    ),
    method: <Text>{method}</Text>,
    target: (
      <span title={visibleText(target)}>
        <Text>{target}</Text>
      </span>
    ),
    status: <StatusBadge entry={entry} />,
    plan: plan ?? '–',
    why: (
      <>
        {scenario === null ? null : <Badge kind="warn">{scenario}</Badge>}
        {fault === null ? null : <Badge kind="bad">{`fault ${fault}`}</Badge>}
        <Text>{shortReason(entry)}</Text>
      </>
    ),
    took: millisecondsText(tookMilliseconds + response.delayMilliseconds),
  }
}

/** How a call ended: its status, or what was done in place of a reply. */
export function StatusBadge({ entry: { status, response } }: { entry: JournalEntry }) {
  if (response.effect === 'reset') return <Badge kind="bad">cut</Badge>
  if (response.effect === 'hang') return <Badge kind="bad">hangs</Badge>
  return <Badge kind={statusKind(status)}>{status}</Badge>
}
