import { Component, type ComponentChildren, type RefObject } from 'preact'
import { useCallback } from 'preact/hooks'
import type { JournalEntry } from '../../../journal/journal.ts'
import { Badge, statusKind } from '../../ui/layout.tsx'
import { millisecondsText } from '../../ui/duration.ts'
import { Text } from '../../ui/text.tsx'
import { useVirtualRows } from '../../ui/use-virtual-rows.ts'
import { visibleText } from '../../visible-text.ts'
import { shortReason } from './now-reason.ts'

/** The height of a row, in CSS pixels, as now.css has it. */
const rowHeight = 44

/** How many rows a page is, by the keys that go a page on. */
const pageRows = 10

interface CallListProps {
  /** The latest first. */
  readonly entries: readonly JournalEntry[]
  readonly chosen: JournalEntry | undefined
  /** Told of a call that is to be looked at; `isOpening` where its details are asked for. */
  readonly onChoose: (entry: JournalEntry, isOpening: boolean) => void
  /** Told whether the latest call is in sight. */
  readonly onAway: (isAway: boolean) => void
  /** What lies over the rows. */
  readonly children: ComponentChildren
  readonly element: RefObject<HTMLElement | null>
}

/** The calls as rows, of which only those that can be seen are in the page. */
export function CallList({ entries, chosen, onChoose, onAway, element, children }: CallListProps) {
  const { scroller, from, to, height, offset, show } = useVirtualRows({
    count: entries.length,
    rowHeight,
    headHeight: rowHeight,
  })
  const takeElement = useCallback(
    (found: HTMLElement | null) => {
      element.current = found
      scroller(found)
    },
    [element, scroller],
  )
  const at = chosen === undefined ? -1 : entries.findIndex((entry) => isSame(entry, chosen))
  const moveTo = (index: number) => {
    const entry = entries[Math.max(0, Math.min(index, entries.length - 1))]
    if (entry === undefined) return
    onChoose(entry, false)
    show(entries.indexOf(entry))
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
    else if (event.key === 'Enter' && entries[at] !== undefined) onChoose(entries[at], true)
    else return
    event.preventDefault()
  }
  const isChosenThere = at >= from && at < to
  return (
    <div class="calls">
      <div
        class="calls-scroller"
        role="grid"
        aria-label="Calls, the latest first"
        aria-rowcount={entries.length + 1}
        aria-activedescendant={isChosenThere ? rowId(entries[at]) : undefined}
        tabIndex={0}
        ref={takeElement}
        onKeyDown={onKeyDown}
        onScroll={(event) => onAway(event.currentTarget.scrollTop > rowHeight / 2)}
      >
        <div class="call-row call-head" role="row" aria-rowindex={1}>
          {['Time', 'Method', 'Target', 'Status', 'Plan', 'Why', 'Took'].map((title) => (
            <span key={title} role="columnheader" class={`cell-${title.toLowerCase()}`}>
              {title}
            </span>
          ))}
        </div>
        <div class="calls-space" role="rowgroup" style={{ height: `${height}px` }}>
          <div class="calls-window" role="presentation" style={{ transform: `translateY(${offset}px)` }}>
            {entries.slice(from, to).map((entry, index) => (
              <CallRow
                key={`${entry.number} ${entry.at}`}
                entry={entry}
                index={from + index + 2}
                isChosen={from + index === at}
                onChoose={onChoose}
              />
            ))}
          </div>
        </div>
      </div>
      {children}
    </div>
  )
}

interface CallRowProps {
  readonly entry: JournalEntry
  /** Its row in the whole grid, from 1. */
  readonly index: number
  readonly isChosen: boolean
  readonly onChoose: (entry: JournalEntry, isOpening: boolean) => void
}

function CallRow({ entry, index, isChosen, onChoose }: CallRowProps) {
  return (
    <div
      id={rowId(entry)}
      class="call-row"
      role="row"
      aria-rowindex={index}
      aria-selected={isChosen}
      // While calls stream in, a row has moved on when the button is let go.
      onMouseDown={(event) => {
        if (event.button === 0) onChoose(entry, true)
      }}
      // Screen readers click without a mouse.
      onClick={(event) => {
        if (event.detail === 0) onChoose(entry, true)
      }}
    >
      <CallCells entry={entry} />
    </div>
  )
}

/** What a row says. It is made once, for in each frame many rows may move and none of them changes. */
class CallCells extends Component<{ readonly entry: JournalEntry }> {
  override shouldComponentUpdate({ entry }: { readonly entry: JournalEntry }): boolean {
    return entry !== this.props.entry
  }

  override render({ entry }: { readonly entry: JournalEntry }) {
    return cellsOf(entry)
  }
}

function cellsOf(entry: JournalEntry) {
  const { at, method, target, plan, scenario, fault, tookMilliseconds, response } = entry
  return (
    <>
      <time role="gridcell" class="cell-time" dateTime={at}>
        {at.slice(11, 19)}
        <span class="time-rest">{at.slice(19, 23)}</span>
      </time>
      <span role="gridcell" class="cell-method">
        <Text>{method}</Text>
      </span>
      <span role="gridcell" class="cell-target mono" title={visibleText(target)}>
        <Text>{target}</Text>
      </span>
      <span role="gridcell" class="cell-status">
        <StatusBadge entry={entry} />
      </span>
      <span role="gridcell" class="cell-plan">
        {plan ?? '–'}
      </span>
      <span role="gridcell" class="cell-why">
        {scenario === null ? null : <Badge kind="warn">{scenario}</Badge>}
        {fault === null ? null : <Badge kind="bad">{`fault ${fault}`}</Badge>}
        <span class="why-text">
          <Text>{shortReason(entry)}</Text>
        </span>
      </span>
      <span role="gridcell" class="cell-took">
        {millisecondsText(tookMilliseconds + response.delayMilliseconds)}
      </span>
    </>
  )
}

/** How a call ended: its status, or what was done in place of a reply. */
export function StatusBadge({ entry: { status, response } }: { entry: JournalEntry }) {
  if (response.effect === 'reset') return <Badge kind="bad">cut</Badge>
  if (response.effect === 'hang') return <Badge kind="bad">hangs</Badge>
  return <Badge kind={statusKind(status)}>{status}</Badge>
}

/** Whether two entries are of one call. */
function isSame(one: JournalEntry, other: JournalEntry): boolean {
  return one.number === other.number && one.at === other.at
}

function rowId(entry: JournalEntry | undefined): string {
  return `call-${entry?.number ?? 0}`
}
