import type { ComponentChildren, InputHTMLAttributes, RefObject, TextareaHTMLAttributes } from 'preact'
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
        <small id={`${id}-note`} class={problem === undefined ? 'hint' : 'problem'}>
          {note}
        </small>
      )}
    </div>
  )
}

/** A field, its value, and whatever else an `input` takes. */
export type TextFieldProps = Omit<FieldProps, 'children'> &
  Omit<InputHTMLAttributes, 'label' | 'onInput' | 'value' | 'ref'> & {
    readonly value: string
    readonly onValue: (value: string) => void
    readonly inputRef?: RefObject<HTMLInputElement | null>
    /** The id of a list of values to choose from. */
    readonly list?: string
  }

/** A field of text on one line, for which the browser has nothing to propose. */
export function TextField({ label, hint, problem, onValue, inputRef, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(attributes) => (
        <input
          {...attributes}
          {...(input as InputHTMLAttributes)}
          ref={inputRef ?? null}
          autocomplete="off"
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

type TextAreaProps = Omit<FieldProps, 'children'> &
  Omit<TextareaHTMLAttributes, 'label' | 'onInput' | 'value'> & {
    readonly value: string
    readonly onValue: (value: string) => void
  }

/** A field of text on several lines. */
export function TextArea({ label, hint, problem, onValue, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(attributes) => (
        <textarea
          {...attributes}
          {...area}
          spellcheck={false}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly options: readonly { readonly value: T; readonly text: string }[]
  readonly value: T
  readonly onChange: (value: T) => void
  readonly hint?: string | undefined
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
