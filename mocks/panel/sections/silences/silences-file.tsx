import { useState } from 'preact/hooks'
import { readJson } from '../../../../spec/index.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import type { ControlRequest } from '../../transport/transport.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Card } from '../../ui/layout.tsx'
import { SaveButton } from '../../ui/save-button.tsx'

/** Loads a profile, as `--learn` writes one, and saves the one that there is. */
export function ProfileFile({ text: current }: { text: string }) {
  const panel = usePanel()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const target = sandboxPath(panel.sandbox, '/profile')
  const request = (choices: unknown): ControlRequest => ({ method: 'PUT', target, body: choices })
  const take = (given: string) => {
    setText(given)
    setProblem(undefined)
    const reading = readJson(given)
    if (reading.ok) panel.point(request(reading.value))
  }
  const load = async () => {
    const reading = readJson(text)
    if (!reading.ok) {
      setProblem('This is no JSON. A profile is an object such as {"list-order": "newest-first"}.')
      return
    }
    const answer = await panel.act(
      request(reading.value),
      'The profile was loaded; what it does not name is the default.',
      {
        onRefused({ message }) {
          setProblem(message)
          panel.tell(message, true)
        },
      },
    )
    if (answer !== undefined) setText('')
  }
  return (
    <div class="grid">
      <Card title="Load a profile">
        <form
          class="form profile-form"
          aria-label="Load a profile"
          onSubmit={(event) => {
            event.preventDefault()
            void load()
          }}
        >
          <Field label="A file, as animal-store contract --learn writes it">
            {(attributes) => (
              <input
                {...attributes}
                type="file"
                accept=".json,application/json"
                onChange={(event) => {
                  const [file] = event.currentTarget.files ?? []
                  void file?.text().then(take)
                }}
              />
            )}
          </Field>
          <Field label="Or the text of one" problem={problem}>
            {(attributes) => (
              <textarea
                {...attributes}
                rows={8}
                spellcheck={false}
                placeholder={'{\n  "list-order": "newest-first"\n}'}
                value={text}
                onInput={(event) => take(event.currentTarget.value)}
              />
            )}
          </Field>
          <button type="submit" class="button primary" disabled={text.trim() === ''}>
            Load
          </button>
        </form>
      </Card>
      <Card title="Save this profile">
        <p class="muted">
          For npm start -- --profile staging.profile.json, and for tests that run under the same choices.
        </p>
        <pre class="text-block profile-text" tabIndex={0} role="region" aria-label="The profile of this sandbox">
          {current}
        </pre>
        <div class="row">
          <SaveButton target={target} name="profile.json" type="application/json">
            Save as profile.json
          </SaveButton>
          <CopyButton text={current} what="the profile" />
        </div>
      </Card>
    </div>
  )
}
