import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Operation, type OperationExamples, expectedOf, petStatuses, readJson } from '../../../../spec/index.ts'
import { examples as allExamples } from '../../../../spec/made/examples.ts'
import type { InterfaceCall, InterfaceReply, RequestError } from '../../../control/client/transport.ts'
import { pathPrefix } from '../../../call/route.ts'
import { keyIn } from '../../../keys/keys.ts'
import { Reason } from '../bench/call-list.tsx'
import { entryOf, useFeed } from '../bench/feed.tsx'
import { HeldFor, ReleaseButton } from '../bench/held-call.tsx'
import { useCallLine } from '../bench/call-commands.tsx'
import { usePanel } from '../panel-context.tsx'
import { millisecondsText } from '../../../journal-text/took.ts'
import { Fields, Form, type FormField, type Texts } from '../ui/form.tsx'
import { indentJson } from '../ui/indent-json.ts'
import { Badge, Button, statusKind } from '../ui/layout.tsx'
import { CurlButton, MessageView } from '../ui/text.tsx'
import { callOfTexts, headersProblem, parameterField, textsOfCall } from './composed-call.ts'

interface ComposerProps {
  readonly operation: Operation
  /** What it begins with. */
  readonly call: InterfaceCall | undefined
  /** What was written before another operation was shown, and what takes that. */
  readonly draft: Texts | undefined
  readonly onDraft: (texts: Texts) => void
  /** What came of the call that was sent last, and what takes that. */
  readonly outcome: Outcome | undefined
  readonly onOutcome: (change: (before: Outcome | undefined) => Outcome | undefined) => void
  /** What stands beside it. */
  readonly children: ComponentChildren
}

/** Sends a call of an operation to the mock, right or wrong as it is filled in, and shows the reply. */
export function Composer(props: ComposerProps) {
  const { operation, call, draft, onDraft, outcome, onOutcome, children } = props
  const { sandbox, lists, isLost, transport, notify } = usePanel()
  const { calls } = useFeed()
  const keys = lists.testKeys.map(
    ({ key, summary }) => [keyIn(sandbox, key), `${key}: ${summary.replace('valid, ', '')}`] as const,
  )
  const examples: OperationExamples = allExamples[operation.id as keyof typeof allExamples]
  const [begun] = useState(() =>
    textsOfCall(
      operation,
      call ?? sampleCall(operation, examples, keyIn(sandbox, 'test_pro')),
      keys.map(([key]) => key),
    ),
  )
  const [texts, setTexts] = useState(draft ?? begun)
  const [sentTexts, setSentTexts] = useState(begun)
  useEffect(() => onDraft(texts), [texts])
  const composed = callOfTexts(operation, texts)
  const line = useCallLine(composed)
  const send = async () => {
    const begin = performance.now()
    const took = () => millisecondsText(performance.now() - begin)
    const sent = { ...composed, after: calls[0]?.number ?? 0 }
    const waiting: Outcome = { note: 'Waiting for the reply …', sent }
    onOutcome(() => waiting)
    setSentTexts(texts)
    notify({ text: '' })
    const came = await transport.call(composed).then(
      (reply): Outcome => ({ reply, note: `in ${took()}, measured here` }),
      ({ message }: RequestError): Outcome => ({ note: `${message} (after ${took()})`, isProblem: true }),
    )
    // Another call may have been sent since.
    onOutcome((now) => (now === waiting ? { ...came, sent } : now))
  }
  const fields = [
    ...parameterFields(operation, begun),
    { name: 'key', label: 'Key', options: [...keys, ['', 'no key'] as const] },
    {
      name: 'headers',
      label: 'Further headers',
      hint: 'One a line, such as prefer: example=int64 or prefer: scenario=slow',
      rows: 2,
      problemOf: headersProblem,
    },
    {
      name: 'body',
      label: `Body, ${operation.request}`,
      rows: 5,
      spellcheck: false,
      problemOf: (text: string) => (readJson(text).ok ? undefined : 'This is not valid JSON. It is sent anyway.'),
    },
  ].filter(({ name }) => name !== 'body' || operation.request !== null)
  return (
    <div class="composer row">
      <div class="stack">
        <Form class="card" label={`Send ${operation.id}`} isDraft={texts !== sentTexts} onSubmit={() => void send()}>
          <h2>{operation.id}</h2>
          <Fields of={fields} texts={texts} onTexts={setTexts} />
          <div class="row">
            <Button
              type="submit"
              text="Send"
              class="primary"
              disabled={isLost || headersProblem(texts['headers'] ?? '') !== undefined}
            />
            <CurlButton line={line} />
          </div>
        </Form>
        {outcome && <OutcomeView operation={operation} {...outcome} />}
      </div>
      {children}
    </div>
  )
}

