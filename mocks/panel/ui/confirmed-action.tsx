import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ControlRequest } from '../transport/transport.ts'
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
  const [isAsking, setAsking] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const wasAsking = useRef(false)
  useEffect(() => {
    // The keyboard stays where it is: on the no, and then on the button that asked.
    if (isAsking !== wasAsking.current) box.current?.querySelector<HTMLElement>('[data-first]')?.focus()
    wasAsking.current = isAsking
  }, [isAsking])
  const end = () => setAsking(false)
  return (
    <span
      class="confirmed"
      ref={box}
      role={isAsking ? 'group' : undefined}
      aria-label={isAsking ? question : undefined}
      onKeyDown={(event) => {
        if (!isAsking || event.key !== 'Escape') return
        event.stopPropagation()
        end()
      }}
    >
      {isAsking ? (
        <>
          <strong>{question}</strong>
          <Action
            request={request}
            done={done}
            kind="danger"
            onDone={(reply) => {
              end()
              onDone?.(reply)
            }}
          >
            {yes}
          </Action>
          <button type="button" class="button" data-first onClick={end}>
            No
          </button>
        </>
      ) : (
        <button type="button" class="button" data-first aria-label={label} onClick={() => setAsking(true)}>
          {children}
        </button>
      )}
    </span>
  )
}
