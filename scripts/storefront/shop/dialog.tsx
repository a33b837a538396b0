import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface DialogProps {
  readonly title: ComponentChildren
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A modal dialog that is open as long as it is there. Escape and the button close it, and where the browser knows `closedby` a click beside it. */
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
      closedby="any"
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        <h2 id="dialog-title">{title}</h2>
        <button type="button" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </header>
      {children}
    </dialog>
  )
}

type FieldProps = InputHTMLAttributes & {
  readonly id: string
  readonly label: string
  /** What fits; a browser shows it, too, when something else is sent. */
  readonly title: string
}

/** An input that must be filled in, with its label, and below it what fits. */
export function Field({ id, label, title, ...input }: FieldProps) {
  return (
    <>
      <label for={id}>{label}</label>
      <input {...input} id={id} name={id} title={title} required autocomplete="off" aria-describedby={`${id}-help`} />
      <p id={`${id}-help`} class="quiet">
        {title}
      </p>
    </>
  )
}

interface FormProps {
  readonly submit: string
  readonly isBusy?: boolean
  /** Gets the texts of the fields by their names. */
  readonly onTexts: (texts: Record<string, string>) => void
  readonly children: ComponentChildren
}

export function Form({ submit, isBusy = false, onTexts, children }: FormProps) {
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        const fields = [...new FormData(event.currentTarget)]
        const texts = fields.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : ''])
        if (!isBusy) onTexts(Object.fromEntries(texts) as Record<string, string>)
      }}
    >
      {children}
      <button type="submit" class="primary" aria-disabled={isBusy}>
        {submit}
      </button>
    </form>
  )
}
