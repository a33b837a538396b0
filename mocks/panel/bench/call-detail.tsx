import { useState } from 'preact/hooks'
import type { JournalEntry } from '../../journal/journal-entry.ts'
import { usePanel } from '../panel-context.tsx'
import { ActionForm } from '../ui/action.tsx'
import { Aside, Badge, Part, SectionLink } from '../ui/layout.tsx'
import { millisecondsText } from '../ui/duration.ts'
import { TextField } from '../ui/field.tsx'
import { MessageView, ShellLine, Text } from '../ui/text.tsx'
import { readHeaderLines } from '../interface/interface-draft.ts'
import { usePlayLimits } from '../situation/play-limits.tsx'
import { SendButton, callOf, useCallLine } from './call-line.tsx'
import { StatusBadge } from './call-list.tsx'
import { reasonSteps, shortReason } from './call-reason.ts'

/** A call as a whole: why it was answered so, what was sent and what came back, and how to have it again. */
export function CallDetail({ entry, onClose }: { entry: JournalEntry; onClose: () => void }) {
  const { lists } = usePanel()
  const { number, method, target, at, plan, operation, scenario, fault, tookMilliseconds, response, request } = entry
  return (
    <Aside
      label={`Call ${number}`}
      of={entry}
      onClose={onClose}
      title={
        <>
          <StatusBadge entry={entry} /> <Text>{method}</Text>{' '}
          <span class="mono">
            <Text>{target}</Text>
          </span>
        </>
      }
    >
      <small class="row">
        <span>{`Call ${number}`}</span>
        <span>{`${at.slice(0, 10)} ${at.slice(11, 23)} UTC`}</span>
        <span>{millisecondsText(tookMilliseconds)}</span>
        {response.delayMilliseconds > 0 ? <span>{`${millisecondsText(response.delayMilliseconds)} delay`}</span> : null}
        <span>{operation ?? 'no documented operation'}</span>
        <span>{plan === null ? 'no plan' : `${plan} plan`}</span>
        {scenario === null ? null : <Badge kind="warn">{scenario}</Badge>}
        {fault === null ? null : <Badge kind="bad">{`fault ${fault}`}</Badge>}
      </small>
      {lists.deployment === null && <Why entry={entry} />}
      <Part title="Reply">
        {response.effect === null ? null : (
          <p>{response.effect === 'reset' ? 'The connection was cut in place of this reply.' : 'It was never sent.'}</p>
        )}
        <MessageView
          of="reply"
          headers={Object.entries(response.headers)}
          body={response.body}
          nowMilliseconds={Date.parse(at)}
        />
      </Part>
      <Part title="Request">
        <MessageView of="request" headers={Object.entries(request.headers)} body={request.body} />
      </Part>
      {lists.deployment === null && (
        <>
          <Again entry={entry} />
          <PlayAgain key={`${number} ${at}`} entry={entry} />
        </>
      )}
    </Aside>
  )
}

function Why({ entry }: { entry: JournalEntry }) {
  const steps = reasonSteps(entry)
  const reason = shortReason(entry)
  return (
    <Part title="Why this answer">
      <ol class="why-steps">
        {steps.map(({ title, text, section }, index) => (
          <li key={index}>
            <strong>{title}</strong>
            <Text>{text}</Text>
            {title === 'Operation' && entry.operation !== null ? (
              <SectionLink
                section="interface"
                detail={entry.operation}
                aria-label={`Section ${section}: read about ${entry.operation} in the interface`}
              >{`§ ${section}`}</SectionLink>
            ) : section === undefined ? null : (
              <Badge>{`§ ${section}`}</Badge>
            )}
          </li>
        ))}
        {entry.status < 400 || steps.some(({ text }) => text === reason) ? null : (
          <li>
            <strong>Answer</strong>
            <Text>{reason}</Text>
          </li>
        )}
      </ol>
    </Part>
  )
}

function Again({ entry }: { entry: JournalEntry }) {
  const { sandbox } = usePanel()
  const call = callOf(entry, sandbox)
  const line = useCallLine(call)
  return (
    <Part title="Repeat it">
      <ShellLine line={line} what="the line that repeats the call" />
      <div class="row">
        <SendButton text="Send it again" call={call} />
        <small>
          {call.headers['authorization'] === undefined
            ? 'It had no key.'
            : 'The journal shows test keys only: in place of any other key, this line has a test key that gets the same answer.'}
        </small>
      </div>
    </Part>
  )
}

/** Plays the reply of a call again, as it was or with another status, headers, body or delay. */
function PlayAgain({ entry }: { entry: JournalEntry }) {
  const { number, status, response } = entry
  const { headers, body, delayMilliseconds } = response
  const { to } = usePanel()
  const { fields, operation, isWrong, limits } = usePlayLimits(entry.operation ?? '')
  const [recorded] = useState({
    status: String(status),
    delay: String(delayMilliseconds || ''),
    headers: Object.entries(headers)
      .map((header) => header.join(': '))
      .join('\n'),
    body,
  })
  const [draft, setDraft] = useState(recorded)
  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    onValue: (value: string) => setDraft({ ...draft, [name]: value }),
  })
  const own = {
    ...response,
    status: Number(draft.status),
    delayMilliseconds: Number(draft.delay),
    headers: readHeaderLines(draft.headers),
    body: draft.body,
  }
  // By its number, a call stands for calls of its own operation.
  const isByNumber = draft === recorded && (operation !== '' || entry.operation === null)
  const played = isByNumber ? { call: number } : { reply: draft === recorded ? { status, ...response } : own }
  const isReady = !isWrong && /^[1-9][0-9]{2}$/.test(draft.status) && /^[0-9]{0,6}$/.test(draft.delay)
  return (
    <Part title="Make this a scenario">
      <p class="muted">The same reply comes again, whatever the animals are by then. Quotas and keys count as usual.</p>
      <ActionForm
        label="Make this a scenario"
        class="stack"
        request={isReady ? to('POST', '/scenarios', { scenario: 'recorded', ...played, ...limits }) : undefined}
        done={`The reply ${draft.status} is played from the next call on.`}
        submit="Play this reply"
      >
        <div class="form">{fields}</div>
        <details class="ruled">
          <summary>A reply of your own</summary>
          <div class="stack">
            <div class="form">
              <TextField label="Status" inputMode="numeric" {...field('status')} />
              <TextField label="Delay, in milliseconds" inputMode="numeric" {...field('delay')} />
            </div>
            <TextField label="Headers, one a line" rows={2} {...field('headers')} />
            <TextField label="Body" rows={4} {...field('body')} />
          </div>
        </details>
      </ActionForm>
    </Part>
  )
}
