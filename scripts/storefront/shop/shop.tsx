import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { categories } from '../../../fixtures/datasets/categories.ts'
import { type Api, type Quota, createApi } from '../client/api.ts'
import { type Pet, type PetStatus, petStatuses } from '../client/pets.ts'
import type { ApiError } from '../client/reply.ts'
import { Field, Message, PetCard, WaitNotice, statusLabels, textsOf } from './parts.tsx'
import paw from './paw.svg'

interface ShopProps {
  readonly baseUrl: string
  readonly apiKey: string
  /** Begins again with another key. */
  readonly onKey: (key: string) => void
  /** Whether the mock in this tab answers, with its panel beside the page. */
  readonly isDemo: boolean
}

interface Answer {
  readonly value: readonly Pet[]
  readonly error?: ApiError
  /** Whether value and error answer an earlier question. */
  readonly isPending: boolean
}

/** The shop: a list of animals, and a way to add one. */
export function Shop({ baseUrl, apiKey, onKey, isDemo }: ShopProps) {
  const [status, setStatus] = useState<PetStatus>()
  const [limit, setLimit] = useState(20)
  const [tries, setTries] = useState(0)
  const [{ value, error, isPending }, setAnswer] = useState<Answer>({ value: [], isPending: true })
  const [quota, setQuota] = useState<Quota>()
  const [waitEnd, setWaitEnd] = useState<number>()
  const [added, setAdded] = useState<readonly Pet[]>([])
  const [isAdding, setIsAdding] = useState(false)
  const api = useMemo(() => {
    const onWait = (milliseconds?: number) => setWaitEnd(milliseconds && performance.now() + milliseconds)
    return createApi({ baseUrl, key: apiKey, onQuota: setQuota, onWait })
  }, [baseUrl, apiKey])
  // Before the page is painted: no old answer must look like the new one.
  useLayoutEffect(() => {
    const question = new AbortController()
    const settle = (next: Answer) => question.signal.aborted || setAnswer(next)
    setAnswer((last) => ({ ...last, isPending: true }))
    api.listPets({ limit, status }, question.signal).then(
      (pets) => settle({ value: pets, isPending: false }),
      (reason: ApiError) => settle({ value: [], error: reason, isPending: false }),
    )
    return () => question.abort()
  }, [api, limit, status, tries])
  // What was just added comes first: the list may be longer than a page, and the interface shows no way to the next page.
  // While the service is asked, the page keeps showing what it knows.
  const others = value.filter(({ id }) => !added.some((pet) => pet.id === id))
  const pets = [...added, ...others].filter((pet) => status === undefined || pet.status === status)
  const wait = <WaitNotice end={waitEnd} onTryNow={api.tryNow} />
  return (
    <>
      <header class="row">
        <p class="brand row">
          <img src={paw} alt="" width="34" />
          Paws &amp; Company
        </p>
        <div class="quiet">
          {quota === undefined ? 'Requests left' : `${quota.remaining} of ${quota.limit} requests left`}
          <meter aria-label="Requests left" max={quota?.limit ?? 0} value={quota?.remaining ?? 0} />
        </div>
        <button class="primary" onClick={() => setIsAdding(true)}>
          Add an animal
        </button>
      </header>
      <main>
        {isDemo && (
          <p class="quiet demo">
            <strong>A demo:</strong> this shop runs against the mock in this tab, whose panel is open. Try first: choose
            429, slow, offline or hold in its Situation, then use the shop, and see why in its Calls.
          </p>
        )}
        <div class="toast">{!isAdding && wait}</div>
        <h1>Find someone to come home to</h1>
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
          <Problem error={error} onRetry={() => setTries(tries + 1)} onKey={onKey} />
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
                  {status
                    ? `No animal is ${statusLabels[status].toLowerCase()} now.`
                    : 'Yours can be the first animal.'}
                </p>
              </Message>
            )}
          </>
        )}
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

interface ProblemProps {
  readonly error: ApiError
  readonly onRetry: () => void
  readonly onKey: (key: string) => void
}

/** What went wrong, and the one thing to do about it. */
function Problem({ error: { message, status }, onRetry, onKey }: ProblemProps) {
  const title = status === 401 ? 'The key to the shop does not fit' : 'Something broke at the shop'
  return (
    <Message who={status === 401 ? 'cat' : 'dog'} title={title} role="alert">
      <p class="quiet">
        {status !== undefined && `${status}: `}
        <bdi>{message}</bdi>
      </p>
      {status === 401 ? (
        <form class="form" onSubmit={(event) => onKey(textsOf(event)['key'] ?? '')}>
          <Field
            id="key"
            label="API key"
            title="Without spaces. The mock knows test_free, test_pro, test_business and test_enterprise."
            // All that a header can carry.
            pattern="\s*[!-~]+\s*"
            autocapitalize="off"
          />
          <button class="primary">Use this key</button>
        </form>
      ) : (
        <button class="primary" onClick={onRetry}>
          Try again
        </button>
      )}
    </Message>
  )
}

interface AddDialogProps {
  readonly api: Api
  readonly onAdded: (pet: Pet) => void
  readonly onClose: () => void
  /** The notice of a wait. */
  readonly children: ComponentChildren
}

/** A modal dialog that adds an animal. It checks only what the interface says. */
function AddDialog({ api, onAdded, onClose, children }: AddDialogProps) {
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
    <dialog ref={open} closedby="closerequest" aria-labelledby="dialog-title" onClose={onClose}>
      <h2 id="dialog-title">Add an animal</h2>
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
          title="The number of a category, such as 1 for dogs."
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
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </form>
    </dialog>
  )
}

function open(dialog: HTMLDialogElement | null) {
  // Where there is room, the panel beside it stays in use, such as to hold the call that adds.
  if (matchMedia('(width >= 43.75rem)').matches) dialog?.show()
  else dialog?.showModal()
  // A dialog gives the focus back when it closes.
  return () => dialog?.close()
}

function problemText({ status, message }: ApiError): string {
  if (status === 401 || status === 429) return `${message} The animal was not added.`
  if (status !== undefined && status < 500) return message
  // Not sent again: it may have arrived, and the interface cannot remove an animal.
  return `${message} The animal may have been added all the same: look before you add it again.`
}
