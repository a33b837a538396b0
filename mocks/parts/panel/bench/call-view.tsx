import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { JournalEntry } from '../../../journal/journal.ts'
import { stepText, stepTitle } from '../../../journal-text/step-text.ts'
import { usePanel } from '../panel-context.tsx'
import { Button, CloseButton, Part, toneOf } from '../ui/layout.tsx'
import { Menu } from '../ui/menu.tsx'
import { CurlButton, MessageView, Text } from '../ui/text.tsx'
import { callCommands } from './call-commands.tsx'
import { StatusText, dueText } from './call-list.tsx'
import { choiceThatRefused, keyText, resultOf } from '../../../journal-text/short-reason.ts'
import { tookText } from '../../../journal-text/took.ts'
import { receivedMarker } from '../report/received.ts'
import { useFeed, useIsWaiting } from './feed.tsx'
import { HeldCall } from './held-call.tsx'
import { NextTime } from './next-time.tsx'

/** A call as a whole: why it was answered so, what was sent and came back, and how to have it again. */
export function CallView({ entry, onClose }: { entry: JournalEntry; onClose: () => void }) {
  const panel = usePanel()
  const { lists, transport } = panel
  const { send } = useFeed()
  const body = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => body.current?.scrollTo(0, 0), [entry])
  useLayoutEffect(() => {
    // Where it lies over the list, which had the keyboard.
    if (heading.current?.closest('.call-view')?.previousElementSibling?.checkVisibility() === false)
      heading.current.focus()
  }, [])
  const isMock = lists.deployment === null
  const isWaiting = useIsWaiting(entry)
  const { number, method, target, at, operation } = entry
  return (
    <div class="call-view" role="group" aria-label={`Call ${number}`}>
      <div class="row call-title">
        <h2 ref={heading} class="grows" tabIndex={-1}>
          <small>{`#${number}`}</small> <StatusText entry={entry} /> <Text>{method}</Text>{' '}
          <span class="mono">
            <Text>{target}</Text>
          </span>
        </h2>
        {isMock && (
          <Menu
            label={transport.report ? 'Copy…' : 'Copy, send…'}
            isNamed
            commands={() => callCommands(panel, entry, send)}
          />
        )}
        <CloseButton label={`Close “Call ${number}”`} onClick={onClose} />
        <small>
          {[
            operation ?? 'undocumented',
            keyText(entry),
            `${at.slice(0, 10)} ${at.slice(11, 23)}`,
            isWaiting ? dueText(entry) : tookText(entry),
          ].join(' · ')}
        </small>
      </div>
      <div class="call-body" ref={body}>
        <CallBody entry={entry} />
      </div>
      {isMock && operation !== null && !transport.report && (
        <NextTime key={`${number} ${at}`} entry={entry} operation={operation} />
      )}
    </div>
  )
}

/** Why a call was answered as it was, and what was sent and came back: first of all where somebody just sent it. */
export function CallBody({ entry, isReplyFirst }: { entry: JournalEntry; isReplyFirst?: boolean }) {
  const { lists, transport, isLost } = usePanel()
  const { held } = useFeed()
  const heldReply = held.find(({ call }) => call.number === entry.number)
  const { response, request } = entry
  const isToCome = useIsWaiting(entry) || (response.effect === 'hold' && !isLost)
  const sending = isToCome ? ', not sent yet' : response.effect === null ? '' : ', never sent'
  const reply = (
    <Part title={`Reply${sending}`}>
      <MessageView
        of="reply"
        headers={Object.entries(response.headers)}
        body={response.body}
        isMarked={transport.report && receivedMarker(transport.report.failure ?? '')}
      />
    </Part>
  )
  return (
    <>
      {heldReply && <HeldCall key={heldReply.id} held={heldReply} />}
      {isReplyFirst && reply}
      {lists.deployment === null && <Why entry={entry} />}
      <FindingsOf entry={entry} />
      <Part title="Request">
        <MessageView of="request" headers={Object.entries(request.headers)} body={request.body} />
      </Part>
      {!isReplyFirst && reply}
    </>
  )
}

function Why({ entry }: { entry: JournalEntry }) {
  const { lists, transport, go } = usePanel()
  const fault = lists.faults.find(({ id }) => id === entry.fault)
  const choice = choiceThatRefused(entry)
  return (
    <Part title="Why">
      <dl class="steps">
        {entry.steps.map((step, index) => (
          <div key={index} class={step.decided ? 'decided' : undefined}>
            <dt>{stepTitle(step)}</dt>
            <dd>
              <Text>
                {step.step === 'fault' && fault
                  ? `${fault.id}: ${fault.summary} (${fault.clause})`
                  : [stepText(step), resultOf(step, entry)].filter(Boolean).join(': ')}
              </Text>
              {step.step === 'quota' && step.by && ', as the scenario has it'}
              {step.outcome === 'undocumented-status' && choice && !transport.report && (
                <Button text="Choose otherwise" class="small" onClick={() => go('situation', choice)} />
              )}
            </dd>
            {step.section && <dd class="muted">{`§${step.section}`}</dd>}
          </div>
        ))}
      </dl>
    </Part>
  )
}

function FindingsOf({ entry: { number } }: { entry: JournalEntry }) {
  const marks = useFeed().marks.get(number) ?? []
  return marks.map(({ id, isError, text, advice, curl }) => (
    <div
      key={id}
      class="card finding"
      style={toneOf(isError ? 'bad' : 'warn')}
      role="group"
      aria-label={`Finding ${id}`}
    >
      <p>
        <strong>{id}</strong> <Text>{text}</Text>
      </p>
      <p>
        <Text>{advice}</Text>
      </p>
      {curl && <CurlButton line={curl} />}
    </div>
  ))
}
