import { useContext } from 'preact/hooks'
import type { Id, PetStatus } from '../client/pets.ts'
import { Dialog } from './forms.tsx'
import { AnimalPicture, CategoryLabel, PetName, StatusBadge, categoryOf } from './pet.tsx'
import { Problem, Sorry } from './problem.tsx'
import { Session, useAnswer } from './session.ts'
import { WaitNotice } from './waiting.tsx'

/**
 * One animal, as the service knows it now.
 * @param status its status in the list, which narrows the search where getPet does not answer
 */
export function PetDialog(props: { id: Id; status: PetStatus | undefined; onClose: () => void }) {
  const { id, status, onClose } = props
  const { api } = useContext(Session)
  // The status only narrows a search; another one is no reason to search again.
  const { value, error, isPending, retry } = useAnswer((signal) => api.findPet(id, status, signal), [api, id])
  const { pet, isFromList = false } = (isPending ? undefined : value) ?? {}
  return (
    <Dialog title={pet === undefined ? 'One animal' : <PetName name={pet.name} />} onClose={onClose}>
      {error === undefined || isPending ? (
        <div class="portrait" aria-busy={isPending}>
          {pet === undefined ? (
            <div class="picture" />
          ) : (
            <AnimalPicture id={pet.id} kind={categoryOf(pet.categoryId)?.kind} />
          )}
          <dl>
            <dt>Status</dt>
            <dd>{pet === undefined ? '…' : <StatusBadge status={pet.status} />}</dd>
            <dt>Category</dt>
            <dd>{pet === undefined ? '…' : <CategoryLabel id={pet.categoryId} />}</dd>
            <dt>Id</dt>
            <dd>
              <code>{id}</code>
            </dd>
          </dl>
        </div>
      ) : error.kind === 'missing' ? (
        <Sorry who="cat" title="There is no such animal">
          <p>
            The service finds <code>{id}</code> neither by its id nor among the first hundred of the list. Somebody may
            have given it a home.
          </p>
        </Sorry>
      ) : (
        <Problem error={error} onRetry={retry} />
      )}
      <WaitNotice />
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
