import { useRef } from 'preact/hooks'
import { usePanel } from '../../panel-context.tsx'
import type { InterfaceReply, PanelError } from '../../transport/transport.ts'
import { TextField } from '../../ui/field.tsx'
import { Card } from '../../ui/layout.tsx'
import { useFormLine } from '../../ui/use-form-line.ts'
import { CallLine, useCallLine } from '../now/call-again.tsx'
import type { DocumentedOperation, InterfaceDocument } from './interface-document.ts'
import { type Draft, callOfDraft } from './interface-draft.ts'
import { BodyField, KeyField, ParameterField, PreferField } from './interface-fields.tsx'
import { type Outcome, OutcomeView } from './interface-outcome.tsx'

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
    onOutcome({ kind: 'waiting' })
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
