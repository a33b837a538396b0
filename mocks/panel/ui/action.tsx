import type { ComponentChildren } from 'preact'
import { writeJson } from '../../../spec/index.ts'
import { usePanel } from '../panel-context.tsx'
import type { ControlRequest } from '../transport/transport.ts'
import { type ButtonLook, PointedButton } from './pointed-button.tsx'
import { useFormLine } from './use-form-line.ts'

interface ActionProps extends ButtonLook {
  /** What it sends; its `curl` line is shown as soon as the button is pointed at. */
  readonly request: ControlRequest
  /** What is told once it is done, such as "The clock stands still." */
  readonly done: string
  /** Told of the reply; not called where the mock refused. */
  readonly onDone?: (reply: unknown) => void
}

/** A button that sends one request of the control API, and shows which. */
export function Action({ request, done, onDone, ...look }: ActionProps) {
  const panel = usePanel()
  const send = async () => {
    const answer = await panel.act(request, done)
    if (answer !== undefined) onDone?.(answer.reply)
  }
  return <PointedButton {...look} onPoint={() => panel.point(request)} onWork={send} />
}

interface ActionFormProps {
  /** What it would send as it is filled in now; `undefined` while something is missing. */
  readonly request: ControlRequest | undefined
  readonly done: string
  /** Told of the reply; not called where the mock refused. */
  readonly onDone?: (reply: unknown) => void
  /** Takes the reason of a refusal. */
  readonly onRefused?: (message: string) => void
  /** What the form is for, as screen readers say it. */
  readonly label: string
  readonly class?: string
  readonly children: ComponentChildren
}

/** A form that sends one request of the control API, and shows which while it is filled in. Give it a `SubmitButton`. */
export function ActionForm({ request, done, onDone, onRefused, label, class: className, children }: ActionFormProps) {
  const panel = usePanel()
  const point = () => {
    if (request !== undefined) panel.point(request)
  }
  const formLine = useFormLine(point, request === undefined ? '' : writeJson(request))
  const submit = async () => {
    if (request === undefined) return
    const answer = await panel.act(request, done, { onRefused })
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
      {...formLine}
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
