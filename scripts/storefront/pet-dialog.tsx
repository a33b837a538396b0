import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { AnimalPicture } from './animal-picture.tsx'
import { ApiError } from './api-error.ts'
import type { Api } from './api.ts'
import { Dialog } from './dialog.tsx'
import { CategoryLabel, PetName, StatusBadge, categoryOf } from './pet-words.tsx'
import type { Id, Pet, PetStatus } from './pets.ts'
import { Problem } from './problem.tsx'
import { type Wait, WaitNotice } from './waiting.tsx'

type Finding =
  | { readonly kind: 'looking' }
  | { readonly kind: 'found'; readonly pet: Pet; readonly isFromList: boolean }
  | { readonly kind: 'failed'; readonly error: ApiError }

/** One animal, as the service knows it now. */
export function PetDialog(props: {
  readonly api: Api
  readonly id: Id
  /** Its status in the list, which narrows the search where getPet does not answer. */
  readonly status: PetStatus | undefined
  readonly wait: Wait | undefined
  readonly usedKey: string
  readonly onKey: (key: string) => void
  readonly onClose: () => void
}): JSX.Element {
  const { api, id, status, wait } = props
  const [finding, setFinding] = useState<Finding>({ kind: 'looking' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const leaving = new AbortController()
    setFinding({ kind: 'looking' })
    api.findPet(id, status, leaving.signal).then(
      (found) => setFinding({ kind: 'found', ...found }),
      (error: unknown) => {
        if (leaving.signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        setFinding({ kind: 'failed', error })
      },
    )
    return () => leaving.abort()
    // The status only narrows a search; another one is no reason to search again.
  }, [api, id, attempt])

  const title = finding.kind === 'found' ? <PetName name={finding.pet.name} /> : 'One animal'
  return (
    <Dialog title={title} onClose={props.onClose}>
      {finding.kind === 'failed' ? (
        finding.error.kind === 'missing' ? (
          <section class="problem" role="alert">
            <h3>There is no such animal</h3>
            <p>
              Neither by its id <code>{id}</code> nor among the first hundred of the list. Somebody may have given it a
              home.
            </p>
          </section>
        ) : (
          <Problem
            key={attempt}
            error={finding.error}
            usedKey={props.usedKey}
            onKey={props.onKey}
            onRetry={() => setAttempt(attempt + 1)}
          />
        )
      ) : (
        <Portrait id={id} pet={finding.kind === 'found' ? finding.pet : undefined} />
      )}
      {wait !== undefined && <WaitNotice wait={wait} />}
      {finding.kind === 'found' && finding.isFromList ? (
        <p class="warning">The service no longer answers for single animals, so this one comes from the list.</p>
      ) : (
        <p class="warning">
          This page uses a deprecated operation, <code>getPet</code>, to be removed on 5 December 2030. After that the
          shop finds its animals through the list.
        </p>
      )}
    </Dialog>
  )
}

function Portrait({ id, pet }: { readonly id: Id; readonly pet: Pet | undefined }): JSX.Element {
  return (
    <div class="portrait" aria-busy={pet === undefined}>
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
  )
}
