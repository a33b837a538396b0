import { useState } from 'preact/hooks'
import { readJson } from '../../../../spec/index.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { ActionForm, SubmitButton } from '../../ui/action.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Card } from '../../ui/layout.tsx'
import { SaveButton } from '../../ui/save-button.tsx'
import { TextBlock } from '../../ui/text.tsx'

/** Loads a profile, as `--learn` writes one, and saves the current one. */
export function ProfileFile({ text: current }: { text: string }) {
  const target = sandboxPath(usePanel().sandbox, '/profile')
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const take = (given: string) => {
    setText(given)
    setRefusal(undefined)
  }
  const reading = text.trim() === '' ? undefined : readJson(text)
  const problem =
    reading?.ok === false ? 'This is not JSON. A profile is an object such as {"list-order": "newest-first"}.' : refusal
  return (
    <div class="grid">
      <Card title="Load a profile">
        <ActionForm
          label="Load a profile"
          class="profile-form"
          request={reading?.ok === true ? { method: 'PUT', target, body: reading.value } : undefined}
          done="The profile was loaded. Silences that it does not name have their default."
          onDone={() => take('')}
          onRefused={setRefusal}
        >
          <Field label="A file, as animal-store contract --learn writes it">
            {(attributes) => (
              <input
                {...attributes}
                type="file"
                accept=".json,application/json"
                onChange={(event) => void event.currentTarget.files?.[0]?.text().then(take)}
              />
            )}
          </Field>
          <TextArea
            label="Or the text of one"
            problem={problem}
            rows={8}
            placeholder={'{\n  "list-order": "newest-first"\n}'}
            value={text}
            onValue={take}
          />
          <SubmitButton isDisabled={reading === undefined}>Load</SubmitButton>
        </ActionForm>
      </Card>
      <Card title="Save this profile">
        <p class="muted">
          For npm start -- --profile staging.profile.json, and for tests that run under the same choices.
        </p>
        <TextBlock label="The profile of this sandbox">{current}</TextBlock>
        <div class="row">
          <SaveButton target={target} name="profile.json">
            Save as profile.json
          </SaveButton>
          <CopyButton text={current} what="the profile" />
        </div>
      </Card>
    </div>
  )
}
