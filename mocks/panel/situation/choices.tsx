import { useEffect, useState } from 'preact/hooks'
import { isObject } from '../../../spec/index.ts'
import type { Lists, Profile } from '../../../spec/made/control-types.ts'
import { hasWords, visibleText } from '../visible-text.ts'
import { usePanel } from '../panel-context.tsx'
import { Action, SaveButton, TextForm } from '../ui/action.tsx'
import { SearchField } from '../ui/field.tsx'
import { Fold } from '../ui/fold.tsx'
import { JsonFileForm } from '../ui/file-form.tsx'
import { SelectAction } from '../ui/select-action.tsx'
import { CopyButton } from '../ui/text.tsx'

/** The questions that the interface leaves open: those with another answer than the default, or all. */
export function Choices({ isOpen }: { isOpen: boolean }) {
  const { lists, view, detail, to } = usePanel()
  const { silences } = lists
  const [search, setSearch] = useState('')
  const [isAll, setAll] = useState(false)
  const choices = view?.choices ?? {}
  const changed = Object.keys(choices).length
  const differing = visibleText(
    Object.entries(choices)
      .map((choice) => choice.join(' '))
      .join(', '),
  )
  const usual = Object.fromEntries(silences.map((silence) => [silence.id, silence.default]))
  const profile: Profile = { ...usual, ...choices }
  const named = silences.find(({ id }) => detail === `choices ${id}`)?.id
  useEffect(() => {
    if (named !== undefined) setSearch(named)
  }, [named])
  const isShown = (silence: Silence) =>
    search === '' ? isAll || choices[silence.id] !== undefined : hasWords(JSON.stringify(silence), search)
  const found = silences.filter(isShown)
  return (
    <Fold
      id={detail?.startsWith('choices') === true ? detail : 'choices'}
      title="Choices"
      isOpen={isOpen}
      about={`${changed} of ${silences.length} differ from the default${changed === 0 ? '' : `: ${differing}`}`}
    >
      <p class="muted prose">
        Questions that the interface leaves open, and what this sandbox chooses. A client must not rely on any of them.
      </p>
      {lists.learned && (
        <p class="muted">
          {`The profile of the start was learned on ${lists.learned.at.slice(0, 10)} from ${lists.learned.from}. `}
          {`${lists.learned.notSeen.length} questions were not answered there.`}
        </p>
      )}
      <div class="row unlabelled">
        <SearchField label="Search the choices" value={search} onValue={setSearch} />
        <label class="row">
          <input type="checkbox" checked={isAll} onChange={(event) => setAll(event.currentTarget.checked)} />
          {`All ${silences.length}`}
        </label>
        <Action
          text="Back to the start"
          request={to('PATCH', '/settings', { profile: null })}
          done="The choices are those of the start again."
        />
        <SaveButton text="Save as profile.json" path="" member="choices" name="profile.json" />
        <CopyButton text={`${JSON.stringify(profile, undefined, 2)}\n`} what="the profile" />
      </div>
      <ul class="lined scroller">
        {found.map((silence) => (
          <SilenceRow key={silence.id} silence={silence} chosen={profile[silence.id] ?? ''} />
        ))}
      </ul>
      {found.length === 0 && (
        <p class="muted">{search === '' ? 'Every choice is the default.' : 'No question fits.'}</p>
      )}
      <JsonFileForm
        label="Profile to load, such as contract --learn writes"
        request={to('PATCH', '/settings')}
        wrapped={{
          // A value of another type is sent as it is, for the mock to refuse.
          body: (content) => ({ profile: isObject(content) ? { ...usual, ...content } : content }),
          jq: `{profile: (${JSON.stringify(usual)} + .)}`,
        }}
        done="The profile was loaded. Silences that it does not name have their default."
        advice='A profile is an object such as {"list-order": "newest-first"}.'
      />
    </Fold>
  )
}

type Silence = Lists['silences'][number]

/** A silence: its question and its choices. @param chosen what the sandbox chooses */
function SilenceRow({ silence, chosen }: { silence: Silence; chosen: string }) {
  const { to } = usePanel()
  const { id, section, question, form, default: usual, choices } = silence
  const requestFor = (value: string) => to('PATCH', '/settings', { profile: { [id]: value } })
  const doneFor = (value: string) => `${id} is ${visibleText(value)} from the next call on.`
  const does = new Map(choices.map(({ choice, does: words }) => [choice, `: ${words}`]))
  // One of a form has no line of its own in the list.
  const values = [...new Set([...does.keys(), usual, chosen])]
  return (
    <li class="row">
      <span>
        <code>{id}</code> {question} <small>{`section ${section}`}</small>
      </span>
      <SelectAction
        label={question}
        value={chosen}
        tone={chosen === usual ? 'plain' : 'info'}
        options={values.map(
          (value) =>
            [value, `${visibleText(value)}${value === usual ? ' (default)' : ''}${does.get(value) ?? ''}`] as const,
        )}
        requestFor={requestFor}
        doneFor={doneFor}
      />
      {form && (
        <TextForm
          purpose={`Choose ${form.shape}`}
          label={form.shape}
          submit="Choose"
          look=""
          hintFor={() => form.does}
          requestFor={(value) => requestFor(value.trim())}
          doneFor={doneFor}
        />
      )}
    </li>
  )
}
