import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { writeJson } from '../../../spec/index.ts'
import { usePanel } from '../panel-context.tsx'
import type { ControlRequest } from '../transport/transport.ts'

interface ActionProps {
  /** What it sends; its `curl` line is shown as soon as the button is pointed at. */
  readonly request: ControlRequest
  /** What is told once it is done, such as "The clock stands still." */
  readonly done: string
  readonly kind?: 'plain' | 'primary' | 'quiet' | 'danger'
  /** What screen readers say, where the text of the button alone would not do. */
  readonly label?: string
  readonly isDisabled?: boolean
  readonly isPressed?: boolean
  /** Told of the reply; not called where the mock refused. */
  readonly onDone?: (reply: unknown) => void
  readonly children: ComponentChildren
}

/** A button that sends one request of the control API, and shows which. */
export function Action({ request, done, kind = 'plain', label, isDisabled, isPressed, onDone, children }: ActionProps) {
  const panel = usePanel()
  const [isBusy, setBusy] = useState(false)
  const point = () => panel.point(request)
  const send = async () => {
    if (isBusy) return
    setBusy(true)
    const answer = await panel.act(request, done)
    setBusy(false)
    if (answer !== undefined) onDone?.(answer.reply)
  }
  return (
    <button
      type="button"
      class={`button ${kind}`}
      aria-label={label}
      aria-pressed={isPressed}
      aria-busy={isBusy || undefined}
      disabled={isDisabled === true}
      onPointerEnter={point}
      onFocus={point}
      onClick={() => void send()}
    >
      {children}
    </button>
  )
}

interface ActionFormProps {
  /** What it would send as it is filled in now; `undefined` while something is missing. */
  readonly request: ControlRequest | undefined
  readonly done: string
  /** Told of the reply; not called where the mock refused. */
  readonly onDone?: (reply: unknown) => void
  /** What the form is for, as screen readers say it. */
  readonly label: string
  readonly class?: string
  readonly children: ComponentChildren
}

/** A form that sends one request of the control API, and shows which while it is filled in. Give it a `SubmitButton`. */
export function ActionForm({ request, done, onDone, label, class: className, children }: ActionFormProps) {
  const panel = usePanel()
  const isFilledIn = useRef(false)
  const shown = request === undefined ? '' : writeJson(request)
  useEffect(() => {
    if (isFilledIn.current && request !== undefined) panel.point(request)
    // By what it says, for a form makes a new one with each rendering.
  }, [shown])
  const submit = async () => {
    if (request === undefined) return
    const answer = await panel.act(request, done)
    if (answer !== undefined) onDone?.(answer.reply)
  }
  return (
    <form
      class={`form ${className ?? ''}`}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onFocusIn={() => {
        isFilledIn.current = true
        if (request !== undefined) panel.point(request)
      }}
      onFocusOut={() => {
        isFilledIn.current = false
      }}
    >
      {children}
    </form>
  )
}

/** The button that sends its form. */
export function SubmitButton({ children, isDisabled }: { children: ComponentChildren; isDisabled?: boolean }) {
  return (
    <button type="submit" class="button primary" disabled={isDisabled === true}>
      {children}
    </button>
  )
}
