import type { ComponentChildren } from 'preact'
import { usePanel } from '../panel-context.tsx'
import type { RequestError } from '../../control/client/transport.ts'
import { PointedButton } from './pointed-button.tsx'

interface SaveButtonProps {
  /** What gives the file. */
  readonly target: string
  /** The name that the file is given. */
  readonly name: string
  readonly children: ComponentChildren
}

/** A button that saves a file of the control API, and shows the line that does the same. */
export function SaveButton({ target, name, children }: SaveButtonProps) {
  const panel = usePanel()
  const save = async () => {
    try {
      saveText(await panel.transport.read(target), name)
      panel.notify(`Saved as ${name}.`)
    } catch (error) {
      panel.notify((error as RequestError).message, true)
    }
  }
  return (
    <PointedButton onPoint={() => panel.point({ method: 'GET', target })} onWork={save}>
      {children}
    </PointedButton>
  )
}

function saveText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has it once the click was handled, which is before the next turn.
  setTimeout(() => URL.revokeObjectURL(address))
}
