import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { writeJson } from '../../../spec/index.ts'
import { usePanel } from '../panel-context.tsx'
import type { ControlRequest } from '../../control/client/transport.ts'
import { TextField, type TextFieldProps } from './field.tsx'
import { type ButtonLook, PointedButton } from './pointed-button.tsx'
import { useFormLine } from './use-form-line.ts'

interface Sending {
  /** What the notice says once it is done, such as "The clock stands still." */
  readonly done: string
  /** Called with the reply; not called where the mock refused. */
  readonly onDone?: ((reply: unknown) => void) | undefined
}

interface ActionProps extends ButtonLook, Sending {
  /** What it sends; its `curl` line is shown as soon as the button is pointed at. */
  readonly request: ControlRequest
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

interface ActionFormProps extends Sending {
  /** What it would send as it is filled in now; `undefined` while something is missing. */
  readonly request: ControlRequest | undefined
  /** What the line for the shell shows in its place, where it holds a secret. */
  readonly shown?: ControlRequest
  /** Takes the reason of a refusal. */
  readonly onRefused?: (message: string) => void
  /** What the form is for, as screen readers say it. */
  readonly label: string
  readonly class?: string
  readonly children: ComponentChildren
}

/** A form that sends one request of the control API, and shows which while it is filled in. Give it a `SubmitButton`. */
export function ActionForm(props: ActionFormProps) {
  const { request, shown = request, done, onDone, onRefused, label, class: className = '', children } = props
  const panel = usePanel()
  const point = () => {
    if (shown !== undefined) panel.point(shown)
  }
  const formLine = useFormLine(point, shown === undefined ? '' : writeJson(shown))
  const submit = async () => {
    if (request === undefined) return
    const answer = await panel.act(request, done, { shown, onRefused })
    if (answer !== undefined) onDone?.(answer.reply)
  }
  return (
    <form
      class={`form ${className}`}
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
export function SubmitButton({ kind = 'primary', isDisabled = false, children }: ButtonLook) {
  const { isLost } = usePanel()
  return (
    <button type="submit" class={`button ${kind}`} disabled={isDisabled || isLost}>
      {children}
    </button>
  )
}

type TextFormProps = Omit<TextFieldProps, 'value' | 'onValue' | 'hint'> & {
  /** What the form is for; `label` is that of its field. */
  readonly purpose: string
  /** The word of its button. */
  readonly submit: string
  readonly kind?: ButtonLook['kind']
  /** What it sends for this text; `undefined` for a text that cannot be sent, which is when `problem` is shown. */
  readonly requestFor: (text: string) => ControlRequest | undefined
  readonly doneFor: (text: string) => string
  readonly hintFor?: (text: string) => string | undefined
  readonly onDone?: (text: string) => void
}

/** A form of one field, which is emptied once it was sent, or says why the mock refused it. */
export function TextForm(props: TextFormProps) {
  const { purpose, submit, kind, requestFor, doneFor, hintFor, onDone, problem, ...field } = props
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const request = text === '' ? undefined : requestFor(text)
  return (
    <ActionForm
      label={purpose}
      request={request}
      done={doneFor(text)}
      onDone={() => {
        setText('')
        onDone?.(text)
      }}
      onRefused={setRefusal}
    >
      <TextField
        autocapitalize="none"
        spellcheck={false}
        {...field}
        value={text}
        onValue={(value) => {
          setText(value)
          setRefusal(undefined)
        }}
        hint={hintFor?.(text)}
        problem={text === '' || request !== undefined ? refusal : problem}
      />
      <SubmitButton kind={kind} isDisabled={request === undefined}>
        {submit}
      </SubmitButton>
    </ActionForm>
  )
}
