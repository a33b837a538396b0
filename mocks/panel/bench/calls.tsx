import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { JournalEntry } from '../../journal/journal-entry.ts'
import { keyIn } from '../../keys/keys.ts'
import { usePanel } from '../panel-context.tsx'
import { Action, SaveButton } from '../ui/action.tsx'
import { counted } from '../../../spec/counted.ts'
import { TextField } from '../ui/field.tsx'
import { Badge, Button, Empty, Pager, Problem, SectionHead, pageSize } from '../ui/layout.tsx'
import { ShellLine } from '../ui/text.tsx'
import { SendButton, useCallLine } from './call-line.tsx'
import { CallDetail } from './call-detail.tsx'
import { CallList } from './call-list.tsx'
import { hasWords } from '../visible-text.ts'
import { type Calls, useCalls } from './use-calls.ts'

/** What a call can be found by. */
function textOf(entry: JournalEntry): string {
  const { number, method, target, operation, status, plan, scenario, fault, reason, response } = entry
  // How it ended, as people say it.
  const end = { reset: 'cut', hang: 'hangs', hold: 'held', none: `${status} ${Math.floor(status / 100)}xx` }[
    response.effect ?? 'none'
  ]
  return [`#${number}`, method, target, operation ?? 'undocumented', end, plan, scenario, fault, ...reason].join(' ')
}

/** The section "Calls": the calls of the sandbox as they come. */
export function CallsSection() {
  const { sandbox, detail, lists, to } = usePanel()
  const about = 'The calls of this sandbox as they come, and why each was answered as it was.'
  const { calls, state, problem, reload } = useCalls()
  const [search, setSearch] = useState('')
  const [isPaused, setPaused] = useState(false)
  const [isAway, setAway] = useState(false)
  const [chosen, choose] = useState<JournalEntry>()
  const [opened, open] = useState<JournalEntry>()
  const [page, setPage] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => setPage(0), [search])

  const shown = useHeld(calls, isPaused || isAway || page > 0)
  const entries = useMemo(
    () => (search.trim() === '' ? shown.entries : shown.entries.filter((entry) => hasWords(textOf(entry), search))),
    [shown, search],
  )
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
        <Button
          text={isPaused ? 'Resume' : 'Pause'}
          aria-pressed={isPaused}
          disabled={isEmpty}
          onClick={() => setPaused(!isPaused)}
        />
        {!isEmpty && <SaveButton text="Save as HAR" path="/journal/export" name={`calls-${sandbox}.har`} />}
        <Action
          text="Clear"
          request={to('DELETE', '/journal')}
          done="The journal is empty."
          isDisabled={isEmpty}
          onDone={() => {
            close()
            reload()
          }}
        />
      </SectionHead>
      {problem !== undefined && isEmpty ? (
        <Problem problem={problem} onRetry={reload} />
      ) : isEmpty ? (
        <NoCall isLoading={state === 'loading'} />
      ) : (
        <>
          <div class="row unlabelled" role="group" aria-label="Calls">
            <TextField
              label="Find"
              type="search"
              placeholder="getPet 4xx, limit=5, slow, #17 …"
              value={search}
              onValue={setSearch}
            />
            <Pager page={page} total={entries.length} what="call" onPage={setPage} />
          </div>
          <div class="split">
            {entries.length === 0 ? (
              <Empty title="No call fits.">
                <Button text="Show every call" onClick={() => setSearch('')} />
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
      {newer > 0 ? <Button text={counted(newer, 'newer call')} class="quiet small" onClick={onLatest} /> : null}
      <p role="status">{missed > 0 ? `${counted(missed, 'call')} came faster than they could be shown.` : ''}</p>
    </div>
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
      <SendButton text="Send one" call={call} kind="primary" />
    </Empty>
  )
}
