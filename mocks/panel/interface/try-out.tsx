import { useState } from 'preact/hooks'
import { type Operation, type OperationExamples, petStatuses, readJson } from '../../../spec/index.ts'
import { examples as allExamples } from '../../../spec/made/examples.ts'
import { keyIn } from '../../keys/keys.ts'
import { useCallLine } from '../bench/call-line.tsx'
import { forgetDraft } from '../escape.ts'
import { usePanel } from '../panel-context.tsx'
import type { Lists } from '../../../spec/made/control-types.ts'
import type { InterfaceReply, RequestError } from '../../control/client/transport.ts'
import { Form, SubmitButton } from '../ui/action.tsx'
import { millisecondsText } from '../ui/duration.ts'
import { Choice, TextField } from '../ui/field.tsx'
import { Badge, statusKind } from '../ui/layout.tsx'
import { CurlButton, MessageView } from '../ui/text.tsx'
import { type Draft, callOfDraft, draftOf } from './interface-draft.ts'

/** What came of a call. */
interface Outcome {
  readonly note: string
  readonly isProblem?: boolean
  readonly reply?: InterfaceReply
}

/** Sends a call of an operation to the mock, right or wrong as it is filled in, and shows the reply. */
export function TryOut({ operation }: { operation: Operation }) {
  const panel = usePanel()
  const examples: OperationExamples = allExamples[operation.id as keyof typeof allExamples]
  const [draft, setDraft] = useState(() => draftOf(operation, examples, keyIn(panel.sandbox, 'test_pro')))
  const call = callOfDraft(operation, draft)
  const line = useCallLine(call)
  const { outcome, send } = useSending(call)
  const submit = (form: HTMLFormElement) => {
    forgetDraft(form)
    void send()
  }
  return (
    <div class="try-out row">
      <Form class="card" label={`Try out ${operation.id}`} onSubmit={submit}>
        <Fields operation={operation} examples={examples} draft={draft} onDraft={setDraft} />
        <div class="row">
          <SubmitButton text="Send" />
          <CurlButton line={line} />
        </div>
      </Form>
      <div class="card" role="group" aria-label="Reply">
        <OutcomeView {...outcome} />
      </div>
    </div>
  )
}

/** Sends a call, and keeps what came of the latest one. */
function useSending(call: ReturnType<typeof callOfDraft>) {
  const panel = usePanel()
  const [outcome, setOutcome] = useState<Outcome>({ note: 'The reply will appear here.' })
  const send = async () => {
    const begin = performance.now()
    const took = () => millisecondsText(performance.now() - begin)
    const waiting = { note: 'Waiting for the reply …' }
    // Another call may have been sent since.
    const settle = (came: Outcome) => setOutcome((before) => (before === waiting ? came : before))
    setOutcome(waiting)
    try {
      settle({ reply: await panel.transport.call(call), note: `in ${took()}` })
    } catch (error) {
      settle({ note: `${(error as RequestError).message} (after ${took()})`, isProblem: true })
    }
  }
  return { outcome, send }
}

interface FieldsProps {
  readonly operation: Operation
  readonly examples: OperationExamples
  readonly draft: Draft
  readonly onDraft: (change: (before: Draft) => Draft) => void
}

/** The parameters, the key, what is preferred, and the body. */
function Fields({ operation, examples, draft, onDraft }: FieldsProps) {
  const { lists, sandbox } = usePanel()
  const field = <Name extends keyof Draft>(name: Name) => ({
    value: draft[name],
    onValue: (value: Draft[Name]) => onDraft((before) => ({ ...before, [name]: value })),
  })
  const testKeys = lists.testKeys.map(({ key, summary }) => [keyIn(sandbox, key), `${key}: ${summary}`] as const)
  const { request: bodies = {}, ...replies } = examples
  return (
    <>
      {Object.entries(operation.parameters).map(([name, { in: place, type, minimum, maximum }]) => (
        <TextField
          key={name}
          label={`${name}, in the ${place}`}
          hint={
            type === 'PetStatus'
              ? petStatuses.join(', ')
              : `${type}${minimum === undefined ? '' : ` from ${minimum} to ${maximum}`}`
          }
          spellcheck={false}
          value={draft.values[name] ?? ''}
          onValue={(value) => field('values').onValue({ ...draft.values, [name]: value })}
        />
      ))}
      <Choice label="Key" options={[...testKeys, ['', 'no key']]} {...field('key')} />
      <Choice
        label="Prefer"
        hint="Asks the mock for a scenario or an example, for this call only."
        options={[['', 'nothing, answer as usual'], ...wishesOf(operation.id, lists, replies)]}
        {...field('prefer')}
      />
      <TextField label="Further headers" hint="One a line, such as prefer: delay=500" rows={2} {...field('headers')} />
      {operation.request !== null && (
        <>
          <Choice
            label="Example"
            options={[
              ...Object.values(bodies).map(({ summary, text }) => [text, summary] as const),
              ...(Object.values(bodies).some(({ text }) => text === draft.body)
                ? []
                : [[draft.body, 'As written below'] as const]),
            ]}
            {...field('body')}
          />
          <TextField
            label={`Body, ${operation.request}`}
            problem={readJson(draft.body).ok ? undefined : 'This is not valid JSON. It is sent anyway.'}
            rows={5}
            {...field('body')}
          />
        </>
      )}
    </>
  )
}

/** The values of `Prefer` that an operation has, each with what it does. */
function wishesOf(operation: string, { scenarios }: Lists, replies: OperationExamples) {
  const played = scenarios
    .filter(({ operations }) => operations?.some((id) => id === operation) !== false)
    .map(({ id, summary }) => [`scenario=${id}`, `${id}: ${summary}`] as const)
  const shown = Object.entries(replies).flatMap(([status, named]) =>
    Object.entries(named).map(
      ([name, { summary }]) => [`example=${name}`, `example ${name} (${status}): ${summary}`] as const,
    ),
  )
  return [...played, ...shown]
}

function OutcomeView({ note, isProblem, reply }: Outcome) {
  const date = reply?.headers.find(([name]) => name.toLowerCase() === 'date')?.[1] ?? ''
  return (
    <>
      <p role="status" class="row">
        {reply && <span class="visually-hidden">Answered with </span>}
        {reply && <Badge kind={statusKind(reply.status)}>{reply.status}</Badge>}
        <span class={isProblem === true ? 'problem' : 'muted'}>{note}</span>
      </p>
      {/* The time by the clock of the sandbox, as the reply gives it. */}
      {reply && <MessageView of="reply" {...reply} nowMilliseconds={Date.parse(date) || Date.now()} />}
    </>
  )
}
