import { useEffect, useRef, useState } from 'preact/hooks'
import { type Pet, type PetStatus, petStatuses } from '../../../../spec/index.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { Action } from '../../ui/action.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Empty, Problem, SectionHead } from '../../ui/layout.tsx'
import { visibleText } from '../../visible-text.ts'
import { AnimalForm } from './animal-form.tsx'
import { AnimalsFiles } from './animals-files.tsx'
import { type AnimalsOrder, creationOrder, orderQuery, orderValue, orders } from './animals-order.ts'
import { useAnimalPages } from './animals-pages.ts'
import { AnimalsTable } from './animals-table.tsx'

/** What stands beside the table. */
type Aside = { readonly kind: 'add' } | { readonly kind: 'files' } | { readonly kind: 'edit'; readonly pet: Pet }

interface Filter {
  readonly search: string
  readonly status: PetStatus | ''
}

const noFilter: Filter = { search: '', status: '' }

/** The section "Animals": all animals of the sandbox, and everything that can be done with them. */
export function Animals() {
  const { sandbox, view, version } = usePanel()
  const [filter, setFilter] = useState(noFilter)
  const [order, setOrder] = useState<AnimalsOrder>(creationOrder)
  const [removed, setRemoved] = useState<Pet>()
  const body = useRef<HTMLDivElement>(null)
  const { aside, open, close } = useAside(body)
  const question = questionOf(sandbox, filter, order)
  // What calls add is seen by the count.
  const pages = useAnimalPages(question, `${version} ${view?.animals}`)
  return (
    <>
      <SectionHead title="Animals" about="What the sandbox holds. The next call sees every change made here.">
        <button
          type="button"
          class="button"
          aria-expanded={aside?.kind === 'files'}
          onClick={() => (aside?.kind === 'files' ? close() : open({ kind: 'files' }))}
        >
          Load and save
        </button>
        <button
          type="button"
          class="button primary"
          aria-expanded={aside?.kind === 'add'}
          onClick={() => (aside?.kind === 'add' ? close() : open({ kind: 'add' }))}
        >
          Add an animal
        </button>
      </SectionHead>
      <div class={`animals-body ${aside === undefined ? '' : 'with-aside'}`} ref={body}>
        {aside === undefined ? null : <AsideCard key={asideKey(aside)} aside={aside} onClose={close} />}
        <div class="animals-main">
          <Toolbar filter={filter} onFilter={setFilter} order={order} onOrder={setOrder} total={pages.total} />
          {pages.problem === undefined ? null : <Problem problem={pages.problem} onRetry={() => pages.refresh()} />}
          {pages.total === 0 ? (
            <NoAnimals isFiltered={isFiltered(filter)} onClear={() => setFilter(noFilter)} />
          ) : (
            <AnimalsTable
              pages={pages}
              question={question}
              order={order}
              onOrder={setOrder}
              onEdit={(pet) => open({ kind: 'edit', pet })}
              onRemoved={setRemoved}
            />
          )}
          {removed === undefined ? null : (
            <Undo
              key={String(removed.id)}
              pet={removed}
              isLast={pages.total === 0}
              onEnd={() => setRemoved(undefined)}
            />
          )}
        </div>
      </div>
    </>
  )
}

function questionOf(sandbox: string, { search, status }: Filter, order: AnimalsOrder): string {
  const query = new URLSearchParams(orderQuery(order))
  if (search !== '') query.set('search', search)
  if (status !== '') query.set('status', status)
  return sandboxPath(sandbox, `/animals?${query}`)
}

function isFiltered({ search, status }: Filter): boolean {
  return search !== '' || status !== ''
}

