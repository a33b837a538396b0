import type { JSX } from 'preact'
import { Field, fieldText } from './field.tsx'

/** Asks for an API key. */
export function KeyForm({ onKey }: { readonly onKey: (key: string) => void }): JSX.Element {
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    onKey(fieldText(event, 'key'))
  }
  return (
    <form class="form" onSubmit={submit}>
      <Field
        id="key"
        label="API key"
        title="Without spaces. The mock knows test_free, test_pro, test_business and test_enterprise."
        // A header cannot carry anything else.
        pattern="\s*[!-~]+\s*"
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
