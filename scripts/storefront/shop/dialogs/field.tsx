import type { ComponentChildren, InputHTMLAttributes, JSX } from 'preact'

type FieldProps = InputHTMLAttributes & {
  readonly id: string
  readonly label: string
  /** Why the value cannot be used. */
  readonly problem: string | undefined
  readonly hint?: string
  /** What stands beside the input. */
  readonly children?: ComponentChildren
}

/** An input with its label, and below it a hint or what is wrong. */
export function Field({ id, label, problem, hint, children, ...input }: FieldProps): JSX.Element {
  return (
    <>
      <label for={id}>{label}</label>
      <div class="row">
        <input
          {...input}
          id={id}
          name={id}
          autocomplete="off"
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-help`}
        />
        {children}
      </div>
      <p id={`${id}-help`} class={problem === undefined ? 'help' : 'help wrong'}>
        {problem ?? hint}
      </p>
    </>
  )
}

/** The text of a field in the form that was sent. */
export function fieldText(event: SubmitEvent, name: string): string {
  const value = new FormData(event.currentTarget as HTMLFormElement).get(name)
  return typeof value === 'string' ? value : ''
}
