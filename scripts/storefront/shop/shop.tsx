import type { Mock } from 'animal-store-kit/browser'
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { categories } from '../../../fixtures/datasets/categories.ts'
import { type Api, type ApiError, type Pet, type PetStatus, type Quota, createApi, petStatuses } from '../client/api.ts'
import { Message, PetCard, WaitNotice, statusLabels } from './parts.tsx'
import paw from './paw.svg'

interface Answer {
  readonly value: readonly Pet[]
  readonly error?: ApiError
  /** Whether value and error answer an earlier question. */
  readonly isPending: boolean
}

/** How many animals the shop asks for. */
const limit = 20

interface ShopProps {
  readonly baseUrl: string
  /** The mock that answers in this tab, with its panel beside the page. */
  readonly mock: Mock | undefined
}

/** The shop: a list of animals, and a way to add one. */
export function Shop({ baseUrl, mock }: ShopProps) {
  const [status, setStatus] = useState<PetStatus>()
  const [{ value, error, isPending }, setAnswer] = useState<Answer>({ value: [], isPending: true })
  const [quota, setQuota] = useState<Quota>()
  const [waitEnd, setWaitEnd] = useState<number>()
  const [added, setAdded] = useState<readonly Pet[]>([])
  const [isAdding, setIsAdding] = useState(false)
  const [visit, setVisit] = useState(0)
  const [played, setPlayed] = useState<string>()
  const api = useMemo(() => {
    const onWait = (milliseconds?: number) => setWaitEnd(milliseconds && performance.now() + milliseconds)
    // A public shop would keep its key on a server: visitors know all that a page knows.
    return createApi({ baseUrl, key: 'test_free', onQuota: setQuota, onWait })
  }, [baseUrl, visit])
  // Before the page is painted: no old answer must look like the new one.
  useLayoutEffect(() => {
    const question = new AbortController()
    const settle = (next: Answer | ((last: Answer) => Answer)) => question.signal.aborted || setAnswer(next)
    setAnswer((last) => ({ ...last, isPending: true }))
    api.listPets({ limit, status }, question.signal).then(
      (pets) => settle({ value: pets, isPending: false }),
      // What is known stays in sight, as under a limit.
      (reason: ApiError) => settle((last) => ({ ...last, error: reason, isPending: false })),
    )
    return () => question.abort()
  }, [api, status])
  // What was just added comes first: the list may be longer than a page, and the interface shows no way to the next page.
  // While the service is asked, the page keeps showing what it knows.
  const others = value.filter(({ id }) => !added.some((pet) => pet.id === id))
  const pets = [...added, ...others].filter((pet) => status === undefined || pet.status === status)
  // A person may know that a limit is gone, or that a key is good again: a new visit waits for nothing.
  const askAgain = () => {
    setWaitEnd(undefined)
    setQuota(undefined)
    setPlayed(undefined)
    setVisit(visit + 1)
  }
  const play = (scenario: (typeof situations)[number][1]) => {
    const sandbox = mock?.store.sandbox()
    sandbox?.stop()
    sandbox?.play(scenario, { calls: 1 })
    askAgain()
    setPlayed(scenario)
  }
  return (
    <>
      <header class="row">
        <p class="brand row">
          <img src={paw} alt="" width="34" />
          Paws &amp; Company
        </p>
        <button class="primary" onClick={() => setIsAdding(true)}>
          Add an animal
        </button>
      </header>
      <main>
        {mock && (
          <div class="demo row quiet" role="group" aria-label="What the mock plays">
            <p>
              <strong>A mock answers this shop.</strong> Load the animals again, with:
            </p>
            {situations.map(([name, scenario]) => (
              <button onClick={() => play(scenario)}>{name}</button>
            ))}
          </div>
        )}
        <WaitNotice end={waitEnd} onTryNow={askAgain} />
        {isAdding && (
          <AddForm
            api={api}
            onAdded={(pet) => {
              setAdded([pet, ...added])
              setIsAdding(false)
            }}
            onClose={() => setIsAdding(false)}
          />
        )}
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
          {quota && <p class="quiet">{`${quota.remaining} of ${quota.limit} requests left`}</p>}
          <p role="status">{added[0] && <bdi>{`${added[0].name} was added, with the id ${added[0].id}.`}</bdi>}</p>
        </div>
        {error && !isPending && (
          <Message who="dog" title={titles[error.status ?? 'offline'] ?? 'Something broke at the shop'}>
            <p class="quiet">
              {error.status !== undefined && `${error.status}: `}
              <bdi>{error.message}</bdi>
            </p>
            <button class="primary" onClick={askAgain}>
              Try again
            </button>
          </Message>
        )}
        {isPending && played === 'hold' && <p>The mock holds the answer back: release it in its panel.</p>}
        <ul class="cards" aria-label="Animals" aria-busy={isPending || error !== undefined}>
          {pets.map((pet) => (
            <PetCard key={pet.id} pet={pet} />
          ))}
        </ul>
        {!isPending && !error && pets.length === 0 && (
          <Message who="cat" title="Nobody is here">
            <p class="quiet">Add an animal, or look at another status.</p>
          </Message>
        )}
        <p class="quiet">
          {isPending && 'Looking for animals …'}
          {!isPending &&
            !error &&
            pets.length > 0 &&
            (value.length === limit ? `These are the first ${limit}.` : `That is everyone: ${pets.length}.`)}
        </p>
      </main>
    </>
  )
}

/** What went wrong, by the status or for want of one. */
const titles: Readonly<Record<string, string>> = {
  401: 'The shop may not come in',
  offline: 'The shop cannot be reached',
}

/** What the mock can play, in the words of its panel. */
const situations = [
  ['429', 'rate-limited'],
  ['slow', 'slow'],
  ['offline', 'reset'],
  ['hold', 'hold'],
] as const

interface AddFormProps {
  readonly api: Api
  readonly onAdded: (pet: Pet) => void
  readonly onClose: () => void
}

/** A form that adds an animal. It checks only what the interface says. */
function AddForm({ api, onAdded, onClose }: AddFormProps) {
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
      const pet = { name: text('name'), categoryId: text('category'), status: text('status') as PetStatus }
      onAdded(await api.createPet(pet, leaving.signal))
    } catch (error) {
      if (leaving.signal.aborted) return
      setProblem(problemText(error as ApiError))
      setIsSending(false)
    }
  }

  return (
    <form class="form" aria-label="Add an animal" onSubmit={(event) => void add(event)}>
      {problem !== undefined && (
        <p class="notice refusal" role="alert">
          <bdi>{problem}</bdi>
        </p>
      )}
      <label>
        Name{' '}
        <input name="name" required pattern=".*\S.*" title="Give the animal a name." autocomplete="off" autofocus />
      </label>
      <label>
        Category{' '}
        <select name="category">
          {categories.map(({ id, label }) => (
            <option value={String(id)}>{label}</option>
          ))}
        </select>
      </label>
      <label>
        Status{' '}
        <select name="status">
          {petStatuses.map((status) => (
            <option value={status}>{statusLabels[status]}</option>
          ))}
        </select>
      </label>
      <div class="row">
        <button class="primary">{isSending ? 'Adding…' : 'Add'}</button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}

function problemText({ status, message }: ApiError): string {
  if (status === 401 || status === 429) return `${message} The animal was not added.`
  if (status !== undefined && status < 500) return message
  // Not sent again: it may have arrived, and the interface cannot remove an animal.
  return `${message} The animal may have been added all the same: look before you add it again.`
}
