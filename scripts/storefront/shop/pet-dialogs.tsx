import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { categories } from '../../../fixtures/datasets/categories.ts'
import type { Api } from '../client/api.ts'
import { type Id, type Pet, type PetStatus, petStatuses } from '../client/pets.ts'
import { ApiError } from '../client/reply.ts'
import { Dialog, Field, Form } from './dialog.tsx'
import { AnimalPicture, PetName, StatusBadge, categoryOf, statusLabels } from './pet.tsx'
import { Problem } from './problem.tsx'
import { useAnswer } from './use-answer.ts'

interface DialogProps {
  readonly api: Api
  readonly onClose: () => void
  /** What is said of a wait. */
  readonly children: ComponentChildren
}

/** Adds an animal. It checks what the interface says; the rest is up to the service. */
export function AddDialog({ api, onAdded, onClose, children }: DialogProps & { onAdded: (pet: Pet) => void }) {
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const [leaving] = useState(() => new AbortController())
  // Whoever closes the window while the shop waits no longer wants to add.
  useEffect(() => () => leaving.abort(), [leaving])

  async function add({ name = '', category = '', status }: Record<string, string>): Promise<void> {
    setProblem(undefined)
    setIsSending(true)
    const pet = { name, categoryId: category, status: (status || undefined) as PetStatus }
    try {
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
      <Form onTexts={(texts) => void add(texts)} isBusy={isSending} submit={isSending ? 'Adding…' : 'Add'}>
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
            <option key={id} value={String(id)} label={label} />
          ))}
        </datalist>
        <label for="status">Status</label>
        <select id="status" name="status">
          {petStatuses.map((value) => (
            <option key={value} value={value}>
              {statusLabels[value]}
            </option>
          ))}
          <option value="">Not said</option>
        </select>
        {children}
      </Form>
    </Dialog>
  )
}

function problemText({ kind, message }: ApiError): string {
  if (kind === 'refused') return message
  if (kind === 'key' || kind === 'wait') return `${message} The animal was not added.`
  // Not sent again by itself: it may have arrived, and the interface cannot remove an animal.
  return `${message} The animal may have been added all the same: look before you add it again.`
}

interface PetDialogProps extends DialogProps {
  readonly id: Id
  /** Its status in the list, which narrows the search where getPet does not answer. */
  readonly status: PetStatus | undefined
  readonly onKey: (key: string) => void
}

/** One animal, as the service knows it now. */
export function PetDialog({ api, id, status, onClose, onKey, children }: PetDialogProps) {
  // The status only narrows a search; another one is no reason to search again.
  const { value, error, isPending, retry } = useAnswer((signal) => api.findPet(id, status, signal), [api, id])
  const { pet, isFromList = false } = (isPending ? undefined : value) ?? {}
  const category = pet && categoryOf(pet.categoryId)
  return (
    <Dialog title={pet === undefined ? 'One animal' : <PetName name={pet.name} />} onClose={onClose}>
      {error === undefined || isPending ? (
        <>
          {pet === undefined ? <div class="picture" /> : <AnimalPicture id={id} kind={category?.kind} />}
          <dl aria-busy={isPending}>
            <dt>Status</dt>
            <dd>{pet === undefined ? '…' : <StatusBadge status={pet.status} />}</dd>
            <dt>Category</dt>
            <dd>{category?.label ?? pet?.categoryId ?? '…'}</dd>
            <dt>Id</dt>
            <dd>
              <code>{id}</code>
            </dd>
          </dl>
        </>
      ) : (
        <Problem error={error} onRetry={retry} onKey={onKey} />
      )}
      {children}
      <p class="notice">
        {isFromList ? (
          'The service no longer answers for single animals, so this one comes from the list.'
        ) : (
          <>
            This page uses a deprecated operation, <code>getPet</code>, to be removed on 5 December 2030. After that the
            shop finds its animals through the list.
          </>
        )}
      </p>
    </Dialog>
  )
}
