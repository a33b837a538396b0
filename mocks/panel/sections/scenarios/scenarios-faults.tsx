import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { Action } from '../../ui/action.tsx'
import { counted } from '../../ui/counted.ts'
import { TextField } from '../../ui/field.tsx'
import { Badge } from '../../ui/layout.tsx'
import type { FaultView, ListsView } from '../../views.ts'

/** Every fault, by the clause that it breaks; one at a time is on. */
export function Faults() {
  const { lists, view, detail } = usePanel()
  const [search, setSearch] = useState('')
  const groups = useMemo(() => groupFaults(lists, search), [lists, search])
  const count = groups.reduce((sum, group) => sum + group.count, 0)
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
  const clause = lists.clauses.find(({ id }) => id === on?.clause)
  return (
    <section class="card faults" aria-labelledby="faults-title">
      <h2 id="faults-title" tabIndex={-1} ref={heading}>
        Faults
      </h2>
      <div class="fault-now">
        {on === undefined ? (
          <p class="muted">No fault is on. One fault at a time can be on, for every call, until it is switched off.</p>
        ) : (
          <p>
            <Badge kind="bad">{`on: ${on.id}`}</Badge> {on.summary}
            <br />
            <span class="muted">{`It breaks ${on.clause}: ${clause?.text ?? ''}`}</span>
          </p>
        )}
        <FaultSwitch isDisabled={on === undefined}>Switch it off</FaultSwitch>
      </div>
      <div class="form">
        <TextField
          label="Search"
          hint={search === '' ? `${counted(count, 'fault')} in all.` : `${count} of ${lists.faults.length} fit.`}
          class="fault-search"
          type="search"
          placeholder="an id, a clause, a word"
          value={search}
          onValue={setSearch}
        />
        <p role="status" class="visually-hidden">
          {search === '' ? '' : `${counted(count, 'fault')} found.`}
        </p>
      </div>
      <div>
        {groups.length === 0 ? <p>No fault fits “{search}”. Search for less.</p> : null}
        {groups.map((group) => (
          <FaultGroup key={group.section} group={group} on={on} isSearched={search !== ''} />
        ))}
      </div>
    </section>
  )
}

interface FaultGroupProps {
  readonly group: Group
  readonly on: FaultView | undefined
  readonly isSearched: boolean
}

function FaultGroup({ group: { section, clauses, count }, on, isSearched }: FaultGroupProps) {
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || isSearched
  return (
    <details
      class="ruled"
      open={isShown}
      onToggle={(event) => {
        if (!isSearched) setOpen(event.currentTarget.open)
      }}
    >
      <summary>
        <span>{`Section ${section}`}</span> <small>{counted(count, 'fault')}</small>{' '}
        {clauses.some(({ id }) => id === on?.clause) ? <Badge kind="bad">on</Badge> : null}
      </summary>
      {/* Nobody looks at closed rows, and there are many. */}
      {isShown
        ? clauses.map(({ id, text, faults }) => (
            <div key={id} class="fault-clause">
              <h3>
                <code>{id}</code> <span>{text}</span>
              </h3>
              <ul class="lined">
                {faults.map((fault) => (
                  <li key={fault.id} class="row fault">
                    <span>
                      <code>{fault.id}</code> {fault.summary}
                    </span>
                    {fault.id === on?.id ? (
                      <FaultSwitch label={`Switch off ${fault.id}`}>Switch off</FaultSwitch>
                    ) : (
                      <FaultSwitch fault={fault.id} label={`Switch on ${fault.id}`}>
                        Switch on
                      </FaultSwitch>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          ))
        : null}
    </details>
  )
}

interface FaultSwitchProps {
  /** The fault to switch on. Without one, the fault that is on is switched off. */
  readonly fault?: string
  readonly label?: string
  readonly isDisabled?: boolean
  readonly children: string
}

function FaultSwitch({ fault, ...look }: FaultSwitchProps) {
  const target = sandboxPath(usePanel().sandbox, '/fault')
  return fault === undefined ? (
    <Action {...look} kind="danger" request={{ method: 'DELETE', target }} done="No fault is on any longer." />
  ) : (
    <Action {...look} request={{ method: 'PUT', target, body: { fault } }} done={`The fault ${fault} is on.`} />
  )
}

interface Group {
  readonly section: string
  readonly count: number
  readonly clauses: readonly (ListsView['clauses'][number] & { readonly faults: readonly FaultView[] })[]
}

/** The faults that fit a search, by the section and the clause that they break, in the order of the interface. */
function groupFaults({ clauses, faults }: ListsView, search: string): readonly Group[] {
  const words = search.toLowerCase().split(/\s+/)
  const fits = ({ id, clause, summary }: FaultView, text: string) =>
    words.every((word) => `${id} ${clause} ${summary} ${text}`.toLowerCase().includes(word))
  const broken = clauses
    .map((clause) => ({
      ...clause,
      faults: faults.filter((one) => one.clause === clause.id && fits(one, clause.text)),
    }))
    .filter((clause) => clause.faults.length > 0)
  return [...Map.groupBy(broken, ({ section }) => section)].map(([section, own]) => ({
    section,
    count: own.reduce((sum, clause) => sum + clause.faults.length, 0),
    clauses: own,
  }))
}
