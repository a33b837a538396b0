import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { categories } from '../../../../fixtures/datasets/categories.ts'
import { ApiError } from '../../client/api-error.ts'
import type { Api } from '../../client/api.ts'
import { type Pet, type PetStatus, petStatuses } from '../../client/pets.ts'
import { Dialog } from './dialog.tsx'
import { Field, fieldText } from './field.tsx'
import { statusLabels } from '../pet-words.tsx'
import { type Wait, WaitNotice } from '../waiting.tsx'

/** Adds an animal. It checks what the interface says; the rest is up to the service. */
export function AddDialog(props: {
  readonly api: Api
  readonly wait: Wait | undefined
  readonly onAdded: (pet: Pet) => void
  readonly onClose: () => void
}): JSX.Element {
  const { api, wait, onAdded, onClose } = props
  const [choice, setChoice] = useState('1')
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const [leaving] = useState(() => new AbortController())
  // Whoever closes the window while the shop waits no longer wants to add.
  useEffect(() => () => leaving.abort(), [leaving])

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (isSending) return
    const name = fieldText(event, 'name')
    const categoryId = choice === 'other' ? fieldText(event, 'category-id') : choice
    const status = (fieldText(event, 'status') || undefined) as PetStatus | undefined
    setProblem(undefined)
    setIsSending(true)
    try {
      onAdded(await api.createPet({ name, categoryId, status }, leaving.signal))
    } catch (error) {
      if (leaving.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      setProblem(problemText(error))
      setIsSending(false)
    }
  }

  return (
    <Dialog title="Add an animal" onClose={onClose}>
      <form class="form" onSubmit={(event) => void submit(event)}>
        {problem !== undefined && (
          <p class="notice refusal" role="alert">
            <bdi>{problem}</bdi>
          </p>
        )}
        <Field id="name" label="Name" title="Give the animal a name." pattern=".*\S.*" autofocus />
        <label for="category">Category</label>
        <select id="category" value={choice} onChange={(event) => setChoice(event.currentTarget.value)}>
          {categories.map(({ id, label }) => (
            <option key={id} value={String(id)}>
              {label}
            </option>
          ))}
          <option value="other">Another one, by its id</option>
        </select>
        {choice === 'other' && (
          // No number field: it would round an int64.
          <Field
            id="category-id"
            label="Id of the category"
            title="A whole number, such as 42."
            pattern="\s*-?\d+\s*"
            inputMode="numeric"
          />
        )}
        <label for="status">Status</label>
        <select id="status" name="status">
          {petStatuses.map((value) => (
            <option key={value} value={value}>
              {statusLabels[value]}
            </option>
          ))}
          <option value="">Not said</option>
        </select>
        {wait !== undefined && <WaitNotice wait={wait} />}
        <div class="actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" aria-disabled={isSending}>
            {isSending ? 'Adding…' : 'Add'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function problemText(error: ApiError): string {
  switch (error.kind) {
    case 'refused':
      return error.message
    case 'key':
      return 'The service refused the key. Close this window and enter another key.'
    case 'wait':
      return 'The limit of this key is used up. The animal was not added; try again later.'
    default:
      // Not sent again by itself: it may have arrived, and the interface cannot remove an animal.
      return `${error.message} The animal may have been added all the same: look before you add it again.`
  }
}
