import type { ComponentProps } from 'preact'
import { useState } from 'preact/hooks'
import type { ControlRequest } from '../../control/client/transport.ts'
import type { JournalEntry } from '../../journal/journal-entry.ts'
import { readHeaderLines } from '../interface/interface-draft.ts'
import { ActionForm } from './action.tsx'
import { TextField } from './field.tsx'

interface ReplyFormProps extends Pick<ComponentProps<typeof ActionForm>, 'label' | 'submit' | 'onDone'> {
  /** The call whose reply it begins with. */
  readonly call: Pick<JournalEntry, 'status' | 'response'>
  /** What is sent for a reply; `undefined` for the reply as it was. */
  readonly requestFor: (reply: object | undefined) => ControlRequest
  readonly doneFor: (status: string) => string
}

/** The reply to a call, to be sent with another status, headers, body or delay. */
export function ReplyForm({ call: { status, response }, requestFor, doneFor, ...form }: ReplyFormProps) {
  const { headers, body, delayMilliseconds, effect } = response
  const lines = Object.entries(headers).map((header) => header.join(': '))
  const [made] = useState({
    status: String(status),
    delay: String(delayMilliseconds || ''),
    headers: lines.join('\n'),
    body,
  })
  const [draft, setDraft] = useState(made)
  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    onValue: (value: string) => setDraft({ ...draft, [name]: value }),
  })
  const isReady = /^[1-9][0-9]{2}$/.test(draft.status) && /^[0-9]{0,6}$/.test(draft.delay)
  const reply = {
    status: Number(draft.status),
    headers: readHeaderLines(draft.headers),
    body: draft.body,
    // A reply that is held back is sent when it is released.
    ...(effect !== 'hold' && { delayMilliseconds: Number(draft.delay), effect }),
  }
  return (
    <ActionForm
      {...form}
      class="stack"
      request={isReady ? requestFor(draft === made ? undefined : reply) : undefined}
      done={doneFor(draft.status)}
    >
      <div class="form">
        <TextField label="Status" inputMode="numeric" {...field('status')} />
        {effect !== 'hold' && <TextField label="Delay, in milliseconds" inputMode="numeric" {...field('delay')} />}
      </div>
      <TextField label="Headers, one a line" rows={2} spellcheck={false} {...field('headers')} />
      <TextField label="Body" rows={4} spellcheck={false} {...field('body')} />
    </ActionForm>
  )
}
