import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { HeldReply } from '../../../../spec/made/control-types.ts'
import type { JournalEntry } from '../../../journal/journal.ts'
import { usePanel } from '../panel-context.tsx'
import { Button, statusKind, toneOf } from '../ui/layout.tsx'
import { Text } from '../ui/text.tsx'
import { visibleText } from '../visible-text.ts'
import { forcedTexts, keyText, shortReason, statusWord } from '../../../journal-text/short-reason.ts'
import { tookText } from '../../../journal-text/took.ts'
import type { Calls } from './calls.ts'
import { type Mark, useFeed, useIsWaiting } from './feed.tsx'
import { HeldFor, ReleaseButton } from './held-call.tsx'

/** Calls as lines, the latest first: spec/decisions/0203-what-the-panel-draws.md. */
export function CallList({ entries, opened }: { entries: Calls; opened: JournalEntry | undefined }) {
  const { marks, held } = useFeed()
  const box = useRef<HTMLDivElement>(null)
  // Keeps the open call in sight, while somebody walks through the calls.
  useLayoutEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [opened?.number])
  const [isAway, setAway] = useState(false)
  const latest = useRef(0)
  const [, redraw] = useState(0)
  const showAll = () => redraw((latest.current = entries[0]?.number ?? 0))
  if (!isAway && (opened === undefined || opened.number > latest.current)) latest.current = entries[0]?.number ?? 0
  // What came while somebody reads further down, where a browser holds the lines, or at the top reads an open call.
  const fresh = entries.filter(({ number }) => number > latest.current).length
  const shown = isAway ? entries : entries.slice(fresh)
  return (
    <div
      ref={box}
      class="calls"
      role="grid"
      aria-label="Calls, the latest first"
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop } }) => {
        if (scrollTop === 0 && isAway) showAll()
        setAway(scrollTop > 0)
      }}
      aria-activedescendant={opened && `call-${opened.number}`}
    >
      <div class="call call-heads" role="row">
        {columns.map(({ name }) => (
          <span key={name} role="columnheader" class={`cell-${name}`}>
            {name === 'number' ? '#' : name}
          </span>
        ))}
      </div>
      {fresh > 0 && (
        <div class="fresh" role="row">
          <span role="gridcell">
            <Button
              text={`${fresh} new`}
              class="primary small"
              onClick={() => {
                box.current?.scrollTo(0, 0)
                showAll()
              }}
            />
          </span>
        </div>
      )}
      {shown.map((entry) => (
        <CallRow
          key={`${entry.number} ${entry.at}`}
          entry={entry}
          isOpen={entry === opened}
          marks={marks.get(entry.number)}
          held={held.find(({ call }) => call.number === entry.number)}
        />
      ))}
    </div>
  )
}

/** What a row shows. */
interface Row extends RowProps {
  /** Whether its client still waits for a slow answer. */
  readonly isWaiting: boolean
}

interface RowProps {
  readonly entry: JournalEntry
  readonly isOpen: boolean
  readonly marks: readonly Mark[] | undefined
  readonly held: HeldReply | undefined
}

function CallRow(props: RowProps) {
  const { openCall } = usePanel()
  const { entry, isOpen } = props
  const row = { ...props, isWaiting: useIsWaiting(entry) }
  const open = () => openCall(entry.number)
  // While calls stream in, a thousand rows stay as they are.
  return useMemo(
    () => (
      <div
        id={`call-${entry.number}`}
        class="call"
        role="row"
        aria-selected={isOpen}
        // While calls stream in, a row has moved on when the button is let go.
        // It may lie over the list, which first gets the keyboard by the same press.
        onMouseDown={(event) => event.button === 0 && setTimeout(open)}
        // Screen readers click without a mouse.
        onClick={(event) => event.detail === 0 && open()}
      >
        {columns.map(({ name, cellOf }) => (
          <span key={name} role="gridcell" class={`cell-${name}`}>
            {cellOf(row)}
          </span>
        ))}
      </div>
    ),
    Object.values(row),
  )
}

const columns: readonly { readonly name: string; readonly cellOf: (row: Row) => ComponentChildren }[] = [
  { name: 'number', cellOf: ({ entry }) => entry.number },
  {
    name: 'time',
    cellOf: ({ entry: { at } }) => (
      <time dateTime={at} title={at}>
        {at.slice(11, 19)}
      </time>
    ),
  },
  { name: 'method', cellOf: ({ entry }) => <Text>{entry.method}</Text> },
  { name: 'target', cellOf: ({ entry }) => <Whole text={entry.target} /> },
  { name: 'status', cellOf: ({ entry }) => <StatusText entry={entry} /> },
  {
    name: 'why',
    cellOf: ({ entry, marks = [], held, isWaiting }) => (
      <>
        {marks.length > 0 && (
          <span
            class="mark"
            style={toneOf(marks.some(({ isError }) => isError) ? 'bad' : 'warn')}
            title={visibleText(marks.map(({ text }) => text).join('\n'), true)}
          />
        )}
        <Reason of={entry} now={held ? <HeldFor heldAt={held.heldAt} /> : isWaiting && dueText(entry)} />
        {marks.map(({ id }) => (
          <span key={id} class="visually-hidden">{`, finding ${id}`}</span>
        ))}
      </>
    ),
  },
  { name: 'key', cellOf: ({ entry }) => <Whole text={keyText(entry)} /> },
  {
    name: 'took',
    cellOf: ({ entry, held, isWaiting }) =>
      held ? (
        // A press on the row opens the call.
        <span onMouseDown={(event) => event.stopPropagation()}>
          <ReleaseButton held={held} class="small" />
        </span>
      ) : (
        !isWaiting && tookText(entry)
      ),
  },
]

/** Why a call was answered as it was: what was forced, and what decided. */
function Reason({ of: entry, now }: { of: JournalEntry; now?: ComponentChildren }) {
  const forced = forcedTexts(entry).join('; ')
  const reason = shortReason(entry)
  return (
    <>
      {forced && <span class="played">{`${forced}${reason && '; '}`}</span>}
      {now || <Whole text={reason} />}
    </>
  )
}

/** A text that a narrow cell cuts, and that is whole for who points at it. */
function Whole({ text }: { text: string }) {
  return (
    <span title={visibleText(text)}>
      <Text>{text}</Text>
    </span>
  )
}

/** The status of a call in its colour, or what was done in place of an answer. */
export function StatusText({ entry }: { entry: JournalEntry }) {
  const { status, response } = entry
  const isWaiting = useIsWaiting(entry)
  const colour = response.effect === null && !isWaiting ? statusKind(status) : 'bad'
  const word = isWaiting ? 'waits' : statusWord(status, response.effect)
  return <strong style={{ color: `var(--${colour})` }}>{word}</strong>
}

/** What a client will see that still waits, and how long it waits in all. */
export const dueText = (entry: JournalEntry) =>
  `${statusWord(entry.status, entry.response.effect)} in ${tookText(entry)}`
