import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ControlRequest } from '../../../control/client/transport.ts'
import { usePanel } from '../panel-context.tsx'
import { visibleText } from '../visible-text.ts'
import { useDraft } from './drafts.ts'
import { Field, type FieldProps } from './field.tsx'
import { Button } from './layout.tsx'

interface FormProps {
  /** What the form is for, as screen readers say it. */
  readonly label: string
  readonly class?: string | undefined
  readonly onSubmit: () => void
  readonly children: ComponentChildren
}

/** A form. */
export function Form({ label, class: look = 'form', onSubmit, children }: FormProps) {
  const submit = (event: Event) => {
    event.preventDefault()
    onSubmit()
  }
  const onKeyDown = ({ key, ctrlKey, metaKey, currentTarget }: TargetedKeyboardEvent<HTMLFormElement>) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.querySelector<HTMLElement>('[type=submit]')?.click()
  }
  return (
    <form class={look} aria-label={label} onSubmit={submit} onKeyDown={onKeyDown}>
      {children}
    </form>
  )
}

/** The texts of the fields of a form, by name. */
export type Texts = Readonly<Record<string, string>>

/** A field as a form describes it. */
export type FormField = Omit<FieldProps, 'name' | 'value' | 'onValue' | 'problem'> & {
  readonly name: string
  /** Why a text cannot be used; `undefined` where it can. */
  readonly problemOf?: ((text: string) => string | undefined) | undefined
}

interface FieldsProps {
  readonly of: readonly FormField[]
  readonly texts: Texts
  readonly onTexts: (texts: Texts) => void
}

/** The fields of a form. */
export function Fields({ of, texts, onTexts }: FieldsProps) {
  return of.map(({ problemOf, ...field }) => {
    const text = texts[field.name] ?? ''
    return (
      <Field
        key={field.label}
        {...field}
        value={text}
        problem={problemOf?.(text)}
        onValue={(value) => onTexts({ ...texts, [field.name]: value })}
      />
    )
  })
}

export interface RequestFormProps extends Pick<FormProps, 'label' | 'class'> {
  /** A field with `required` must not be empty. */
  readonly fields: readonly FormField[]
  /** What they begin with, and have again once it was sent. */
  readonly first?: Texts
  /** By what the panel keeps what is written until it is sent or discarded. */
  readonly draft?: string | undefined
  readonly requestFor: (texts: Texts) => ControlRequest
  /** What the notice says once it is done. */
  readonly doneFor: (texts: Texts, reply: unknown) => string
  readonly onDone?: ((texts: Texts, reply: unknown) => void) | undefined
  readonly onRefused?: ((reason: string) => void) | undefined
  /** The word of its button. */
  readonly submit: string
}

const none: Texts = {}

/** A form that sends one request of the control API, and shows why it was refused. */
export function RequestForm(props: RequestFormProps) {
  const { label, fields, first = none, draft, requestFor, doneFor, onDone, onRefused, submit } = props
  const panel = usePanel()
  const { texts, write, isDraft } = useDraft(draft, first)
  const [refusal, setRefusal] = useState<string>()
  useEffect(() => setRefusal(undefined), [texts])
  const isReady = fields.every(({ name, required, problemOf }) => {
    const text = texts[name] ?? ''
    return !(required === true && text === '') && problemOf?.(text) === undefined
  })
  const send = async () => {
    if (!isReady) return
    const refuse = (reason: string) => {
      setRefusal(reason)
      onRefused?.(reason)
    }
    const answer = await panel.act(requestFor(texts), (reply) => doneFor(texts, reply), { onRefused: refuse })
    if (answer === undefined) return
    write(first)
    onDone?.(texts, answer.reply)
  }
  return (
    <Form label={label} class={props.class} onSubmit={() => void send()}>
      <Fields of={fields} texts={texts} onTexts={write} />
      <div class="row">
        <Button type="submit" text={submit} class="primary" disabled={!isReady || panel.isLost} />
        {isDraft && draft && <Button text="Discard" onClick={() => write(first)} />}
      </div>
      {refusal && (
        <small class="problem" role="alert">
          {visibleText(refusal, true)}
        </small>
      )}
    </Form>
  )
}
