import { useEffect, useRef, useState } from 'preact/hooks'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { Action } from '../../ui/action.tsx'
import { counted } from '../../../../spec/counted.ts'
import { TextField } from '../../ui/field.tsx'
import { Badge } from '../../ui/layout.tsx'

/** Every fault, by the section and the clause that it breaks; one at a time is active. */
export function Faults() {
  const { lists, view, detail } = usePanel()
  const [search, setSearch] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (detail !== 'faults') return
    // After the panel, which goes to the top of a section that it comes to.
    queueMicrotask(() => {
      heading.current?.scrollIntoView({ block: 'start' })
      heading.current?.focus({ preventScroll: true })
    })
  }, [detail])
  const words = search.toLowerCase().split(/\s+/)
  const found = lists.faults
    .map((fault) => ({ ...fault, text: lists.clauses.find(({ id }) => id === fault.clause)?.text ?? '' }))
    .filter(({ id, clause, summary, text }) =>
      words.every((word) => `${id} ${clause} ${summary} ${text}`.toLowerCase().includes(word)),
    )
  const on = view?.fault ?? undefined
  return (
    <section class="card faults" aria-labelledby="faults-title">
      <h2 id="faults-title" tabIndex={-1} ref={heading}>
        Faults
      </h2>
      <div class="row">
        <FaultSwitch isDisabled={on === undefined}>Switch it off</FaultSwitch>
        {on === undefined ? (
          <p class="muted">
            No fault is active. One fault at a time can be active, for every call, until you switch it off.
          </p>
        ) : (
          <p>
            <Badge kind="bad">{`active: ${on.id}`}</Badge> {on.summary}{' '}
            <span class="muted">{`It breaks ${on.clause}: ${lists.clauses.find(({ id }) => id === on.clause)?.text}`}</span>
          </p>
        )}
      </div>
      <TextField
        label="Search"
        hint={
          search === '' ? `${counted(found.length, 'fault')} in all.` : `${found.length} of ${lists.faults.length} fit.`
        }
        type="search"
        placeholder="an id, a clause, a word"
        value={search}
        onValue={setSearch}
      />
      <p role="status" class="visually-hidden">
        {search === '' ? '' : `${counted(found.length, 'fault')} found.`}
      </p>
      {found.length === 0 ? <p>No fault fits “{search}”. Search for less.</p> : null}
      {[...Map.groupBy(lists.clauses, ({ section }) => section)].map(([section, clauses]) => {
        const own = clauses.map((clause) => ({
          ...clause,
          faults: found.filter((fault) => fault.clause === clause.id),
        }))
        const count = own.reduce((sum, { faults }) => sum + faults.length, 0)
        return count === 0 ? null : (
          <details key={section} class="ruled" open={search !== ''}>
            <summary>
              <strong>{`Section ${section}`}</strong> <small>{counted(count, 'fault')}</small>{' '}
              {clauses.some(({ id }) => id === on?.clause) ? <Badge kind="bad">active</Badge> : null}
            </summary>
            {own.map(({ id, text, faults }) =>
              faults.length === 0 ? null : (
                <div key={id}>
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
              ),
            )}
          </details>
        )
      })}
    </section>
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
    <Action {...look} kind="danger" request={{ method: 'DELETE', target }} done="The fault was switched off." />
  ) : (
    <Action {...look} request={{ method: 'PUT', target, body: { fault } }} done={`The fault ${fault} is active.`} />
  )
}
