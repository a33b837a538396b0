import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Field, fieldText } from './field.tsx'

/** Asks for an API key. */
export function KeyForm({ onKey }: { readonly onKey: (key: string) => void }): JSX.Element {
  const [problem, setProblem] = useState<string>()
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    const key = fieldText(event, 'key').trim()
    // A header cannot carry anything else.
    if (/^[\x21-\x7E]+$/.test(key)) onKey(key)
    else setProblem(key === '' ? 'Enter a key.' : 'A key has no spaces, and only ASCII letters, digits and signs.')
  }
  return (
    <form class="form" onSubmit={submit} noValidate>
      <Field
        id="key"
        label="API key"
        hint="The mock knows test_free, test_pro, test_business and test_enterprise."
        problem={problem}
        autocapitalize="off"
        spellcheck={false}
        placeholder="test_free"
      >
        <button type="submit" class="primary">
          Use this key
        </button>
      </Field>
    </form>
  )
}
