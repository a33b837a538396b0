import type { ComponentChildren } from 'preact'
import type { Api } from '../client/api.ts'
import type { Id, PetStatus } from '../client/pets.ts'
import { Dialog } from './dialog.tsx'
import { AnimalPicture, PetName, StatusBadge, categoryOf } from './pet.tsx'
import { Problem } from './problem.tsx'
import { useAnswer } from './use-answer.ts'

interface PetDialogProps {
  readonly api: Api
  readonly id: Id
  /** Its status in the list, which narrows the search where getPet does not answer. */
  readonly status: PetStatus | undefined
  readonly onKey: (key: string) => void
  readonly onClose: () => void
  /** What is said of a wait. */
  readonly children: ComponentChildren
}

/** One animal, as the service knows it now. */
export function PetDialog({ api, id, status, onKey, onClose, children }: PetDialogProps) {
  // The status only narrows a search; another one is no reason to search again.
  const { value, error, isPending, retry } = useAnswer((signal) => api.findPet(id, status, signal), [api, id])
  const { pet, isFromList = false } = (isPending ? undefined : value) ?? {}
  const category = pet && categoryOf(pet.categoryId)
  return (
    <Dialog title={pet === undefined ? 'One animal' : <PetName name={pet.name} />} onClose={onClose}>
      {error !== undefined && !isPending ? (
        <Problem error={error} onRetry={retry} onKey={onKey} />
      ) : (
        <>
          {pet === undefined ? <div class="picture" /> : <AnimalPicture id={id} kind={category?.kind} />}
          <dl aria-busy={isPending}>
            <dt>Status</dt>
            <dd>{pet === undefined ? '…' : <StatusBadge status={pet.status} />}</dd>
            <dt>Category</dt>
            <dd>{category?.label ?? '…'}</dd>
            <dt>Id</dt>
            <dd>{id}</dd>
          </dl>
        </>
      )}
      {children}
      <p class="notice">
        {isFromList
          ? 'The service no longer answers for single animals, so this one comes from the list.'
          : 'This page uses a deprecated operation, getPet, to be removed on 5 December 2030. After that the shop finds its animals through the list.'}
      </p>
    </Dialog>
  )
}
