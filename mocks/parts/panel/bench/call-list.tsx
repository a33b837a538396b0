import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { JournalEntry } from '../../../journal/journal-entry.ts'
import { usePanel } from '../panel-context.tsx'
import { millisecondsText } from '../ui/duration.ts'
import { Action } from '../ui/action.tsx'
import { Button, statusKind, toneOf } from '../ui/layout.tsx'
import { Menu } from '../ui/menu.tsx'
import { Text } from '../ui/text.tsx'
import { visibleText } from '../visible-text.ts'
import { callCommands } from './call-commands.tsx'
import { keyText, shortReason } from './call-reason.ts'
import { type Mark, useFeed } from './feed.tsx'

/** Rows that are drawn beyond the edge, so that a fast scroll shows no gap. */
const rowsBeyond = 12

interface CallListProps {
  /** The latest first. */
  readonly entries: readonly JournalEntry[]
  readonly opened: JournalEntry | undefined
  readonly marks: ReadonlyMap<number, readonly Mark[]>
  readonly onOpen: (entry: JournalEntry | undefined) => void
  readonly sight: Sight
  readonly onSight: (sight: Sight) => void
}

/** Which rows are in sight. */
export interface Sight {
  readonly first: number
  readonly rows: number
}

/** Calls as lines, of which only those in sight are drawn: spec/decisions/0203-what-the-panel-draws.md. */
export function CallList({ entries, opened, marks, onOpen, sight, onSight }: CallListProps) {
  const { first, rows } = sight
  const box = useRef<HTMLDivElement>(null)
  const look = () => {
    const { scrollTop = 0 } = box.current ?? {}
    const rowPixels = rowPixelsOf(box.current)
    const now = { first: Math.floor(scrollTop / rowPixels), rows: Math.ceil(heightOf(box.current) / rowPixels) }
    if (now.first !== first || now.rows !== rows) onSight(now)
  }
  const latestLook = useRef(look)
  latestLook.current = look
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => latestLook.current())
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const at = opened === undefined ? -1 : entries.indexOf(opened)
  // Keeps the open call in sight in each frame, while somebody walks through the calls here or in the inspector.
  useLayoutEffect(() => {
    const list = box.current
    if (list === null || at === -1) return
    const rowPixels = rowPixelsOf(list)
    const [top, bottom] = [at * rowPixels, (at + 1) * rowPixels]
    if (top < list.scrollTop) list.scrollTop = top
    else if (bottom > list.scrollTop + heightOf(list)) list.scrollTop = bottom - heightOf(list)
  }, [opened])

  const start = Math.max(0, first - rowsBeyond)
  const drawn = entries.slice(start, first + rows + rowsBeyond)
  const onKeyDown = (event: KeyboardEvent) => {
    const to = stepOf(event.key, at, rows - 1, entries.length)
    if (to !== undefined) onOpen(entries[to])
    else if (event.key === 'Enter' && opened !== undefined)
      box.current?.closest('.frame')?.querySelector<HTMLElement>('.inspector h2')?.focus()
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={box}
      class="calls"
      role="grid"
      aria-label="Calls, the latest first"
      aria-rowcount={entries.length}
      tabIndex={0}
      aria-activedescendant={opened && `call-${opened.number}`}
      onKeyDown={onKeyDown}
      onScroll={look}
    >
      <div class="call call-heads" role="row">
        {columns.map(({ name }) => (
          <span key={name} role="columnheader" class={`cell-${name === '#' ? 'number' : name}`}>
            {name}
          </span>
        ))}
      </div>
      <div role="rowgroup" style={{ height: `calc(var(--row) * ${entries.length})` }}>
        <div role="presentation" style={{ transform: `translateY(calc(var(--row) * ${start}))` }}>
          {drawn.map((entry) => (
            <div
              key={`${entry.number} ${entry.at}`}
              id={`call-${entry.number}`}
              class="call"
              role="row"
              aria-selected={entry === opened}
              // While calls stream in, a row has moved on when the button is let go.
              // It may lie over the list, which first gets the keyboard by the same press.
              onMouseDown={(event) => event.button === 0 && setTimeout(() => onOpen(entry))}
              // Screen readers click without a mouse.
              onClick={(event) => event.detail === 0 && onOpen(entry)}
            >
              {columns.map(({ name, cellOf }) => (
                <span key={name} role="gridcell" class={`cell-${name === '#' ? 'number' : name}`}>
                  {cellOf(entry, marks)}
                </span>
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** How high a row is: the style decides that, by the size of text and the width. */
const rowPixelsOf = (list: HTMLElement | null) =>
  list?.querySelector<HTMLElement>('[role=row]:not(.call-heads)')?.offsetHeight || 24

/** How high the rows in sight are together, below the heads that stay at the top. */
function heightOf(list: HTMLElement | null): number {
  const heads = list?.querySelector<HTMLElement>('.call-heads')
  return (list?.clientHeight ?? 0) - (heads?.offsetHeight ?? 0)
}

/** The row that a key leads to. */
function stepOf(key: string, at: number, page: number, count: number): number | undefined {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: count }[key]
  return to === undefined ? undefined : Math.max(0, Math.min(to, count - 1))
}

const columns: readonly {
  readonly name: string
  readonly cellOf: (entry: JournalEntry, marks: ReadonlyMap<number, readonly Mark[]>) => ComponentChildren
}[] = [
  { name: '#', cellOf: ({ number }) => number },
  {
    name: 'time',
    cellOf: ({ at }) => (
      <time dateTime={at} title={at}>
        {at.slice(11, 19)}
      </time>
    ),
  },
  { name: 'method', cellOf: ({ method }) => <Text>{method}</Text> },
  { name: 'target', cellOf: ({ target }) => <Whole text={target} /> },
  { name: 'status', cellOf: (entry) => <StatusText entry={entry} /> },
  {
    name: 'why',
    cellOf: (entry, marks) => (
      <>
        <RowMenu entry={entry} />
        <HeldActions entry={entry} />
        {marks.get(entry.number)?.map(({ id, isError, text }) => (
          <span key={id} class="mark" style={toneOf(isError ? 'bad' : 'warn')} title={visibleText(text)}>
            <span class="visually-hidden">{`${id}: `}</span>
          </span>
        ))}
        {entry.scenario === null ? null : <span class="played">{`scenario ${entry.scenario} `}</span>}
        <Whole text={shortReason(entry)} />
        {entry.fault === null ? null : <span class="played">{` fault ${entry.fault}`}</span>}
      </>
    ),
  },
  { name: 'key', cellOf: (entry) => <Whole text={keyText(entry)} /> },
  {
    name: 'took',
    cellOf: ({ tookMilliseconds, response }) => millisecondsText(tookMilliseconds + response.delayMilliseconds),
  },
]

/** A text that a narrow cell cuts, and that is whole for who points at it. */
function Whole({ text }: { text: string }) {
  return (
    <span title={visibleText(text)}>
      <Text>{text}</Text>
    </span>
  )
}

/** What can be done with a call, in the row that has the pointer or is open. */
function RowMenu({ entry }: { entry: JournalEntry }) {
  const panel = usePanel()
  if (panel.lists.deployment !== null) return null
  return (
    // A press on the row opens the call.
    <span class="row-menu" onMouseDown={(event) => event.stopPropagation()}>
      <Menu label={`More for call ${entry.number}`} commands={() => callCommands(panel, entry)} />
    </span>
  )
}

/** How the reply to a call goes on that is held. */
function HeldActions({ entry: { number } }: { entry: JournalEntry }) {
  const { to, openCall, transport } = usePanel()
  const { held: all, edit } = useFeed()
  const held = all.find(({ call }) => call.number === number)
  if (held === undefined || transport.report) return null
  return (
    // A press on the row opens the call.
    <span class="held-actions" onMouseDown={(event) => event.stopPropagation()}>
      <Action
        text="Release"
        class="small"
        aria-label={`Release call ${number}`}
        request={to('POST', '/held/release', { id: held.id })}
        done={`The reply to call ${number} was sent.`}
      />
      <Button
        text="Edit…"
        class="small"
        aria-label={`Edit the reply to call ${number}`}
        onClick={() => {
          edit(held.id)
          openCall(number)
        }}
      />{' '}
    </span>
  )
}

/** The status of a call in its colour, or what was done in place of an answer. */
export function StatusText({ entry }: { entry: JournalEntry }) {
  const { status, response } = entry
  const isHeld = useFeed().isHeld(entry)
  const word = { reset: 'cut', hang: 'none', hold: isHeld ? 'held' : status, none: status }[response.effect ?? 'none']
  // Whoever released it may have changed its status.
  const colour = response.effect === null ? statusKind(status) : isHeld || word !== status ? 'bad' : 'muted'
  return <strong style={{ color: `var(--${colour})` }}>{word}</strong>
}
