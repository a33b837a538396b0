import { useState } from 'preact/hooks'
import { filePath, readJson, shellLine } from '../../../spec/index.ts'
import type { ControlRequest } from '../../control/client/transport.ts'
import { usePanel } from '../panel-context.tsx'
import { WorkButton } from './action.tsx'
import { TextField } from './field.tsx'

interface FileFormProps {
  readonly label: string
  readonly hint?: string
  /** The endings of its files, such as `.json`. */
  readonly accept: string
  /** What can be done with a file: the word of each button, and what is sent for it, without the body. */
  readonly ways: Readonly<Record<string, ControlRequest>>
  /** The body for a file. @throws {Error} with what to do about a file that cannot be sent */
  readonly bodyOf: (text: string, name: string) => unknown
  /** The line for a shell that does the same. */
  readonly lineOf: (request: ControlRequest, name: string) => string
  readonly doneFor: (name: string) => string
}

/** Sends a file of this machine. */
export function FileForm({ label, hint, accept, ways, bodyOf, lineOf, doneFor }: FileFormProps) {
  const panel = usePanel()
  const [file, setFile] = useState<File>()
  const [refusal, setRefusal] = useState<string>()
  const name = file?.name ?? ''
  const send = async (request: ControlRequest) => {
    setRefusal(undefined)
    try {
      const text = await file?.text().catch(() => {
        throw new Error(`The file “${name}” cannot be read any longer. Choose it again.`)
      })
      const body = bodyOf(text ?? '', name)
      await panel.act({ ...request, body }, doneFor(name), { line: lineOf(request, name), onRefused: setRefusal })
    } catch (error) {
      setRefusal((error as Error).message)
    }
  }
  return (
    <div class="stack">
      <TextField
        label={label}
        hint={hint}
        problem={refusal}
        type="file"
        accept={accept}
        onChange={({ currentTarget: { files } }) => {
          setFile(files?.[0])
          setRefusal(undefined)
        }}
      />
      <div class="row">
        {Object.entries(ways).map(([way, request]) => (
          <WorkButton key={way} text={way} disabled={file === undefined} onWork={() => send(request)} />
        ))}
      </div>
    </div>
  )
}

interface JsonFileFormProps extends Pick<FileFormProps, 'label'> {
  readonly request: ControlRequest
  readonly done: string
  /** What to do about a file that is not JSON. */
  readonly advice: string
  /** What is sent of a file, and how jq says the same. Default: the file as it is. */
  readonly wrapped?: { readonly body: (content: unknown) => unknown; readonly jq: string }
}

/** Sends a file of JSON. */
export function JsonFileForm({ label, request, done, advice, wrapped }: JsonFileFormProps) {
  const { lineOf } = usePanel()
  const bodyOf = (text: string) => {
    const reading = readJson(text)
    if (!reading.ok) throw new Error(`This file is not JSON. ${advice}`)
    return wrapped === undefined ? reading.value : wrapped.body(reading.value)
  }
  const lineFor = (asked: ControlRequest, name: string) =>
    wrapped === undefined
      ? lineOf(asked, filePath(name))
      : `${shellLine(['jq', wrapped.jq, filePath(name)])} | ${lineOf(asked, '-')}`
  return (
    <FileForm
      label={label}
      accept=".json,application/json"
      ways={{ 'Load the file': request }}
      bodyOf={bodyOf}
      lineOf={lineFor}
      doneFor={() => done}
    />
  )
}
