import { useState } from 'preact/hooks'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { Action, SaveButton } from '../../ui/action.tsx'
import { TextField } from '../../ui/field.tsx'
import { JsonFileForm } from '../../ui/json-file-form.tsx'
import { Badge, Card, SectionHead } from '../../ui/layout.tsx'
import { CopyButton } from '../../ui/shell-line.tsx'
import { SilenceDetail } from './choices-detail.tsx'

/** The section "Choices": each question that the interface leaves open, and what the sandbox chooses. */
export function Choices() {
  const panel = usePanel()
  const { silences } = panel.lists
  const target = sandboxPath(panel.sandbox, '/profile')
  const [search, setSearch] = useState('')
  const [isChangedOnly, setChangedOnly] = useState(false)
  const choices = panel.view?.choices ?? {}
  const profile = Object.fromEntries(silences.map(({ id, default: usual }) => [id, choices[id] ?? usual]))
  const words = search.toLowerCase().split(/\s+/)
  const found = silences
    .filter(({ id }) => !isChangedOnly || choices[id] !== undefined)
    .filter((silence) => words.every((word) => JSON.stringify(silence).toLowerCase().includes(word)))
  const silence = silences.find(({ id }) => id === panel.detail) ?? silences[0]
  return (
    <>
      <SectionHead
        title="Choices"
        about="Questions that the interface leaves open, and what this sandbox chooses. A client must not rely on any of them; the contract suite learns the choices of a deployment with --learn."
      >
        <Action request={{ method: 'DELETE', target }} done="The choices are those of the start again.">
          Back to the start
        </Action>
      </SectionHead>
      <div class="choices">
        <div class="card">
          <TextField label="Search" type="search" value={search} onValue={setSearch} />
          <label class="row">
            <input
              type="checkbox"
              checked={isChangedOnly}
              onChange={(event) => setChangedOnly(event.currentTarget.checked)}
            />
            {`Not the default only (${Object.keys(choices).length} of ${silences.length})`}
          </label>
          <ul class="scroller" aria-label="Questions">
            {found.map(({ id }) => (
              <li key={id}>
                <button
                  type="button"
                  class="button quiet nav-item"
                  aria-current={id === silence?.id ? 'true' : undefined}
                  onClick={() => panel.go('choices', id)}
                >
                  {id} <Badge kind={choices[id] === undefined ? 'plain' : 'info'}>{profile[id]}</Badge>
                </button>
              </li>
            ))}
          </ul>
          {found.length === 0 ? <p class="muted">No question fits. Search for less.</p> : null}
        </div>
        {silence && <SilenceDetail key={silence.id} silence={silence} chosen={profile[silence.id] ?? ''} />}
      </div>
      <Card title="The profile as a file">
        <p class="muted">
          For npm start -- --profile profile.json, and for tests that run under the same choices. A file that is loaded,
          such as animal-store contract --learn writes, takes the place of every choice.
        </p>
        <div class="row">
          <SaveButton target={target} name="profile.json">
            Save as profile.json
          </SaveButton>
          <CopyButton text={`${JSON.stringify(profile, undefined, 2)}\n`} what="the profile" />
        </div>
        <JsonFileForm
          label="Profile to load"
          target={target}
          done="The profile was loaded. Silences that it does not name have their default."
          advice='A profile is an object such as {"list-order": "newest-first"}.'
        />
      </Card>
    </>
  )
}
