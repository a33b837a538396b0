import { useEffect, useState } from 'preact/hooks'
import { isObject, readJson } from '../../../../spec/index.ts'
import { sandboxNamePattern } from '../../../keys/keys.ts'
import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { useArrival } from '../ui/arrival.ts'
import { Field } from '../ui/field.tsx'
import { type FormField, RequestForm } from '../ui/form.tsx'
import { Button } from '../ui/layout.tsx'
import { Roving } from '../ui/roving.tsx'
import { TextBlock } from '../ui/text.tsx'
import { Animals } from './animals.tsx'

/** The tab "Data": the animals of the sandbox, and what takes their place. */
export function Data() {
  const { detail, go } = usePanel()
  useEffect(() => {
    // It has arrived there, and may be led there again.
    if (detail === 'load' || detail === 'snapshot') go('data')
  }, [detail])
  return (
    <>
      <LinkOfAddress />
      <div class="data">
        <Animals />
        <div class="fill">
          <Load />
          <Snapshots />
        </div>
      </div>
    </>
  )
}

const count: FormField = {
  name: 'count',
  label: 'Count',
  hint: 'Empty: as many as it has.',
  problemOf: (text) => (/^[0-9]{0,15}$/.test(text) ? undefined : 'It must be a whole number from 0 on.'),
}

/** Loads many animals at once, in place of those that are there: a dataset or a file. */
function Load() {
  const { lists, to } = usePanel()
  const all = lists.datasets.map(({ name, summary }) => [name, `${name}: ${summary}`] as const)
  const options = [['', 'choose one'] as const, ...all]
  const inputRef = useArrival<HTMLInputElement>('load')
  return (
    <div class="card" role="group" aria-label="Load animals">
      <h2>Load in place of all animals</h2>
      <RequestForm
        label="Load a dataset"
        class="stack"
        fields={[{ name: 'dataset', label: 'Dataset', required: true, options, inputRef }, count]}
        requestFor={({ dataset, count: most }) =>
          to('PUT', '/animals', { dataset, ...(most && { count: Number(most) }) })
        }
        doneFor={({ dataset }) => `The animals of “${dataset}” were loaded.`}
        submit="Load"
      />
      <FileField />
    </div>
  )
}

/** Loads a file of this machine: one of animals, or a saved state, which has settings, too. */
function FileField() {
  const { to, act, isLost, version } = usePanel()
  const [refusal, setRefusal] = useState<string>()
  // What was done since is what the panel shows.
  useEffect(() => setRefusal(undefined), [version])
  const load = async (file: File) => {
    setRefusal(undefined)
    const content = await file.text()
    const reading = readJson(content)
    const isState = reading.ok && isObject(reading.value) && 'link' in reading.value
    const request = isState ? to('PUT', '/link', reading.value) : to('PUT', '/animals', { file: file.name, content })
    // A line for a shell would have the whole file in it.
    await act(request, `The file ${file.name} was loaded.`, { line: '', onRefused: setRefusal })
  }
  return (
    <Field
      label="A file of animals, or a saved state"
      hint="JSON, NDJSON or CSV with at most 100,000 animals, or a state as ⋯ in the head saves it."
      problem={refusal}
      type="file"
      accept=".json,.ndjson,.jsonl,.csv"
      disabled={isLost}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        if (file) void load(file)
        // So that the same file can be chosen again, once it was mended.
        currentTarget.value = ''
      }}
    />
  )
}

/** What the sandbox was at some moment: its animals, quotas and settings, to go back to. */
function Snapshots() {
  const { to, view } = usePanel()
  const path = (snapshot: string) => `/snapshots/${encodeURIComponent(snapshot)}`
  return (
    <div class="card">
      <h2>Snapshots</h2>
      <Roving as="ul" class="lined">
        {view?.snapshots.map((snapshot) => (
          <li key={snapshot} class="row">
            <span class="mono">{snapshot}</span>
            <Action
              text="Restore"
              class="small"
              aria-label={`Restore ${snapshot}`}
              request={to('POST', `${path(snapshot)}/restore`)}
              done={`“${snapshot}” was restored.`}
            />
            {/* Undo needs its own. */}
            {!snapshot.startsWith('before-the-last-') && (
              <Action
                text="Remove"
                class="small"
                aria-label={`Remove the snapshot ${snapshot}`}
                request={to('DELETE', path(snapshot))}
                done={`The snapshot “${snapshot}” was removed.`}
              />
            )}
          </li>
        ))}
      </Roving>
      <RequestForm
        label="Save a snapshot"
        fields={[
          {
            name: 'name',
            label: 'Name of a new snapshot',
            placeholder: 'before',
            required: true,
            autocapitalize: 'none',
            spellcheck: false,
            problemOf: (name) =>
              name === '' || sandboxNamePattern.test(name) ? undefined : 'A name has 1 to 64 of a–z, 0–9 and “-”.',
            inputRef: useArrival('snapshot'),
          },
        ]}
        requestFor={({ name = '' }) => to('PUT', path(name))}
        doneFor={({ name }) => `The sandbox was saved as “${name}”.`}
        submit="Save"
      />
    </div>
  )
}

/** What a link to this tab may lead to, beside a state. */
const places = /^(?:add|load|snapshot|animal -?\d+)$/

/** The state in the address of the panel. Only a click loads it: a link from elsewhere changes nothing. */
function LinkOfAddress() {
  const { sandbox, detail, to, go } = usePanel()
  const leave = () => go('data')
  if (!detail || places.test(detail)) return null
  return (
    <div class="card" role="group" aria-label="The state in the address">
      <p>
        The address contains a state. Load it to replace all that is in the sandbox <strong>{sandbox}</strong>:
      </p>
      <TextBlock label="The state">{detail}</TextBlock>
      <div class="row">
        <Action
          text="Load it"
          request={to('PUT', '/link', { link: detail })}
          done="The state was loaded."
          class="primary"
          onDone={leave}
        />
        <Button text="Ignore it" onClick={leave} />
      </div>
    </div>
  )
}
