import { useState } from 'preact/hooks'
import { readJson } from '../../../spec/index.ts'
import { quoted } from '../curl.ts'
import { usePanel } from '../panel-context.tsx'
import { PointedButton } from './action.tsx'
import { FileField } from './field.tsx'

interface JsonFileFormProps {
  readonly label: string
  /** Where its content is put. */
  readonly target: string
  readonly done: string
  /** What to do about a file that is no JSON. */
  readonly advice: string
}

/** Sends a file of this machine as it is, and shows the line that does the same. */
export function JsonFileForm({ label, target, done, advice }: JsonFileFormProps) {
  const panel = usePanel()
  const [file, setFile] = useState<File>()
  const [refusal, setRefusal] = useState<string>()
  const line = `curl -X PUT -H 'Content-Type: application/json' -d ${quoted(`@${file?.name}`)} ${panel.transport.origin}${target}`
  const load = async () => {
    const reading = readJson((await file?.text()) ?? '')
    setRefusal(reading.ok ? undefined : `This file is not JSON. ${advice}`)
    if (reading.ok) {
      await panel.act({ method: 'PUT', target, body: reading.value }, done, { line, onRefused: setRefusal })
    }
  }
  const take = (chosen: File | undefined) => {
    setFile(chosen)
    setRefusal(undefined)
  }
  return (
    <div class="form">
      <FileField label={label} problem={refusal} accept=".json,application/json" onFile={take} />
      <PointedButton isDisabled={file === undefined} onPoint={() => panel.showLine(line)} onWork={load}>
        Load the file
      </PointedButton>
    </div>
  )
}
