import { useMemo, useRef, useState } from 'preact/hooks'
import { counted } from '../../../../spec/counted.ts'
import type { JournalEntry } from '../../../journal/journal-entry.ts'
import { keyIn } from '../../../keys/keys.ts'
import { usePanel } from '../panel-context.tsx'
import { Action, SaveButton } from '../ui/action.tsx'
import { SearchField } from '../ui/field.tsx'
import { Button, Empty } from '../ui/layout.tsx'
import { Menu } from '../ui/menu.tsx'
import { Roving } from '../ui/roving.tsx'
import { ShellLine } from '../ui/text.tsx'
import { hasWords } from '../visible-text.ts'
import { SendButton, useCallLine } from './call-line.tsx'
import { CallList, type Sight } from './call-list.tsx'
import { keyText } from './call-reason.ts'
import type { Calls } from './calls.ts'
import { type Mark, useFeed } from './feed.tsx'

type Marks = ReadonlyMap<number, readonly Mark[]>

/** What the chips show, by their names. */
const chips: Readonly<Record<string, (entry: JournalEntry, marks: Marks) => boolean>> = {
  all: () => true,
  '2xx': ({ status, response }) => Math.floor(status / 100) === 2 && response.effect === null,
  '4xx': ({ status }) => Math.floor(status / 100) === 4,
  '5xx': ({ status }) => Math.floor(status / 100) === 5,
  scenario: ({ scenario, fault }) => scenario !== null || fault !== null,
  findings: ({ number }, marks) => marks.has(number),
}

/** What a call can be found by. */
function textOf(entry: JournalEntry): string {
  const { number, method, target, operation, status, plan, scenario, fault, reason, response } = entry
  // How it ended, as people say it.
  const end = { reset: 'cut', hang: 'hangs', hold: 'held', none: `${status} ${Math.floor(status / 100)}xx` }[
    response.effect ?? 'none'
  ]
  return [`#${number}`, method, target, operation ?? 'undocumented', end, plan, keyText(entry), scenario, fault]
    .concat(reason)
    .join(' ')
}

/** The calls of the sandbox as they come, a line each. */
export function Bench() {
  const { call, openCall } = usePanel()
  const { calls, state, marks } = useFeed()
  const [search, setSearch] = useState('')
  const [chip, setChip] = useState('all')
  const [sight, setSight] = useState<Sight>({ first: 0, rows: 40 })
  const fits = useMemo(() => fitOf(chip, search, marks), [chip, search, marks])
  const shown = useHeld(calls, call, fits, sight)
  const entries = useMemo(() => shown.entries.filter(fits), [shown, fits])
  const opened = useMemo(() => entries.find(({ number }) => number === call), [entries, call])
  const latest = shown.entries[0]?.number ?? 0
  const newer = calls.entries.findIndex(({ number }) => number <= latest)
  const list = useRef<HTMLDivElement>(null)
  const goToLatest = () => {
    openCall(undefined)
    list.current?.querySelector('.calls')?.scrollTo(0, 0)
  }
  const isEmpty = calls.entries.length === 0
  return (
    <div class="bench" ref={list}>
      <div class="bench-bar unlabelled" role="group" aria-label="Which calls are shown">
        <SearchField label="Find" placeholder="getPet 4xx, slow, #17 …" value={search} onValue={setSearch} />
        <Roving class="chips">
          <Chips chosen={chip} onChoose={setChip} entries={shown.entries} />
        </Roving>
        <p role="status" class="muted">
          {state === 'lost' ? 'connection lost, trying again' : search === '' ? '' : counted(entries.length, 'call')}
        </p>
        <BenchMenu isEmpty={isEmpty} />
      </div>
      {isEmpty ? (
        <NoCall isLoading={state === 'loading'} />
      ) : entries.length === 0 ? (
        <Empty title="No call fits.">
          <Button
            text="Show every call"
            onClick={() => {
              setSearch('')
              setChip('all')
            }}
          />
        </Empty>
      ) : (
        <CallList
          entries={entries}
          opened={opened}
          marks={marks}
          onOpen={(entry) => openCall(entry?.number)}
          sight={sight}
          onSight={setSight}
        />
      )}
      {newer > 0 && (
        <Button class="floating news" onClick={goToLatest}>
          <span aria-hidden="true">↑</span> {counted(newer, 'newer call')}
        </Button>
      )}
    </div>
  )
}

