import { useId, useState } from 'preact/hooks'
import { keyIn } from '../../../keys/keys.ts'
import { usePanel } from '../../panel-context.tsx'
import type { InterfaceReply, PanelError } from '../../transport/transport.ts'
import { millisecondsText } from '../../ui/duration.ts'
import { Choice, Field, TextField } from '../../ui/field.tsx'
import { Badge, Card, statusKind } from '../../ui/layout.tsx'
import { MessageView } from '../../ui/reply-view.tsx'
import { useFormLine } from '../../ui/use-form-line.ts'
import { ShellLine } from '../../ui/shell-line.tsx'
import { useCallLine } from '../now/call-again.tsx'
import {
  type Body,
  type Operation,
  type Parameter,
  bodyOf,
  interfaceDocument,
  kindOf,
  literal,
} from './interface-document.ts'
import { type Draft, callOfDraft } from './interface-draft.ts'
import { bodyHint, parameterHint } from './interface-hints.ts'

/** What was changed of a draft, and what came of the call. */
export interface Try extends Partial<Draft> {
  readonly outcome?: Outcome
}

interface Outcome {
  readonly note: string
  readonly isWaiting?: boolean
  readonly isProblem?: boolean
  readonly reply?: InterfaceReply
}

interface TryOutProps {
  readonly operation: Operation
  readonly tried: Draft & Try
  readonly onTry: (change: (before: Try | undefined) => Try) => void
}

/** Sends a call of an operation to the mock, right or wrong as it is filled in, and shows the reply. */
export function TryOut({ operation, tried, onTry }: TryOutProps) {
  const panel = usePanel()
  const { lists, sandbox, transport } = panel
  const call = callOfDraft(interfaceDocument().prefix, operation, tried)
  const line = useCallLine(call)
  const formLine = useFormLine(() => panel.showLine(line), line)
  const set = (part: Try) => onTry(() => part)
  const send = async () => {
    const begin = performance.now()
    const took = () => millisecondsText(performance.now() - begin)
    const waiting = { note: 'Waiting for the reply …', isWaiting: true }
    // Another call may have been sent since, or nobody waits any more.
    const settle = (outcome: Outcome) => onTry((before) => (before?.outcome === waiting ? { outcome } : {}))
    panel.showLine(line)
    set({ outcome: waiting })
    try {
      const reply = await transport.call(call)
      settle({ note: `in ${took()}`, reply })
    } catch (error) {
      settle({ note: `${(error as PanelError).message} (after ${took()})`, isProblem: true })
    }
  }
  const body = bodyOf(operation.requestBody)
  const testKeys = lists.testKeys.map(({ key, summary }) => ({ value: keyIn(sandbox, key), summary }))
  const scenarios = lists.scenarios
    .filter(({ operations }) => operations?.some((id) => id === operation.id) !== false)
    .map(({ id, summary }) => ({ value: `scenario=${id}`, text: `${id}: ${summary}` }))
  const examples = Object.entries(operation.responses ?? {}).flatMap(([status, reply]) =>
    (bodyOf(reply)?.examples ?? []).map(({ name, summary }) => ({
      value: `example=${name}`,
      text: `example ${name} (${status}): ${summary}`,
    })),
  )
  return (
    <Card title="Try it out">
      <form
        class="try-form"
        aria-label={`Try out ${operation.id}`}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        {...formLine}
      >
        {operation.parameters.map((parameter) => (
          <ParameterField
            key={`${parameter.in} ${parameter.name}`}
            parameter={parameter}
            value={tried.values[parameter.name] ?? ''}
            onValue={(value) => set({ values: { ...tried.values, [parameter.name]: value } })}
          />
        ))}
        {body === undefined ? null : <BodyFields body={body} draft={tried} onChange={set} />}
        <ListedField
          label="Key"
          hint={testKeys.find(({ value }) => value === tried.key)?.summary}
          options={[...testKeys.map(({ value }) => ({ value, text: value })), { value: '', text: 'no key' }]}
          value={tried.key}
          onValue={(key) => set({ key })}
          other={{ label: 'The other key', hint: 'The line for a shell has a variable in its place.' }}
        />
        <ListedField
          label="Prefer"
          hint="Asks the mock for a scenario or an example, for this call only."
          options={[{ value: '', text: 'nothing, answer as usual' }, ...scenarios, ...examples]}
          value={tried.prefer}
          onValue={(prefer) => set({ prefer })}
          other={{ label: 'The Prefer header', hint: 'Such as code=429, delay=500' }}
        />
        <TextField
          label="Further query"
          hint="Sent as it is, such as colour=red. For parameters that the document does not name."
          spellcheck={false}
          value={tried.furtherQuery}
          onValue={(furtherQuery) => set({ furtherQuery })}
        />
        <div class="row wide">
          <button type="submit" class="button primary">
            Send
          </button>
          <span class="mono muted">{`${call.method} ${call.target}`}</span>
        </div>
      </form>
      <ShellLine line={line} what="the line of this call" />
      <OutcomeView
        {...(tried.outcome ?? { note: 'The reply will appear here.' })}
        onLeave={() => set({ outcome: { note: 'You stopped waiting for this reply.' } })}
      />
    </Card>
  )
}

