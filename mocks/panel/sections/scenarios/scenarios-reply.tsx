import { useState } from 'preact/hooks'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { ActionForm, SubmitButton } from '../../ui/action.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { readHeaderLines } from '../interface/interface-draft.ts'
import { usePlayLimits } from './play-limits.tsx'

/** A reply of one's own, with any status, headers, body and delay, in place of what the interface says. */
export function OwnReply() {
  const target = sandboxPath(usePanel().sandbox, '/scenarios')
  const { fields, operation, isWrong, count } = usePlayLimits()
  const [status, setStatus] = useState('418')
  const [delay, setDelay] = useState('')
  const [headers, setHeaders] = useState('content-type: application/json')
  const [body, setBody] = useState('{"code":"teapot","message":"I am a teapot.","status":418}')
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
    <details class="card">
      <summary>A reply of your own</summary>
      <ActionForm
        label="A reply of your own"
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
        <div class="row">
          <SubmitButton isDisabled={!isReady}>Play this reply</SubmitButton>
          <small>A reply that was sent can be played again from the list of calls.</small>
        </div>
      </ActionForm>
    </details>
  )
}
