import { useEffect, useRef, useState } from 'preact/hooks'
import type { ControlRequest } from '../../../control/client/transport.ts'
import type { JournalEntry } from '../../../journal/journal.ts'
import { headersProblem, readHeaderLines } from '../interface/composed-call.ts'
import { useHasDraft } from '../ui/drafts.ts'
import { type FormField, RequestForm, type RequestFormProps } from '../ui/form.tsx'
import { indentJson } from '../ui/indent-json.ts'

interface ReplyFormProps extends Pick<RequestFormProps, 'label' | 'submit' | 'onDone'> {
  readonly draft: string
  /** The call whose reply it begins with. */
  readonly call: Pick<JournalEntry, 'status' | 'response'>
  /** What is sent for a reply; `undefined` for the reply as it was. */
  readonly requestFor: (reply: object | undefined) => ControlRequest
  readonly doneFor: (status: string) => string
}

const status: FormField = {
  name: 'status',
  label: 'Status',
  inputMode: 'numeric',
  problemOf: (text) => (/^[2-5][0-9]{2}$/.test(text) ? undefined : 'It must be a status, from 200 to 599.'),
}

/** The reply to a call, to be sent with another status, headers or body. */
export function ReplyForm({ call, requestFor, doneFor, ...form }: ReplyFormProps) {
  const { headers, body, delayMilliseconds, effect } = call.response
  const [first] = useState({
    status: String(call.status),
    headers: Object.entries(headers)
      .map((header) => header.join(': '))
      .join('\n'),
    body: indentJson(body) ?? body,
  })
  const inputRef = useRef<HTMLInputElement>(null)
  const hadDraft = useHasDraft(form.draft)
  // Where it is there again with its call, the keyboard walks the calls.
  useEffect(() => (hadDraft ? undefined : inputRef.current?.focus()), [])
  const rowsOf = (text: string) => Math.min(12, text.split('\n').length + 1)
  return (
    <RequestForm
      {...form}
      class="stack"
      fields={[
        { ...status, inputRef },
        {
          name: 'headers',
          label: 'Headers, one a line',
          rows: rowsOf(first.headers),
          spellcheck: false,
          problemOf: headersProblem,
        },
        { name: 'body', label: 'Body', rows: rowsOf(first.body), spellcheck: false },
      ]}
      first={first}
      requestFor={(draft) =>
        requestFor(
          Object.entries(first).every(([name, text]) => draft[name] === text)
            ? undefined
            : {
                status: Number(draft['status']),
                headers: readHeaderLines(draft['headers'] ?? ''),
                body: draft['body'],
                // A reply that is held back is sent when it is released.
                ...(effect !== 'hold' && { delayMilliseconds, effect }),
              },
        )
      }
      doneFor={(draft) => doneFor(draft['status'] ?? '')}
    />
  )
}
