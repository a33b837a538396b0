import { useMemo, useState } from 'preact/hooks'
import { type Quota, createApi } from '../client/api.ts'
import { type Pet, type PetStatus, petStatuses } from '../client/pets.ts'
import { AddDialog } from './add-dialog.tsx'
import paw from './paw.svg'
import { PetCard, statusLabels } from './pet.tsx'
import { Message, Problem } from './problem.tsx'
import { useAnswer } from './use-answer.ts'
import { WaitNotice } from './wait-notice.tsx'

interface ShopProps {
  readonly baseUrl: string
  readonly apiKey: string
  /** Begins again with another key. */
  readonly onKey: (key: string) => void
}

/** The shop: a list of animals, and a way to add one. */
export function Shop({ baseUrl, apiKey, onKey }: ShopProps) {
  const [status, setStatus] = useState<PetStatus>()
  const [limit, setLimit] = useState(20)
  const [quota, setQuota] = useState<Quota>()
  const [waitEnd, setWaitEnd] = useState<number>()
  const [added, setAdded] = useState<readonly Pet[]>([])
  const [isAdding, setIsAdding] = useState(false)
  const api = useMemo(() => {
    const onWait = (milliseconds?: number) => setWaitEnd(milliseconds && performance.now() + milliseconds)
    return createApi({ baseUrl, key: apiKey, onQuota: setQuota, onWait })
  }, [baseUrl, apiKey])
  const {
    value = [],
    error,
    isPending,
    retry,
  } = useAnswer((signal) => api.listPets({ limit, status }, signal), [api, limit, status])
  // What was just added comes first: the list may be longer than a page, and the interface shows no way to the next page.
  // While the service is asked, the page keeps showing what it knows.
  const others = value.filter(({ id }) => !added.some((pet) => pet.id === id))
  const pets = [...added, ...others].filter((pet) => status === undefined || pet.status === status)
  const wait = <WaitNotice end={waitEnd} />
  return (
    <>
      <header class="row">
        <p class="brand row">
          <img src={paw} alt="" width="34" />
          Paws &amp; Company
        </p>
        <QuotaMeter quota={quota} />
        <button class="primary" onClick={() => setIsAdding(true)}>
          Add an animal
        </button>
      </header>
      <main>
        <h1>Find someone to come home to</h1>
        <p class="quiet">Every animal here is looking for company. Some are shy, one is a python.</p>
        <div class="row toolbar">
          <fieldset class="statuses" aria-label="Status">
            {[undefined, ...petStatuses].map((choice) => (
              <label>
                <input type="radio" name="filter" checked={status === choice} onChange={() => setStatus(choice)} />
                {choice === undefined ? 'All' : statusLabels[choice]}
              </label>
            ))}
          </fieldset>
          <label>
            Show{' '}
            <select value={String(limit)} onChange={({ currentTarget }) => setLimit(Number(currentTarget.value))}>
              {[10, 20, 50, 100].map((choice) => (
                <option>{choice}</option>
              ))}
            </select>
          </label>
          <p role="status">{added[0] && <bdi>{`${added[0].name} was added, with the id ${added[0].id}.`}</bdi>}</p>
        </div>
        {/* The form for another key stays: somebody may be typing. */}
        {error && (!isPending || error.status === 401) ? (
          <Problem error={error} onRetry={retry} onKey={onKey} />
        ) : (
          <>
            <ul class="cards" aria-label="Animals" aria-busy={isPending}>
              {pets.map((pet) => (
                <PetCard key={pet.id} pet={pet} isNew={added.includes(pet)} />
              ))}
            </ul>
            {!isPending && (
              <EndOfList count={pets.length} firstOnly={value.length === limit ? limit : undefined} status={status} />
            )}
          </>
        )}
        <div class="toast">{!isAdding && wait}</div>
      </main>
      {isAdding && (
        <AddDialog
          api={api}
          onAdded={(pet) => {
            setAdded([pet, ...added])
            setIsAdding(false)
          }}
          onClose={() => setIsAdding(false)}
        >
          {wait}
        </AddDialog>
      )}
    </>
  )
}

interface EndOfListProps {
  readonly count: number
  /** How many were asked for, if there may be more. */
  readonly firstOnly: number | undefined
  readonly status: PetStatus | undefined
}

function EndOfList({ count, firstOnly, status }: EndOfListProps) {
  if (count > 0)
    return <p class="quiet">{firstOnly ? `These are the first ${firstOnly}.` : `That is everyone: ${count}.`}</p>
  return (
    <Message who="cat" title="Nobody is here">
      <p class="quiet">
        {status ? `No animal is ${statusLabels[status].toLowerCase()} now.` : 'Yours can be the first animal.'}
      </p>
    </Message>
  )
}

function QuotaMeter({ quota: { remaining, limit } = { remaining: 0, limit: 0 } }: { quota: Quota | undefined }) {
  return (
    <div class="quiet">
      {limit === 0 ? 'Requests left' : `${remaining} of ${limit} requests left`}
      <meter aria-label="Requests left" max={limit} low={limit * 0.15} optimum={limit} value={remaining} />
    </div>
  )
}
