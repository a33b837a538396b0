import type { JSX } from 'preact'
import { useState } from 'preact/hooks'

/** Asks for an API key. */
export function KeyForm({ onKey }: { readonly onKey: (key: string) => void }): JSX.Element {
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState('')
  function submit(event: Event): void {
    event.preventDefault()
    const given = key.trim()
    // What no header can carry would fail before it is sent.
    if (/^[\x21-\x7E]+$/.test(given)) onKey(given)
    else setProblem(given === '' ? 'Enter a key.' : 'A key has no spaces, and only ASCII letters, digits and signs.')
  }
  return (
    <form class="key-form" onSubmit={submit} noValidate>
      <label for="key">API key</label>
      <div class="row">
        <input
          id="key"
          value={key}
          onInput={(event) => setKey(event.currentTarget.value)}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder="test_free"
          aria-invalid={problem !== ''}
          aria-describedby="key-help"
        />
        <button type="submit" class="primary">
          Use this key
        </button>
      </div>
      <p id="key-help" class={problem === '' ? 'help' : 'help wrong'}>
        {problem || 'The mock knows test_free, test_pro, test_business and test_enterprise.'}
      </p>
    </form>
  )
}
