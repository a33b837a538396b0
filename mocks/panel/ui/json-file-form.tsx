import { useState } from 'preact/hooks'
import { filePath, readJson } from '../../../spec/index.ts'
import { usePanel } from '../panel-context.tsx'
import { ButtonWithCommand } from './action.tsx'
import { TextField } from './field.tsx'

interface JsonFileFormProps {
  readonly label: string
  /** Where in the sandbox its content is put. */
  readonly path: string
  readonly done: string
  /** What to do about a file that is not JSON. */
  readonly advice: string
}

/** Sends a file of this machine as it is, and shows the shell command that does the same. */
export function JsonFileForm({ label, path, done, advice }: JsonFileFormProps) {
  const panel = usePanel()
  const request = panel.to('PUT', path)
  const [file, setFile] = useState<File>()
  const [refusal, setRefusal] = useState<string>()
  const line = panel.fileCommand(request, filePath(file?.name ?? ''))
  const load = async () => {
    const reading = readJson((await file?.text()) ?? '')
    setRefusal(reading.ok ? undefined : `This file is not JSON. ${advice}`)
    if (reading.ok) {
      await panel.act({ ...request, body: reading.value }, done, { line, onRefused: setRefusal })
    }
  }
  const take = (chosen: File | undefined) => {
    setFile(chosen)
    setRefusal(undefined)
  }
  return (
    <div class="form">
      <TextField
        label={label}
        problem={refusal}
        type="file"
        accept=".json,application/json"
        onChange={({ currentTarget: { files } }) => take(files?.[0])}
      />
      <ButtonWithCommand
        text="Load the file"
        isDisabled={file === undefined}
        onPreview={(owner) => panel.showCommand(line, owner)}
        onWork={load}
      />
    </div>
  )
}
