import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  /** Said below it, and by screen readers with it. */
  readonly hint?: string | undefined
  /** Why it cannot be used as it is. */
  readonly problem?: string | undefined
  readonly children: (attributes: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': true | undefined
  }) => ComponentChildren
}

/** A control of a form with its label, hint and problem. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId()
  const note = problem ?? hint
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {note === undefined ? null : (
        <p id={`${id}-note`} class={problem === undefined ? 'hint' : 'problem'}>
          {note}
        </p>
      )}
    </div>
  )
}

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly options: readonly { readonly value: T; readonly text: string }[]
  readonly value: T
  readonly onChange: (value: T) => void
  readonly hint?: string
}

/** A list to choose one of. */
export function Choice<T extends string>({ label, options, value, onChange, hint }: ChoiceProps<T>) {
  return (
    <Field label={label} hint={hint}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
