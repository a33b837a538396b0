import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from './dialog.tsx'
import { Field, fieldText } from './field.tsx'
import { KeyForm } from './key-form.tsx'
import type { Source } from '../source.ts'

const choices = [
  {
    kind: 'tab',
    title: 'The mock in this tab',
    text: 'No server: a worker of this page answers. A reload forgets all.',
  },
  { kind: 'http', title: 'A server', text: 'The mock over HTTP (npm start), or a deployment that lets pages call it.' },
] as const

/** Chooses where the animals come from, and with which key. */
export function SourceDialog(props: {
  readonly source: Source
  readonly onKey: (key: string) => void
  readonly onClose: () => void
}): JSX.Element {
  const { source, onKey, onClose } = props
  const [kind, setKind] = useState(source.kind)

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    const search = kind === 'tab' ? '' : `?${new URLSearchParams({ api: fieldText(event, 'address') })}`
    // A new page, because the mock of this one would go on answering.
    location.assign(location.pathname + search)
  }

  return (
    <Dialog title="Where the animals come from" onClose={onClose}>
      <form class="form" onSubmit={submit}>
        {choices.map((choice) => (
          <label key={choice.kind} class="choice">
            <input type="radio" name="source" checked={kind === choice.kind} onChange={() => setKind(choice.kind)} />
            <span>
              <strong>{choice.title}</strong>
              <small>{choice.text}</small>
            </span>
          </label>
        ))}
        {kind === 'http' && (
          <Field
            id="address"
            label="Address"
            title="It ends in /v1, such as http://127.0.0.1:4010/v1."
            type="url"
            pattern="https?://[^?#]+/v1/?"
            defaultValue={source.kind === 'http' ? source.baseUrl : 'http://127.0.0.1:4010/v1'}
            spellcheck={false}
          />
        )}
        <div class="actions">
          <button type="submit" class="primary">
            Open the shop
          </button>
        </div>
      </form>
      <KeyForm onKey={onKey} />
    </Dialog>
  )
}
