import { useEffect, useMemo, useState } from 'preact/hooks'
import { type Quota, createApi } from '../client/api.ts'
import { type Id, type Pet, type PetStatus, petStatuses } from '../client/pets.ts'
import { AddDialog } from './add-dialog.tsx'
import { PetDialog } from './pet-dialog.tsx'
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

/** The shop: a list of animals, a page for each, and a way to add one. */
export function Shop({ baseUrl, apiKey, onKey }: ShopProps) {
  const [status, setStatus] = useState<PetStatus>()
  const [limit, setLimit] = useState(20)
  const [quota, setQuota] = useState<Quota>()
  const [waitEnd, setWaitEnd] = useState<number>()
  const [added, setAdded] = useState<readonly Pet[]>([])
  const [isAdding, setIsAdding] = useState(false)
  const [shownId, closePet] = useShownId()
  const api = useMemo(() => {
    const onWait = (milliseconds?: number) => setWaitEnd(milliseconds && performance.now() + milliseconds)
    return createApi({ baseUrl, key: apiKey, onQuota: setQuota, onWait })
  }, [baseUrl, apiKey])
  const list = useAnswer((signal) => api.listPets({ limit, status }, signal), [api, limit, status])
  const { value = [], error, isPending } = list
  // What was just added comes first: the list may be longer than a page, and the interface shows no way to the next.
  // While the service is asked, what is known already stays.
  const others = value.filter(({ id }) => !added.some((pet) => pet.id === id))
  const pets = [...added, ...others].filter((pet) => status === undefined || pet.status === status)
  const wait = <WaitNotice end={waitEnd} />
  return (
    <>
      <header class="row">
        <a class="brand row" href="#">
          <img src={paw} alt="" width="34" />
          Paws &amp; Company
        </a>
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
          <p role="status">
            {added[0] !== undefined && <bdi>{`${added[0].name} was added, with the id ${added[0].id}.`}</bdi>}
          </p>
        </div>
        {/* A key that was refused stays so, and the form for another one stays where somebody may be typing. */}
        {error !== undefined && (!isPending || error.kind === 'key') ? (
          <Problem error={error} onRetry={list.retry} onKey={onKey} />
        ) : (
          <>
            <ul class="cards" aria-label="Animals" aria-busy={isPending}>
              {pets.map((pet) => (
                <PetCard key={pet.id} pet={pet} isNew={added.includes(pet)} />
              ))}
            </ul>
            {!isPending && pets.length > 0 && (
              <p class="quiet">
                {value.length === limit ? `These are the first ${limit}.` : `That is everyone: ${pets.length}.`}
              </p>
            )}
            {!isPending && pets.length === 0 && (
              <Message who="cat" title="Nobody is here">
                <p class="quiet">
                  {status === undefined
                    ? 'Yours can be the first animal.'
                    : `No animal is ${statusLabels[status].toLowerCase()} now.`}
                </p>
              </Message>
            )}
          </>
        )}
        <div class="toast">{!isAdding && shownId === undefined && wait}</div>
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
      {shownId !== undefined && (
        <PetDialog
          api={api}
          id={shownId}
          status={pets.find(({ id }) => id === shownId)?.status}
          onKey={onKey}
          onClose={closePet}
        >
          {wait}
        </PetDialog>
      )}
    </>
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

/** The animal whose page the address names, such as `#pet=7`, and a way to leave it. */
function useShownId() {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const read = () => setHash(location.hash)
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  const id: Id | undefined = /^#pet=(-?\d+)$/.exec(hash)?.[1]
  function close(): void {
    // The page stays where it is; a new hash would scroll it to its top.
    history.replaceState(null, '', location.pathname + location.search)
    setHash('')
  }
  return [id, close] as const
}
