import { useEffect, useRef } from 'preact/hooks'
import type { JournalEntry } from '../../../journal/journal-entry.ts'
import { decidingStep, stepText, stepTitle } from '../../../journal/step-text.ts'
import { usePanel } from '../panel-context.tsx'
import { HeldRow } from '../situation/now.tsx'
import { millisecondsText } from '../ui/duration.ts'
import { CloseButton, Finding, Part, SectionLink } from '../ui/layout.tsx'
import { Menu } from '../ui/menu.tsx'
import { MessageView, Text } from '../ui/text.tsx'
import { callCommands } from './call-commands.tsx'
import { callOf } from './call-again.ts'
import { SendButton } from './call-line.tsx'
import { StatusText } from './call-list.tsx'
import { keyText, shortReason } from './call-reason.ts'
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

/** A call as a whole: why it was answered so, what was sent and came back, and how to have it again. */
export function CallView({ entry, onClose }: CallViewProps) {
  const { lists, transport } = usePanel()
  const { isHeld, held } = useFeed()
  const heldReply = transport.report ? undefined : held.find(({ call }) => call.number === entry.number)
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => body.current?.scrollTo(0, 0), [entry])
  const isMock = lists.deployment === null
  const { number, method, target, at, operation, tookMilliseconds, response, request } = entry
  const delay = response.delayMilliseconds > 0 ? `${millisecondsText(response.delayMilliseconds)} delay` : undefined
  return (
    <div class="call-view" role="group" aria-label={`Call ${number}`}>
      <div class="call-title row">
        <h2 tabIndex={-1}>
          <small>{`#${number}`}</small> <StatusText entry={entry} /> <Text>{method}</Text>{' '}
          <span class="mono">
            <Text>{target}</Text>
          </span>
        </h2>
        <CloseButton label={`Close “Call ${number}”`} onClick={onClose} />
        <small>
          {[operation ?? 'undocumented', keyText(entry), at.slice(11, 23), millisecondsText(tookMilliseconds), delay]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      <div class="call-body" ref={body}>
        {heldReply && (
          <ul>
            <HeldRow key={heldReply.id} held={heldReply} />
          </ul>
        )}
        <FindingsOf entry={entry} />
        {isMock && <Why entry={entry} />}
        {isMock && <Again entry={entry} />}
        <Part title="Request">
          <MessageView of="request" headers={Object.entries(request.headers)} body={request.body} />
        </Part>
        <Part title="Reply">
          {response.effect && <p>{isHeld(entry) ? 'It is held back.' : unsent[response.effect]}</p>}
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
  const decided = decidingStep(entry)
  const reason = shortReason(entry)
  return (
    <Part title="Why">
      <dl class="steps">
        {entry.steps.map((step, index) => (
          <div key={index} class={step === decided ? 'decided' : undefined}>
            <dt>{stepTitle(step)}</dt>
            <dd>
              <Text>{stepText(step)}</Text>
              {step === decided && step.step === 'operation' && reason !== '' && (
                <>
                  : <Text>{reason}</Text>
                </>
              )}
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

/** Leads to where the operation of a call can be tried. */
function SectionOf({ entry: { operation }, section }: { entry: JournalEntry; section: string }) {
  return (
    <SectionLink section="interface" detail={operation ?? undefined} aria-label={`§${section} of the interface`}>
      {`§${section}`}
    </SectionLink>
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
  const panel = usePanel()
  const call = callOf(entry, panel.sandbox)
  return (
    <Part title="Again">
      <div class="row">
        <SendButton text="Send it" call={call} />
        <Menu label="Copy, edit…" isNamed commands={() => callCommands(panel, entry)} />
      </div>
      {call.headers['authorization'] !== entry.request.headers['authorization'] && (
        <small>The journal masks keys, so this has a test key that gets the same answer.</small>
      )}
    </Part>
  )
}
