import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from './dialog.tsx'
import { KeyForm } from './key-form.tsx'
import { type Source, SourceError, readSource } from './source.ts'

/** Chooses where the animals come from, and with which key. */
export function SourceDialog(props: {
  readonly source: Source
  readonly onKey: (key: string) => void
  readonly onClose: () => void
}): JSX.Element {
  const { source, onKey, onClose } = props
  const [kind, setKind] = useState(source.kind)
  const [address, setAddress] = useState(source.kind === 'http' ? source.baseUrl : 'http://127.0.0.1:4010/v1')
  const [problem, setProblem] = useState('')

  function submit(event: Event): void {
    event.preventDefault()
    const search = kind === 'tab' ? '' : `?${new URLSearchParams({ api: address.trim() })}`
    try {
      readSource(search)
      // A new page, because the mock of this one would go on answering.
      location.assign(location.pathname + search)
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      setProblem(error.message)
    }
  }

  return (
    <Dialog title="Where the animals come from" onClose={onClose}>
      <form class="source-form" onSubmit={submit} noValidate>
        <label class="choice">
          <input type="radio" name="source" checked={kind === 'tab'} onChange={() => setKind('tab')} />
          <span>
            <strong>The mock in this tab</strong>
            <small>No server: a worker of this page answers, and forgets all with a reload.</small>
          </span>
        </label>
        <label class="choice">
          <input type="radio" name="source" checked={kind === 'http'} onChange={() => setKind('http')} />
          <span>
            <strong>A server</strong>
            <small>
              The mock over HTTP, which <code>npm start</code> serves, or a deployment that lets pages call it.
            </small>
          </span>
        </label>
        {kind === 'http' && (
          <>
            <label for="address">Address</label>
            <input
              id="address"
              type="url"
              value={address}
              onInput={(event) => setAddress(event.currentTarget.value)}
              spellcheck={false}
              aria-invalid={problem !== ''}
              aria-describedby="address-help"
            />
            <p id="address-help" class="help wrong">
              {problem}
            </p>
          </>
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