/** What stands beside the table, and where the keyboard goes when it is closed: back to where it came from. */
function useAside(body: { readonly current: HTMLElement | null }) {
  const [aside, setAside] = useState<Aside>()
  const opener = useRef<Element | null>(null)
  const open = (next: Aside) => {
    const root = body.current?.getRootNode()
    if (root instanceof Document || root instanceof ShadowRoot) opener.current = root.activeElement
    setAside(next)
  }
  const close = () => {
    setAside(undefined)
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  return { aside, open, close }
}

function asideKey(aside: Aside): string {
  return aside.kind === 'edit' ? `edit ${aside.pet.id}` : aside.kind
}

function AsideCard({ aside, onClose }: { aside: Aside; onClose: () => void }) {
  const title = aside.kind === 'add' ? 'Add an animal' : aside.kind === 'files' ? 'Load and save' : 'Change an animal'
  return (
    <section
      class="card animals-aside"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // It is this that is closed, not what it lies in.
        event.stopPropagation()
        onClose()
      }}
    >
      <div class="aside-head">
        <h2>{title}</h2>
        <button type="button" class="button quiet small" aria-label={`Close “${title}”`} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {aside.kind === 'files' ? (
        <AnimalsFiles />
      ) : (
        <AnimalForm pet={aside.kind === 'edit' ? aside.pet : undefined} onDone={onClose} />
      )}
    </section>
  )
}

interface ToolbarProps {
  readonly filter: Filter
  readonly onFilter: (filter: Filter) => void
  readonly order: AnimalsOrder
  readonly onOrder: (order: AnimalsOrder) => void
  readonly total: number | undefined
}

function Toolbar({ filter, onFilter, order, onOrder, total }: ToolbarProps) {
  return (
    <div class="animals-toolbar" role="search" aria-label="Animals">
      <input
        type="search"
        class="animals-search"
        aria-label="Search by name or id"
        placeholder="Name or id"
        maxLength={200}
        value={filter.search}
        onInput={(event) => onFilter({ ...filter, search: event.currentTarget.value })}
      />
      <select
        aria-label="Status"
        value={filter.status}
        onChange={(event) => onFilter({ ...filter, status: event.currentTarget.value as Filter['status'] })}
      >
        <option value="">every status</option>
        {petStatuses.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
      <select
        aria-label="Order"
        value={orderValue(order)}
        onChange={(event) => {
          const chosen = orders.find(({ value }) => value === event.currentTarget.value)
          if (chosen !== undefined) onOrder(chosen.order)
        }}
      >
        {orders.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <p class="animals-total" role="status">
        {total === undefined ? '' : totalText(total, isFiltered(filter))}
      </p>
    </div>
  )
}

function totalText(total: number, isOfFilter: boolean): string {
  const number = total.toLocaleString('en')
  if (isOfFilter) return total === 1 ? '1 fits' : `${number} fit`
  return total === 1 ? '1 animal' : `${number} animals`
}

function NoAnimals({ isFiltered: isOfFilter, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { sandbox } = usePanel()
  if (isOfFilter) {
    return (
      <Empty title="No animal fits.">
        <button type="button" class="button" onClick={onClear}>
          Show all animals
        </button>
      </Empty>
    )
  }
  const request = { method: 'PUT', target: sandboxPath(sandbox, '/animals'), body: { dataset: 'demo' } } as const
  return (
    <Empty title="There is no animal here.">
      <p>Add one, load a dataset, or let a client send POST /v1/pets.</p>
      <Action request={request} done="These are the animals of “demo” now." kind="primary">
        Load the demo animals
      </Action>
    </Empty>
  )
}

/** Brings an animal back that was just removed. */
function Undo({ pet, isLast, onEnd }: { pet: Pet; isLast: boolean; onEnd: () => void }) {
  const { sandbox } = usePanel()
  const box = useRef<HTMLDivElement>(null)
  const name = visibleText(pet.name)
  useEffect(() => {
    // There is no row left that the keyboard could stay on.
    if (isLast) box.current?.querySelector('button')?.focus()
  }, [isLast])
  return (
    <div class="animals-undo" ref={box} role="group" aria-label="Removed">
      <span class="undo-text">{`${name === '' ? pet.id : name} was removed.`}</span>
      <Action
        request={{ method: 'POST', target: sandboxPath(sandbox, '/animals'), body: pet }}
        done={`${name} is back, as the newest.`}
        onDone={onEnd}
      >
        Undo
      </Action>
      <button type="button" class="button quiet small" aria-label="Leave it removed" onClick={onEnd}>
        <Icon name="close" />
      </button>
    </div>
  )
}
