import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

import { usePanel } from '../panel-context.tsx'

/** What a button looks like and says. */
export interface ButtonLook {
  readonly kind?: 'plain' | 'primary' | 'quiet' | 'danger' | undefined
  /** What screen readers say, where the text of the button alone would not do. */
  readonly label?: string | undefined
  readonly isDisabled?: boolean
  /** Other attributes. */
  readonly attributes?: ButtonHTMLAttributes
  readonly children: ComponentChildren
}

interface PointedButtonProps extends ButtonLook {
  /** Shows the line for the shell that does the same. */
  readonly onPoint: () => void
  /** Does it. Clicks that come before it has ended are passed over. */
  readonly onWork: () => Promise<void>
}

/** A button that shows its line for the shell as soon as it is pointed at. */
export function PointedButton(props: PointedButtonProps) {
  const { kind = 'plain', label, isDisabled = false, attributes, onPoint, onWork, children } = props
  const { isLost } = usePanel()
  const [isBusy, setBusy] = useState(false)
  const work = async () => {
    if (isBusy) return
    setBusy(true)
    // Who has no pointer and no keyboard did not point.
    onPoint()
    await onWork()
    setBusy(false)
  }
  return (
    <button
      type="button"
      {...attributes}
      class={`button ${kind}`}
      aria-label={label}
      aria-busy={isBusy || undefined}
      disabled={isDisabled || isLost}
      onPointerEnter={onPoint}
      onFocus={onPoint}
      onClick={() => void work()}
    >
      {children}
    </button>
  )
}
