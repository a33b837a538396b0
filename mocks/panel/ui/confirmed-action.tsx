import { type ComponentProps } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { Action } from './action.tsx'

interface ConfirmedActionProps extends ComponentProps<typeof Action> {
  /** What is asked first, such as "Forget pr-17 and all that is in it?" */
  readonly question: string
  /** The word of the button that does it. */
  readonly yes: string
}

/** An action that cannot be taken back: the first click asks, the second one does it. Escape is a no. */
export function ConfirmedAction({ question, yes, label, children, onDone, ...action }: ConfirmedActionProps) {
  const id = useId()
  const box = useRef<HTMLSpanElement>(null)
  const finish = (reply: unknown) => {
    box.current?.hidePopover()
    onDone?.(reply)
  }
  return (
    <>
      <button type="button" class="button" aria-label={label} popovertarget={id}>
        {children}
      </button>
      <span
        ref={box}
        id={id}
        class="floating"
        popover="auto"
        role="group"
        aria-label={question}
        // The panel over an app closes by the same key.
        onKeyDown={(event) => event.stopPropagation()}
      >
        <strong>{question}</strong>
        <Action {...action} kind="danger" onDone={finish}>
          {yes}
        </Action>
        <button type="button" class="button" autofocus popovertarget={id} popovertargetaction="hide">
          No
        </button>
      </span>
    </>
  )
}
