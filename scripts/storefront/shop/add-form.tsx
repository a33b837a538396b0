import { useEffect, useMemo, useState } from 'preact/hooks'
import { categories } from '../../../fixtures/datasets/categories.ts'
import type { Api, ApiError, Pet } from '../client/api.ts'

interface AddFormProps {
  readonly api: Api
  readonly onAdded: (pet: Pet) => void
  readonly onClose: () => void
}

/** A form that adds an animal. It checks only what the interface says. */
export function AddForm({ api, onAdded, onClose }: AddFormProps) {
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const leaving = useMemo(() => new AbortController(), [])
  // Somebody who closes the form while the shop waits no longer wants to add.
  useEffect(() => () => leaving.abort(), [leaving])

  async function add(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (isSending) return
    setProblem(undefined)
    setIsSending(true)
    const fields = new FormData(event.target as HTMLFormElement)
    const text = (name: string) => (fields.get(name) as string).trim()
    try {
      const pet = { name: text('name'), categoryId: text('category'), status: 'available' } as const
      onAdded(await api.createPet(pet, leaving.signal))
    } catch (error) {
      if (leaving.signal.aborted) return
      setProblem(problemText(error as ApiError))
      setIsSending(false)
    }
  }

  return (
    <form class="form row" aria-label="Add an animal" onSubmit={(event) => void add(event)}>
      <label>
        Name{' '}
        <input ref={focus} name="name" required pattern=".*\S.*" title="Give the animal a name." autocomplete="off" />
      </label>
      <label>
        Category{' '}
        <select name="category">
          {categories.map(({ id, label }) => (
            <option value={String(id)}>{label}</option>
          ))}
        </select>
      </label>
      <button class="primary">{isSending ? 'Adding…' : 'Add'}</button>
      <button type="button" onClick={onClose}>
        Cancel
      </button>
      {problem !== undefined && (
        <p class="problem" role="alert">
          <bdi>{problem}</bdi>
        </p>
      )}
    </form>
  )
}

const focus = (input: HTMLInputElement | null) => input?.focus()

function problemText({ status, message }: ApiError): string {
  if (status === 401) return `${message} The animal was not added.`
  if (status !== undefined && status < 500) return message
  // Not sent again: it may have arrived, and the interface cannot remove an animal.
  return `${message} The animal may have been added all the same: look before you add it again.`
}
