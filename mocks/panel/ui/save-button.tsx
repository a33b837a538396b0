import type { ComponentChildren } from 'preact'
import type { RequestError } from '../../control/client/transport.ts'
import { usePanel } from '../panel-context.tsx'
import { PointedButton } from './action.tsx'

interface SaveButtonProps {
  readonly target: string
  readonly name: string
  readonly isDisabled?: boolean
  readonly children: ComponentChildren
}

/** A button that saves a file of the control API under a name, and shows the line that does the same. */
export function SaveButton({ target, name, isDisabled = false, children }: SaveButtonProps) {
  const panel = usePanel()
  const save = async () => {
    try {
      const text = await panel.transport.read(target)
      const href = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }))
      Object.assign(document.createElement('a'), { href, download: name }).click()
      // The browser has it once the click was handled, which is before the next turn.
      setTimeout(() => URL.revokeObjectURL(href))
      panel.notify(`Saved as ${name}.`)
    } catch (error) {
      panel.notify((error as RequestError).message, true)
    }
  }
  return (
    <PointedButton isDisabled={isDisabled} onPoint={() => panel.point({ method: 'GET', target })} onWork={save}>
      {children}
    </PointedButton>
  )
}
