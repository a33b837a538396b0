import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ControlRequest, RequestError } from '../../control/client/transport.ts'
import { forgetDraft } from '../escape.ts'
import { usePanel } from '../panel-context.tsx'
import { visibleText } from '../visible-text.ts'
import { TextField, type TextFieldProps } from './field.tsx'
import { Button, type ButtonProps } from './layout.tsx'

/**
 * A button that does something outside of the panel. Clicks that come before it has ended are passed over. A report has
 * none: nothing can be done there.
 */
export function WorkButton({ onWork, disabled, ...look }: ButtonProps & { readonly onWork: () => Promise<void> }) {
  const { isLost, transport } = usePanel()
  const [isBusy, setBusy] = useState(false)
  const work = async () => {
    if (isBusy) return
    setBusy(true)
    await onWork()
    setBusy(false)
  }
  if (transport.report) return null
  const isDisabled = disabled === true || isLost
  return <Button {...look} aria-busy={isBusy || undefined} disabled={isDisabled} onClick={() => void work()} />
}

interface SaveButtonProps extends ButtonProps {
  readonly path: string
  readonly name: string
  /** The member of the JSON that is saved. Default: all that the path gives. */
  readonly member?: string
}

/** A button that saves what a path of the sandbox gives under a name. */
export function SaveButton({ path, name, member, ...look }: SaveButtonProps) {
  const panel = usePanel()
  const request = panel.to('GET', path)
  const save = async () => {
    try {
      const whole = await panel.transport.read(request.target)
      const text = member === undefined ? whole : `${JSON.stringify(JSON.parse(whole)[member], undefined, 2)}\n`
      const href = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }))
      Object.assign(document.createElement('a'), { href, download: name }).click()
      // The browser has it once the click was handled, which is before the next turn.
      setTimeout(() => URL.revokeObjectURL(href))
      const line = panel.lineOf(request)
      panel.notify({ text: `Saved as ${name}.`, line: member === undefined ? line : `${line} | jq .${member}` })
    } catch (error) {
      panel.notify({ text: (error as RequestError).message, isProblem: true })
    }
  }
  return <WorkButton {...look} onWork={save} />
}

interface Sending {
  /** What the notice says once it is done, such as "The clock stands still." */
  readonly done: string
  /** Called with the reply; not called where the mock refused. */
  readonly onDone?: ((reply: unknown) => void) | undefined
}

/** A button that sends one request of the control API. */
export type ActionProps = ButtonProps & Sending & { readonly request: ControlRequest }

export function Action({ request, done, onDone, ...look }: ActionProps) {
  const panel = usePanel()
  const send = async () => {
    const answer = await panel.act(request, done)
    if (answer !== undefined) onDone?.(answer.reply)
  }
  return <WorkButton {...look} onWork={send} />
}

interface FormProps {
  /** What the form is for, as screen readers say it. */
  readonly label: string
  readonly class?: string | undefined
  readonly onSubmit: (form: HTMLFormElement) => void
  readonly children: ComponentChildren
}

/** A form. */
export function Form({ label, class: look = 'form', onSubmit, children }: FormProps) {
  const submit = (event: Event) => {
    event.preventDefault()
    onSubmit(event.currentTarget as HTMLFormElement)
  }
  return (
    <form class={look} aria-label={label} onSubmit={submit}>
      {children}
    </form>
  )
}

/** The button that sends its form. */
export function SubmitButton({ text, class: look = 'primary', disabled = false }: ButtonProps) {
  return <Button type="submit" text={text} class={look} disabled={disabled === true || usePanel().isLost} />
}

interface ActionFormProps extends Sending, Pick<FormProps, 'label' | 'class' | 'children'> {
  /** What it would send as it is filled in now; `undefined` while something is missing. */
  readonly request: ControlRequest | undefined
  /** What its line shows in place of that, where it holds a secret. */
  readonly shown?: ControlRequest
  /** The word of its button, and how that looks. */
  readonly submit: string
  readonly look?: string | undefined
}

/** A form that sends one request of the control API, and shows why it was refused. */
export function ActionForm(props: ActionFormProps) {
  const { request, shown = request, done, onDone, submit, look, label, class: className, children } = props
  const panel = usePanel()
  const [refusal, setRefusal] = useState<string>()
  const line = shown && panel.lineOf(shown)
  useEffect(() => setRefusal(undefined), [line])
  const send = async (form: HTMLFormElement) => {
    setRefusal(undefined)
    const answer = request && (await panel.act(request, done, { line, onRefused: setRefusal }))
    if (answer === undefined) return
    forgetDraft(form)
    onDone?.(answer.reply)
  }
  return (
    <Form label={label} class={className} onSubmit={(form) => void send(form)}>
      {children}
      <SubmitButton text={submit} class={look} disabled={request === undefined} />
      {refusal && (
        <small class="problem" role="alert">
          {visibleText(refusal, true)}
        </small>
      )}
    </Form>
  )
}

type TextFormProps = Omit<TextFieldProps, 'value' | 'onValue' | 'hint'> &
  Pick<ActionFormProps, 'submit' | 'look'> & {
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
  const { purpose, submit, look, requestFor, doneFor, hintFor, onDone, problem, ...field } = props
  const [text, setText] = useState('')
  const request = text === '' ? undefined : requestFor(text)
  const finish = () => {
    setText('')
    onDone?.(text)
  }
  return (
    <ActionForm label={purpose} request={request} done={doneFor(text)} onDone={finish} submit={submit} look={look}>
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
