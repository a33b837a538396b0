import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { writeJson } from '../../../spec/index.ts'
import type { ControlRequest, RequestError } from '../../control/client/transport.ts'
import { usePanel } from '../panel-context.tsx'
import { visibleText } from '../visible-text.ts'
import { TextField, type TextFieldProps } from './field.tsx'

/** What a button looks like and says. */
interface ButtonLook {
  readonly text: ComponentChildren
  readonly kind?: 'plain' | 'primary' | 'quiet' | 'danger' | 'small' | 'small chip' | undefined
  /** What screen readers say, where the text alone would not do. */
  readonly label?: string | undefined
  readonly isDisabled?: boolean
  /** Other attributes. */
  readonly attributes?: ButtonHTMLAttributes
}

interface ButtonWithCommandProps extends ButtonLook {
  /** Shows the shell command that does the same, as long as its owner is in sight. */
  readonly onPreview: (owner: Element) => void
  /** Does it. Clicks that come before it has ended are passed over. */
  readonly onWork: () => Promise<void>
}

/** How long a press on a touch screen is that asks for the line alone: spec/decisions/0091-hold-a-button.md. */
const heldMilliseconds = 500

/**
 * A button that shows its shell command as soon as the pointer is over it, or it is touched or has the focus. A report has
 * none: nothing can be done there.
 */
export function ButtonWithCommand(props: ButtonWithCommandProps) {
  const { kind = 'plain', label, isDisabled = false, attributes, text, onPreview, onWork } = props
  const { isLost, transport } = usePanel()
  const [isBusy, setBusy] = useState(false)
  const touchedAt = useRef(Infinity)
  const work = async (event: MouseEvent) => {
    // A long press on a touch screen asks for the command alone. For a click by keyboard, `event.detail` is 0.
    const isHeld = event.detail > 0 && performance.now() - touchedAt.current > heldMilliseconds
    if (isBusy || isHeld) return
    setBusy(true)
    // Screen readers click without hover or focus.
    onPreview(event.currentTarget as Element)
    await onWork()
    setBusy(false)
  }
  if (transport.report) return null
  return (
    <button
      type="button"
      {...attributes}
      class={`button ${kind}`}
      aria-label={label}
      aria-busy={isBusy || undefined}
      disabled={isDisabled || isLost}
      onPointerEnter={({ currentTarget }) => onPreview(currentTarget)}
      onPointerDown={({ pointerType }) => {
        touchedAt.current = pointerType === 'touch' ? performance.now() : Infinity
      }}
      onFocus={({ currentTarget }) => onPreview(currentTarget)}
      onClick={(event) => void work(event)}
    >
      {text}
    </button>
  )
}

/** A button that saves what a path of the sandbox gives under a name, and shows the shell command that does the same. */
export function SaveButton({ path, name, ...look }: ButtonLook & { path: string; name: string }) {
  const panel = usePanel()
  const request = panel.to('GET', path)
  const save = async () => {
    try {
      const text = await panel.transport.read(request.target)
      const href = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }))
      Object.assign(document.createElement('a'), { href, download: name }).click()
      // The browser has it once the click was handled, which is before the next turn.
      setTimeout(() => URL.revokeObjectURL(href))
      panel.notify(`Saved as ${name}.`)
    } catch (error) {
      panel.notify((error as RequestError).message, true)
    }
  }
  return <ButtonWithCommand {...look} onPreview={(owner) => panel.showRequest(request, owner)} onWork={save} />
}

interface Sending {
  /** What the notice says once it is done, such as "The clock stands still." */
  readonly done: string
  /** Called with the reply; not called where the mock refused. */
  readonly onDone?: ((reply: unknown) => void) | undefined
}

/** A button that sends one request of the control API, and shows which. */
export function Action({ request, done, onDone, ...look }: ButtonLook & Sending & { request: ControlRequest }) {
  const panel = usePanel()
  const send = async () => {
    const answer = await panel.act(request, done)
    if (answer !== undefined) onDone?.(answer.reply)
  }
  return <ButtonWithCommand {...look} onPreview={(owner) => panel.showRequest(request, owner)} onWork={send} />
}

