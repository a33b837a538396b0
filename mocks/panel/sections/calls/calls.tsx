import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { JournalEntry } from '../../../journal/journal-entry.ts'
import { keyIn } from '../../../keys/keys.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { Action } from '../../ui/action.tsx'
import { counted } from '../../../../spec/counted.ts'
import { Choice, TextField } from '../../ui/field.tsx'
import { Badge, Empty, Problem, SectionHead } from '../../ui/layout.tsx'
import { SaveButton } from '../../ui/save-button.tsx'
import { Pager, pageSize } from '../../ui/pager.tsx'
import { ShellLine } from '../../ui/shell-line.tsx'
import { SendButton, useCallLine } from './call-again.tsx'
import type { Calls } from './kept-calls.ts'
import { CallDetail } from './call-detail.tsx'
import { CallList } from './call-list.tsx'
import { useCalls } from './use-calls.ts'

/** Which of the calls are shown. An empty text leaves all in. */
interface CallFilter {
  /** The id of an operation, or `none` for calls of no documented one. */
  readonly operation: string
  /** The first digit of the status, or `effect` for calls that got no reply. */
  readonly status: string
  readonly text: string
}

/** Every call. */
const everyCall: CallFilter = { operation: '', status: '', text: '' }

/** The calls that fit. */
function fittingCalls(entries: readonly JournalEntry[], { operation, status, text }: CallFilter) {
  const words = text.trim().toLowerCase().split(/\s+/)
  return entries.filter((entry) => {
    if (operation !== '' && operation !== (entry.operation ?? 'none')) return false
    const itsStatus = entry.response.effect === null ? String(entry.status) : 'effect'
    return itsStatus.startsWith(status) && words.every((word) => textOf(entry).includes(word))
  })
}

const texts = new WeakMap<JournalEntry, string>()

/** What a call can be found by. Made once for each, for every frame may ask. */
function textOf(entry: JournalEntry): string {
  const known = texts.get(entry)
  if (known !== undefined) return known
  const { number, method, target, status, plan, scenario, fault, reason } = entry
  const text = [`#${number}`, method, target, status, plan, scenario, fault, ...reason].join(' ').toLowerCase()
  texts.set(entry, text)
  return text
}

/** The section "Calls": the calls of the sandbox as they come. */
export function CallsSection() {
  const { sandbox, detail, lists } = usePanel()
  const about = 'The calls of this sandbox as they come, and why each was answered as it was.'
  const { calls, state, problem, reload } = useCalls()
  const [filter, setFilter] = useState<CallFilter>(everyCall)
  const [isPaused, setPaused] = useState(false)
  const [isAway, setAway] = useState(false)
  const [chosen, choose] = useState<JournalEntry>()
  const [opened, open] = useState<JournalEntry>()
  const [page, setPage] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => setPage(0), [filter])

  const shown = useHeld(calls, isPaused || isAway || page > 0)
  const entries = useMemo(() => fittingCalls(shown.entries, filter), [shown, filter])
  const newer = calls.taken - shown.taken

  const close = () => open(undefined)
  const linked = detail === undefined ? undefined : calls.entries.find(({ number }) => String(number) === detail)
  useEffect(() => {
    choose(linked)
    open(linked)
  }, [linked])
  const goToLatest = () => {
    setPaused(false)
    setPage(0)
    box.current?.scrollTo(0, 0)
  }

  const isEmpty = calls.entries.length === 0
  const [stateKind, stateText] = states[isPaused && state !== 'lost' ? 'paused' : state]
  return (
    <>
      <SectionHead
        title="Calls"
        about={lists.deployment === null ? about : 'What goes through the proxy, as it comes.'}
      >
        <p class="stream-state" role="status">
          <Badge kind={stateKind}>{stateText}</Badge>
        </p>
        <button
          type="button"
          class="button"
          aria-pressed={isPaused}
          disabled={isEmpty}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </button>
        {isEmpty ? null : (
          <SaveButton target={sandboxPath(sandbox, '/journal/export')} name={`calls-${sandbox}.har`}>
            Save as HAR
          </SaveButton>
        )}
        <Action
          request={{ method: 'DELETE', target: sandboxPath(sandbox, '/journal') }}
          done="The journal is empty."
          isDisabled={isEmpty}
          onDone={() => {
            close()
            reload()
          }}
        >
          Clear
        </Action>
      </SectionHead>
      {problem !== undefined && isEmpty ? (
        <Problem problem={problem} onRetry={reload} />
      ) : isEmpty ? (
        <NoCall isLoading={state === 'loading'} />
      ) : (
        <>
          <FilterBar filter={filter} onFilter={setFilter}>
            <Pager page={page} total={entries.length} what="call" onPage={setPage} />
          </FilterBar>
          <div class="split">
            {entries.length === 0 ? (
              <Empty title="No call fits.">
                <button type="button" class="button" onClick={() => setFilter(everyCall)}>
                  Show every call
                </button>
              </Empty>
            ) : (
              <div class="listing">
                <div
                  class="table-box"
                  ref={box}
                  onScroll={({ currentTarget }) => setAway(currentTarget.scrollTop > pixelsAway)}
                >
                  <CallList
                    entries={entries.slice(page * pageSize, (page + 1) * pageSize)}
                    chosen={chosen}
                    onChoose={choose}
                    onOpen={open}
                  />
                </div>
                <News newer={newer} missed={calls.missed} onLatest={goToLatest} />
              </div>
            )}
            {opened && <CallDetail entry={opened} onClose={close} />}
          </div>
        </>
      )}
    </>
  )
}

