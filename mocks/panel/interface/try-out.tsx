import { useState } from 'preact/hooks'
import { readJson } from '../../../spec/index.ts'
import { keyIn } from '../../keys/keys.ts'
import { usePanel } from '../panel-context.tsx'
import type { InterfaceReply, RequestError } from '../../control/client/transport.ts'
import { FormWithCommand, SubmitButton } from '../ui/action.tsx'
import { millisecondsText } from '../ui/duration.ts'
import { Choice, TextField } from '../ui/field.tsx'
import { Badge, Part, statusKind } from '../ui/layout.tsx'
import { MessageView } from '../ui/text.tsx'
import { useCallLine } from '../bench/call-line.tsx'
import { type Operation, bodyOf, kindOf, literal, membersOf } from './interface-document.ts'
import { type Draft, callOfDraft, draftOf, memberOf, withMember } from './interface-draft.ts'

/** What came of a call. */
interface Outcome {
  readonly note: string
  readonly isProblem?: boolean
  readonly reply?: InterfaceReply
}

/** Sends a call of an operation to the mock, right or wrong as it is filled in, and shows the reply. */
export function TryOut({ operation }: { operation: Operation }) {
  const panel = usePanel()
  const { lists, sandbox, transport } = panel
  const [draft, setDraft] = useState(() => draftOf(operation, keyIn(sandbox, 'test_pro')))
  const [{ note, isProblem, reply }, setOutcome] = useState<Outcome>({ note: 'The reply will appear here.' })
  const set =
    <Name extends keyof Draft>(name: Name) =>
    (value: Draft[Name]) =>
      setDraft((before) => ({ ...before, [name]: value }))
  const call = callOfDraft(operation, draft)
  const line = useCallLine(call)
  const send = async () => {
    const begin = performance.now()
    const took = () => millisecondsText(performance.now() - begin)
    const waiting = { note: 'Waiting for the reply …' }
    // Another call may have been sent since.
    const settle = (came: Outcome) => setOutcome((before) => (before === waiting ? came : before))
    panel.showCommand(line)
    setOutcome(waiting)
    try {
      settle({ reply: await transport.call(call), note: `in ${took()}` })
    } catch (error) {
      settle({ note: `${(error as RequestError).message} (after ${took()})`, isProblem: true })
    }
  }
  const date = reply?.headers.find(([name]) => name.toLowerCase() === 'date')?.[1] ?? ''
  const { schema, examples } = bodyOf(operation.requestBody) ?? { examples: [] }
  const testKeys = lists.testKeys.map(({ key, summary }) => [keyIn(sandbox, key), `${key}: ${summary}`] as const)
  const scenarios = lists.scenarios
    .filter(({ operations }) => operations?.some((id) => id === operation.operationId) !== false)
    .map(({ id, summary }) => [`scenario=${id}`, `${id}: ${summary}`] as const)
  const replies = Object.entries(operation.responses).flatMap(([status, message]) =>
    (bodyOf(message)?.examples ?? []).map(
      ({ name, summary }) => [`example=${name}`, `example ${name} (${status}): ${summary}`] as const,
    ),
  )
  const bodies = new Map(examples.map(({ text, summary }) => [text, summary]))
  if (!bodies.has(draft.body)) bodies.set(draft.body, 'As written below')
  return (
    <Part title="Try it out">
      <FormWithCommand
        class="stack"
        label={`Try out ${operation.operationId}`}
        sent={line}
        onPreview={() => panel.showCommand(line)}
        onSubmit={() => void send()}
      >
        {operation.parameters?.map(({ name, in: place, schema: kind }) => {
          const field = { label: `${name}, in the ${place}`, value: draft.values[name] ?? '' }
          const onValue = (value: string) => set('values')({ ...draft.values, [name]: value })
          return kind.enum === undefined ? (
            <TextField key={name} {...field} spellcheck={false} hint={kindOf(kind)} onValue={onValue} />
          ) : (
            <ValueChoice key={name} {...field} values={kind.enum} onValue={onValue} />
          )
        })}
        <Choice label="Key" options={[...testKeys, ['', 'no key']]} value={draft.key} onValue={set('key')} />
        <Choice
          label="Prefer"
          hint="Asks the mock for a scenario or an example, for this call only."
          options={[['', 'nothing, answer as usual'], ...scenarios, ...replies]}
          value={draft.prefer}
          onValue={set('prefer')}
        />
        <TextField
          label="Further headers"
          hint="One a line, such as prefer: code=429, delay=500 or authorization: Bearer another-key"
          rows={2}
          value={draft.headers}
          onValue={set('headers')}
        />
        {schema === undefined ? null : (
          <>
            <Choice label="Example" options={[...bodies]} value={draft.body} onValue={set('body')} />
            {membersOf(schema).map(({ name, schema: { enum: values } }) =>
              values === undefined ? null : (
                <ValueChoice
                  key={name}
                  label={`Body: ${name}`}
                  values={values}
                  value={memberOf(draft.body, name)}
                  onValue={(text) => {
                    const value = values.find((each) => literal(each) === text)
                    set('body')(withMember(draft.body, name, value))
                  }}
                />
              ),
            )}
            <TextField
              label={`Body, ${kindOf(schema)}`}
              problem={readJson(draft.body).ok ? undefined : 'This is not valid JSON. It is sent anyway.'}
              rows={7}
              value={draft.body}
              onValue={set('body')}
            />
          </>
        )}
        <div class="row">
          <SubmitButton text="Send" />
        </div>
      </FormWithCommand>
      <p role="status" class="row">
        {reply && <span class="visually-hidden">Answered with </span>}
        {reply && <Badge kind={statusKind(reply.status)}>{reply.status}</Badge>}
        <span class={isProblem === true ? 'problem' : 'muted'}>{note}</span>
      </p>
      {/* The time by the clock of the sandbox, as the reply gives it. */}
      {reply && <MessageView of="reply" {...reply} nowMilliseconds={Date.parse(date) || Date.now()} />}
    </Part>
  )
}

interface ValueChoiceProps {
  readonly label: string
  readonly values: readonly unknown[]
  /** What is written; empty where nothing is. */
  readonly value: string
  readonly onValue: (value: string) => void
}

/** The few values that something can have; what is written may be another one: spec/decisions/0092-values-of-a-json-body.md. */
function ValueChoice({ label, values, value, onValue }: ValueChoiceProps) {
  const texts = [...new Set(['', ...values.map(literal), value])]
  return (
    <Choice
      label={label}
      options={texts.map((text) => [text, text || 'not sent'] as const)}
      value={value}
      onValue={onValue}
    />
  )
}
