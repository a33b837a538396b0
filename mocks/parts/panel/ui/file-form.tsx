import { useState } from 'preact/hooks'
import { readJson } from '../../../../spec/index.ts'
import type { ControlRequest } from '../../../control/client/transport.ts'
import { usePanel } from '../panel-context.tsx'
import { WorkButton } from './action.tsx'
import { Field } from './field.tsx'

interface FileFormProps {
  readonly label: string
  readonly hint?: string
  /** The endings of its files, such as `.json`. */
  readonly accept: string
  /** What is sent for it, without the body. */
  readonly request: ControlRequest
  /** The body for a file. @throws {Error} with what to do about a file that cannot be sent */
  readonly bodyOf: (text: string, name: string) => unknown
  readonly done: string
}

/** Sends a file of this machine. */
export function FileForm({ label, hint, accept, request, bodyOf, done }: FileFormProps) {
  const panel = usePanel()
  const [file, setFile] = useState<File>()
  const [refusal, setRefusal] = useState<string>()
  const send = async () => {
    setRefusal(undefined)
    const { name = '' } = file ?? {}
    try {
      const text = await file?.text().catch(() => {
        throw new Error(`The file “${name}” cannot be read any longer. Choose it again.`)
      })
      await panel.act({ ...request, body: bodyOf(text ?? '', name) }, done, { line: '', onRefused: setRefusal })
    } catch (error) {
      setRefusal((error as Error).message)
    }
  }
  return (
    <div class="stack">
      <Field
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
      <WorkButton text="Load the file" disabled={file === undefined} onWork={send} />
    </div>
  )
}

/** What a file of JSON has. @throws {Error} with this advice for another file */
export function jsonOf(text: string, advice: string): unknown {
  const reading = readJson(text)
  if (!reading.ok) throw new Error(`This file is not JSON. ${advice}`)
  return reading.value
}
