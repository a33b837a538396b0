import { useEffect, useRef, useState } from 'preact/hooks'
import { formatOf, petFormats } from '../../../../fixtures/index.ts'
import { quoted } from '../../curl.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import type { ControlRequest } from '../../../control/client/transport.ts'
import { Action } from '../../ui/action.tsx'
import { ConfirmedAction } from '../../ui/confirmed-action.tsx'
import { Choice, Field, TextField } from '../../ui/field.tsx'
import { PointedButton } from '../../ui/action.tsx'
import { SaveButton } from '../../ui/save-button.tsx'
import { TextBlock } from '../../ui/text.tsx'
import { visibleText } from '../../visible-text.ts'

/** Loads and saves many animals at once. */
export function AnimalsFiles() {
  const { sandbox } = usePanel()
  return (
    <>
      <DatasetForm />
      <FileForm />
      <fieldset class="stack">
        <legend>Into a file</legend>
        <div class="row">
          {petFormats.map((format) => (
            <SaveButton
              key={format}
              target={sandboxPath(sandbox, `/animals/export?format=${format}`)}
              name={`animals-${sandbox}.${format}`}
            >
              <span class="visually-hidden">Save as </span>
              {format.toUpperCase()}
            </SaveButton>
          ))}
        </div>
      </fieldset>
      <ConfirmedAction
        request={loading(sandbox, 'Replace all', [])}
        done="All animals were removed."
        question="Remove them all?"
        yes="Remove all"
      >
        Remove all animals
      </ConfirmedAction>
    </>
  )
}

const ways = ['Replace all', 'Add to them'] as const

/** Loads animals, in place of all or beside them. */
function loading(sandbox: string, way: (typeof ways)[number], body?: unknown): ControlRequest {
  return way === 'Replace all'
    ? { method: 'PUT', target: sandboxPath(sandbox, '/animals'), body }
    : { method: 'POST', target: sandboxPath(sandbox, '/animals/load'), body }
}

function DatasetForm() {
  const { lists, sandbox } = usePanel()
  const [name, setName] = useState('demo')
  const [count, setCount] = useState('')
  const [seed, setSeed] = useState('')
  const dataset = lists.datasets.find((candidate) => candidate.name === name)
  const fields = [
    { member: 'count', label: 'Count', value: count, onValue: setCount, placeholder: String(dataset?.count ?? '') },
    { member: 'seed', label: 'Seed', value: seed, onValue: setSeed, placeholder: '1' },
  ]
  const given = fields.filter(({ value }) => value.trim() !== '')
  const body = { dataset: name, ...Object.fromEntries(given.map(({ member, value }) => [member, Number(value)])) }
  return (
    <fieldset class="stack">
      <legend>From a dataset</legend>
      <Choice
        label="Dataset"
        hint={dataset?.summary}
        options={lists.datasets.map((one) => ({ value: one.name, text: one.name }))}
        value={name}
        onChange={setName}
      />
      <div class="pair">
        {fields.map(({ member, ...field }) => (
          <TextField
            key={member}
            {...field}
            inputMode="numeric"
            problem={isWholeNumber(field.value) ? undefined : 'It must be a whole number from 0 on.'}
          />
        ))}
      </div>
      <div class="row">
        {ways.map((way, index) => (
          <Action
            key={way}
            request={loading(sandbox, way, body)}
            done={`The animals of “${name}” were loaded.`}
            isDisabled={!given.every(({ value }) => isWholeNumber(value))}
            kind={index === 0 ? 'primary' : 'plain'}
          >
            {way}
          </Action>
        ))}
      </div>
    </fieldset>
  )
}

/** Whether it is a whole number, or nothing. */
function isWholeNumber(text: string): boolean {
  return /^(?:[0-9]{1,15})?$/.test(text.trim())
}

/** Loads the animals of a file of this machine. */
function FileForm() {
  const panel = usePanel()
  const [file, setFile] = useState<File>()
  const [refusal, setRefusal] = useState<string>()
  const alert = useRef<HTMLDivElement>(null)
  // The form scrolls in its box, and what is wrong would stand below its edge.
  useEffect(() => {
    if (refusal !== undefined) alert.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  const lineOf = ({ method, target }: ControlRequest, name: string) =>
    fileLine(method, panel.transport.origin + target, name)
  const send = async (way: (typeof ways)[number]) => {
    if (file === undefined) return
    setRefusal(undefined)
    try {
      const request = loading(panel.sandbox, way, { file: file.name, content: await file.text() })
      await panel.act(request, `The animals of “${visibleText(file.name)}” were loaded.`, {
        line: lineOf(request, file.name),
        onRefused: setRefusal,
      })
    } catch {
      setRefusal(`The file “${file.name}” cannot be read any longer. Choose it again.`)
    }
  }
  const format = file === undefined ? undefined : formatOf(file.name)
  const isAnimalFile = format !== undefined && format !== 'module'
  return (
    <fieldset class="stack">
      <legend>From a file</legend>
      <Field
        label="File"
        hint="JSON, NDJSON or CSV, with at most 100,000 animals."
        problem={
          file === undefined || isAnimalFile ? undefined : 'Its name must end in .json, .ndjson, .jsonl or .csv.'
        }
      >
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
        {ways.map((way) => (
          <PointedButton
            key={way}
            isDisabled={!isAnimalFile}
            onPoint={() => panel.showLine(lineOf(loading(panel.sandbox, way), file?.name ?? ''))}
            onWork={() => send(way)}
          >
            {way}
          </PointedButton>
        ))}
      </div>
      <div role="alert" ref={alert}>
        {refusal === undefined ? null : <TextBlock label="What is wrong">{refusal}</TextBlock>}
      </div>
    </fieldset>
  )
}

/** The line that sends a file, which may be far too long to stand in the line itself. */
function fileLine(method: string, address: string, name: string): string {
  // A name that begins with a minus sign is no option.
  const path = quoted(name.startsWith('-') ? `./${name}` : name)
  const wrap = `jq -Rs --arg file ${quoted(name)} '{file: $file, content: .}' ${path}`
  return `${wrap} | curl -X ${method} -H 'Content-Type: application/json' -d @- ${quoted(address)}`
}