function Chips(props: { chosen: string; onChoose: (chip: string) => void; entries: readonly JournalEntry[] }) {
  const { chosen, onChoose, entries } = props
  const { marks } = useFeed()
  const counts = useMemo(
    () => Object.values(chips).map((fits) => entries.reduce((sum, entry) => sum + (fits(entry, marks) ? 1 : 0), 0)),
    [entries, marks],
  )
  return Object.keys(chips).map((chip, index) => (
    <Button
      key={chip}
      class={`quiet chip chip-${chip} ${counts[index] === 0 ? '' : 'has-some'}`}
      aria-pressed={chip === chosen}
      onClick={() => onChoose(chip === chosen ? 'all' : chip)}
    >
      {chip} <small>{counts[index]?.toLocaleString('en')}</small>
    </Button>
  ))
}

/** What is done with all calls, seldom. */
function BenchMenu({ isEmpty }: { isEmpty: boolean }) {
  const { sandbox, to, openCall, transport, lists } = usePanel()
  return (
    <Menu label="More about all calls">
      <SaveButton
        text="Save as HAR"
        class="quiet"
        path="/journal/export"
        name={`calls-${sandbox}.har`}
        disabled={isEmpty}
      />
      {transport.isServer && lists.deployment === null && (
        <SaveButton text="Save as a page" class="quiet" path="/report" name={`calls-${sandbox}.html`} />
      )}
      <Action
        text="Clear the calls"
        class="quiet"
        request={to('DELETE', '/journal')}
        done="The journal is empty."
        disabled={isEmpty}
        onDone={() => openCall(undefined)}
      />
      <Button text="Findings, and what was never met" class="quiet" onClick={() => openCall(0)} />
    </Menu>
  )
}

type Fit = (entry: JournalEntry) => boolean

/** Whether a call is shown. Each is looked at once: while calls stream in, this is asked of all of them. */
function fitOf(chip: string, search: string, marks: Marks): Fit {
  if (chip === 'all' && search.trim() === '') return () => true
  const known = new WeakMap<JournalEntry, boolean>()
  const look = (entry: JournalEntry) => chips[chip]?.(entry, marks) === true && hasWords(textOf(entry), search)
  return (entry) => {
    const isFit = known.get(entry) ?? look(entry)
    known.set(entry, isFit)
    return isFit
  }
}

/**
 * What is shown: it stays as it was while somebody reads further down, and when the next call would push the open one out
 * of sight; unless the journal begins anew.
 */
function useHeld(calls: Calls, open: number | undefined, fits: Fit, { first, rows }: Sight): Calls {
  const shown = useRef(calls)
  const isInSight = (some: Calls) => {
    const place = placeOf(some.entries, open, fits)
    return place >= first && place < first + rows - 1
  }
  const isLeaving = open !== undefined && isInSight(shown.current) && !isInSight(calls)
  const isHeld = first > 0 || isLeaving
  if (!isHeld || shown.current.epoch !== calls.epoch) shown.current = calls
  return shown.current
}

/** The row of a call among those that fit. */
function placeOf(entries: readonly JournalEntry[], number: number | undefined, fits: Fit): number {
  const at = entries.findIndex((entry) => entry.number === number)
  return at === -1 ? -1 : entries.slice(0, at).filter(fits).length
}

/** What to do where nothing has called yet. */
function NoCall({ isLoading }: { isLoading: boolean }) {
  const { transport, sandbox, lists } = usePanel()
  const call = {
    method: 'GET',
    target: '/v1/pets?limit=2',
    headers: { authorization: `Bearer ${keyIn(sandbox, 'test_pro')}` },
  }
  const line = useCallLine(call)
  if (isLoading) return <div aria-busy="true" />
  if (transport.report) return <Empty title="No call came." />
  if (lists.deployment !== null) return <Empty title="Nothing went through yet.">Send calls to the proxy.</Empty>
  return (
    <Empty title="Nobody has called yet.">
      <p>
        {transport.isServer
          ? 'Send a call to this mock. It appears here at once, with the reason for its answer:'
          : 'As soon as the app calls, the call appears here, with the reason for its answer. With npm start, this line sends one:'}
      </p>
      <ShellLine line={line} what="the line for a first call" />
      <SendButton text="Send one" call={call} class="primary" />
    </Empty>
  )
}
