import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Operation, type OperationExamples, expectedOf, petStatuses, readJson } from '../../../../spec/index.ts'
import { examples as allExamples } from '../../../../spec/made/examples.ts'
import type { InterfaceCall } from '../../../control/client/transport.ts'
import { pathPrefix } from '../../../call/route.ts'
import { keyIn } from '../../../keys/keys.ts'
import { StatusText } from '../bench/call-list.tsx'
import { CallBody } from '../bench/call-view.tsx'
import { useFeed } from '../bench/feed.tsx'
import { useCallLine } from '../bench/call-commands.tsx'
import { usePanel } from '../panel-context.tsx'
import { useDraft } from '../ui/drafts.ts'
import { Fields, Form, type FormField, type Texts } from '../ui/form.tsx'
import { indentJson } from '../ui/indent-json.ts'
import { Button } from '../ui/layout.tsx'
import { CurlButton } from '../ui/text.tsx'
import { callOfTexts, headersProblem, parameterField, textsOfCall } from './composed-call.ts'

interface ComposerProps {
  readonly operation: Operation
  /** What it begins with. */
  readonly call: InterfaceCall | undefined
  /** By what the panel keeps what is written. */
  readonly draft: string
  /** The number of the call that was sent last, and what takes that. */
  readonly sent: number | undefined
  readonly onSent: (number: number) => void
  /** What stands beside it, below the reply. */
  readonly children: ComponentChildren
}

/** Sends a call of an operation to the mock, right or wrong as it is filled in, and shows the reply. */
export function Composer(props: ComposerProps) {
  const { operation, call, draft, sent, onSent, children } = props
  const { sandbox, lists, isLost, openCall } = usePanel()
  const { calls, send } = useFeed()
  const entry = calls.find(({ number }) => number === sent)
  const card = useRef<HTMLDivElement>(null)
  const shown = useRef(entry)
  useEffect(() => {
    if (shown.current !== entry) card.current?.scrollIntoView({ block: 'nearest' })
    shown.current = entry
  }, [entry])
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
  const { texts, write, isDraft } = useDraft(draft, begun)
  const composed = callOfTexts(operation, texts)
  const line = useCallLine(composed)
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
      <Form class="card" label={`Send ${operation.id}`} onSubmit={() => void send(composed, onSent)}>
        <h2>{operation.id}</h2>
        <Fields of={fields} texts={texts} onTexts={write} />
        <div class="row">
          <Button
            type="submit"
            text="Send"
            class="primary"
            disabled={isLost || headersProblem(texts['headers'] ?? '') !== undefined}
          />
          {isDraft && <Button text="Discard" onClick={() => write(begun)} />}
          <CurlButton line={line} />
        </div>
      </Form>
      <div class="stack">
        {entry && (
          <div ref={card} class="card call-body" role="group" aria-label={`Call ${sent}`}>
            <div class="row">
              <h2 class="grows">
                <StatusText entry={entry} />
              </h2>
              <Button text={`Open as call #${sent}`} class="small" onClick={() => openCall(sent)} />
            </div>
            <CallBody entry={entry} isReplyFirst />
          </div>
        )}
        {children}
      </div>
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