/** An example of all that an operation requires, and nothing else. */
function sampleCall({ method, path, request }: Operation, examples: OperationExamples, key: string) {
  const [example] = Object.values(examples['request'] ?? {})
  return {
    method,
    target: `${pathPrefix}${path.replace(/\{\w+\}/, '1')}`,
    headers: { authorization: `Bearer ${key}`, ...(request && { 'content-type': 'application/json' }) },
    body: (example && indentJson(example.text)) ?? '',
  }
}

/** What the interface forbids can be typed, too; but of a few values, one is chosen. */
function parameterFields({ parameters }: Operation, begun: Texts): readonly FormField[] {
  return Object.entries(parameters).map(([name, { in: place, type, default: usual, ...bounds }]) => {
    const values = type === 'PetStatus' ? petStatuses : null
    // A call that is sent again may have had another one.
    const text = begun[parameterField(name)] ?? ''
    const kind = type === 'int64' ? 'int64' : 'integer'
    return {
      name: parameterField(name),
      label: `${name}, in the ${place}`,
      hint: `${expectedOf({ name, word: name, type: kind, isRequired: false, ...bounds, values })}${usual === undefined ? '' : `; ${usual} if empty`}`,
      options: values ? [['', 'any'], ...new Set([...values, ...(text === '' ? [] : [text])])] : undefined,
      spellcheck: false,
    }
  })
}

/** What came of a call. */
export interface Outcome {
  readonly note: string
  readonly isProblem?: boolean
  readonly reply?: InterfaceReply
  /** What was sent, and the number of the latest call before it. */
  readonly sent?: InterfaceCall & { readonly after: number }
}

function OutcomeView({ operation, note, isProblem, reply, sent }: Outcome & Pick<ComposerProps, 'operation'>) {
  const { openCall, notify } = usePanel()
  const { calls, held } = useFeed()
  const entry = sent && entryOf(calls, sent, sent.after)
  const heldReply = held.find(({ call }) => call.number === entry?.number)
  const isOver = entry !== undefined && (reply !== undefined || isProblem === true)
  // One that was over before is only looked at again.
  const wasOver = useRef(isOver)
  useEffect(() => {
    if (isOver && !wasOver.current) notify({ text: `Call ${entry.number}: ${reply?.status ?? note}.` })
    wasOver.current = isOver
  }, [isOver])
  return (
    <div class="card" role="group" aria-label="Reply">
      <p role="status" class="row">
        {reply && <span class="visually-hidden">Answered with </span>}
        {reply && <Badge kind={statusKind(reply.status)}>{reply.status}</Badge>}
        <span class={isProblem === true ? 'problem' : 'muted'}>{note}</span>
      </p>
      {reply && !(reply.status in operation.responses) && (
        <p>
          {`The interface documents no ${reply.status} here: `}
          <em>Where it is silent</em> lists what the mock does.
        </p>
      )}
      {entry && (
        <p class="row">
          <span>
            <Reason of={entry} now={heldReply && <HeldFor heldAt={heldReply.heldAt} />} />
          </span>
          {heldReply && <ReleaseButton held={heldReply} class="small primary" />}
          <Button text={`Open as call #${entry.number}`} class="small" onClick={() => openCall(entry.number)} />
        </p>
      )}
      {reply && <MessageView of="reply" isOpen {...reply} />}
    </div>
  )
}
