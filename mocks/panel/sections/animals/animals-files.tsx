import { useEffect, useRef, useState } from 'preact/hooks'
import { type PetFormat, formatOf, petFormats } from '../../../../fixtures/index.ts'
import { quoted } from '../../curl.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import type { ControlRequest } from '../../transport/transport.ts'
import { Action } from '../../ui/action.tsx'
import { ConfirmedAction } from '../../ui/confirmed-action.tsx'
import { Choice, Field, TextField } from '../../ui/field.tsx'
import { visibleText } from '../../visible-text.ts'
import { SaveButton } from '../../ui/save-button.tsx'
import { TextBlock } from '../../ui/text.tsx'

const mediaTypes: Readonly<Record<PetFormat, string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
}

/** What brings many animals in at once, and out. */
export function AnimalsFiles() {
  return (
    <div class="stack">
      <DatasetForm />
      <hr />
      <FileForm />
      <hr />
      <Export />
      <hr />
      <Clear />
    </div>
  )
}

/** Takes the animals of a dataset, in place of all or beside them. */
function DatasetForm() {
  const { lists, sandbox } = usePanel()
  const [name, setName] = useState('demo')
  const [count, setCount] = useState('')
  const [seed, setSeed] = useState('')
  const dataset = lists.datasets.find((candidate) => candidate.name === name)
  const numbers = { count: wholeNumber(count), seed: wholeNumber(seed) }
  const isWrong = Number.isNaN(numbers.count) || Number.isNaN(numbers.seed)
  const requests = requestsOf(sandbox, {
    dataset: name,
    ...(numbers.count === undefined ? {} : { count: numbers.count }),
    ...(numbers.seed === undefined ? {} : { seed: numbers.seed }),
  })
  return (
    <fieldset class="animal-form form">
      <legend>From a dataset</legend>
      <Choice
        label="Dataset"
        hint={dataset?.summary ?? ''}
        options={lists.datasets.map((one) => ({ value: one.name, text: one.name }))}
        value={name}
        onChange={setName}
      />
      <div class="two-fields">
        <NumberField label="Count" placeholder={String(dataset?.count ?? '')} value={count} onValue={setCount} />
        <NumberField label="Seed" placeholder="1" value={seed} onValue={setSeed} />
      </div>
      <div class="row">
        <Action
          request={requests.replace}
          done={`These are the animals of “${name}” now.`}
          isDisabled={isWrong}
          kind="primary"
        >
          Replace all
        </Action>
        <Action request={requests.add} done={`The animals of “${name}” were added.`} isDisabled={isWrong}>
          Add to them
        </Action>
      </div>
    </fieldset>
  )
}

function requestsOf(
  sandbox: string,
  body: unknown,
): { readonly replace: ControlRequest; readonly add: ControlRequest } {
  const target = sandboxPath(sandbox, '/animals')
  return { replace: { method: 'PUT', target, body }, add: { method: 'POST', target: `${target}/load`, body } }
}

/** A whole number, `undefined` for none, and `NaN` for what is no number. */
function wholeNumber(text: string): number | undefined {
  if (text.trim() === '') return undefined
  return /^[0-9]{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN
}

interface NumberFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onValue: (value: string) => void
}

function NumberField({ label, placeholder, value, onValue }: NumberFieldProps) {
  const problem = Number.isNaN(wholeNumber(value)) ? 'It must be a whole number from 0 on.' : undefined
  return (
    <TextField
      label={label}
      problem={problem}
      inputMode="numeric"
      placeholder={placeholder}
      value={value}
      onValue={onValue}
    />
  )
}

/** Takes the animals of a file of this machine. */
function FileForm() {
  const panel = usePanel()
  const [file, setFile] = useState<File>()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const alert = useRef<HTMLDivElement>(null)
  // The form scrolls in its box, and what is wrong would stand below its edge.
  useEffect(() => {
    if (refusal !== undefined) alert.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  const lineOf = ({ method, target }: ControlRequest, name: string) =>
    fileLine(method, panel.transport.origin + target, name)
  const send = async (kind: 'replace' | 'add') => {
    if (file === undefined || isBusy) return
    setBusy(true)
    setRefusal(undefined)
    try {
      const request = requestsOf(panel.sandbox, { file: file.name, content: await file.text() })[kind]
      await panel.act(request, `The animals of “${visibleText(file.name)}” are here.`, {
        line: lineOf(request, file.name),
        onRefused: setRefusal,
      })
    } catch {
      setRefusal(`The file “${file.name}” cannot be read any longer. Choose it again.`)
    }
    setBusy(false)
  }
  const point = (kind: 'replace' | 'add') => {
    if (file !== undefined) panel.showLine(lineOf(requestsOf(panel.sandbox, undefined)[kind], file.name))
  }
  const wrongName =
    file === undefined || isAnimalFile(file.name) ? undefined : 'Its name must end in .json, .ndjson, .jsonl or .csv.'
  const button = (kind: 'replace' | 'add', text: string) => (
    <button
      type="button"
      class="button"
      disabled={file === undefined || wrongName !== undefined}
      aria-busy={isBusy || undefined}
      onPointerEnter={() => point(kind)}
      onFocus={() => point(kind)}
      onClick={() => void send(kind)}
    >
      {text}
    </button>
  )
  return (
    <fieldset class="animal-form form">
      <legend>From a file</legend>
      <Field label="File" hint="JSON, NDJSON or CSV, with at most 100,000 animals." problem={wrongName}>
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            accept=".json,.ndjson,.jsonl,.csv"
            onChange={(event) => {
              setFile(event.currentTarget.files?.[0])
              setRefusal(undefined)
            }}
          />
        )}
      </Field>
      <div class="row">
        {button('replace', 'Replace all')}
        {button('add', 'Add to them')}
      </div>
      <div role="alert" ref={alert}>
        {refusal === undefined ? null : <TextBlock label="What is wrong">{refusal}</TextBlock>}
      </div>
    </fieldset>
  )
}

function isAnimalFile(name: string): boolean {
  const format = formatOf(name)
  return format !== undefined && format !== 'module'
}

/** The line that sends a file, which may be far too long to stand in the line itself. */
function fileLine(method: string, address: string, name: string): string {
  // A name that begins with a minus sign is no option.
  const path = quoted(name.startsWith('-') ? `./${name}` : name)
  const wrap = `jq -Rs --arg file ${quoted(name)} '{file: $file, content: .}' ${path}`
  return `${wrap} | curl -X ${method} -H 'Content-Type: application/json' -d @- ${quoted(address)}`
}

/** Gives all animals as a file. */
function Export() {
  const { sandbox } = usePanel()
  return (
    <fieldset class="animal-form form">
      <legend>Into a file</legend>
      <div class="row">
        {petFormats.map((format) => (
          <SaveButton
            key={format}
            target={sandboxPath(sandbox, `/animals/export?format=${format}`)}
            name={`animals-${sandbox}.${format}`}
            type={mediaTypes[format]}
          >
            <span class="visually-hidden">Save as </span>
            {format.toUpperCase()}
          </SaveButton>
        ))}
      </div>
    </fieldset>
  )
}

/** Removes all animals, at the second click. */
function Clear() {
  const { sandbox } = usePanel()
  return (
    <ConfirmedAction
      request={{ method: 'PUT', target: sandboxPath(sandbox, '/animals'), body: [] }}
      done="There is no animal left."
      question="Remove them all?"
      yes="Remove all"
    >
      Remove all animals
    </ConfirmedAction>
  )
}
