import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { usePanel } from '../panel-context.tsx'
import type { PanelError } from '../transport/transport.ts'

interface SaveButtonProps {
  /** What gives the file. */
  readonly target: string
  /** The name that the file is given. */
  readonly name: string
  /** Its media type. */
  readonly type: string
  readonly children: ComponentChildren
}

/** A button that saves a file of the control API, and shows the line that does the same. */
export function SaveButton({ target, name, type, children }: SaveButtonProps) {
  const panel = usePanel()
  const [isBusy, setBusy] = useState(false)
  const point = () => panel.point({ method: 'GET', target })
  const save = async () => {
    if (isBusy) return
    setBusy(true)
    point()
    try {
      saveText(await panel.transport.read(target), name, type)
      panel.tell(`Saved as ${name}.`)
    } catch (error) {
      panel.tell((error as PanelError).message, true)
    }
    setBusy(false)
  }
  return (
    <button
      type="button"
      class="button"
      aria-busy={isBusy || undefined}
      onPointerEnter={point}
      onFocus={point}
      onClick={() => void save()}
    >
      {children}
    </button>
  )
}

function saveText(text: string, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has it once the click was handled, which is before the next turn.
  setTimeout(() => URL.revokeObjectURL(address))
}
