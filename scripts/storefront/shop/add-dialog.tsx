import { useContext, useEffect, useState } from 'preact/hooks'
import { categories } from '../../../fixtures/datasets/categories.ts'
import { type Pet, type PetStatus, petStatuses } from '../client/pets.ts'
import { ApiError } from '../client/reply.ts'
import { Dialog, Field, Form } from './forms.tsx'
import { statusLabels } from './pet.tsx'
import { Session } from './session.ts'
import { WaitNotice } from './waiting.tsx'

/** Adds an animal. It checks what the interface says; the rest is up to the service. */
export function AddDialog({ onAdded, onClose }: { onAdded: (pet: Pet) => void; onClose: () => void }) {
  const { api } = useContext(Session)
  const [choice, setChoice] = useState('1')
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const [leaving] = useState(() => new AbortController())
  // Whoever closes the window while the shop waits no longer wants to add.
  useEffect(() => () => leaving.abort(), [leaving])

  async function add({ name = '', 'category-id': categoryId = choice, status }: Record<string, string>): Promise<void> {
    if (isSending) return
    setProblem(undefined)
    setIsSending(true)
    try {
      onAdded(await api.createPet({ name, categoryId, status: (status || undefined) as PetStatus }, leaving.signal))
    } catch (error) {
      if (leaving.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      setProblem(problemText(error))
      setIsSending(false)
    }
  }

  return (
    <Dialog title="Add an animal" onClose={onClose}>
      <Form onTexts={(texts) => void add(texts)}>
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
        <WaitNotice />
        <div class="actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" aria-disabled={isSending}>
            {isSending ? 'Adding…' : 'Add'}
          </button>
        </div>
      </Form>
    </Dialog>
  )
}

function problemText({ kind, message }: ApiError): string {
  if (kind === 'refused') return message
  if (kind === 'key') return 'The service refused the key. Close this window and enter another key.'
  if (kind === 'wait') return 'The limit of this key is used up. The animal was not added; try again later.'
  // Not sent again by itself: it may have arrived, and the interface cannot remove an animal.
  return `${message} The animal may have been added all the same: look before you add it again.`
}
