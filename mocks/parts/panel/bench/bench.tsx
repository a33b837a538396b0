import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { counted } from '../../../../spec/counted.ts'
import type { JournalEntry } from '../../../journal/journal.ts'
import { keyIn } from '../../../keys/keys.ts'
import { saveCalls } from '../actions.ts'
import { usePanel } from '../panel-context.tsx'
import { WorkButton } from '../ui/action.tsx'
import { Field } from '../ui/field.tsx'
import { Button, Empty } from '../ui/layout.tsx'
import { Commands } from '../ui/menu.tsx'
import { Roving } from '../ui/roving.tsx'
import { hasWords } from '../visible-text.ts'
import { CallList } from './call-list.tsx'
import { keyText, statusWord } from '../../../journal-text/short-reason.ts'
import type { Calls } from './calls.ts'
import { CallView } from './call-view.tsx'
import { type Marks, useFeed } from './feed.tsx'

/** What the chips show, by their names. */
const chips: Readonly<Record<string, (entry: JournalEntry, marks: Marks) => boolean>> = {
  all: () => true,
  '2xx': ({ status, response }) => Math.floor(status / 100) === 2 && response.effect === null,
  '4xx': ({ status }) => Math.floor(status / 100) === 4,
  '5xx': ({ status }) => Math.floor(status / 100) === 5,
  played: ({ scenario, fault }) => scenario !== null || fault !== null,
  findings: ({ number }, marks) => marks.has(number),
}

/** What a call can be found by. */
function textOf(entry: JournalEntry): string {
  const { number, method, target, operation, status, plan, reason, request, response } = entry
  const end = response.effect === null ? `${status} ${Math.floor(status / 100)}xx` : statusWord(status, response.effect)
  const was = entry.steps.some(({ heldMilliseconds }) => heldMilliseconds !== undefined) ? 'held' : ''
  return [`#${number};`, method, target, operation ?? 'undocumented', end, was, plan]
    .concat(`key:${keyText(entry)};`, reason, request.body, response.body)
    .join(' ')
}

/** A number and a key are meant whole: the call 1 and not also 10. */
const wholeWords = (search: string) => search.replaceAll(/(?:#\d|key:)\S*/g, '$&;')

/** The calls of the sandbox as they come, a line each, and the one that is open as a whole. */
export function Bench() {
  const { call, detail, openCall, go } = usePanel()
  const { calls, marks, found } = useFeed()
  const [search, setSearch] = useState('')
  const [chip, setChip] = useState('all')
  useEffect(() => {
    // Whoever led here says which calls.
    if (detail === undefined) return
    setSearch(detail)
    setChip('all')
    go('calls')
  }, [detail])
  const hadCalls = useRef(false)
  useEffect(() => {
    // What was looked for went with the calls.
    if (hadCalls.current && calls.length === 0) setSearch('')
    hadCalls.current = calls.length > 0
  }, [calls.length === 0])
  const hits = useMemo(() => calls.filter((entry) => hasWords(textOf(entry), wholeWords(search))), [calls, search])
  const entries = useMemo(() => hits.filter((entry) => chips[chip]?.(entry, marks)), [hits, marks, chip])
  const judged = found && `${counted(found.judged, 'answer')} judged, ${counted(found.findings.length, 'finding')}`
  const opened = calls.find(({ number }) => number === call)
  useEffect(() => {
    if (opened && !entries.includes(opened)) openCall(undefined)
  }, [search, chip])
  const box = useRef<HTMLDivElement>(null)
  const focus = (selector: string) => box.current?.querySelector<HTMLElement>(selector)?.focus()
  // Where a call lay over the list, that can take the focus once it is gone, and before the next key.
  const isClosing = useRef(false)
  useLayoutEffect(() => {
    if (isClosing.current) focus('.calls')
    isClosing.current = false
  }, [opened])
  const close = () => {
    isClosing.current = true
    openCall(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key, defaultPrevented: isDone } = event
    const elsewhere = `input${key.startsWith('Arrow') ? ':not([type=search])' : ''}, textarea, select, pre, code`
    if (isDone || (target instanceof Element && target.matches(elsewhere))) return
    const at = opened === undefined ? -1 : entries.indexOf(opened)
    const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length }
    const to = steps[key]
    if (to !== undefined) openCall(entries[Math.max(0, Math.min(to, entries.length - 1))]?.number)
    else if (key === 'Enter' && target === box.current?.querySelector('.calls')) focus('.call-view h2')
    else return
    event.preventDefault()
  }
  return (
    <div class="bench" onKeyDown={onKeyDown}>
      <div class="bar bench-bar unlabelled" role="group" aria-label="Which calls are shown">
        <Roving class="chips">
          <Chips of={hits} chosen={chip} onChoose={setChip} />
        </Roving>
        <p role="status" class="muted">
          {search === '' ? judged : entries.length > 0 && counted(entries.length, 'call')}
        </p>
        <Field type="search" label="Find" placeholder="getPet 4xx, slow, #17 …" value={search} onValue={setSearch} />
      </div>
      <div class="board" ref={box}>
        {calls.length === 0 ? (
          <NoCall />
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
          <CallList entries={entries} opened={opened} />
        )}
        {opened && <CallView entry={opened} onClose={close} />}
      </div>
    </div>
  )
}

function Chips(props: { of: Calls; chosen: string; onChoose: (chip: string) => void }) {
  const { of: calls, chosen, onChoose } = props
  const { marks } = useFeed()
  return Object.entries(chips).map(([chip, fits]) => {
    const count = calls.filter((entry) => fits(entry, marks)).length
    return (
      <Button
        key={chip}
        class={`quiet chip ${chip === 'findings' && count > 0 ? 'problem' : ''}`}
        aria-pressed={chip === chosen}
        onClick={() => onChoose(chip === chosen ? 'all' : chip)}
      >
        {chip} <small>{count.toLocaleString('en')}</small>
      </Button>
    )
  })
}

/** Saves the calls that this tab has, of a mock that is gone. */
export function SaveKept() {
  return <Commands of={saveCalls(usePanel(), useFeed().calls)} />
}

/** What to do where nothing has called yet. */
function NoCall() {
  const { transport, sandbox, lists } = usePanel()
  const { isLoading, send } = useFeed()
  const headers = { authorization: `Bearer ${keyIn(sandbox, 'test_pro')}` }
  const call = { method: 'GET', target: '/v1/pets?limit=2', headers }
  if (isLoading) return <div class="grows" aria-busy="true" />
  if (transport.report) return <Empty title={`No call came to the sandbox ${sandbox}.`} />
  if (lists.deployment !== null) return <Empty title="Nothing went through yet.">Send calls to the proxy.</Empty>
  return (
    <Empty title="There are no calls.">
      <p>As soon as a client calls, the call appears here, with the reason for its answer.</p>
      <WorkButton text="Send one" onWork={() => send(call)} class="primary" />
    </Empty>
  )
}
