import type { ComponentChildren } from 'preact'
import type { JournalEntry } from '../../../journal/journal-entry.ts'
import { Badge, statusKind } from '../../ui/layout.tsx'
import { millisecondsText } from '../../ui/duration.ts'
import { Text } from '../../ui/text.tsx'
import { Cells, type Column, VirtualTable, type useVirtualRows } from '../../ui/virtual-table.tsx'
import { visibleText } from '../../visible-text.ts'
import { shortReason } from './call-reason.ts'

/** How many rows a page is, by the keys that go a page on. */
const pageRows = 10

const columns: readonly Column<JournalEntry>[] = [
  {
    name: 'time',
    title: 'Time',
    cell: ({ at }) => (
      <time dateTime={at}>
        {at.slice(11, 19)}
        <span class="time-rest">{at.slice(19, 23)}</span>
      </time>
    ),
  },
  { name: 'method', title: 'Method', cell: ({ method }) => <Text>{method}</Text> },
  {
    name: 'target',
    title: 'Target',
    cell: ({ target }) => (
      <span class="mono" title={visibleText(target)}>
        <Text>{target}</Text>
      </span>
    ),
  },
  { name: 'status', title: 'Status', cell: (entry) => <StatusBadge entry={entry} /> },
  { name: 'plan', title: 'Plan', cell: ({ plan }) => plan ?? '–' },
  {
    name: 'why',
    title: 'Why',
    cell: (entry) => (
      <>
        {entry.scenario === null ? null : <Badge kind="warn">{entry.scenario}</Badge>}
        {entry.fault === null ? null : <Badge kind="bad">{`fault ${entry.fault}`}</Badge>}
        <span class="why-text">
          <Text>{shortReason(entry)}</Text>
        </span>
      </>
    ),
  },
  {
    name: 'took',
    title: 'Took',
    cell: ({ tookMilliseconds, response }) => millisecondsText(tookMilliseconds + response.delayMilliseconds),
  },
]

interface CallListProps {
  /** The latest first. */
  readonly entries: readonly JournalEntry[]
  readonly chosen: JournalEntry | undefined
  /** Chooses a call; `isOpening` shows its details, too. */
  readonly onChoose: (entry: JournalEntry, isOpening: boolean) => void
  /** Whether the latest call is out of sight. */
  readonly onAway: (isAway: boolean) => void
  readonly rows: ReturnType<typeof useVirtualRows>
  /** What lies over the rows. */
  readonly children: ComponentChildren
}

/** The calls as rows, of which only those that can be seen are in the page. */
export function CallList({ entries, chosen, onChoose, onAway, rows, children }: CallListProps) {
  const at = chosen === undefined ? -1 : entries.indexOf(chosen)
  const moveTo = (wanted: number) => {
    const index = Math.max(0, Math.min(wanted, entries.length - 1))
    if (entries[index] !== undefined) onChoose(entries[index], false)
    rows.show(index)
  }
  const open = (entry: JournalEntry) => {
    // The details give the focus back to where it was.
    rows.element?.focus({ preventScroll: true })
    onChoose(entry, true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at === -1 ? 0 : at - 1,
      PageDown: at + pageRows,
      PageUp: at - pageRows,
      Home: 0,
      End: entries.length - 1,
    }
    const next = moves[event.key]
    if (next !== undefined) moveTo(next)
    else if (event.key === 'Enter' && entries[active] !== undefined) onChoose(entries[active], true)
    else return
    event.preventDefault()
  }
  // Enter opens the latest call where none was chosen.
  const active = Math.max(at, 0)
  const isActiveThere = active >= rows.from && active < rows.to
  return (
    <VirtualTable
      label="Calls, the latest first"
      class="calls"
      columns={columns}
      rows={rows}
      attributes={{
        tabIndex: 0,
        'aria-activedescendant': isActiveThere ? `call-${entries[active]?.number}` : undefined,
        onKeyDown,
        onScroll: (event) => onAway(event.currentTarget.scrollTop > rows.rowHeight / 2),
      }}
      row={(index, place) => {
        const entry = entries[index] as JournalEntry
        return (
          <div
            key={`${entry.number} ${entry.at}`}
            {...place}
            id={`call-${entry.number}`}
            aria-selected={index === at}
            data-active={index === active || undefined}
            // While calls stream in, a row has moved on when the button is let go.
            onMouseDown={({ button }) => button === 0 && open(entry)}
            // Screen readers click without a mouse.
            onClick={({ detail }) => detail === 0 && open(entry)}
          >
            <Cells columns={columns} row={entry} />
          </div>
        )
      }}
    >
      {children}
    </VirtualTable>
  )
}

/** How a call ended: its status, or what was done in place of a reply. */
export function StatusBadge({ entry: { status, response } }: { entry: JournalEntry }) {
  if (response.effect === 'reset') return <Badge kind="bad">cut</Badge>
  if (response.effect === 'hang') return <Badge kind="bad">hangs</Badge>
  return <Badge kind={statusKind(status)}>{status}</Badge>
}
