import { useState } from 'preact/hooks'
import { Dialog, Field, Form, KeyForm } from './forms.tsx'
import type { Source } from './source.ts'

const choices = [
  ['tab', 'The mock in this tab', 'No server: a worker of this page answers. A reload forgets all.'],
  ['http', 'A server', 'The mock over HTTP (npm start), or a deployment that lets pages call it.'],
] as const

/** Chooses where the animals come from, and with which key. */
export function SourceDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const [kind, setKind] = useState(source.kind)
  return (
    <Dialog title="Where the animals come from" onClose={onClose}>
      <Form
        onTexts={({ address: api }) => {
          // A new page, because the mock of this one would go on answering.
          location.assign(location.pathname + (api === undefined ? '' : `?${new URLSearchParams({ api })}`))
        }}
      >
        {choices.map(([value, title, text]) => (
          <label key={value} class="choice">
            <input type="radio" name="source" checked={kind === value} onChange={() => setKind(value)} />
            <span>
              <strong>{title}</strong>
              <small>{text}</small>
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
      </Form>
      <KeyForm />
    </Dialog>
  )
}
