import { useEffect, useRef, useState } from 'preact/hooks'
import { counted } from '../../../spec/counted.ts'
import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { TextField } from '../ui/field.tsx'
import { Badge } from '../ui/layout.tsx'
import { hasWords } from '../visible-text.ts'

/** Every fault, by the section and the clause that it breaks; one at a time is active. */
export function Faults() {
  const { lists, view, detail, to } = usePanel()
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
  const clauses = new Map(lists.clauses.map((clause) => [clause.id, clause]))
  const found = lists.faults.filter(({ id, clause, summary }) =>
    hasWords(`${id} ${clause} ${summary} ${clauses.get(clause)?.text}`, search),
  )
  const byClause = Map.groupBy(found, ({ clause }) => clause)
  const broken = lists.clauses.map((clause) => ({ ...clause, faults: byClause.get(clause.id) ?? [] }))
  const bySection = Map.groupBy(
    broken.filter(({ faults }) => faults.length > 0),
    ({ section }) => section,
  )
  const count = counted(found.length, 'fault')
  const on = view?.fault ?? undefined
  const off = { kind: 'danger', request: to('DELETE', '/fault'), done: 'The fault was switched off.' } as const
  return (
    <div class="card faults" role="group" aria-labelledby="faults-title">
      <h3 id="faults-title" tabIndex={-1} ref={heading}>
        Faults
      </h3>
      <div class="row">
        <Action {...off} text="Switch it off" isDisabled={on === undefined} />
        {on === undefined ? (
          <p class="muted">
            No fault is active. One fault at a time can be active, for every call, until you switch it off.
          </p>
        ) : (
          <p>
            <Badge kind="bad">{`active: ${on.id}`}</Badge> {on.summary}{' '}
            <span class="muted">{`It breaks ${on.clause}: ${clauses.get(on.clause)?.text}`}</span>
          </p>
        )}
      </div>
      <TextField
        label="Search the faults"
        type="search"
        placeholder="an id, a clause, a word"
        value={search}
        onValue={setSearch}
      />
      <p role="status" class="hint">
        {found.length === 0
          ? `No fault fits “${search}”. Search for less.`
          : search === ''
            ? `${count} in all.`
            : `${found.length} of ${lists.faults.length} fit.`}
      </p>
      {[...bySection].map(([section, group]) => (
        <details key={section} class="ruled" open={search !== ''}>
          <summary>
            <strong>{`Section ${section}`}</strong>{' '}
            <small>{counted(group.flatMap(({ faults }) => faults).length, 'fault')}</small>{' '}
            {group.some(({ id }) => id === on?.clause) && <Badge kind="bad">active</Badge>}
          </summary>
          {group.map(({ id: clause, text, faults }) => (
            <div key={clause}>
              <h4>
                <code>{clause}</code> <span>{text}</span>
              </h4>
              <ul class="lined">
                {faults.map(({ id, summary }) => (
                  <li key={id} class="row fault">
                    <span>
                      <code>{id}</code> {summary}
                    </span>
                    {id === on?.id ? (
                      <Action {...off} text="Switch off" label={`Switch off ${id}`} />
                    ) : (
                      <Action
                        text="Switch on"
                        label={`Switch on ${id}`}
                        request={to('PUT', '/fault', { fault: id })}
                        done={`The fault ${id} is active.`}
                      />
                    )}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </details>
      ))}
    </div>
  )
}
