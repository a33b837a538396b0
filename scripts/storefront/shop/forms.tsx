import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useContext, useLayoutEffect, useRef } from 'preact/hooks'
import { Session } from './session.ts'

interface DialogProps {
  readonly title: ComponentChildren
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A modal dialog that is open as long as it is there. Escape, the button and a click beside it close it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={({ target }) => target === dialog.current && onClose()}
    >
      <div class="dialog">
        <header>
          <h2 id="dialog-title">{title}</h2>
          <button type="button" aria-label="Close" onClick={onClose}>
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}

type FieldProps = InputHTMLAttributes & {
  readonly id: string
  readonly label: string
  /** What fits; a browser shows it, too, when something else is sent. */
  readonly title: string
  /** What stands beside the input. */
  readonly children?: ComponentChildren
}

/** An input that must be filled in, with its label, and below it what fits. */
export function Field({ id, label, title, children, ...input }: FieldProps) {
  return (
    <>
      <label for={id}>{label}</label>
      <div class="row">
        <input {...input} id={id} name={id} title={title} required autocomplete="off" aria-describedby={`${id}-help`} />
        {children}
      </div>
      <p id={`${id}-help`} class="help">
        {title}
      </p>
    </>
  )
}

/** A form; what is sent are the texts of its fields by their names. */
export function Form(props: { onTexts: (texts: Record<string, string>) => void; children: ComponentChildren }) {
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        const fields = [...new FormData(event.currentTarget)]
        const texts = fields.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : ''])
        props.onTexts(Object.fromEntries(texts) as Record<string, string>)
      }}
    >
      {props.children}
    </form>
  )
}

/** Asks for an API key. */
export function KeyForm() {
  const { onKey } = useContext(Session)
  return (
    <Form onTexts={({ key = '' }) => onKey(key)}>
      <Field
        id="key"
        label="API key"
        title="Without spaces. The mock knows test_free, test_pro, test_business and test_enterprise."
        // A header cannot carry anything else.
        pattern="\s*[!-~]+\s*"
        autocapitalize="off"
        spellcheck={false}
        placeholder="test_free"
      >
        <button type="submit" class="primary">
          Use this key
        </button>
      </Field>
    </Form>
  )
}
