import { useEffect, useMemo, useState } from 'preact/hooks'
import { type Quota, createApi } from '../client/api.ts'
import type { Id, Pet } from '../client/pets.ts'
import { AddDialog } from './add-dialog.tsx'
import { AnimalPicture, EmptyCard, PetCard, categoryOf } from './pet.tsx'
import { PetDialog } from './pet-dialog.tsx'
import { Problem } from './problem.tsx'
import { SourceDialog } from './source-dialog.tsx'
import { type Source, storeKey, storedKey } from './source.ts'
import { type Filter, Toolbar, TopBar } from './toolbar.tsx'
import { Session, type SessionValue, useAnswer } from './session.ts'
import { WaitNotice } from './waiting.tsx'

interface ShopProps {
  readonly source: Source
  readonly baseUrl: string
}

/** The shop: a list of animals, a page for each, and a way to add one. */
export function Shop(props: ShopProps) {
  const [session, setSession] = useState(() => ({ number: 0, usedKey: storedKey() }))
  const [filter, onFilter] = useState<Filter>({ status: undefined, limit: 20, search: '' })
  const onKey = (usedKey: string) => {
    storeKey(usedKey)
    setSession({ number: session.number + 1, usedKey })
  }
  const { number, usedKey } = session
  // What is known of limits, refusals and animals belongs to one key.
  return <ShopOfKey key={number} {...props} usedKey={usedKey} onKey={onKey} filter={filter} onFilter={onFilter} />
}

interface ShopOfKeyProps extends ShopProps, Pick<SessionValue, 'usedKey' | 'onKey'> {
  readonly filter: Filter
  readonly onFilter: (filter: Filter) => void
}

function ShopOfKey({ source, baseUrl, usedKey, onKey, filter, onFilter }: ShopOfKeyProps) {
  const [quota, setQuota] = useState<Quota>()
  const [wait, setWait] = useState<number>()
  const [added, setAdded] = useState<readonly Pet[]>([])
  const [dialog, setDialog] = useState<'add' | 'source'>()
  const shownId = useShownId()
  const api = useMemo(() => {
    const onWait = (milliseconds?: number) => setWait(milliseconds && performance.now() + milliseconds)
    return createApi({ baseUrl, key: usedKey, onQuota: setQuota, onWait })
  }, [baseUrl, usedKey])

  const { status, limit } = filter
  const list = useAnswer((signal) => api.listPets({ limit, status }, signal), [api, limit, status])
  // The animals of the list before are shown as long as the service asks to wait.
  const listed = list.isPending && wait === undefined ? [] : (list.value ?? [])
  const pets = listed.length === 0 && list.isPending ? [] : shownPets(listed, added, filter)
  // A key that was refused stays so, and the form for another one stays where somebody may be typing.
  const error = list.isPending && list.error?.kind !== 'key' ? undefined : list.error
  const close = () => setDialog(undefined)
  return (
    <Session.Provider value={{ api, usedKey, onKey, wait }}>
      <TopBar source={source} quota={quota} onAdd={() => setDialog('add')} onSource={() => setDialog('source')} />
      <main>
        <div class="hero">
          <h1>Find someone to come home to</h1>
          <p>Every animal here is looking for company. Some are shy, one is a python.</p>
        </div>
        <Toolbar filter={filter} onChange={onFilter} />
        <p class="said" role="status">
          {added[0] !== undefined && <bdi>{`${added[0].name} was added, with the id ${added[0].id}.`}</bdi>}
        </p>
        {error === undefined ? (
          <ul class="cards" aria-label="Animals" aria-busy={list.isPending}>
            {list.isPending && pets.length === 0
              ? Array.from({ length: Math.min(limit, 12) }, (_, index) => <EmptyCard key={index} />)
              : pets.map((pet) => <PetCard key={pet.id} pet={pet} isNew={added.includes(pet)} />)}
          </ul>
        ) : (
          <Problem error={error} onRetry={list.retry} />
        )}
        {!list.isPending && error === undefined && (
          <ListEnd shown={pets.length} loaded={listed.length} filter={filter} />
        )}
        <div class="toast">{dialog === undefined && shownId === undefined && <WaitNotice />}</div>
      </main>
      {dialog === 'add' && (
        <AddDialog
          onAdded={(pet) => {
            setAdded([pet, ...added])
            close()
          }}
          onClose={close}
        />
      )}
      {dialog === 'source' && <SourceDialog source={source} onClose={close} />}
      {dialog === undefined && shownId !== undefined && (
        <PetDialog id={shownId} status={pets.find(({ id }) => id === shownId)?.status} onClose={() => history.back()} />
      )}
    </Session.Provider>
  )
}

/** What was just added comes first: the list may be longer than a page, and the interface shows no way to the next. */
function shownPets(loaded: readonly Pet[], added: readonly Pet[], { status, search }: Filter): readonly Pet[] {
  const others = loaded.filter(({ id }) => !added.some((pet) => pet.id === id))
  const words = search.trim().toLowerCase()
  return [...added, ...others].filter(
    (pet) =>
      (status === undefined || pet.status === status) &&
      `${pet.name} ${categoryOf(pet.categoryId)?.label ?? ''} ${pet.id}`.toLowerCase().includes(words),
  )
}

function ListEnd({ shown, loaded, filter }: { shown: number; loaded: number; filter: Filter }) {
  if (shown === 0) {
    const [title, text] =
      filter.search.trim() === ''
        ? ['Nobody here', 'The shop has no such animals at the moment.']
        : ['Nobody by that name', 'The search looks only among the animals that are on this page.']
    return (
      <section class="problem">
        <AnimalPicture id="9" kind="dog" />
        <h2>{title}</h2>
        <p>{text}</p>
      </section>
    )
  }
  const more = filter.limit < 100 ? 'Show more of them above.' : 'The service shows no way to further ones.'
  return (
    <p class="list-end">
      {loaded === filter.limit ? `These are the first ${loaded}. ${more}` : `That is everyone: ${shown}.`}
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
