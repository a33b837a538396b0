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
    readonly value?: string
    readonly onValue?: (value: string) => void
    readonly inputRef?: RefObject<HTMLInputElement | null>
    /** The id of a list of values to choose from. */
    readonly list?: string
    /** How many lines it has, where it has several. */
    readonly rows?: number
  }

/** A field of text or for a file, for which the browser has nothing to propose. */
export function TextField({ label, hint, problem, onValue, inputRef, ...input }: TextFieldProps) {
  // The attributes that are used here are the same for both.
  const Tag = (input.rows === undefined ? 'input' : 'textarea') as 'input'
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(attributes) => (
        <Tag
          {...attributes}
          {...(input as InputHTMLAttributes)}
          ref={inputRef ?? null}
          autocomplete="off"
          onInput={(event) => onValue?.(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** A field for a search. While it is empty, it shows an example of what to search for, or its label. */
export function SearchField({ label, placeholder = label, ...field }: TextFieldProps) {
  return <TextField {...field} label={label} placeholder={placeholder} type="search" />
}

/** What a list offers: each value, with its text where that is another one. */
export type Offers = readonly (string | readonly [value: string, text: string])[]

/** The options of a list. */
export function Options({ of }: { of: Offers }) {
  return of.map((offer) => {
    const [value, text] = typeof offer === 'string' ? [offer, offer] : offer
    return (
      <option key={value} value={value}>
        {text}
      </option>
    )
  })
}

/** A list to choose one of. */
export function Choice(props: Labels & { options: Offers; value: string; onValue: (value: string) => void }) {
  const { options, value, onValue } = props
  return (
    <Field {...props}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
          <Options of={options} />
        </select>
      )}
    </Field>
  )
}
