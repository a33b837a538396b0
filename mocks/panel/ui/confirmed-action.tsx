import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import type { ControlRequest } from '../../control/client/transport.ts'
import { Action } from './action.tsx'

interface ConfirmedActionProps {
  readonly request: ControlRequest
  readonly done: string
  /** What is asked first, such as "Forget pr-17 and all that is in it?" */
  readonly question: string
  /** The word of the button that does it. */
  readonly yes: string
  /** What screen readers say of the first button, where its text alone would not do. */
  readonly label?: string
  readonly onDone?: (reply: unknown) => void
  readonly children: ComponentChildren
}

/** An action that cannot be taken back: the first click asks, the second one does it. Escape is a no. */
export function ConfirmedAction({ request, done, question, yes, label, onDone, children }: ConfirmedActionProps) {
  const id = useId()
  const box = useRef<HTMLSpanElement>(null)
  return (
    <>
      <button type="button" class="button" aria-label={label} popovertarget={id}>
        {children}
      </button>
      <span
        ref={box}
        id={id}
        class="floating confirmed"
        popover="auto"
        role="group"
        aria-label={question}
        // The panel over an app closes by the same key.
        onKeyDown={(event) => event.stopPropagation()}
      >
        <strong>{question}</strong>
        <Action
          request={request}
          done={done}
          kind="danger"
          onDone={(reply) => {
            box.current?.hidePopover()
            onDone?.(reply)
          }}
        >
          {yes}
        </Action>
        <button type="button" class="button" autofocus popovertarget={id} popovertargetaction="hide">
          No
        </button>
      </span>
    </>
  )
}
