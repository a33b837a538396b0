import { useEffect, useRef, useState } from 'preact/hooks'
import { type Pet, petStatuses } from '../../../../spec/index.ts'
import { counted } from '../../../../spec/counted.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { Action } from '../../ui/action.tsx'
import { Aside } from '../../ui/aside.tsx'
import { Choice, TextField } from '../../ui/field.tsx'
import { CloseButton, Empty, Problem, SectionHead } from '../../ui/layout.tsx'
import { visibleText } from '../../visible-text.ts'
import { AnimalForm } from './animal-form.tsx'
import { AnimalsFiles } from './animals-files.tsx'
import { useAnimalPages } from './animals-pages.ts'
import { AnimalsTable, orders } from './animals-table.tsx'

const titles = { add: 'Add an animal', files: 'Load and save' }
const noFilter = { search: '', status: '' }
const filterOptions = [
  { value: '', text: 'every status' },
  ...petStatuses.map((status) => ({ value: status, text: status })),
]

/** The section "Animals": all animals of the sandbox, and everything that can be done with them. */
export function Animals() {
  const { sandbox, view, version } = usePanel()
  const [filter, setFilter] = useState(noFilter)
  const [order, setOrder] = useState('')
  const [removed, setRemoved] = useState<Pet>()
  // A form for a new animal or for one of the table, or what loads and saves.
  const [aside, setAside] = useState<keyof typeof titles | Pet>()
  const title = typeof aside === 'string' ? titles[aside] : `Change animal ${aside?.id}`
  const close = () => setAside(undefined)
  const given = Object.entries(filter).filter(([, value]) => value !== '')
  const question = sandboxPath(sandbox, `/animals?${order}&${new URLSearchParams(given)}`)
  // What calls add is seen by the count.
  const pages = useAnimalPages(question, `${version} ${view?.animals}`)
  return (
    <>
      <SectionHead title="Animals" about="The animals of this sandbox. The next call sees every change made here.">
        {(['files', 'add'] as const).map((kind) => (
          <button
            key={kind}
            type="button"
            class={`button ${kind === 'add' ? 'primary' : ''}`}
            aria-expanded={aside === kind}
            onClick={() => setAside(aside === kind ? undefined : kind)}
          >
            {titles[kind]}
          </button>
        ))}
      </SectionHead>
      <div class="split animals-body">
        <div class="animals-main">
          <div class="row animals-toolbar" role="search" aria-label="Animals">
            <TextField
              label="Search by name or id"
              type="search"
              placeholder="Name or id"
              maxLength={200}
              value={filter.search}
              onValue={(search) => setFilter({ ...filter, search })}
            />
            <Choice
              label="Status"
              options={filterOptions}
              value={filter.status}
              onChange={(status) => setFilter({ ...filter, status })}
            />
            <Choice label="Order" options={orders} value={order} onChange={setOrder} />
            <p class="animals-total number muted" role="status">
              {pages.total === undefined ? '' : counted(pages.total, 'animal')}
            </p>
          </div>
          {pages.problem && <Problem problem={pages.problem} onRetry={() => pages.refresh()} />}
          {pages.total !== 0 ? (
            <AnimalsTable
              pages={pages}
              question={question}
              order={order}
              onOrder={setOrder}
              onEdit={setAside}
              onRemoved={setRemoved}
            />
          ) : given.length > 0 ? (
            <Empty title="No animal fits.">
              <button type="button" class="button" onClick={() => setFilter(noFilter)}>
                Show all animals
              </button>
            </Empty>
          ) : (
            <Empty title="There is no animal here.">
              <p>Add one, load a dataset, or let a client send POST /v1/pets.</p>
              <Action
                request={{ method: 'PUT', target: sandboxPath(sandbox, '/animals'), body: { dataset: 'demo' } }}
                done="The animals of “demo” were loaded."
                kind="primary"
              >
                Load the demo animals
              </Action>
            </Empty>
          )}
          {removed && (
            <Undo
              key={String(removed.id)}
              pet={removed}
              isLast={pages.total === 0}
              onEnd={() => setRemoved(undefined)}
            />
          )}
        </div>
        {aside && (
          <Aside label={title} title={title} of={aside} onClose={close}>
            {aside === 'files' ? (
              <AnimalsFiles />
            ) : (
              <AnimalForm key={title} pet={aside === 'add' ? undefined : aside} onDone={close} />
            )}
          </Aside>
        )}
      </div>
    </>
  )
}

/** Brings an animal back that was just removed. */
function Undo({ pet, isLast, onEnd }: { pet: Pet; isLast: boolean; onEnd: () => void }) {
  const { sandbox } = usePanel()
  const box = useRef<HTMLDivElement>(null)
  const name = visibleText(pet.name)
  useEffect(() => {
    // No row is left for the keyboard.
    if (isLast) box.current?.querySelector('button')?.focus()
  }, [isLast])
  return (
    <div class="floating news" ref={box} role="group" aria-label="Removed">
      <span class="undo-text">{`${name === '' ? pet.id : name} was removed.`}</span>
      <Action
        request={{ method: 'POST', target: sandboxPath(sandbox, '/animals'), body: pet }}
        done={`${name} is back, as the newest.`}
        onDone={onEnd}
      >
        Undo
      </Action>
      <CloseButton label="Leave it removed" onClick={onEnd} />
    </div>
  )
}
