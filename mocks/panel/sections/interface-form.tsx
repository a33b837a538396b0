import { useId, useRef, useState } from 'preact/hooks'
import { keyIn } from '../../keys.ts'
import { usePanel } from '../panel-context.tsx'
import type { InterfaceReply, PanelError } from '../transport/transport.ts'
import { millisecondsText } from '../ui/duration.ts'
import { Field, TextField } from '../ui/field.tsx'
import { useFormLine } from '../ui/use-form-line.ts'
import { Badge, Card, statusKind } from '../ui/layout.tsx'
import { BodyView, HeadersView } from '../ui/reply-view.tsx'
import { CallLine, useCallLine } from './call-again.tsx'
import type { DocumentedOperation, DocumentedParameter, InterfaceDocument } from './interface-document.ts'
import { type Draft, callOfDraft } from './interface-draft.ts'
import { bodyHint, parameterHint } from './interface-hints.ts'

/** What came of a call that was tried out. */
export type Outcome =
  | { readonly kind: 'waiting'; readonly sinceMilliseconds: number }
  | {
      readonly kind: 'reply'
      readonly reply: InterfaceReply
      readonly tookMilliseconds: number
      readonly atMilliseconds: number
    }
  | { readonly kind: 'failed'; readonly message: string; readonly tookMilliseconds: number }
  | { readonly kind: 'left' }

interface TryOutProps {
  readonly document: InterfaceDocument
  readonly operation: DocumentedOperation
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly outcome: Outcome | undefined
  readonly onOutcome: (outcome: Outcome) => void
}

/** Sends a call of an operation to the mock, right or wrong as it is filled in, and shows the reply. */
export function TryOut({ document, operation, draft, onDraft, outcome, onOutcome }: TryOutProps) {
  const panel = usePanel()
  const call = callOfDraft(document.prefix, operation, draft)
  const line = useCallLine(call)
  const latest = useRef(0)
  const formLine = useFormLine(() => panel.showLine(line), line)
  const change = (part: Partial<Draft>) => onDraft({ ...draft, ...part })
  const send = async () => {
    const number = ++latest.current
    const begin = performance.now()
    panel.showLine(line)
    onOutcome({ kind: 'waiting', sinceMilliseconds: begin })
    const settle = (next: Outcome) => {
      if (number === latest.current) onOutcome(next)
    }
    try {
      const reply = await panel.transport.call(call)
      settle({ kind: 'reply', reply, tookMilliseconds: performance.now() - begin, atMilliseconds: instantOf(reply) })
    } catch (error) {
      settle({ kind: 'failed', message: (error as PanelError).message, tookMilliseconds: performance.now() - begin })
    }
  }
  const leave = () => {
    latest.current++
    onOutcome({ kind: 'left' })
  }
  const { body } = operation
  return (
    <Card title="Try it out" class="try-out">
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
            key={`${operation.id} ${parameter.place} ${parameter.name}`}
            document={document}
            parameter={parameter}
            value={draft.values[parameter.name] ?? ''}
            onValue={(value) => change({ values: { ...draft.values, [parameter.name]: value } })}
          />
        ))}
        {body === undefined ? null : <BodyField {...{ document, operation, draft, change }} />}
        <KeyField draft={draft} change={change} />
        <PreferField operation={operation} draft={draft} change={change} />
        <TextField
          label="Further query"
          hint="Sent as it is, such as colour=red. For what the document does not name."
          spellcheck={false}
          value={draft.furtherQuery}
          onValue={(value) => change({ furtherQuery: value })}
        />
        <div class="row try-send">
          <button type="submit" class="button primary">
            Send
          </button>
          <span class="mono try-target">{`${call.method} ${call.target}`}</span>
        </div>
      </form>
      <CallLine line={line} what="the line of this call" />
      <OutcomeView outcome={outcome} onLeave={leave} />
    </Card>
  )
}

/** When a reply was sent, by the sandbox's clock as the reply tells it. */
function instantOf({ headers }: InterfaceReply): number {
  const date = Date.parse(headers.find(([name]) => name.toLowerCase() === 'date')?.[1] ?? '')
  return Number.isNaN(date) ? Date.now() : date
}

interface ParameterFieldProps {
  readonly document: InterfaceDocument
  readonly parameter: DocumentedParameter
  readonly value: string
  readonly onValue: (value: string) => void
}

