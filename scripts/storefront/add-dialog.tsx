import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { categories } from '../../fixtures/datasets/categories.ts'
import { ApiError } from './api-error.ts'
import type { Api } from './api.ts'
import { Dialog } from './dialog.tsx'
import { statusLabels } from './pet-words.tsx'
import { type Pet, type PetStatus, petStatuses } from './pets.ts'
import { type Wait, WaitNotice } from './waiting.tsx'

interface Problems {
  readonly name?: string
  readonly category?: string
  readonly form?: string
}

/** Adds an animal. What it checks is what the interface says; the rest is up to the service. */
export function AddDialog(props: {
  readonly api: Api
  readonly wait: Wait | undefined
  readonly onAdded: (pet: Pet) => void
  readonly onClose: () => void
}): JSX.Element {
  const { api, wait, onAdded, onClose } = props
  const [name, setName] = useState('')
  const [choice, setChoice] = useState('1')
  const [otherId, setOtherId] = useState('')
  const [status, setStatus] = useState<PetStatus | ''>('available')
  const [problems, setProblems] = useState<Problems>({})
  const [isSending, setIsSending] = useState(false)
  const [leaving] = useState(() => new AbortController())
  // Whoever closes the window while the shop waits no longer wants to add.
  useEffect(() => () => leaving.abort(), [leaving])
  const categoryId = choice === 'other' ? otherId.trim() : choice

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (isSending) return
    const found: Problems = {
      ...(name.trim() === '' && { name: 'Give the animal a name.' }),
      ...(!/^-?\d+$/.test(categoryId) && { category: 'A category is a whole number, such as 42.' }),
    }
    setProblems(found)
    if (found.name ?? found.category) {
      const wrong = found.name === undefined ? 'category-id' : 'name'
      document.getElementById(wrong)?.focus()
      return
    }
    setIsSending(true)
    try {
      onAdded(await api.createPet({ name, categoryId, status: status || undefined }, leaving.signal))
    } catch (error) {
      if (leaving.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      setProblems({ form: problemText(error) })
      setIsSending(false)
    }
  }

  return (
    <Dialog title="Add an animal" onClose={onClose}>
      <form class="add-form" onSubmit={(event) => void submit(event)} noValidate>
        {problems.form !== undefined && (
          <p class="refusal" role="alert">
            <bdi>{problems.form}</bdi>
          </p>
        )}
        <label for="name">Name</label>
        <input
          id="name"
          autofocus
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
          autocomplete="off"
          aria-invalid={problems.name !== undefined}
          aria-describedby="name-help"
        />
        <p id="name-help" class="help wrong">
          {problems.name}
        </p>
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
          <>
            <label for="category-id">Id of the category</label>
            <input
              id="category-id"
              value={otherId}
              onInput={(event) => setOtherId(event.currentTarget.value)}
              autocomplete="off"
              // No number field: it would round an int64.
              inputMode="numeric"
              aria-invalid={problems.category !== undefined}
              aria-describedby="category-help"
            />
            <p id="category-help" class="help wrong">
              {problems.category}
            </p>
          </>
        )}
        <label for="status">Status</label>
        <select id="status" value={status} onChange={(event) => setStatus(event.currentTarget.value as PetStatus | '')}>
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
      // Not sent again by itself: it may have arrived, and there is no way to remove an animal.
      return `${error.message} The animal may have been added all the same: look before you add it again.`
  }
}
