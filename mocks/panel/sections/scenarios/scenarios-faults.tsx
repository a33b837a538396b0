import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { Action } from '../../ui/action.tsx'
import { TextField } from '../../ui/field.tsx'
import { Badge } from '../../ui/layout.tsx'
import type { FaultView, ListsView } from '../../views.ts'

/** Every fault, by the clause that it breaks; one at a time is on. */
export function Faults() {
  const panel = usePanel()
  const { lists, view, detail } = panel
  const [search, setSearch] = useState('')
  const groups = useMemo(() => groupFaults(lists, search), [lists, search])
  const count = groups.reduce(
    (sum, { clauses }) => sum + clauses.reduce((own, { faults }) => own + faults.length, 0),
    0,
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (detail !== 'faults') return
    // After the panel, which goes to the top of a section that it comes to.
    queueMicrotask(() => {
      heading.current?.scrollIntoView({ block: 'start' })
      heading.current?.focus({ preventScroll: true })
    })
  }, [detail])
  const on = view?.fault ?? undefined
  return (
    <section class="card faults" aria-labelledby="faults-title">
      <h2 id="faults-title" tabIndex={-1} ref={heading}>
        Faults
      </h2>
      <FaultNow fault={on} clauses={lists.clauses} />
      <div class="form">
        <TextField
          label="Search"
          hint={search === '' ? `${count} faults in all.` : `${count} of ${lists.faults.length} fit.`}
          class="fault-search"
          type="search"
          placeholder="an id, a clause, a word"
          value={search}
          onValue={setSearch}
        />
        <p role="status" class="visually-hidden">
          {search === '' ? '' : `${count} faults fit.`}
        </p>
      </div>
      {groups.length === 0 ? <p>No fault fits “{search}”. Search for less.</p> : null}
      {groups.map((group) => (
        <FaultGroup key={group.section} group={group} on={on?.id} isSearched={search !== ''} />
      ))}
    </section>
  )
}

function FaultNow({ fault, clauses }: { fault: FaultView | undefined; clauses: ListsView['clauses'] }) {
  const { sandbox } = usePanel()
  const clause = clauses.find(({ id }) => id === fault?.clause)
  return (
    <div class={`fault-now ${fault === undefined ? '' : 'is-on'}`}>
      {fault === undefined ? (
        <p class="muted">No fault is on. One at a time can be, for every call, until it is switched off.</p>
      ) : (
        <p>
          <Badge kind="bad">{`on: ${fault.id}`}</Badge> {fault.summary}
          <br />
          <span class="muted">{`It breaks ${fault.clause}: ${clause?.text ?? ''}`}</span>
        </p>
      )}
      <Action
        request={{ method: 'DELETE', target: sandboxPath(sandbox, '/fault') }}
        done="No fault is on any longer."
        isDisabled={fault === undefined}
      >
        Switch it off
      </Action>
    </div>
  )
}

interface FaultGroupProps {
  readonly group: Group
  /** The id of the fault that is on. */
  readonly on: string | undefined
  readonly isSearched: boolean
}

function FaultGroup({ group: { section, clauses }, on, isSearched }: FaultGroupProps) {
  const [isOpen, setOpen] = useState(false)
  const all = clauses.flatMap(({ faults }) => faults)
  const isShown = isOpen || isSearched
  return (
    <details
      open={isShown}
      onToggle={(event) => {
        if (!isSearched) setOpen(event.currentTarget.open)
      }}
    >
      <summary>
        <span class="group-title">{`Section ${section}`}</span>
        <span class="muted">{all.length === 1 ? '1 fault' : `${all.length} faults`}</span>
        {all.some(({ id }) => id === on) ? <Badge kind="bad">on</Badge> : null}
      </summary>
      {/* Two hundred closed rows are not made before someone looks. */}
      {isShown
        ? clauses.map(({ id, text, faults }) => (
            <div key={id} class="fault-clause">
              <h3>
                <code>{id}</code> <span class="clause-text">{text}</span>
              </h3>
              <ul>
                {faults.map((fault) => (
                  <FaultRow key={fault.id} fault={fault} isOn={fault.id === on} />
                ))}
              </ul>
            </div>
          ))
        : null}
    </details>
  )
}

function FaultRow({ fault: { id, summary }, isOn }: { fault: FaultView; isOn: boolean }) {
  const { sandbox } = usePanel()
  const target = sandboxPath(sandbox, '/fault')
  return (
    <li class="fault">
      <code>{id}</code>
      <span>{summary}</span>
      <Action
        request={isOn ? { method: 'DELETE', target } : { method: 'PUT', target, body: { fault: id } }}
        done={isOn ? 'No fault is on any longer.' : `The fault ${id} is on.`}
        label={`${isOn ? 'Switch off' : 'Switch on'} ${id}`}
        kind={isOn ? 'danger' : 'plain'}
      >
        {isOn ? 'Switch off' : 'Switch on'}
      </Action>
    </li>
  )
}

interface Group {
  readonly section: string
  readonly clauses: readonly { readonly id: string; readonly text: string; readonly faults: readonly FaultView[] }[]
}

/** The faults that fit a search, by the section and the clause that they break, in the order of the interface. */
function groupFaults({ clauses, faults }: ListsView, search: string): readonly Group[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const groups = new Map<string, Group['clauses'][number][]>()
  for (const { id, section, text } of clauses) {
    const own = faults.filter(
      (fault) => fault.clause === id && words.every((word) => searchedText(fault, text).includes(word)),
    )
    if (own.length > 0) groups.set(section, [...(groups.get(section) ?? []), { id, text, faults: own }])
  }
  return [...groups].map(([section, own]) => ({ section, clauses: own }))
}

function searchedText({ id, clause, summary }: FaultView, text: string): string {
  return `${id} ${clause} ${summary} ${text}`.toLowerCase()
}
