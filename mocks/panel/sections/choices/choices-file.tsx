import { useState } from 'preact/hooks'
import { readJson } from '../../../../spec/index.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { ActionForm, SubmitButton } from '../../ui/action.tsx'
import { CopyButton } from '../../ui/shell-line.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { SaveButton } from '../../ui/save-button.tsx'

/** Loads a profile, as `--learn` writes one, and saves the current one. */
export function ProfileFile({ text: current }: { text: string }) {
  const target = sandboxPath(usePanel().sandbox, '/profile')
  const [text, setText] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const take = (given: string | undefined) => {
    setText(given)
    setRefusal(undefined)
  }
  const reading = text === undefined ? undefined : readJson(text)
  const problem =
    reading?.ok === false ? 'This is not JSON. A profile is an object such as {"list-order": "newest-first"}.' : refusal
  return (
    <details class="card">
      <summary>Load or save a profile</summary>
      <ActionForm
        label="Load a profile"
        class="stack"
        request={reading?.ok === true ? { method: 'PUT', target, body: reading.value } : undefined}
        done="The profile was loaded. Silences that it does not name have their default."
        onDone={() => take(undefined)}
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
          label="The profile of this sandbox, or the text of another one"
          hint="For npm start -- --profile staging.profile.json, and for tests that run under the same choices."
          problem={problem}
          rows={8}
          value={text ?? current}
          onValue={take}
        />
        <div class="row">
          <SubmitButton isDisabled={reading === undefined}>Load</SubmitButton>
          <SaveButton target={target} name="profile.json">
            Save as profile.json
          </SaveButton>
          <CopyButton text={current} what="the profile" />
        </div>
      </ActionForm>
    </details>
  )
}