function ParameterField({ document, parameter, value, onValue }: ParameterFieldProps) {
  const { name, place, choices, fallback, isRequired, kind } = parameter
  const list = useId()
  const problem = parameterHint(document.root, parameter, value)
  const hint = `${kind}${choices.length === 0 ? '' : `: ${choices.join(', ')}`}${fallback === undefined ? '' : `, ${fallback} where left out`}`
  return (
    <Field
      label={`${name}, in the ${place}${isRequired ? '' : ', optional'}`}
      hint={problem === undefined ? hint : `${problem} It is sent all the same.`}
    >
      {(attributes) => (
        <>
          <input
            {...attributes}
            class={problem === undefined ? '' : 'is-odd'}
            spellcheck={false}
            autocomplete="off"
            list={choices.length === 0 ? undefined : list}
            value={value}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
          {choices.length === 0 ? null : (
            <datalist id={list}>
              {choices.map((choice) => (
                <option key={choice} value={choice} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}

interface PartProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
}

interface BodyFieldProps extends PartProps {
  readonly document: InterfaceDocument
  readonly operation: DocumentedOperation
}

function BodyField({ document, operation: { body }, draft, change }: BodyFieldProps) {
  if (body === undefined) return null
  const problem = bodyHint(document.root, body, draft.body)
  const chosen = body.examples.find(({ text }) => text === draft.body)?.name ?? ''
  return (
    <>
      {body.examples.length === 0 ? null : (
        <Field label="Example">
          {(attributes) => (
            <select
              {...attributes}
              value={chosen}
              onChange={(event) => {
                const example = body.examples.find(({ name }) => name === event.currentTarget.value)
                if (example !== undefined) change({ body: example.text })
              }}
            >
              {chosen === '' ? <option value="">As written below</option> : null}
              {body.examples.map(({ name, summary }) => (
                <option key={name} value={name}>
                  {summary}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <TextField
        label="Content-Type"
        hint={`The document says ${body.mediaType}.`}
        spellcheck={false}
        value={draft.contentType}
        onValue={(value) => change({ contentType: value })}
      />
      <div class="try-body">
        <Field
          label={`Body, ${body.kind}`}
          hint={problem === undefined ? 'It fits the document.' : `${problem} It is sent all the same.`}
        >
          {(attributes) => (
            <textarea
              {...attributes}
              class={problem === undefined ? '' : 'is-odd'}
              rows={7}
              spellcheck={false}
              value={draft.body}
              onInput={(event) => change({ body: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
    </>
  )
}

const another = 'another'

function KeyField({ draft, change }: PartProps) {
  const { sandbox, lists } = usePanel()
  const known = lists.testKeys.map(({ key, summary }) => ({ key: keyIn(sandbox, key), summary }))
  const [isAnother, setAnother] = useState(draft.key !== '' && known.every(({ key }) => key !== draft.key))
  return (
    <>
      <Field
        label="Key"
        hint={
          known.find(({ key }) => key === draft.key)?.summary ?? (isAnother ? 'Any text.' : 'No Authorization header.')
        }
      >
        {(attributes) => (
          <select
            {...attributes}
            value={isAnother ? another : draft.key}
            onChange={(event) => {
              const { value } = event.currentTarget
              setAnother(value === another)
              change({ key: value === another ? '' : value })
            }}
          >
            {known.map(({ key }) => (
              <option key={key} value={key}>
                {key}
              </option>
            ))}
            <option value="">no key</option>
            <option value={another}>another key …</option>
          </select>
        )}
      </Field>
      {isAnother ? (
        <TextField
          label="The other key"
          hint="The line for a shell has a variable in its place."
          spellcheck={false}
          value={draft.key}
          onValue={(value) => change({ key: value })}
        />
      ) : null}
    </>
  )
}

function PreferField({ operation, draft, change }: PartProps & { readonly operation: DocumentedOperation }) {
  const { lists } = usePanel()
  const scenarios = lists.scenarios.filter(
    ({ operations }) => operations === null || (operations as readonly string[]).includes(operation.id),
  )
  const examples = operation.replies.flatMap(({ status, body }) =>
    (body?.examples ?? []).map(({ name, summary }) => ({
      value: `example=${name}`,
      text: `${name} (${status}): ${summary}`,
    })),
  )
  const groups = [
    {
      title: 'Scenarios',
      options: scenarios.map(({ id, summary }) => ({ value: `scenario=${id}`, text: `${id}: ${summary}` })),
    },
    { title: 'Examples of the document', options: examples },
  ]
  const isListed =
    draft.prefer === '' || groups.some(({ options }) => options.some(({ value }) => value === draft.prefer))
  const [isAnother, setAnother] = useState(!isListed)
  return (
    <>
      <Field label="Prefer" hint="Asks the mock for a scenario or an example, for this call alone.">
        {(attributes) => (
          <select
            {...attributes}
            value={isAnother ? another : draft.prefer}
            onChange={(event) => {
              const { value } = event.currentTarget
              setAnother(value === another)
              if (value !== another) change({ prefer: value })
            }}
          >
            <option value="">nothing, answer as usual</option>
            {groups.map(({ title, options }) =>
              options.length === 0 ? null : (
                <optgroup key={title} label={title}>
                  {options.map(({ value, text }) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </optgroup>
              ),
            )}
            <option value={another}>another …</option>
          </select>
        )}
      </Field>
      {isAnother ? (
        <TextField
          label="The Prefer header"
          hint="Such as code=429, delay=500"
          spellcheck={false}
          value={draft.prefer}
          onValue={(value) => change({ prefer: value })}
        />
      ) : null}
    </>
  )
}

function OutcomeView({ outcome, onLeave }: { outcome: Outcome | undefined; onLeave: () => void }) {
  return (
    <div class="try-outcome">
      <p role="status" class="row">
        <OutcomeLine outcome={outcome} />
        {outcome?.kind === 'waiting' ? (
          <button type="button" class="button small" onClick={onLeave}>
            Stop waiting
          </button>
        ) : null}
      </p>
      {outcome?.kind === 'reply' ? (
        <>
          <HeadersView
            headers={outcome.reply.headers}
            label="Headers of the reply"
            nowMilliseconds={outcome.atMilliseconds}
          />
          <BodyView text={outcome.reply.body} label="Body of the reply" />
        </>
      ) : null}
    </div>
  )
}

function OutcomeLine({ outcome }: { outcome: Outcome | undefined }) {
  if (outcome === undefined) return <span class="muted">The reply will stand here.</span>
  if (outcome.kind === 'waiting') return <span>Waiting for the reply …</span>
  if (outcome.kind === 'left') return <span>Nobody waits for this reply any longer.</span>
  if (outcome.kind === 'failed') {
    return <span class="problem">{`${outcome.message} (after ${millisecondsText(outcome.tookMilliseconds)})`}</span>
  }
  const { status } = outcome.reply
  return (
    <>
      <span class="visually-hidden">Answered with </span>
      <Badge kind={statusKind(status)}>{status}</Badge>
      <span class="muted">{`in ${millisecondsText(outcome.tookMilliseconds)}`}</span>
    </>
  )
}
