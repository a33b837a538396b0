import { useEffect, useRef } from 'preact/hooks'
import type { JournalEntry } from '../../journal/journal-entry.ts'
import { stepText, stepTitle } from '../../journal/step-text.ts'
import type { Step } from '../../journal/steps.ts'
import { usePanel } from '../panel-context.tsx'
import { millisecondsText } from '../ui/duration.ts'
import { CloseButton, Finding, Part, SectionLink } from '../ui/layout.tsx'
import { CopyButton, MessageView, Text } from '../ui/text.tsx'
import { SendButton, callOf, useCallLine } from './call-line.tsx'
import { StatusText } from './call-list.tsx'
import { keyText, shortReason } from './call-reason.ts'
import { changesOf } from './changes.ts'
import { fetchCode, httpFile, vitestCode } from './copy-as.ts'
import { useFeed } from './feed.tsx'
import { NextTime } from './next-time.tsx'

interface CallViewProps {
  readonly entry: JournalEntry
  readonly onClose: () => void
}

/** What was done with a reply that was not sent as it was made. */
const unsent = {
  reset: 'The connection was cut in place of this reply.',
  hang: 'It was never sent.',
  hold: 'It was held back, and may have been changed or cut when it was released.',
} as const

/** A call as a whole: why it was answered so, what it changed, what was sent and came back, and how to have it again. */
export function CallView({ entry, onClose }: CallViewProps) {
  const { lists, transport } = usePanel()
  const isHeld = useFeed().isHeld(entry)
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => body.current?.scrollTo(0, 0), [entry])
  const isMock = lists.deployment === null
  const { number, method, target, at, operation, tookMilliseconds, response, request } = entry
  const delay = response.delayMilliseconds > 0 ? `${millisecondsText(response.delayMilliseconds)} delay` : undefined
  return (
    <div class="call-view" role="group" aria-label={`Call ${number}`}>
      <div class="call-title row">
        <h2 tabIndex={-1}>
          <StatusText entry={entry} /> <Text>{method}</Text>{' '}
          <span class="mono">
            <Text>{target}</Text>
          </span>
        </h2>
        <CloseButton label={`Close “Call ${number}”`} onClick={onClose} />
        <small>
          {[`call ${number}`, operation ?? 'undocumented', keyText(entry), millisecondsText(tookMilliseconds), delay]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      <div class="call-body" ref={body}>
        <FindingsOf entry={entry} />
        {isMock && <Why entry={entry} />}
        {isMock && <Changed entry={entry} />}
        {isMock && <Again entry={entry} />}
        <Part title="Request">
          <MessageView of="request" headers={Object.entries(request.headers)} body={request.body} />
        </Part>
        <Part title="Reply">
          {response.effect && <p>{isHeld ? 'It is held back.' : unsent[response.effect]}</p>}
          <MessageView
            of="reply"
            headers={Object.entries(response.headers)}
            body={response.body}
            nowMilliseconds={Date.parse(at)}
          />
        </Part>
      </div>
      {isMock && operation !== null && !transport.report && (
        <NextTime key={operation} entry={entry} operation={operation} />
      )}
    </div>
  )
}

function Why({ entry }: { entry: JournalEntry }) {
  const { transport } = usePanel()
  return (
    <Part title="Why">
      <dl class="steps">
        {entry.steps.map((step, index) => (
          <div key={index}>
            <dt>{stepTitle(step)}</dt>
            <dd>
              <Text>{isRefusal(entry, step) ? `${stepText(step)}: ${shortReason(entry)}` : stepText(step)}</Text>
            </dd>
            {step.section && (
              <dd class="muted">
                {transport.report ? `§${step.section}` : <SectionOf entry={entry} section={step.section} />}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Part>
  )
}

/** Whether the operation refused; a key, a quota or a scenario says it in its own step. */
function isRefusal({ status, plan }: JournalEntry, { step, by }: Step): boolean {
  return step === 'operation' && status >= 400 && status !== 429 && plan !== null && by === undefined
}

/** Leads to where the operation of a call can be tried. */
function SectionOf({ entry: { operation }, section }: { entry: JournalEntry; section: string }) {
  return (
    <SectionLink section="interface" detail={operation ?? undefined} aria-label={`§${section} of the interface`}>
      {`§${section}`}
    </SectionLink>
  )
}

function Changed({ entry }: { entry: JournalEntry }) {
  const { calls } = useFeed()
  const changes = changesOf(entry, calls.entries)
  return (
    <Part title="What it changed">
      {changes.length === 0 ? (
        <p class="muted">Nothing.</p>
      ) : (
        <dl class="steps changes">
          {changes.map(({ what, before, after }) => (
            <div key={what}>
              <dt>
                <Text>{what}</Text>
              </dt>
              <dd>
                {before === undefined ? null : <span class="muted">{`${before} → `}</span>}
                <Text>{after}</Text>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Part>
  )
}

function FindingsOf({ entry: { number } }: { entry: JournalEntry }) {
  const marks = useFeed().marks.get(number) ?? []
  return marks.map(({ id, isError, text, advice }) => (
    <Finding key={id} label={`Finding ${id}`} isError={isError} title={id}>
      <Text>{text}</Text>
      <p>{advice}</p>
    </Finding>
  ))
}

function Again({ entry }: { entry: JournalEntry }) {
  const { sandbox, transport } = usePanel()
  const call = callOf(entry, sandbox)
  const copies = {
    curl: useCallLine(call),
    fetch: fetchCode(transport.origin, call),
    Vitest: vitestCode(call, entry),
    '.http': httpFile(transport.origin, call),
  }
  return (
    <Part title="Again">
      <div class="row again">
        <SendButton text="Send it" call={call} />
        <span class="muted">copy as</span>
        {Object.entries(copies).map(([name, text]) => (
          <CopyButton key={name} text={text} what={`this call as ${name}`} word={name} />
        ))}
      </div>
      {call.headers['authorization'] !== entry.request.headers['authorization'] && (
        <small>The journal masks keys, so this has a test key that gets the same answer.</small>
      )}
    </Part>
  )
}
