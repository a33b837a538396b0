import type { ComponentChildren, InputHTMLAttributes, RefObject } from 'preact'
import { useId } from 'preact/hooks'
import { visibleText } from '../visible-text.ts'

interface Labels {
  readonly label: string
  /** Said below it, and by screen readers with it. */
  readonly hint?: string | undefined
  /** Why it cannot be used as it is. */
  readonly problem?: string | undefined
}

/** A control of a form with its label, hint and problem. */
function Field(props: Labels & { children: (attributes: object) => ComponentChildren }) {
  const { label, hint, problem, children } = props
  const id = useId()
  const note = problem ?? hint
  const noteId = note && `${id}-note`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': noteId, 'aria-invalid': problem !== undefined || undefined })}
      {note && (
        <small id={noteId} class={problem && 'problem'}>
          {visibleText(note, true)}
        </small>
      )}
    </div>
  )
}

/** A field, its value, and whatever else an `input` takes. */
export type TextFieldProps = Labels &
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

/** A field to choose a file of this machine in. */
export function FileField(props: Labels & { accept: string; onFile: (file: File | undefined) => void }) {
  return (
    <Field {...props}>
      {(attributes) => (
        <input
          {...attributes}
          type="file"
          accept={props.accept}
          onChange={(event) => props.onFile(event.currentTarget.files?.[0])}
        />
      )}
    </Field>
  )
}

/** A field of text on several lines. */
export function TextArea(props: Labels & { rows: number; value: string; onValue: (value: string) => void }) {
  const { rows, value, onValue } = props
  return (
    <Field {...props}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={rows}
          value={value}
          spellcheck={false}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface ChoiceProps<T extends string> extends Labels {
  readonly options: readonly { readonly value: T; readonly text: string }[]
  readonly value: T
  readonly onChange: (value: T) => void
}

/** A list to choose one of. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { options, value, onChange } = props
  return (
    <Field {...props}>
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
