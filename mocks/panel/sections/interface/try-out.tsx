import { readJson } from '../../../../spec/index.ts'
import { keyIn } from '../../../keys/keys.ts'
import { usePanel } from '../../panel-context.tsx'
import type { InterfaceReply, PanelError } from '../../transport/transport.ts'
import { SubmitButton } from '../../ui/action.tsx'
import { millisecondsText } from '../../ui/duration.ts'
import { Choice, TextArea, TextField } from '../../ui/field.tsx'
import { Badge, Card, statusKind } from '../../ui/layout.tsx'
import { MessageView } from '../../ui/reply-view.tsx'
import { useFormLine } from '../../ui/use-form-line.ts'
import { useCallLine } from '../now/call-again.tsx'
import { type Operation, bodyOf, kindOf } from './interface-document.ts'
import { type Draft, callOfDraft } from './interface-draft.ts'

/** What was changed of a draft, and what came of the call. */
export interface Try extends Partial<Draft> {
  readonly outcome?: Outcome
}

interface Outcome {
  readonly note: string
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
  const call = callOfDraft(operation.method, tried)
  const line = useCallLine(call)
  const formLine = useFormLine(() => panel.showLine(line), line)
  const set = (part: Try) => onTry(() => part)
  const send = async () => {
    const begin = performance.now()
    const took = () => millisecondsText(performance.now() - begin)
    const waiting = { note: 'Waiting for the reply …' }
    // Another call may have been sent since.
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
  const testKeys = lists.testKeys.map(({ key, summary }) => ({
    value: keyIn(sandbox, key),
    text: `${key}: ${summary}`,
  }))
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
        class="stack try-form"
        aria-label={`Try out ${operation.id}`}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        {...formLine}
      >
        <TextField
          label={`${operation.method}, path and query`}
          class="mono"
          spellcheck={false}
          value={tried.target}
          onValue={(target) => set({ target })}
        />
        <Choice
          label="Key"
          options={[...testKeys, { value: '', text: 'no key' }]}
          value={tried.key}
          onChange={(key) => set({ key })}
        />
        <Choice
          label="Prefer"
          hint="Asks the mock for a scenario or an example, for this call only."
          options={[{ value: '', text: 'nothing, answer as usual' }, ...scenarios, ...examples]}
          value={tried.prefer}
          onChange={(prefer) => set({ prefer })}
        />
        <TextArea
          label="Further headers"
          hint="One a line, such as prefer: code=429, delay=500 or authorization: Bearer another-key"
          rows={2}
          value={tried.headers}
          onValue={(headers) => set({ headers })}
        />
        {body === undefined ? null : (
          <>
            <Choice
              label="Example"
              options={[
                ...body.examples.map(({ text, summary }) => ({ value: text, text: summary })),
                ...(body.examples.some(({ text }) => text === tried.body)
                  ? []
                  : [{ value: tried.body, text: 'As written below' }]),
              ]}
              value={tried.body}
              onChange={(text) => set({ body: text })}
            />
            <TextArea
              label={`Body, ${kindOf(body.schema)}`}
              problem={readJson(tried.body).ok ? undefined : 'This is not valid JSON. It is sent anyway.'}
              rows={7}
              value={tried.body}
              onValue={(text) => set({ body: text })}
            />
          </>
        )}
        <div class="row">
          <SubmitButton>Send</SubmitButton>
        </div>
      </form>
      <OutcomeView {...(tried.outcome ?? { note: 'The reply will appear here.' })} />
    </Card>
  )
}

function OutcomeView({ note, isProblem, reply }: Outcome) {
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
      </p>
      {reply === undefined ? null : (
        // The time by the clock of the sandbox, as the reply gives it.
        <MessageView of="reply" {...reply} nowMilliseconds={Date.parse(date) || Date.now()} />
      )}
    </div>
  )
}
