import { useState } from 'preact/hooks'
import { petFormats } from '../../../fixtures/index.ts'
import { filePath, shellLine } from '../../../spec/index.ts'
import { usePanel } from '../panel-context.tsx'
import { Action, SaveButton } from '../ui/action.tsx'
import { ConfirmedAction } from '../ui/confirmed-action.tsx'
import { Choice, TextField, type TextFieldProps } from '../ui/field.tsx'
import { FileForm } from '../ui/file-form.tsx'
import { visibleText } from '../visible-text.ts'

/** Loads and saves many animals at once. */
export function AnimalsFiles() {
  const { sandbox, to } = usePanel()
  return (
    <>
      <DatasetForm />
      <AnimalFileForm />
      <fieldset class="stack">
        <legend>Into a file</legend>
        <div class="row">
          {petFormats.map((format) => (
            <SaveButton
              key={format}
              text={format.toUpperCase()}
              aria-label={`Save as ${format.toUpperCase()}`}
              path={`/animals/export?format=${format}`}
              name={`animals-${sandbox}.${format}`}
            />
          ))}
        </div>
      </fieldset>
      <ConfirmedAction
        text="Remove all animals"
        request={to('PUT', '/animals', [])}
        done="All animals were removed."
        question="Remove them all?"
        yes="Remove all"
      />
    </>
  )
}

/** Loads animals, in place of all or beside them. */
const ways = [
  { way: 'Replace all', method: 'PUT', path: '/animals', look: 'primary' },
  { way: 'Add to them', method: 'POST', path: '/animals/load', look: '' },
] as const

function DatasetForm() {
  const { lists, to } = usePanel()
  const [name, setName] = useState('demo')
  const [count, setCount] = useState('')
  const [seed, setSeed] = useState('')
  const dataset = lists.datasets.find((candidate) => candidate.name === name)
  const body = { dataset: name, ...(count && { count: Number(count) }), ...(seed && { seed: Number(seed) }) }
  return (
    <fieldset class="stack">
      <legend>From a dataset</legend>
      <Choice
        label="Dataset"
        hint={dataset?.summary}
        options={lists.datasets.map((one) => one.name)}
        value={name}
        onValue={setName}
      />
      <div class="form">
        <NumberField label="Count" usual={dataset?.count} value={count} onValue={setCount} />
        <NumberField label="Seed" usual={1} value={seed} onValue={setSeed} />
      </div>
      <div class="row">
        {ways.map(({ way, method, path, look }) => (
          <Action
            key={way}
            text={way}
            class={look}
            request={to(method, path, body)}
            done={`The animals of “${name}” were loaded.`}
            disabled={!isWhole(count) || !isWhole(seed)}
          />
        ))}
      </div>
    </fieldset>
  )
}

const isWhole = (text: string) => /^[0-9]{0,15}$/.test(text)

function NumberField({ usual, ...field }: TextFieldProps & { value: string; usual: number | undefined }) {
  const problem = isWhole(field.value) ? undefined : 'It must be a whole number from 0 on.'
  return <TextField {...field} inputMode="numeric" hint={`${usual} if empty`} problem={problem} />
}

/** Loads the animals of a file of this machine. */
function AnimalFileForm() {
  const { to, lineOf } = usePanel()
  return (
    <fieldset>
      <legend>From a file</legend>
      <FileForm
        label="File"
        hint="JSON, NDJSON or CSV, with at most 100,000 animals."
        accept=".json,.ndjson,.jsonl,.csv"
        ways={Object.fromEntries(ways.map(({ way, method, path }) => [way, to(method, path)]))}
        bodyOf={(content, file) => ({ file, content })}
        lineOf={(request, name) => `${wrapped(name)} | ${lineOf(request, '-')}`}
        doneFor={(name) => `The animals of “${visibleText(name)}” were loaded.`}
      />
    </fieldset>
  )
}

/** The command that wraps a file in JSON: it may be far too long to stand in the line itself. */
function wrapped(name: string): string {
  return shellLine(['jq', '-Rs', '--arg', 'file', name, '{file: $file, content: .}', filePath(name)])
}
