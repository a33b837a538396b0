import { useEffect, useRef, useState } from 'preact/hooks'
import { counted } from '../../../../spec/counted.ts'
import { type Pet, petStatuses } from '../../../../spec/index.ts'
import type { ControlTypes } from '../../../../spec/made/control-types.ts'
import { usePanel } from '../panel-context.tsx'
import { useHasDraft } from '../ui/drafts.ts'
import { Field } from '../ui/field.tsx'
import { Aside, Button, Empty, IconButton, Problem } from '../ui/layout.tsx'
import { useResource } from '../use-resource.ts'
import { AnimalForm, nameOf } from './animal-form.tsx'
import { AnimalsTable } from './animals-table.tsx'

const noFilter = { search: '', status: '' }

/** How many rows a page has: spec/decisions/0203-what-the-panel-draws.md. */
const pageSize = 100

/** All animals of the sandbox, and everything that can be done with them. */
export function Animals() {
  const { view, detail, to, go, act, notify, isLost, version } = usePanel()
  const [{ page, ...filter }, setQuery] = useState({ ...noFilter, page: 0 })
  const change = (part: object) => setQuery({ ...filter, page: 0, ...part })
  const [edited, setEdited] = useState<Pet>()
  // A form for a new animal, or for one of the table. It is a step of the browser, for on a phone it covers the table.
  const aside = detail === 'add' ? detail : edited && detail === `animal ${edited.id}` ? edited : undefined
  const edit = (one: Pet) => {
    if (aside && aside !== 'add' && aside.id !== one.id && hasDraft)
      notify({
        text: `What you wrote for ${nameOf(aside)} is not saved yet. It is there when you edit ${nameOf(aside)} again.`,
      })
    setEdited(one)
    go('data', `animal ${one.id}`)
  }
  // It is shown, and marked, until something else is done.
  const [added, setAdded] = useState<Pet['id']>()
  const title = aside === 'add' ? 'Add an animal' : `Change animal ${aside?.id}`
  const close = () => go('data')
  const hasDraft = useHasDraft(title)
  const given = Object.entries(filter).filter(([, value]) => value !== '')
  const part = `offset=${page * pageSize}&limit=${pageSize}`
  const { target } = to('GET', `/animals?${new URLSearchParams(given)}&${part}`)
  // What calls add is seen by the count.
  type Page = ControlTypes['listAnimals']['reply']
  const { value, problem, refresh } = useResource<Page>(target, undefined, view?.animals)
  // The rows before stay until the next ones come, so that nothing jumps.
  const latest = useRef(value)
  latest.current = value ?? latest.current
  const { animals = [], total } = latest.current ?? {}
  const last = Math.max(0, Math.ceil((total ?? 0) / pageSize) - 1)
  useEffect(() => {
    if (value !== undefined && page > last) change({ page: last })
  }, [value])
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.scrollTo(0, 0), [target])
  const addedHere = animals.some(({ id }) => id === added) && added
  useEffect(() => box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }), [addedHere])
  // What was done by a button that is gone, or off, leaves the keyboard nowhere: the one row that came, or the first, has it.
  const drawn = useRef({ version, animals })
  useEffect(() => {
    const came = animals.filter(({ id }) => !drawn.current.animals.some((one) => one.id === id))
    const isDone = drawn.current.version !== version
    drawn.current = { version, animals }
    const { activeElement } = (box.current?.getRootNode() ?? document) as Document
    if (!isDone || (activeElement && activeElement !== document.body)) return
    const row = came.length === 1 ? animals.findIndex((one) => one === came[0]) : 0
    box.current?.querySelectorAll<HTMLElement>('tbody button')[row]?.focus()
  }, [value])
  const remove = (pet: Pet) => {
    setAdded(undefined)
    // What is written in another form stays.
    if (aside !== 'add' && aside?.id === pet.id) close()
    void act(to('DELETE', `/animals/${pet.id}`), `${nameOf(pet)} was removed.`)
  }
  const turn = (step: number) => page + step >= 0 && page + step <= last && change({ page: page + step })
  return (
    <>
      <div class="listing animals">
        <div class="row unlabelled" role="group" aria-label="Animals">
          <Field
            type="search"
            label="Search by name or id"
            placeholder="Name or id"
            maxLength={200}
            value={filter.search}
            onValue={(search) => change({ search })}
          />
          <Field
            label="Status"
            options={[['', 'every status'], ...petStatuses]}
            value={filter.status}
            onValue={(status) => change({ status })}
          />
          <Button
            text="Add an animal"
            class="primary"
            disabled={isLost}
            onClick={({ currentTarget }) => {
              go('data', 'add')
              currentTarget.closest('.data')?.querySelector<HTMLElement>('.aside input')?.focus()
            }}
          />
          {/* In a narrow panel that stands below all rows. */}
          <Button text="Load or restore…" class="to-load" onClick={() => go('data', 'load')} />
          <p class="muted" role="status">
            {total !== undefined &&
              (given.length > 0 && view
                ? `${total.toLocaleString('en')} of ${counted(view.animals, 'animal')}`
                : counted(total, 'animal'))}
          </p>
          {last > 0 && (
            <>
              <IconButton icon="previous" label="Previous page" onClick={() => turn(-1)} />
              <span>{`page ${page + 1} of ${(last + 1).toLocaleString('en')}`}</span>
              <IconButton icon="next" label="Next page" onClick={() => turn(1)} />
            </>
          )}
        </div>
        {problem && !isLost && <Problem problem={problem} onRetry={refresh} />}
        {total === undefined && isLost ? (
          <Empty title="The mock went before this section was opened.">
            {view && <p>{`It had ${counted(view.animals, 'animal')}.`}</p>}
          </Empty>
        ) : total === 0 ? (
          <Empty title={given.length > 0 ? 'No animal fits.' : 'There is no animal here.'}>
            {given.length > 0 ? (
              <Button text="Show all animals" onClick={() => change(noFilter)} />
            ) : (
              <p>Add one, load a dataset, or let a client send POST /v1/pets.</p>
            )}
          </Empty>
        ) : (
          <div class="table-box" ref={box} aria-busy={value === undefined}>
            <AnimalsTable pets={animals} marked={added} onEdit={edit} onRemove={remove} />
          </div>
        )}
      </div>
      {aside && (
        <Aside key={title} title={title} onClose={close}>
          <AnimalForm
            pet={aside === 'add' ? undefined : aside}
            draft={title}
            onDone={close}
            onRemove={remove}
            onAdded={({ id }) => {
              setAdded(id)
              change({ ...noFilter, page: Math.floor((view?.animals ?? 0) / pageSize) })
            }}
          />
        </Aside>
      )}
    </>
  )
}
