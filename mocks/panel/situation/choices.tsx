import { useEffect, useState } from 'preact/hooks'
import type { Lists } from '../../../spec/made/control-types.ts'
import { hasWords, visibleText } from '../visible-text.ts'
import { usePanel } from '../panel-context.tsx'
import { Action, SaveButton, TextForm } from '../ui/action.tsx'
import { TextField } from '../ui/field.tsx'
import { JsonFileForm } from '../ui/json-file-form.tsx'
import { Badge, Card, SectionHead, SectionLink } from '../ui/layout.tsx'
import { CopyButton } from '../ui/text.tsx'

/** The section "Choices": each question that the interface leaves open, and what the sandbox chooses. */
export function Choices() {
  const panel = usePanel()
  const { silences } = panel.lists
  const [search, setSearch] = useState('')
  const [isChangedOnly, setChangedOnly] = useState(false)
  const choices = panel.view?.choices ?? {}
  const profile = Object.fromEntries(silences.map(({ id, default: usual }) => [id, choices[id] ?? usual]))
  const found = silences
    .filter(({ id }) => !isChangedOnly || choices[id] !== undefined)
    .filter((silence) => hasWords(JSON.stringify(silence), search))
  const silence = silences.find(({ id }) => id === panel.detail) ?? silences[0]
  return (
    <>
      <SectionHead
        title="Choices"
        about="Questions that the interface leaves open, and what this sandbox chooses. A client must not rely on any of them; the contract suite learns the choices of a deployment with --learn."
      >
        <Action
          text="Back to the start"
          request={panel.to('DELETE', '/profile')}
          done="The choices are those of the start again."
        />
      </SectionHead>
      <div class="choices">
        <div class="card">
          <TextField label="Search the questions" type="search" value={search} onValue={setSearch} />
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
          <SaveButton text="Save as profile.json" path="/profile" name="profile.json" />
          <CopyButton text={`${JSON.stringify(profile, undefined, 2)}\n`} what="the profile" />
        </div>
        <JsonFileForm
          label="Profile to load"
          path="/profile"
          done="The profile was loaded. Silences that it does not name have their default."
          advice='A profile is an object such as {"list-order": "newest-first"}.'
        />
      </Card>
    </>
  )
}

/** A silence: its question and its choices. @param chosen what the sandbox chooses */
function SilenceDetail({ silence, chosen }: { silence: Lists['silences'][number]; chosen: string }) {
  const panel = usePanel()
  const { id, section, question, form, default: usual } = silence
  const [wanted, setWanted] = useState<string>()
  useEffect(() => setWanted(undefined), [panel.view])
  const choice = wanted ?? chosen
  const requestFor = (value: string) => panel.to('PATCH', '/profile', { [id]: value })
  const doneFor = (value: string) => `${id} is ${visibleText(value)} from the next call on.`
  const preview = (value: string) => panel.showRequest(requestFor(value))
  const choose = async (value: string) => {
    setWanted(value)
    if ((await panel.act(requestFor(value), doneFor(value))) === undefined) setWanted(undefined)
  }
  // Those of a form have no row of their own in the list.
  const named = new Map(silence.choices.map(({ choice: value, does }) => [value, does]))
  const operation = panel.lists.operations.find((one) => one.section === section)?.id
  return (
    <Card title={question} class="silence">
      <p class="muted">
        <code>{id}</code> <small>{`section ${section}`}</small>
      </p>
      <fieldset aria-label={question} disabled={panel.isLost}>
        {[...new Set([...named.keys(), usual, choice])].map((value) => (
          <label key={value} onPointerEnter={() => preview(value)}>
            <input
              type="radio"
              name={id}
              value={value}
              checked={value === choice}
              onFocus={() => preview(value)}
              onChange={() => void choose(value)}
            />
            <code>{visibleText(value)}</code> {value === usual ? <Badge>default</Badge> : null}{' '}
            <span class="muted">{named.get(value)}</span>
          </label>
        ))}
      </fieldset>
      {form && (
        <TextForm
          purpose={`Choose ${form.shape}`}
          label={form.shape}
          submit="Choose"
          kind="plain"
          hintFor={() => form.does}
          requestFor={(value) => requestFor(value.trim())}
          doneFor={doneFor}
        />
      )}
      <small>
        It holds from the next call on:{' '}
        <SectionLink section="interface" detail={operation}>{`try out ${operation ?? 'an operation'}`}</SectionLink>
      </small>
    </Card>
  )
}
