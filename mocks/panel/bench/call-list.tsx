import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { useMemo } from 'preact/hooks'
import type { JournalEntry } from '../../journal/journal-entry.ts'
import { Badge, statusKind } from '../ui/layout.tsx'
import { millisecondsText } from '../ui/duration.ts'
import { Text } from '../ui/text.tsx'
import { visibleText } from '../visible-text.ts'
import { shortReason } from './call-reason.ts'

/** The columns; `flow` says how a cell flows in a narrow table. */
const columns: readonly {
  readonly name: string
  readonly flow?: 'grows' | 'extra'
  readonly cellOf: (entry: JournalEntry) => ComponentChildren
}[] = [
  {
    name: 'time',
    cellOf: ({ at }) => (
      <time dateTime={at}>
        {at.slice(11, 19)}
        <span class="extra">{at.slice(19, 23)}</span>
      </time>
    ),
  },
  { name: 'method', cellOf: ({ method }) => <Text>{method}</Text> },
  {
    name: 'target',
    flow: 'grows',
    cellOf: ({ target }) => (
      <span title={visibleText(target)}>
        <Text>{target}</Text>
      </span>
    ),
  },
  { name: 'status', cellOf: (entry) => <StatusBadge entry={entry} /> },
  { name: 'plan', flow: 'extra', cellOf: ({ plan }) => plan ?? '–' },
  {
    name: 'why',
    cellOf: (entry) => (
      <>
        {entry.scenario === null ? null : <Badge kind="warn">{entry.scenario}</Badge>}
        {entry.fault === null ? null : <Badge kind="bad">{`fault ${entry.fault}`}</Badge>}
        <Text>{shortReason(entry)}</Text>
      </>
    ),
  },
  {
    name: 'took',
    cellOf: ({ tookMilliseconds, response }) => millisecondsText(tookMilliseconds + response.delayMilliseconds),
  },
]

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
          {columns.map(({ name }) => (
            <th key={name} role="columnheader" scope="col" class={`cell-${name}`}>
              {`${name[0]?.toUpperCase()}${name.slice(1)}`}
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

/** A row is made once for each call: in a frame many rows may move, and hardly one of them changes. */
function Row({ entry, isActive, isChosen }: { entry: JournalEntry; isActive: boolean; isChosen: boolean }) {
  return useMemo(
    () => (
      <tr role="row" tabIndex={isActive ? 0 : -1} aria-selected={isChosen}>
        {columns.map(({ name, flow = '', cellOf }) => (
          <td key={name} role="gridcell" class={`cell-${name} ${flow}`}>
            {cellOf(entry)}
          </td>
        ))}
      </tr>
    ),
    [entry, isActive, isChosen],
  )
}

/** How a call ended: its status, or what was done in place of a reply. */
export function StatusBadge({ entry: { status, response } }: { entry: JournalEntry }) {
  if (response.effect === 'reset') return <Badge kind="bad">cut</Badge>
  if (response.effect === 'hang') return <Badge kind="bad">hangs</Badge>
  return <Badge kind={statusKind(status)}>{status}</Badge>
}