interface FormWithCommandProps {
  /** What the form is for, as screen readers say it. */
  readonly label: string
  readonly class?: string
  /** What it would send. Its shell command is shown when the form is entered, and when this changes. */
  readonly sent: string
  readonly onPreview: (owner: Element) => void
  readonly onSubmit: () => void
  readonly children: ComponentChildren
}

/** A form that shows its shell command while it is filled in. */
export function FormWithCommand({
  label,
  class: className = 'form',
  sent,
  onPreview,
  onSubmit,
  children,
}: FormWithCommandProps) {
  const filledIn = useRef<Element>(undefined)
  useEffect(() => {
    if (filledIn.current) onPreview(filledIn.current)
    // Not by `onPreview`, which is another one each time the sandbox is read.
  }, [sent])
  return (
    <form
      class={className}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      onFocusIn={({ currentTarget }) => {
        filledIn.current = currentTarget
        onPreview(currentTarget)
      }}
      onFocusOut={() => {
        filledIn.current = undefined
      }}
    >
      {children}
    </form>
  )
}

interface ActionFormProps extends Sending, Pick<FormWithCommandProps, 'label' | 'class' | 'children'> {
  /** What it would send as it is filled in now; `undefined` while something is missing. */
  readonly request: ControlRequest | undefined
  /** What the shell command shows in its place, where it holds a secret. */
  readonly shown?: ControlRequest
  /** The word of its button. */
  readonly submit: string
  readonly kind?: ButtonLook['kind']
}

/** A form that sends one request of the control API, shows which while it is filled in, and why it was refused. */
export function ActionForm(props: ActionFormProps) {
  const { request, shown = request, done, onDone, submit, kind, label, class: className = '', children } = props
  const panel = usePanel()
  const [refusal, setRefusal] = useState<string>()
  const sent = shown === undefined ? '' : writeJson(shown)
  useEffect(() => setRefusal(undefined), [sent])
  const send = async () => {
    setRefusal(undefined)
    const answer = request && (await panel.act(request, done, { shown, onRefused: setRefusal }))
    if (answer !== undefined) onDone?.(answer.reply)
  }
  return (
    <FormWithCommand
      label={label}
      class={`form ${className}`}
      sent={sent}
      onPreview={(owner) => shown && panel.showRequest(shown, owner)}
      onSubmit={() => void send()}
    >
      {children}
      <SubmitButton text={submit} kind={kind} isDisabled={request === undefined} />
      {refusal && (
        <small class="problem" role="alert">
          {visibleText(refusal, true)}
        </small>
      )}
    </FormWithCommand>
  )
}

/** The button that sends its form. */
export function SubmitButton({ kind = 'primary', isDisabled = false, text }: ButtonLook) {
  const { isLost } = usePanel()
  return (
    <button type="submit" class={`button ${kind}`} disabled={isDisabled || isLost}>
      {text}
    </button>
  )
}

type TextFormProps = Omit<TextFieldProps, 'value' | 'onValue' | 'hint'> &
  Pick<ActionFormProps, 'submit' | 'kind'> & {
    /** What the form is for; `label` is that of its field. */
    readonly purpose: string
    /** What it sends for this text; `undefined` for a text that cannot be sent, which is when `problem` is shown. */
    readonly requestFor: (text: string) => ControlRequest | undefined
    readonly doneFor: (text: string) => string
    readonly hintFor?: (text: string) => string | undefined
    readonly onDone?: (text: string) => void
  }

/** A form of one field, which is emptied once it was sent. */
export function TextForm(props: TextFormProps) {
  const { purpose, submit, kind, requestFor, doneFor, hintFor, onDone, problem, ...field } = props
  const [text, setText] = useState('')
  const request = text === '' ? undefined : requestFor(text)
  const finish = () => {
    setText('')
    onDone?.(text)
  }
  return (
    <ActionForm label={purpose} request={request} done={doneFor(text)} onDone={finish} submit={submit} kind={kind}>
      <TextField
        autocapitalize="none"
        spellcheck={false}
        {...field}
        value={text}
        onValue={setText}
        hint={hintFor?.(text)}
        problem={text === '' || request !== undefined ? undefined : problem}
      />
    </ActionForm>
  )
}
