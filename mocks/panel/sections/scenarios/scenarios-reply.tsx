import { useState } from 'preact/hooks'
import type { JournalEntry } from '../../../journal/journal-entry.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { ActionForm, SubmitButton } from '../../ui/action.tsx'
import { Choice, TextArea, TextField } from '../../ui/field.tsx'
import { readHeaderLines } from '../interface/interface-draft.ts'

/** The fields that say for which calls a scenario is played, and what a person has filled in. */
export function usePlayLimits(firstOperation = '') {
  const { lists } = usePanel()
  const [operation, setOperation] = useState<string>(firstOperation)
  const [calls, setCalls] = useState('')
  const isWrong = calls !== '' && !/^[1-9][0-9]{0,14}$/.test(calls)
  const fields = (
    <>
      <Choice
        label="Which calls"
        options={[
          { value: '', text: 'all calls' },
          ...lists.operations.map(({ id }) => ({ value: id, text: `${id} only` })),
        ]}
        value={operation}
        onChange={setOperation}
      />
      <TextField
        label="For how many calls"
        problem={isWrong ? 'Enter a whole number from 1 on, or nothing.' : undefined}
        inputMode="numeric"
        placeholder="until it is ended"
        value={calls}
        onValue={(value) => setCalls(value.trim())}
      />
    </>
  )
  const count = calls === '' || isWrong ? {} : { calls: Number(calls) }
  return { fields, operation, isWrong, count, limits: { ...(operation && { operation }), ...count } }
}

type Start = Pick<JournalEntry, 'operation' | 'status' | 'response'>

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

/**
 * A reply of one's own, with any status, headers, body and delay, in place of what the interface says.
 * @param from the call whose reply the form begins with
 */
export function OwnReply({ title = 'A reply of your own', from = teapot }: { title?: string; from?: Start }) {
  const { response } = from
  const target = sandboxPath(usePanel().sandbox, '/scenarios')
  const { fields, isWrong, limits } = usePlayLimits(from.operation ?? '')
  const [status, setStatus] = useState(String(from.status))
  const [delay, setDelay] = useState(String(response.delayMilliseconds || ''))
  const firstHeaders = Object.entries(response.headers).map((header) => header.join(': '))
  const [headers, setHeaders] = useState(firstHeaders.join('\n'))
  const [body, setBody] = useState(response.body)
  const [refusal, setRefusal] = useState<string>()
  const isReady = !isWrong && /^[0-9]{3}$/.test(status) && /^[0-9]{0,6}$/.test(delay)
  const wait = delay === '' ? {} : { delayMilliseconds: Number(delay) }
  const reply = { status: Number(status), headers: readHeaderLines(headers), body, ...wait }
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
