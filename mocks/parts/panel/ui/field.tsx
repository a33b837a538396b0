import type { InputHTMLAttributes, RefObject } from 'preact'
import { useId } from 'preact/hooks'
import { visibleText } from '../visible-text.ts'

/** What a list offers: each value, with its text where that is another one. */
type Offers = readonly (string | readonly [value: string, text: string])[]

/** A field, its value, and whatever else an `input` takes. */
export type FieldProps = Omit<InputHTMLAttributes, 'label' | 'onInput' | 'value' | 'ref'> & {
  readonly label: string
  /** Said below it, and by screen readers with it. */
  readonly hint?: string | undefined
  /** Why it cannot be used as it is. */
  readonly problem?: string | undefined
  readonly value?: string
  readonly onValue?: (value: string) => void
  readonly inputRef?: RefObject<HTMLInputElement | null>
  /** The values to choose one of; it takes no others. */
  readonly options?: Offers | undefined
  /** How many lines it has, where it has several. */
  readonly rows?: number | undefined
}

/** A field of a form with its label, hint and problem: a list to choose one of, or text, for which the browser has nothing to propose. */
export function Field({ label, hint, problem, onValue, inputRef, options, ...input }: FieldProps) {
  const id = useId()
  const note = problem ?? hint
  const noteId = note && `${id}-note`
  // The attributes that are used here are the same for all three.
  const attributes: object = {
    ...input,
    id,
    autocomplete: 'off',
    'aria-describedby': noteId,
    'aria-invalid': problem !== undefined || undefined,
  }
  const Tag = (options ? 'select' : input.rows === undefined ? 'input' : 'textarea') as 'input'
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Tag {...attributes} ref={inputRef ?? null} onInput={(event) => onValue?.(event.currentTarget.value)}>
        {options && <Options of={options} />}
      </Tag>
      {note && (
        <small id={noteId} class={problem && 'problem'}>
          {visibleText(note, true)}
        </small>
      )}
    </div>
  )
}

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