function OutcomeView({ note, isWaiting, isProblem, reply, onLeave }: Outcome & { readonly onLeave: () => void }) {
  const date = reply?.headers.find(([name]) => name.toLowerCase() === 'date')?.[1] ?? ''
  return (
    <div class="stack try-outcome">
      <p role="status" class="row">
        {reply === undefined ? null : (
          <>
            <span class="visually-hidden">Answered with </span>
            <Badge kind={statusKind(reply.status)}>{reply.status}</Badge>
          </>
        )}
        <span class={isProblem === true ? 'problem' : 'muted'}>{note}</span>
        {isWaiting === true ? (
          <button type="button" class="button small" onClick={onLeave}>
            Stop waiting
          </button>
        ) : null}
      </p>
      {reply === undefined ? null : (
        // The time by the clock of the sandbox, as the reply gives it.
        <MessageView of="reply" {...reply} nowMilliseconds={Date.parse(date) || Date.now()} />
      )}
    </div>
  )
}

interface ValueProps {
  readonly value: string
  readonly onValue: (value: string) => void
}

/** A parameter of the operation, with what the document says against its value. */
function ParameterField({ parameter, ...field }: ValueProps & { readonly parameter: Parameter }) {
  const { name, required, schema } = parameter
  const list = useId()
  const choices = schema.enum?.map(literal) ?? []
  const usual = schema.default === undefined ? '' : `, ${literal(schema.default)} if left out`
  return (
    <div>
      <TextField
        {...field}
        label={`${name}, in the ${parameter.in}${required === true ? '' : ', optional'}`}
        hint={`${kindOf(schema)}${choices.length === 0 ? '' : `: ${choices.join(', ')}`}${usual}`}
        problem={sentAnyway(parameterHint(parameter, field.value))}
        spellcheck={false}
        list={list}
      />
      <datalist id={list}>
        {choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    </div>
  )
}

function sentAnyway(problem: string | undefined): string | undefined {
  return problem && `${problem} It is sent anyway.`
}

interface BodyFieldsProps {
  readonly body: Body
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
}

/** The body: one of the examples, or anything else. */
function BodyFields({ body, draft, onChange }: BodyFieldsProps) {
  const texts = body.examples.map(({ text, summary }) => ({ value: text, text: summary }))
  const isExample = texts.some(({ value }) => value === draft.body)
  return (
    <>
      <Choice
        label="Example"
        options={isExample ? texts : [{ value: draft.body, text: 'As written below' }, ...texts]}
        value={draft.body}
        onChange={(text) => onChange({ body: text })}
      />
      <TextField
        label="Content-Type"
        hint={`The document says ${body.mediaType}.`}
        spellcheck={false}
        value={draft.contentType}
        onValue={(contentType) => onChange({ contentType })}
      />
      <div class="wide">
        <Field
          label={`Body, ${kindOf(body.schema)}`}
          hint="It fits the document."
          problem={sentAnyway(bodyHint(body, draft.body))}
        >
          {(attributes) => (
            <textarea
              {...attributes}
              rows={7}
              spellcheck={false}
              value={draft.body}
              onInput={(event) => onChange({ body: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
    </>
  )
}

interface ListedFieldProps extends ValueProps {
  readonly label: string
  readonly hint: string | undefined
  readonly options: readonly { readonly value: string; readonly text: string }[]
  /** The field for a value that is not listed. */
  readonly other: { readonly label: string; readonly hint: string }
}

const otherValue = '§other'

/** A value of a list, or any other text. */
function ListedField({ options, value, onValue, other, ...texts }: ListedFieldProps) {
  const [isOther, setOther] = useState(options.every((option) => option.value !== value))
  return (
    <>
      <Choice
        {...texts}
        options={[...options, { value: otherValue, text: 'another …' }]}
        value={isOther ? otherValue : value}
        onChange={(chosen) => {
          setOther(chosen === otherValue)
          onValue(chosen === otherValue ? '' : chosen)
        }}
      />
      {isOther ? <TextField {...other} spellcheck={false} value={value} onValue={onValue} /> : null}
    </>
  )
}
