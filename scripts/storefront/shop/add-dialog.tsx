import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { categories } from '../../../fixtures/datasets/categories.ts'
import type { Api } from '../client/api.ts'
import { type Pet, type PetStatus, petStatuses } from '../client/pets.ts'
import { ApiError } from '../client/reply.ts'
import { Dialog, Field, textsOf } from './dialog.tsx'
import { statusLabels } from './pet.tsx'

interface AddDialogProps {
  readonly api: Api
  readonly onAdded: (pet: Pet) => void
  readonly onClose: () => void
  /** What is said of a wait. */
  readonly children: ComponentChildren
}

/** Adds an animal. It checks what the interface says; the rest is up to the service. */
export function AddDialog({ api, onAdded, onClose, children }: AddDialogProps) {
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const leaving = useMemo(() => new AbortController(), [])
  // Whoever closes the window while the shop waits no longer wants to add.
  useEffect(() => () => leaving.abort(), [leaving])

  async function add({ name = '', category = '', status }: Record<string, string>): Promise<void> {
    if (isSending) return
    setProblem(undefined)
    setIsSending(true)
    try {
      const pet = { name, categoryId: category, status: (status || undefined) as PetStatus | undefined }
      onAdded(await api.createPet(pet, leaving.signal))
    } catch (error) {
      if (leaving.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      setProblem(problemText(error))
      setIsSending(false)
    }
  }

  return (
    <Dialog title="Add an animal" onClose={onClose}>
      <form class="form" onSubmit={(event) => void add(textsOf(event))}>
        {problem !== undefined && (
          <p class="notice refusal" role="alert">
            <bdi>{problem}</bdi>
          </p>
        )}
        <Field id="name" label="Name" title="Give the animal a name." pattern=".*\S.*" autofocus />
        {/* No number field: it would round an int64. */}
        <Field
          id="category"
          label="Category"
          title="The id of a category, a whole number such as 1 for dogs."
          pattern="\s*-?\d+\s*"
          list="categories"
          defaultValue="1"
        />
        <datalist id="categories">
          {categories.map(({ id, label }) => (
            <option value={String(id)}>{label}</option>
          ))}
        </datalist>
        <label for="status">Status</label>
        <select id="status" name="status">
          {petStatuses.map((status) => (
            <option value={status}>{statusLabels[status]}</option>
          ))}
          <option value="">Not said</option>
        </select>
        {children}
        <button class="primary" aria-disabled={isSending}>
          {isSending ? 'Adding…' : 'Add'}
        </button>
      </form>
    </Dialog>
  )
}

function problemText({ kind, message }: ApiError): string {
  if (kind === 'refused') return message
  if (kind === 'key' || kind === 'wait') return `${message} The animal was not added.`
  // Not sent again by itself: it may have arrived, and the interface cannot remove an animal.
  return `${message} The animal may have been added all the same: look before you add it again.`
}
