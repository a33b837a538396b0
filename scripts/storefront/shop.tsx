import type { JSX } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { AddDialog } from './add-dialog.tsx'
import { AnimalPicture } from './animal-picture.tsx'
import { ApiError } from './api-error.ts'
import { type Quota, createApi } from './api.ts'
import { EmptyCard, PetCard } from './pet-card.tsx'
import { PetDialog } from './pet-dialog.tsx'
import { categoryOf } from './pet-words.tsx'
import type { Id, Pet, PetStatus } from './pets.ts'
import { Problem } from './problem.tsx'
import { SourceDialog } from './source-dialog.tsx'
import type { Source } from './source.ts'
import { storeKey, storedKey } from './stored-key.ts'
import { type Filter, Toolbar } from './toolbar.tsx'
import { TopBar } from './top-bar.tsx'
import { type Wait, WaitNotice, waitOf } from './waiting.tsx'

type Listing =
  /** Animals that were there before are shown while the service asks to wait. */
  | { readonly kind: 'loading'; readonly known: readonly Pet[] }
  | { readonly kind: 'loaded'; readonly pets: readonly Pet[] }
  | { readonly kind: 'failed'; readonly error: ApiError }

const nothingYet: Listing = { kind: 'loading', known: [] }

/** The shop: a list of animals, a page for each, and a way to add one. */
export function Shop({ source, baseUrl }: { readonly source: Source; readonly baseUrl: string }): JSX.Element {
  const [session, setSession] = useState(() => ({ key: storedKey() }))
  const [quota, setQuota] = useState<Quota>()
  const [wait, setWait] = useState<Wait>()
  const [filter, setFilter] = useState<Filter>({ status: undefined, limit: 20, search: '' })
  const [listing, setListing] = useState<Listing>(nothingYet)
  const [attempt, setAttempt] = useState(0)
  const [added, setAdded] = useState<readonly Pet[]>([])
  const [message, setMessage] = useState('')
  const [dialog, setDialog] = useState<'add' | 'source'>()
  const shownId = useShownId()

  // One client for each key, because what it knows of limits and refusals is about that key.
  const api = useMemo(() => {
    const onWait = (milliseconds?: number) => setWait(milliseconds === undefined ? undefined : waitOf(milliseconds))
    return createApi({ baseUrl, key: session.key, onQuota: setQuota, onWait })
  }, [baseUrl, session])

  const { status, limit } = filter
  useEffect(() => {
    const leaving = new AbortController()
    // A key that was refused stays so, and the form for another one stays where somebody may be typing.
    setListing((before) => (isKeyRefused(before) ? before : { kind: 'loading', known: petsOf(before) }))
    api.listPets({ limit, status }, leaving.signal).then(
      (pets) => setListing({ kind: 'loaded', pets }),
      (error: unknown) => {
        if (leaving.signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        setListing({ kind: 'failed', error })
      },
    )
    return () => leaving.abort()
  }, [api, limit, status, attempt])

  function changeKey(key: string): void {
    storeKey(key)
    setWait(undefined)
    setQuota(undefined)
    setAdded([])
    setListing(nothingYet)
    setSession({ key })
    setDialog(undefined)
  }

  function welcome(pet: Pet): void {
    setAdded([pet, ...added])
    setDialog(undefined)
    setMessage(`${pet.name} was added, with the id ${pet.id}.`)
  }

  const listed = listing.kind === 'loading' ? knownPets(listing.known, status, wait) : petsOf(listing)
  const pets = listed.length === 0 && listing.kind !== 'loaded' ? [] : shownPets(listed, added, filter)
  return (
    <>
      <TopBar source={source} quota={quota} onAdd={() => setDialog('add')} onSource={() => setDialog('source')} />
      <main>
        <div class="hero">
          <h1>Find someone to come home to</h1>
          <p>Every animal here is looking for company. Some are shy, one is a python.</p>
        </div>
        <Toolbar filter={filter} onChange={setFilter} />
        <p class="said" role="status">
          <bdi>{message}</bdi>
        </p>
        {listing.kind === 'failed' ? (
          <Problem
            key={attempt}
            error={listing.error}
            usedKey={session.key}
            onKey={changeKey}
            onRetry={() => setAttempt(attempt + 1)}
          />
        ) : (
          <ul class="cards" aria-label="Animals" aria-busy={listing.kind === 'loading'}>
            {listing.kind === 'loading' && pets.length === 0
              ? Array.from({ length: Math.min(limit, 12) }, (_, index) => <EmptyCard key={index} />)
              : pets.map((pet) => <PetCard key={pet.id} pet={pet} isNew={added.some(({ id }) => id === pet.id)} />)}
          </ul>
        )}
        {listing.kind === 'loaded' && <ListEnd shown={pets.length} loaded={listing.pets.length} filter={filter} />}
        {wait !== undefined && dialog === undefined && shownId === undefined && (
          <div class="toast">
            <WaitNotice wait={wait} />
          </div>
        )}
      </main>
      {dialog === 'add' && <AddDialog api={api} wait={wait} onAdded={welcome} onClose={() => setDialog(undefined)} />}
      {dialog === 'source' && <SourceDialog source={source} onKey={changeKey} onClose={() => setDialog(undefined)} />}
      {dialog === undefined && shownId !== undefined && (
        <PetDialog
          api={api}
          id={shownId}
          status={pets.find(({ id }) => id === shownId)?.status}
          wait={wait}
          usedKey={session.key}
          onKey={changeKey}
          onClose={() => history.back()}
        />
      )}
    </>
  )
}

function isKeyRefused(listing: Listing): boolean {
  return listing.kind === 'failed' && listing.error.kind === 'key'
}

function petsOf(listing: Listing): readonly Pet[] {
  if (listing.kind === 'failed') return []
  return listing.kind === 'loaded' ? listing.pets : listing.known
}

/** What may be shown of animals that were listed before, where there is a wait for the list that was asked for. */
function knownPets(known: readonly Pet[], status: PetStatus | undefined, wait: Wait | undefined): readonly Pet[] {
  return wait === undefined ? [] : known.filter((pet) => hasStatus(pet, status))
}

function hasStatus(pet: Pet, status: PetStatus | undefined): boolean {
  return status === undefined || pet.status === status
}

/** What was just added comes first: the list may be longer than a page, and the interface shows no way to the next. */
function shownPets(loaded: readonly Pet[], added: readonly Pet[], { status, search }: Filter): readonly Pet[] {
  const news = added.filter((pet) => hasStatus(pet, status))
  const others = loaded.filter(({ id }) => !news.some((pet) => pet.id === id))
  const words = search.trim().toLowerCase()
  return [...news, ...others].filter(({ name, categoryId, id }) =>
    `${name} ${categoryOf(categoryId)?.label ?? ''} ${id}`.toLowerCase().includes(words),
  )
}

function ListEnd(props: { readonly shown: number; readonly loaded: number; readonly filter: Filter }): JSX.Element {
  const { shown, loaded, filter } = props
  if (shown === 0) {
    return (
      <section class="problem">
        <AnimalPicture id="9" kind="dog" />
        <h2>{filter.search.trim() === '' ? 'Nobody here' : 'Nobody by that name'}</h2>
        <p>
          {filter.search.trim() === ''
            ? 'The shop has no such animals at the moment.'
            : 'The search looks only among the animals that are on this page.'}
        </p>
      </section>
    )
  }
  const isFull = loaded === filter.limit
  return (
    <p class="list-end">
      {isFull
        ? `These are the first ${loaded}. ${filter.limit < 100 ? 'Show more of them above.' : 'The service shows no way to further ones.'}`
        : `That is everyone: ${shown}.`}
    </p>
  )
}

/** The animal whose page the address names, such as `#pet=7`. */
function useShownId(): Id | undefined {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const read = () => setHash(location.hash)
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return /^#pet=(-?\d+)$/.exec(hash)?.[1]
}
