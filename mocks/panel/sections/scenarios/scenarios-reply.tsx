import { useState } from 'preact/hooks'
import type { JournalEntry } from '../../../journal/journal-entry.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { ActionForm, SubmitButton } from '../../ui/action.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { readHeaderLines } from '../interface/interface-draft.ts'
import { usePlayLimits } from './play-limits.tsx'

type Start = Pick<JournalEntry, 'operation' | 'status' | 'response'>

interface OwnReplyProps {
  readonly title?: string
  /** The call whose reply the form begins with. */
  readonly from?: Start
}

const teapot: Start = {
  operation: null,
  status: 418,
  response: {
    headers: { 'content-type': 'application/json' },
    body: '{"code":"teapot","message":"I am a teapot.","status":418}',
    delayMilliseconds: 0,
    effect: null,
  },
}

/** A reply of one's own, with any status, headers, body and delay, in place of what the interface says. */
export function OwnReply({ title = 'A reply of your own', from = teapot }: OwnReplyProps) {
  const { response } = from
  const target = sandboxPath(usePanel().sandbox, '/scenarios')
  const { fields, operation, isWrong, count } = usePlayLimits(from.operation ?? '')
  const [status, setStatus] = useState(String(from.status))
  const [delay, setDelay] = useState(String(response.delayMilliseconds || ''))
  const [headers, setHeaders] = useState(
    Object.entries(response.headers)
      .map((header) => header.join(': '))
      .join('\n'),
  )
  const [body, setBody] = useState(response.body)
  const [refusal, setRefusal] = useState<string>()
  const isReady = !isWrong && /^[0-9]{3}$/.test(status) && /^[0-9]{0,6}$/.test(delay)
  const reply = {
    status: Number(status),
    headers: readHeaderLines(headers),
    body,
    ...(delay === '' ? {} : { delayMilliseconds: Number(delay) }),
  }
  const limits = { ...(operation === '' ? {} : { operation }), ...count }
  return (
    <details class={from === teapot ? 'card' : 'ruled'}>
      <summary>{title}</summary>
      <ActionForm
        label={title}
        class="stack"
        request={isReady ? { method: 'POST', target, body: { scenario: 'recorded', reply, ...limits } } : undefined}
        done={`The reply ${status} is played from the next call on.`}
        onDone={() => setRefusal(undefined)}
        onRefused={setRefusal}
      >
        <div class="form">
          {fields}
          <TextField label="Status" inputMode="numeric" value={status} onValue={setStatus} />
          <TextField label="Delay, in milliseconds" inputMode="numeric" value={delay} onValue={setDelay} />
        </div>
        <TextArea label="Headers, one a line" rows={2} value={headers} onValue={setHeaders} />
        <TextArea label="Body" rows={4} problem={refusal} value={body} onValue={setBody} />
        <SubmitButton isDisabled={!isReady}>Play this reply</SubmitButton>
      </ActionForm>
    </details>
  )
}
