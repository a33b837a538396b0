import type { ComponentChildren, InputHTMLAttributes, JSX } from 'preact'

type FieldProps = InputHTMLAttributes & {
  readonly id: string
  readonly label: string
  /** What fits; a browser shows it, too, when something else is sent. */
  readonly title: string
  /** What stands beside the input. */
  readonly children?: ComponentChildren
}

/** An input that must be filled in, with its label, and below it what fits. */
export function Field({ id, label, title, children, ...input }: FieldProps): JSX.Element {
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

/** The text of a field in the form that was sent. */
export function fieldText(event: SubmitEvent, name: string): string {
  const value = new FormData(event.currentTarget as HTMLFormElement).get(name)
  return typeof value === 'string' ? value.trim() : ''
}
