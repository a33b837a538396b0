import type { Mock } from 'animal-store-kit/browser'
import { useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { type ApiError, type Pet, type PetStatus, createApi, petStatuses } from '../client/api.ts'
import { AddForm } from './add-form.tsx'
import { PetCard, statusLabels, useSecondsLeft } from './parts.tsx'
import paw from './paw.svg'

interface Answer {
  readonly value: readonly Pet[]
  readonly error?: ApiError
  /** Whether value and error answer an earlier question. */
  readonly isPending: boolean
}

/** How many animals the shop asks for, first and at most: the interface has no list that is longer. */
const limits = { first: 20, most: 100 }

interface ShopProps {
  readonly baseUrl: string
  /** The mock that answers in this tab, with its panel beside the page. */
  readonly mock: Mock | undefined
}

/** The shop: a list of animals, and a way to add one. */
export function Shop({ baseUrl, mock }: ShopProps) {
  const [status, setStatus] = useState<PetStatus>()
  const [{ value, error, isPending }, setAnswer] = useState<Answer>({ value: [], isPending: true })
  const [waitEnd, setWaitEnd] = useState<number>()
  const [added, setAdded] = useState<readonly Pet[]>([])
  const [isAdding, setIsAdding] = useState(false)
  const [visit, setVisit] = useState(0)
  const [played, setPlayed] = useState<string>()
  const [limit, setLimit] = useState(limits.first)
  const secondsLeft = useSecondsLeft(waitEnd)
  const api = useMemo(() => {
    const onWait = (milliseconds?: number) => setWaitEnd(milliseconds && performance.now() + milliseconds)
    // A public shop would keep its key on a server: visitors know all that a page knows.
    return createApi({ baseUrl, key: 'test_free', onWait })
  }, [baseUrl, visit])
  // Before the page is painted: no old answer must look like the new one.
  useLayoutEffect(() => {
    const question = new AbortController()
    const settle = (next: Answer | ((last: Answer) => Answer)) => {
      if (question.signal.aborted) return
      setPlayed(undefined)
      setAnswer(next)
    }
    setAnswer((last) => ({ ...last, isPending: true }))
    api.listPets({ limit, status }, question.signal).then(
      (pets) => settle({ value: pets, isPending: false }),
      // What is known stays in sight, as under a limit.
      (reason: ApiError) => settle((last) => ({ ...last, error: reason, isPending: false })),
    )
    return () => question.abort()
  }, [api, status, limit])
  // What was just added comes first: the list may be longer than a page, and the interface shows no way to the next page.
  // While the service is asked, the page keeps showing what it knows.
  const others = value.filter(({ id }) => !added.some((pet) => pet.id === id))
  const pets = [...added, ...others].filter((pet) => status === undefined || pet.status === status)
  /** Asks as a new visitor. During a wait, the call that waits meets what is played. */
  const askAgain = (situation?: (typeof situations)[number]) => {
    if (situation) {
      const sandbox = mock?.store.sandbox()
      sandbox?.stop()
      sandbox?.play(situation[1], { calls: 1 })
    }
    setPlayed(situation?.[0])
    if (secondsLeft === 0) setVisit(visit + 1)
  }
  const state = () => {
    if (secondsLeft > 0)
      return (
        <>
          {/* A screen reader says this once, and does not count along. */}
          <strong role="status">The shop is busy.</strong>
          <span role="timer">
            Next try in {secondsLeft} s{played && played !== '429' && `, with: ${played}`}
          </span>
        </>
      )
    if (isPending)
      return (
        <>
          <progress aria-label="Loading" />
          {played === 'hold' ? 'The mock holds the answer back: release it in its panel.' : 'Looking for animals …'}
        </>
      )
    if (error)
      return (
        <>
          <span class="problem" role="alert">
            {error.status !== undefined && `${error.status}: `}
            <bdi>{error.message}</bdi>
            {pets.length > 0 && ' These animals are from before.'}
          </span>
          <button onClick={() => askAgain()}>Try again</button>
        </>
      )
    if (pets.length === 0) return 'Nobody is here. Add an animal, or look at another status.'
    if (value.length < limit) return `That is everyone: ${pets.length}.`
    return (
      <>
        These are the first {limit}.
        {limit < limits.most && <button onClick={() => setLimit(limits.most)}>Show up to {limits.most}</button>}
      </>
    )
  }
  return (
    <>
      <header class="row">
        <img src={paw} alt="" width="34" />
        <strong class="brand">Paws &amp; Company</strong>
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
            {situations.map((situation) => (
              <button onClick={() => askAgain(situation)}>{situation[0]}</button>
            ))}
          </div>
        )}
        {isAdding && (
          <AddForm
            api={api}
            onAdded={(pet) => {
              setAdded([pet, ...added])
              // The filter may not show it.
              setStatus(undefined)
              setIsAdding(false)
            }}
            onClose={() => setIsAdding(false)}
          />
        )}
        <h1>Find someone to come home to</h1>
        <fieldset class="row" aria-label="Status">
          {[undefined, ...petStatuses].map((choice) => (
            <label>
              <input type="radio" name="filter" checked={status === choice} onChange={() => setStatus(choice)} />
              {choice === undefined ? 'All' : statusLabels[choice]}
            </label>
          ))}
          <p role="status">{added[0] && <bdi>{`${added[0].name} was added, with the id ${added[0].id}.`}</bdi>}</p>
        </fieldset>
        <div class="state row">{state()}</div>
        <ul class="cards" aria-label="Animals" aria-busy={isPending || error !== undefined}>
          {pets.map((pet) => (
            <PetCard key={pet.id} pet={pet} />
          ))}
        </ul>
      </main>
    </>
  )
}

/** What the mock can play, in the words of its panel. */
const situations = [
  ['429', 'rate-limited'],
  ['slow', 'slow'],
  ['offline', 'reset'],
  ['hold', 'hold'],
] as const
