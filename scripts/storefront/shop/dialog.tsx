import type { ComponentChildren, InputHTMLAttributes } from 'preact'

interface DialogProps {
  readonly title: ComponentChildren
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A modal dialog that is open as long as it is there. Its button, Escape and a click beside it close it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  return (
    <dialog ref={open} closedby="any" aria-labelledby="dialog-title" onClose={onClose}>
      <form method="dialog" class="row">
        <h2 id="dialog-title">{title}</h2>
        <button aria-label="Close">✕</button>
      </form>
      {children}
    </dialog>
  )
}

function open(dialog: HTMLDialogElement | null) {
  dialog?.showModal()
  // Closed, it gives the focus back.
  return () => dialog?.close()
}

type FieldProps = InputHTMLAttributes & {
  readonly id: string
  readonly label: string
  /** What fits. A browser shows it, too, when something else is sent. */
  readonly title: string
}

/** An input that must be filled in, with its label above and what fits below. */
export function Field({ label, ...input }: FieldProps) {
  const help = `${input.id}-help`
  return (
    <>
      <label for={input.id}>{label}</label>
      <input {...input} name={input.id} required autocomplete="off" aria-describedby={help} />
      <small id={help}>{input.title}</small>
    </>
  )
}

/** The texts of the fields of a form that is sent, by their names. It stays on the page. */
export function textsOf(event: SubmitEvent): Record<string, string> {
  event.preventDefault()
  const fields = new FormData(event.target as HTMLFormElement)
  return Object.fromEntries([...fields].map(([name, text]) => [name, (text as string).trim()]))
}