/** What is shown: it stays as it was while it is held, unless the journal begins anew. */
function useHeld(calls: Calls, isHeld: boolean): Calls {
  const held = useRef<Calls>(undefined)
  if (!isHeld || held.current?.beginning !== calls.beginning) held.current = isHeld ? calls : undefined
  return held.current ?? calls
}

/** Who scrolls so far reads, and must not lose the place. */
const pixelsAway = 16

const states = {
  loading: ['plain', 'connecting'],
  live: ['good', 'live'],
  paused: ['warn', 'paused'],
  lost: ['bad', 'connection lost, trying again'],
} as const

/** What lies over the list, so that nothing moves when it comes and goes. */
function News({ newer, missed, onLatest }: { newer: number; missed: number; onLatest: () => void }) {
  return (
    <div class={`news ${newer > 0 || missed > 0 ? 'floating' : ''}`}>
      {newer > 0 ? (
        <button type="button" class="button quiet small" onClick={onLatest}>
          {counted(newer, 'newer call')}
        </button>
      ) : null}
      <p role="status">{missed > 0 ? `${counted(missed, 'call')} came faster than they could be shown.` : ''}</p>
    </div>
  )
}

const statusOptions = [
  { value: '', text: 'Any status' },
  { value: '2', text: '2xx, answered' },
  { value: '3', text: '3xx' },
  { value: '4', text: '4xx, refused' },
  { value: '5', text: '5xx, failed' },
  { value: 'effect', text: 'No reply sent' },
]

interface FilterBarProps {
  readonly filter: CallFilter
  readonly onFilter: (filter: CallFilter) => void
  readonly children: ComponentChildren
}

function FilterBar({ filter, onFilter, children }: FilterBarProps) {
  const operations = usePanel().lists.operations.map(({ id }) => ({ value: id as string, text: id as string }))
  return (
    <form class="form calls-filter" aria-label="Filter" onSubmit={(event) => event.preventDefault()}>
      <TextField
        label="Find"
        type="search"
        placeholder="target, reason, scenario, #17 …"
        value={filter.text}
        onValue={(text) => onFilter({ ...filter, text })}
      />
      <Choice
        label="Operation"
        value={filter.operation}
        onChange={(operation) => onFilter({ ...filter, operation })}
        options={[{ value: '', text: 'Any operation' }, ...operations, { value: 'none', text: 'Not documented' }]}
      />
      <Choice
        label="Status"
        value={filter.status}
        onChange={(status) => onFilter({ ...filter, status })}
        options={statusOptions}
      />
      {children}
    </form>
  )
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
  if (lists.deployment !== null) return <Empty title="Nothing went through yet.">Send calls to the proxy.</Empty>
  return (
    <Empty title="Nobody has called yet.">
      <p>
        {transport.isServer
          ? 'Send a call to this mock. It appears here at once, with the reason for its answer:'
          : 'As soon as the app calls, the call appears here, with the reason for its answer. With npm start, this line sends one:'}
      </p>
      <ShellLine line={line} what="the line for a first call" />
      <SendButton call={call} kind="primary">
        Send one
      </SendButton>
    </Empty>
  )
}
