import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { categories } from '../../../fixtures/datasets/categories.ts'
import type { Api } from '../client/api.ts'
import { type Pet, type PetStatus, petStatuses } from '../client/pets.ts'
import type { ApiError } from '../client/reply.ts'
import { Field, textsOf } from './field.tsx'
import { statusLabels } from './pet.tsx'

interface AddDialogProps {
  readonly api: Api
  readonly onAdded: (pet: Pet) => void
  readonly onClose: () => void
  /** The notice of a wait. */
  readonly children: ComponentChildren
}

/** A modal dialog that adds an animal. It checks only what the interface says. */
export function AddDialog({ api, onAdded, onClose, children }: AddDialogProps) {
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const leaving = useMemo(() => new AbortController(), [])
  // Somebody who closes the window while the shop waits no longer wants to add.
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
      setProblem(problemText(error as ApiError))
      setIsSending(false)
    }
  }

  return (
    <dialog ref={open} closedby="any" aria-labelledby="dialog-title" onClose={onClose}>
      <form method="dialog" class="row">
        <h2 id="dialog-title">Add an animal</h2>
        <button aria-label="Close">✕</button>
      </form>
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
    </dialog>
  )
}

function open(dialog: HTMLDialogElement | null) {
  dialog?.showModal()
  // A dialog gives the focus back when it closes.
  return () => dialog?.close()
}

function problemText({ status, message }: ApiError): string {
  if (status === 401 || status === 429) return `${message} The animal was not added.`
  if (status !== undefined && status < 500) return message
  // Not sent again: it may have arrived, and the interface cannot remove an animal.
  return `${message} The animal may have been added all the same: look before you add it again.`
}
